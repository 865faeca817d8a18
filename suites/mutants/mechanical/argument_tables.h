// The arguments by golden's folders. Each is one sentence that a reader can check at that place.
// Golden here is golden under each of recorded_readings(): what only a reading outside of them
// needs is not run.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace vconform::suites {

// The mutants of a place. Line numbers shift, so a place is named by its text.
struct EquivalenceArgument {
  // Below adapters/golden.
  std::string_view file;
  std::string_view function;
  // The line in which the site begins; empty: every line of the function.
  std::string_view line;
  // The text of the site and of the mutant; empty: every one there.
  std::string_view original;
  std::string_view mutated;
  std::string_view argument;
  // The number of the site among those of the function with the same texts, from 1 on; 0: each.
  std::size_t nth = 0;
};

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
