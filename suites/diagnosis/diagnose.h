// The mistakes that explain the deviations of an instruction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/case.h"
#include "suites/diagnosis/first_step.h"
#include "suites/diagnosis/unexplained.h"
#include "suites/diagnosis/where/grid.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Mistakes that behave alike in everything that was tried, the simplest first.
struct Explanation {
  struct Mistake {
    // As in Hypothesis.
    std::string name;
    std::string sentence;
    bool is_program_fault = false;

    friend bool operator==(const Mistake&, const Mistake&) = default;
  };
  std::vector<Mistake> alike;

  friend bool operator==(const Explanation&, const Explanation&) = default;
};

// The conditions besides the inputs on which unexplained failures may depend.
inline constexpr std::string_view kEarlierPrograms = "earlier programs";
inline constexpr std::string_view kPositionOrLength = "position or length";

struct Diagnosis {
  spec::Cell cell;
  // Each explains some of the wrong cases and breaks no right one; together they explain all. None
  // if some are left.
  std::vector<Explanation> explanations;
  std::uint64_t wrong = 0;
  std::uint64_t unexplained = 0;
  // The inputs in those, as far as the cases show them again.
  std::vector<InputCount> unexplained_inputs;
  // One of the conditions above, or empty.
  std::string depends_on;
  // The first step of the chain that differs in those; several if they cannot be told apart.
  std::vector<WrongStep> first_steps;
  // Where the wrong elements of the cases that were looked at lie.
  std::vector<Grid> where;
};

// The diagnoses of other instructions of the family.
struct FamilyFindings {
  // The names of hypotheses that explain some: if they explain all wrong cases of another, no
  // others are tried.
  std::vector<std::string> suspects;
  // So many were not explained, and none was, that no pair of mistakes is sought.
  bool are_unexplained = false;
  // More instructions refute a fault in an argument or a register than have it: none is tried.
  bool refute_program_faults = false;
};

// Runs the backend again: in `failing`, in which a run found the instruction wrong, and in others.
// An explanation is never a guess: it holds in every case that was right too.
Diagnosis diagnose(const Subject& subject, const spec::Cell& cell,
                   const std::vector<spec::Case>& failing, std::uint64_t seed,
                   const FamilyFindings& family = {});

}  // namespace vconform::suites
