// The option --on: the backend on which a library that calls the documented prototypes executes
// them.
#pragma once

#include "suites/judging/backend_options.h"

namespace vconform::suites {

// Throws spec::InputError if `options.on` is not the name of a backend that can be loaded, or if
// the backend to judge does not call the prototypes of libvconform_intrinsics.so: a certificate
// must not name what had no effect; adapters::LoadError for a backend without a file. Nothing to
// check if it is empty.
void check_executed_on(const BackendOptions& options);

}  // namespace vconform::suites
