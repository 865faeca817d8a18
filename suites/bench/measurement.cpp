#include "suites/bench/measurement.h"

#include <algorithm>
#include <ctime>
#include <stdexcept>

namespace vconform::suites {

namespace {

double seconds_on(clockid_t clock) {
  timespec used{};
  if (clock_gettime(clock, &used) != 0) {
    throw std::runtime_error("a process that is measured has ended");
  }
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// Elements per CPU second.
double rate_of(const Side& side, double seconds) {
  const double started = side.clock();
  std::uint64_t elements = 0;
  double passed = 0;
  do {
    elements += side.work();
    passed = side.clock() - started;
    // A clock that has not moved yet gives no rate.
  } while (passed < seconds || passed <= 0);
  return static_cast<double>(elements) / passed;
}

double median_of(std::vector<double> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

}  // namespace

double processor_seconds() {
  return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

Clock processor_seconds_with(pid_t other) {
  clockid_t clock = 0;
  if (clock_getcpuclockid(other, &clock) != 0) {
    throw std::runtime_error("a worker that is measured has ended");
  }
  return [clock] { return processor_seconds() + seconds_on(clock); };
}

std::vector<SpeedRatio> measure(const Measurement& measurement, const BenchPlan& plan) {
  const Contest contest = measurement.prepare();
  std::vector<double> rates;
  std::vector<std::vector<double>> reference_rates(contest.references.size());
  std::vector<std::vector<double>> ratios(contest.references.size());
  // One run that does not count warms up caches and memory.
  contest.subject.work();
  for (const Side& reference : contest.references) {
    reference.work();
  }
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    rates.push_back(rate_of(contest.subject, plan.seconds));
    for (std::size_t i = 0; i < contest.references.size(); ++i) {
      reference_rates[i].push_back(rate_of(contest.references[i], plan.seconds));
      ratios[i].push_back(rates.back() / reference_rates[i].back());
    }
  }
  std::vector<SpeedRatio> comparisons;
  for (std::size_t i = 0; i < contest.references.size(); ++i) {
    comparisons.push_back({measurement.group, measurement.name, contest.references[i].name,
                           median_of(ratios[i]), std::ranges::min(ratios[i]),
                           std::ranges::max(ratios[i]), median_of(rates),
                           median_of(reference_rates[i])});
  }
  return comparisons;
}

}  // namespace vconform::suites
