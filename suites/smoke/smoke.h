// `./vconform smoke B`: a backend step by step, before it is certified.
#pragma once

#include "suites/judging/backend_options.h"

namespace vconform::suites {

struct SmokeOptions {
  // Its readings are not used: any that a rule leaves open is fine here.
  BackendOptions backend;
};

// Opens the backend in a worker, prints its claims, runs one simple case of each instruction that
// it claims, and closes it: a line for each step, with a hint below where a mistake is a common
// one. Exit code 1 if a step goes wrong. Throws spec::InputError, and adapters::LoadError if the
// backend cannot be opened.
int smoke(const SmokeOptions& options);

}  // namespace vconform::suites
