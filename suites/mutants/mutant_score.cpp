#include "suites/mutants/mutant_score.h"

namespace vconform::suites {

std::string_view name_of(Fate fate) {
  switch (fate) {
    case Fate::kKilled:
      return "killed";
    case Fate::kSurvived:
      return "SURVIVED";
    case Fate::kEquivalent:
      return "equivalent";
  }
  return "";
}

std::string_view name_of(Named named) {
  switch (named) {
    case Named::kRight:
      return "named right";
    case Named::kWrong:
      return "named wrong";
    case Named::kNotExplained:
      return "not explained";
    case Named::kNotAsked:
      return "not asked";
  }
  return "";
}

}  // namespace vconform::suites
