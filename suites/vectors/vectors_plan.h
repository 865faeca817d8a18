// The plan that a folder of vectors is made from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Everything that decides which programs a folder has.
struct VectorsPlan {
  std::string level;
  std::uint64_t seed = 1;
  std::vector<std::string> families;
  // Empty: every instruction of the families, optional ones not.
  std::vector<std::string> instructions;
  // The most bytes of tables and memory images.
  std::uint64_t most_bytes = 0;
  // Otherwise large programs are left out, so that more of them fit: nothing is certified by that.
  bool has_whole_units = true;
};

// The claims of an implementation of everything that the plan asks for. Throws spec::InputError for
// the name of no family or instruction, and for an instruction of another family.
adapters::Description description_of(const VectorsPlan& plan);

// The subject of a plan before anything was executed.
Subject subject_of_plan(const VectorsPlan& plan);

}  // namespace vconform::suites
