// Something whose speed is measured, and what it is measured against.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

// Work in pieces: each call does one and returns how many elements it had.
using Work = std::function<std::uint64_t()>;

// Seconds of the processor that all processes of some work have taken so far.
using Clock = std::function<double()>;
double processor_seconds();
// Of this process and of that one.
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
  // Called when it is its turn: memories and processes live as long as the contest.
  std::function<Contest()> prepare;
};

struct BenchPlan {
  // Of all sides of a contest, one after another.
  std::size_t repeats = 5;
  // Of the processor, for a side in a repeat; at least one piece of work is done.
  double seconds = 0.008;
};

// How much faster the subject is than one of its references: elements a second against elements a
// second.
struct Comparison {
  std::string_view group;
  std::string name;
  std::string reference;
  // Over the repeats.
  double median = 0;
  double smallest = 0;
  double largest = 0;
  // Medians.
  double elements_per_second = 0;
  double reference_elements_per_second = 0;
};

// One for each reference.
std::vector<Comparison> measure(const Measurement& measurement, const BenchPlan& plan);

}  // namespace vconform::suites
