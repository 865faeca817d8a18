#include "adapters/golden/digests/host_rounding.h"

#include <array>
#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vconform::adapters::golden::digests {

namespace {

constexpr std::array<HostRounding, 4> kRoundings = {{
    {"nearest", FE_TONEAREST},
    {"upward", FE_UPWARD},
    {"downward", FE_DOWNWARD},
    {"zero", FE_TOWARDZERO},
}};

#if defined(__x86_64__)
// FTZ and DAZ of MXCSR.
constexpr std::uint64_t kFlushes = 0x8040;
std::uint64_t control() {
  return _mm_getcsr();
}
void set_control(std::uint64_t word) {
  _mm_setcsr(static_cast<unsigned>(word));
}
#elif defined(__aarch64__)
// FZ and FZ16 of FPCR, and DN, which makes every NaN the default one.
constexpr std::uint64_t kFlushes = 0x3080000;
std::uint64_t control() {
  std::uint64_t word = 0;
  asm volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
void set_control(std::uint64_t word) {
  asm volatile("msr fpcr, %0" : : "r"(word));
}
#else
#error "the control register of this machine's floating-point unit is not known here"
#endif

bool flushes(const HostRounding& rounding) {
  return rounding.direction != FE_TONEAREST;
}

}  // namespace

std::optional<HostRounding> host_rounding_named(std::string_view name) {
  for (const HostRounding& rounding : kRoundings) {
    if (rounding.name == name) {
      return rounding;
    }
  }
  return std::nullopt;
}

void set_host_rounding(const HostRounding& rounding) {
  std::fesetround(rounding.direction);
  set_control(flushes(rounding) ? control() | kFlushes : control() & ~kFlushes);
}

bool has_host_rounding(const HostRounding& rounding) {
  return std::fegetround() == rounding.direction &&
         (control() & kFlushes) == (flushes(rounding) ? kFlushes : 0);
}

}  // namespace vconform::adapters::golden::digests
