#include "adapters/mutants/mechanical/site.h"

#include <tuple>

namespace vconform::adapters::mechanical {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::kStatement:
      return "statement";
    case Kind::kOperator:
      return "operator";
    case Kind::kComparison:
      return "comparison";
    case Kind::kLogical:
      return "logical";
    case Kind::kConstant:
      return "constant";
  }
  return "";
}

bool comes_before(const Site& one, const Site& other) {
  return std::tie(one.file, one.begin, other.end, one.kind, one.mutated) <
         std::tie(other.file, other.begin, one.end, other.kind, other.mutated);
}

}  // namespace vconform::adapters::mechanical
