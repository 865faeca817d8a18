// All wrong backends, by class.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

struct MutantClass {
  // The NAME of --class.
  std::string_view name;
  // The fault of its members, in one line.
  std::string_view what;
  std::vector<WrongBackend> (*members)();
};

// The class whose members stand in a library that is not built by itself: members() throws
// adapters::LoadError without it.
inline constexpr std::string_view kMechanical = "mechanical";

std::span<const MutantClass> mutant_classes();
// Throws spec::InputError, naming the classes that there are.
const MutantClass& mutant_class_named(std::string_view name);

}  // namespace vconform::suites
