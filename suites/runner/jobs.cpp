#include "suites/runner/jobs.h"

#include "suites/runner/process_pool.h"
#include "suites/runner/unit_json.h"

namespace vconform::suites {

namespace {

UnitResult crashed(const Unit& unit, const std::string& how) {
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = "CRASH";
  deviation.in_short = how;
  deviation.details = "  reason   " + how + "\n";
  deviation.count = deviation.failing_cases = 1;
  UnitResult result;
  result.deviations.push_back(deviation);
  return result;
}

}  // namespace

std::vector<UnitResult> run_in_processes(const std::vector<Unit>& units, std::size_t jobs,
                                         const std::function<UnitRunner()>& start,
                                         const std::function<void(const UnitResult&)>& finished) {
  std::vector<UnitResult> results(units.size());
  const auto settle = [&](std::size_t unit, UnitResult result) {
    results[unit] = std::move(result);
    finished(results[unit]);
  };
  const TaskListener listener = {
      [&](std::size_t unit, const std::string& message) { settle(unit, from_message(message)); },
      [&](std::size_t unit, const std::string& how, bool /*killed*/) {
        settle(unit, crashed(units[unit], how));
      }};
  const auto start_task_runner = [&]() -> TaskRunner {
    return [&units, run = start()](std::size_t unit) { return to_message(run(units[unit])); };
  };
  run_tasks(units.size(), jobs, start_task_runner, listener);
  return results;
}

}  // namespace vconform::suites
