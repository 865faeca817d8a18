#include "suites/plan/jobs.h"

#include "spec/text/error.h"
#include "suites/plan/unit_json.h"
#include "suites/processes/broken_run.h"

namespace vconform::suites {

std::vector<UnitResult> run_in_processes(const std::vector<Unit>& units, std::size_t jobs,
                                         const std::function<UnitRunner()>& start,
                                         const UnitListener& finished, const Deadline& deadline) {
  std::vector<UnitResult> results(units.size());
  const TaskListener listener = {[&](std::size_t unit, const std::string& message) {
    try {
      results[unit] = from_message(message);
    } catch (const spec::InputError& error) {
      throw BrokenRun(std::string("a process sent something that ") + error.what());
    }
    finished(unit, results[unit]);
  }};
  const auto start_task_runner = [&]() -> TaskRunner {
    return [&units, run = start()](std::size_t unit) { return to_message(run(units[unit])); };
  };
  results.resize(run_tasks(units.size(), jobs, start_task_runner, listener, deadline));
  return results;
}

}  // namespace vconform::suites
