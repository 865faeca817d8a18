// Refuses the system calls that reach into other processes.
#pragma once

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// Installs a seccomp filter and no_new_privs, for all threads of this process and all that it
// starts, programs that it executes included. Refused with EPERM: tracing, reading or writing the
// memory of another process, taking its descriptors, signals to any process but this one (its
// group, its parent and its own children included), its limits, and calls by another architecture's
// numbers. A process that this one forks cannot signal itself, but abort() still ends it.
Measure install_system_call_filter();

}  // namespace vconform::adapters
