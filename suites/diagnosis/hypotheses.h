// Simple wrong worlds: what a backend may have got wrong.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/profiles/choices.h"
#include "spec/rows/conversions.h"
#include "suites/diagnosis/program_faults/program_fault.h"

namespace vconform::suites {

// Before the letter of a rounding, in the name of a hypothesis.
inline constexpr std::string_view kRoundsAs = "rounds as ";

// The steps with their calls of a vconv in another rounding.
std::vector<spec::Step> rounded_as(std::vector<spec::Step> steps, const spec::Cell& cell,
                                   spec::Rounding rounding);

// One mistake: a change of the program, a reading, or a mutant.
struct Hypothesis {
  // "rounds as r", "rule=reading", "mutant:NAME", or the name of a ProgramFault.
  std::string name;
  // The mistake, in one line.
  std::string sentence;
  ProgramChange program = nullptr;
  // A fault of an argument or a register, not of a rounding.
  bool is_program_fault = false;
  std::optional<spec::Choice> reading = std::nullopt;
  // The index in adapters::mutants::mutants().
  std::optional<std::size_t> mutant = std::nullopt;
  // A mutant follows golden's readings otherwise, not the backend's: its mistake may have misled
  // probing.
  bool follows_golden = false;
  // Such a mutant of a rule in which golden reads otherwise: where it does what golden does, it may
  // still have misled probing elsewhere.
  bool may_hide = false;
};

// For one instruction of a backend with these readings, the simplest first: each other rounding;
// each other reading of a rule that concerns it; each fault in a register, and in an argument at
// all values; each bundled mistake in a rule of its family; each fault in an argument at a power of
// two.
std::vector<Hypothesis> hypotheses_about(const spec::Choices& pinned, const spec::Cell& cell);

}  // namespace vconform::suites
