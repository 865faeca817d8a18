// An unusual floating-point mode of the host, which would show if kernels used floating point; for
// tests.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace vconform::adapters::golden {

#if defined(__x86_64__)
// Rounds up, and takes subnormal sources and results for 0.
class UnusualFloatingPoint {
 public:
  UnusualFloatingPoint() : before_(_mm_getcsr()) {
    // Defined here since the header of _MM_DENORMALS_ZERO_ON needs another instruction set.
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
// Rounds up.
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
