// A filter that refuses the system calls that reach into other processes.
#pragma once

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// Installs a seccomp filter and no_new_privs for all threads of this process and everything it
// starts, executed programs included. Refused with EPERM: tracing, reading or writing the memory of
// another process, taking its descriptors, signals to any process except this one (even its group,
// its parent and its own children), its limits, and calls by another architecture's numbers. A
// forked child cannot signal itself, but abort() still ends it.
Measure install_system_call_filter();

}  // namespace vconform::adapters
