// The arguments by golden's folders. Each is one sentence that a reader can check at that place.
// Golden here is golden under each of recorded_readings(): what only a reading outside of them
// needs is not run.
#pragma once

#include <span>

#include "suites/mutants/mechanical/arguments.h"

namespace vconform::suites {

// Behaviour, cast_deq, copies and program.
std::span<const EquivalenceArgument> arguments_about_programs();
std::span<const EquivalenceArgument> arguments_about_vectors();
std::span<const EquivalenceArgument> arguments_about_vconv();
std::span<const EquivalenceArgument> arguments_about_copy_matrix();
std::span<const EquivalenceArgument> arguments_about_data_copy();
// Deq and dequantise.
std::span<const EquivalenceArgument> arguments_about_dequantisation();
std::span<const EquivalenceArgument> arguments_about_kernels();
std::span<const EquivalenceArgument> arguments_about_numbers();

}  // namespace vconform::suites
