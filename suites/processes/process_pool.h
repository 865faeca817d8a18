// Numbered tasks in several processes. Each process must report the result of every task that it
// took, and that it is done.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "suites/processes/broken_run.h"
#include "suites/processes/pool_child.h"

namespace vconform::suites {

// Called in the parent, once per task.
struct TaskListener {
  std::function<void(std::size_t task, const std::string& message)> finished;
};

// When children take no further task, except the first one; never if nullopt.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// The number of processes for an option --jobs: as many as there are processors if it is 0.
std::size_t job_count(std::size_t asked);

// Runs tasks 0 .. tasks - 1 in `jobs` child processes, which take them in order. `start` is called
// in each child before its first task. Returns when every task that was taken has finished once and
// every child has said that it ended: the number of these tasks, which is `tasks` without a
// deadline. Throws BrokenRun; an exception from `start` or a task is thrown again
// here, with its message, as spec::InputError or adapters::LoadError if it is one, else as
// std::runtime_error. Either ends all children. Signals that ask a run to end are the parent's
// business, and its children end with it. A child that is stopped is continued.
std::size_t run_tasks(std::size_t tasks, std::size_t jobs, const std::function<TaskRunner()>& start,
                      const TaskListener& listener, const Deadline& deadline = std::nullopt);

}  // namespace vconform::suites
