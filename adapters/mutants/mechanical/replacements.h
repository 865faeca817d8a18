// The operators that the rewriter replaces, each by one that compiles in its place.
#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string_view>

#include "adapters/mutants/mechanical/site.h"

namespace vconform::adapters::mechanical {

struct Replacement {
  CXBinaryOperatorKind of;
  std::string_view by;
  Kind kind;
};

// nullopt for an operator that stays, such as an assignment.
std::optional<Replacement> replacement_of(CXBinaryOperatorKind operation);

}  // namespace vconform::adapters::mechanical
