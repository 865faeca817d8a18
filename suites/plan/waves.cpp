#include "suites/plan/waves.h"

#include <algorithm>
#include <utility>

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

UnitResult skipped_result() {
  UnitResult result;
  result.skipped = true;
  return result;
}

// Whether the unit is left out because another one, the first of its instruction, timed out.
bool is_skipped(std::size_t unit, const Indices& first, const UnitResults& results) {
  const auto of_first = results.find(first[unit]);
  return unit != first[unit] && of_first != results.end() && timed_out(of_first->second);
}

}  // namespace

UnitResults run_in_waves(const std::vector<Unit>& plan, const Wanted& wanted, UnitResults known,
                         std::size_t jobs, const std::function<UnitRunner()>& start,
                         const UnitListener& finished, const Deadline& deadline) {
  UnitResults results = std::move(known);
  std::size_t begun = plan.size();
  const auto run = [&](const Indices& units) {
    const auto said = [&](std::size_t i, const UnitResult& result) { finished(units[i], result); };
    std::vector<UnitResult> some =
        run_in_processes(chosen(plan, units), jobs, start, said, deadline);
    for (std::size_t i = 0; i < some.size(); ++i) {
      results.emplace(units[i], std::move(some[i]));
    }
    if (some.size() < units.size()) {
      begun = std::min(begun, units[some.size()]);
    }
  };
  const Indices first = first_units(plan);
  const auto is_left = [&](std::size_t unit) { return wanted(unit) && !results.contains(unit); };
  Indices wave;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (i == first[i] && is_left(i)) {
      wave.push_back(i);
    }
  }
  run(wave);
  wave.clear();
  for (std::size_t i = 0; i < begun; ++i) {
    if (!is_left(i)) {
      continue;
    }
    if (is_skipped(i, first, results)) {
      finished(i, results.emplace(i, skipped_result()).first->second);
    } else {
      wave.push_back(i);
    }
  }
  run(wave);
  results.erase(results.lower_bound(begun), results.end());
  return results;
}

void skip_after_time_outs(const std::vector<Unit>& plan, UnitResults& results) {
  const Indices first = first_units(plan);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (is_skipped(i, first, results)) {
      results[i] = skipped_result();
    }
  }
}

}  // namespace vconform::suites
