// The mistakes of a backend over all its instructions.
#pragma once

#include <string>
#include <vector>

#include "suites/diagnosis/diagnose.h"

namespace vconform::suites {

// The instructions that have a mistake.
struct SharedMistake {
  // The first one stands for all, which behave alike in each of the instructions.
  std::vector<Explanation::Mistake> alike;
  // "f, c, z round as r".
  std::string sentence;
  std::vector<spec::Cell> cells;
};

// As few mistakes as explain everything that is explained, those of the most instructions first.
std::vector<SharedMistake> shared_mistakes(const std::vector<Diagnosis>& diagnoses);

// The instructions with wrong results that nothing explains.
std::vector<spec::Cell> not_explained(const std::vector<Diagnosis>& diagnoses);

// Those of them in which most wrong results have inputs of one class, depend on the same, and
// differ first at the same steps.
struct UnexplainedRows {
  std::vector<spec::Cell> cells;
  // Over all of them, the commonest first; empty if their cases do not show it again.
  std::vector<InputCount> inputs;
  std::string depends_on;
  std::vector<WrongStep> first_steps;
};
std::vector<UnexplainedRows> unexplained_rows(const std::vector<Diagnosis>& diagnoses);

}  // namespace vconform::suites
