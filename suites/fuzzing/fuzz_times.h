// The division of the time T of `--time T`. Everything ends after T plus the larger of 5 s and a
// fifth of T, whatever the backend does.
#pragma once

#include <algorithm>

namespace vconform::suites {

// Seconds from now.
struct FuzzTimes {
  // End of the slices.
  double fuzz = 0;
  // Time after that to run inputs that the targets found right again, in isolation.
  double check = 0;
  // End of everything, including the runs that examine findings and deaths.
  double all = 0;
};

// `elapsed` of the T seconds have been spent, for instance on probing; at least a quarter of T is
// left in any case.
inline FuzzTimes times_of(double asked, double elapsed) {
  constexpr double kShortCheck = 1;
  constexpr double kLongCheck = 10;
  // Part of the time that may be added to T; the rest is for ending the targets.
  const double added = std::max(4.0, 0.16 * asked);
  const double left = std::max(asked - elapsed, asked / 4);
  FuzzTimes times;
  times.check = std::clamp(asked / 10, kShortCheck, kLongCheck);
  times.fuzz = asked < 10 * kShortCheck ? left : left - times.check;
  times.all = left + added;
  return times;
}

// Wall-clock seconds that a case may take out of T: a backend that sleeps is run up to three times
// until that is a finding.
inline double wall_limit_of(double asked, double time_limit, double most_per_cpu) {
  return std::clamp(asked / 10, 2 * time_limit, most_per_cpu * time_limit);
}

}  // namespace vconform::suites
