// How often a program called something, and what its calls touched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/number/expectation.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {

// The calls of one name: an instruction, or a function that is none.
struct Issued {
  std::string name;
  std::uint64_t calls = 0;
  std::uint64_t executed = 0;
  // nullopt for a function that is no instruction.
  std::optional<spec::Cell> cell;
  // The rules that its calls touched.
  oracle::RuleSet rules;
};

}  // namespace vconform::suites
