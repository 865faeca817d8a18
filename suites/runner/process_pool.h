// Numbered tasks in several processes: a task that takes its process down does not take the run
// along.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace vconform::suites {

// Runs a task; returns its result as a message to the process that asked for it.
using TaskRunner = std::function<std::string(std::size_t task)>;

// Both are called in the process that asked.
struct TaskListener {
  std::function<void(std::size_t task, const std::string& message)> finished;
  // The process ended in the midst of the task: `how` is half a sentence; `killed`, by signal 9,
  // which nothing sends itself.
  std::function<void(std::size_t task, const std::string& how, bool killed)> died;
};

// Runs tasks 0 .. tasks - 1 in `jobs` child processes, which take them in order. `start` is called
// in each child before its first task; what it or a task throws ends the run as std::runtime_error
// here. Signals that ask a run to end are for the process that asked, which its children follow.
// Where a child dies another takes its place.
void run_tasks(std::size_t tasks, std::size_t jobs, const std::function<TaskRunner()>& start,
               const TaskListener& listener);

}  // namespace vconform::suites
