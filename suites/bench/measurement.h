// A measurement: the speed of a subject against that of references on equal inputs.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

// Work in pieces: each call does one piece and returns its number of elements.
using Work = std::function<std::uint64_t()>;

// CPU seconds that all processes of some work have taken so far.
using Clock = std::function<double()>;
double processor_seconds();
// The CPU seconds of this process and of `other` together.
Clock processor_seconds_with(pid_t other);

struct Side {
  std::string name;
  Work work;
  Clock clock = processor_seconds;
};

// A subject and its references, on equal inputs.
struct Contest {
  Side subject;
  std::vector<Side> references;
};

struct Measurement {
  std::string_view group;
  std::string name;
  // Called when its turn comes: memory and processes live as long as the contest.
  std::function<Contest()> prepare;
};

struct BenchPlan {
  // The number of rounds; in each, all sides of a contest take turns.
  std::size_t repeats = 5;
  // CPU seconds per side and round; at least one piece of work is done.
  double seconds = 0.008;
};

// The speed of the subject relative to one of its references, as a ratio of elements per CPU
// second.
struct SpeedRatio {
  std::string_view group;
  std::string name;
  std::string reference;
  // Statistics of the ratio over the rounds.
  double median = 0;
  double smallest = 0;
  double largest = 0;
  // Medians over the rounds.
  double elements_per_second = 0;
  double reference_elements_per_second = 0;
};

// One comparison per reference.
std::vector<SpeedRatio> measure(const Measurement& measurement, const BenchPlan& plan);

}  // namespace vconform::suites
