#include "suites/plan/waves.h"

#include <algorithm>

#include "oracle/judge/judge.h"

namespace vconform::suites {

namespace {

using Indices = std::vector<std::size_t>;

bool timed_out(const UnitResult& result) {
  return std::any_of(result.deviations.begin(), result.deviations.end(),
                     [](const Deviation& deviation) {
                       return deviation.verdict == oracle::name_of(oracle::Verdict::kTimeout);
                     });
}

// For each unit, the index of the first unit of its instruction.
Indices first_units(const std::vector<Unit>& plan) {
  Indices first;
  for (const Unit& unit : plan) {
    const auto same = std::find_if(plan.begin(), plan.end(),
                                   [&](const Unit& other) { return other.cell == unit.cell; });
    first.push_back(static_cast<std::size_t>(same - plan.begin()));
  }
  return first;
}

std::vector<Unit> chosen(const std::vector<Unit>& plan, const Indices& indices) {
  std::vector<Unit> units;
  for (const std::size_t i : indices) {
    units.push_back(plan[i]);
  }
  return units;
}

}  // namespace

std::vector<UnitResult> run_in_waves(const std::vector<Unit>& plan, std::size_t jobs,
                                     const std::function<UnitRunner()>& start,
                                     const std::function<void(const UnitResult&)>& finished,
                                     const Deadline& deadline) {
  std::vector<UnitResult> results(plan.size());
  std::size_t begun = plan.size();
  const auto run = [&](const Indices& indices) {
    std::vector<UnitResult> some =
        run_in_processes(chosen(plan, indices), jobs, start, finished, deadline);
    for (std::size_t i = 0; i < some.size(); ++i) {
      results[indices[i]] = std::move(some[i]);
    }
    if (some.size() < indices.size()) {
      begun = std::min(begun, indices[some.size()]);
    }
  };
  const Indices first = first_units(plan);
  Indices wave = first;
  std::ranges::sort(wave);
  wave.erase(std::unique(wave.begin(), wave.end()), wave.end());
  run(wave);
  wave.clear();
  for (std::size_t i = 0; i < begun; ++i) {
    if (i != first[i] && timed_out(results[first[i]])) {
      results[i].skipped = true;
      finished(results[i]);
    } else if (i != first[i]) {
      wave.push_back(i);
    }
  }
  run(wave);
  results.resize(begun);
  return results;
}

}  // namespace vconform::suites
