// For the tests: a floating-point mode of the host that would show in kernels if they had any use
// for it.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace vconform::adapters::golden {

#if defined(__x86_64__)
// Rounding up, subnormal sources and results taken for 0.
class UnusualFloatingPoint {
 public:
  UnusualFloatingPoint() : before_(_mm_getcsr()) {
    // _MM_DENORMALS_ZERO_ON is in a header of another instruction set.
    constexpr unsigned kDenormalsAreZero = 0x40;
    _mm_setcsr(_MM_ROUND_UP | _MM_FLUSH_ZERO_ON | kDenormalsAreZero | _MM_MASK_MASK);
  }
  ~UnusualFloatingPoint() { _mm_setcsr(before_); }
  UnusualFloatingPoint(const UnusualFloatingPoint&) = delete;
  UnusualFloatingPoint& operator=(const UnusualFloatingPoint&) = delete;

 private:
  unsigned before_;
};
#else
// Rounding up.
class UnusualFloatingPoint {
 public:
  UnusualFloatingPoint() : before_(std::fegetround()) { std::fesetround(FE_UPWARD); }
  ~UnusualFloatingPoint() { std::fesetround(before_); }
  UnusualFloatingPoint(const UnusualFloatingPoint&) = delete;
  UnusualFloatingPoint& operator=(const UnusualFloatingPoint&) = delete;

 private:
  int before_;
};
#endif

}  // namespace vconform::adapters::golden
