// The processors on which a process may run.
#pragma once

#include <sched.h>

#include <cstddef>

namespace vconform::adapters {

// Those of the calling thread; none if the system does not say.
cpu_set_t own_processors();

bool has_one_processor();

// Keeps the calling thread, and what it starts from then on, to these. Nothing happens if there are
// none or if the system refuses.
void run_on(const cpu_set_t& processors);

// Keeps this process, the job of this number among `jobs` of a run, to one of its processors if
// every processor has a job: it takes turns with its worker, and to wake that on the same processor
// costs a fraction of what it costs on another.
void keep_to_one_processor(std::size_t job, std::size_t jobs);

// Those that this process had before keep_to_one_processor().
cpu_set_t processors_of_the_run();

}  // namespace vconform::adapters
