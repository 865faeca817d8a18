// Numbered tasks in several processes, each of which has to say what became of every task, and that
// it has done all.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "suites/processes/broken_run.h"

namespace vconform::suites {

// Runs a task; returns its result as a message to the process that asked for it.
using TaskRunner = std::function<std::string(std::size_t task)>;

// Called in the process that asked, once for each task.
struct TaskListener {
  std::function<void(std::size_t task, const std::string& message)> finished;
};

// Runs tasks 0 .. tasks - 1 in `jobs` child processes, which take them in order. `start` is called
// in each child before its first task. Returns when every task has finished once and every child
// has said that it ended. Throws BrokenRun; what `start` or a task throws is thrown here, with its
// message, as spec::InputError or adapters::LoadError if it is one, else as std::runtime_error.
// Either ends all children. Signals that ask a run to end are for the process that asked, which its
// children follow. A child that is stopped is continued.
void run_tasks(std::size_t tasks, std::size_t jobs, const std::function<TaskRunner()>& start,
               const TaskListener& listener);

}  // namespace vconform::suites
