#include <cstring>

#include "generators/sweep/memory.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

// A sweep writes billions of these: compiled for several instruction sets, of which the loader
// takes the best. Not under sanitizers, which are not initialised yet when the loader chooses.
#if defined(__x86_64__) && !defined(VCONFORM_SANITIZED)
#define VCONFORM_VECTOR_CLONES [[gnu::target_clones("default", "avx2", "avx512f")]]
#else
#define VCONFORM_VECTOR_CLONES
#endif

template <typename Word>
[[gnu::always_inline]] inline void write_words(std::uint8_t* at, std::size_t count, Word first) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<Word>(first + static_cast<Word>(i));
    std::memcpy(at + i * sizeof number, &number, sizeof number);
  }
}

VCONFORM_VECTOR_CLONES void write_numbers(std::uint8_t* at, std::size_t count,
                                          std::uint32_t first) {
  write_words(at, count, first);
}

VCONFORM_VECTOR_CLONES void write_numbers(std::uint8_t* at, std::size_t count,
                                          std::uint16_t first) {
  write_words(at, count, first);
}

void write_numbers(std::uint8_t* at, std::size_t count, std::uint8_t first) {
  write_words(at, count, first);
}

template <typename Word>
void write_numbers(std::span<std::uint8_t> bytes, std::uint64_t first) {
  write_numbers(bytes.data(), bytes.size() / sizeof(Word), static_cast<Word>(first));
}

// Writes each number to sixteen lanes.
void write_repeated(std::span<std::uint8_t> bytes, std::uint64_t first) {
  constexpr std::size_t kTimes = spec::kVectorFactors;
  const std::size_t count = bytes.size() / sizeof(std::uint16_t);
  for (std::size_t i = 0; i < count; i += kTimes) {
    const auto number = static_cast<std::uint16_t>((first + i) / kTimes);
    for (std::size_t lane = 0; lane < kTimes; ++lane) {
      std::memcpy(bytes.data() + (i + lane) * sizeof number, &number, sizeof number);
    }
  }
}

void write_nibbles(std::span<std::uint8_t> bytes, std::uint64_t first) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t low = first + 2 * i;
    bytes[i] = static_cast<std::uint8_t>((low & 0xf) | (low + 1) << 4);
  }
}

}  // namespace

// Consecutive numbers of vconv and of a DEQ have consecutive patterns, modulo their width.
void write_sources(const SweepDomain& domain, std::uint64_t first, std::span<std::uint8_t> bytes) {
  const spec::Conversion& row = domain.cell.conversion();
  if (spec::is_vdeq(row.deq)) {
    return write_repeated(bytes, first);
  }
  switch (row.from().bits) {
    case 4:
      return write_nibbles(bytes, first);
    case 8:
      return write_numbers<std::uint8_t>(bytes, first);
    case 16:
      return write_numbers<std::uint16_t>(bytes, first);
    default:
      return write_numbers<std::uint32_t>(bytes, first);
  }
}

}  // namespace vconform::generators
