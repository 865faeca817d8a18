// Simple wrong worlds: what a backend may have got wrong, each as something that can be held
// against evidence.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/diagnosis/evidence.h"

namespace vconform::suites {

// Before the letter of a rounding, in the name of a hypothesis.
inline constexpr std::string_view kRoundsAs = "rounds as ";

// The case with its calls of a vconv in another rounding.
spec::Case rounded_as(const spec::Case& test_case, const spec::Cell& cell, spec::Rounding rounding);

// A bundled backend in this process, opened once: it is our own, and no verdict depends on it.
const Executor& bundled(const std::string& name);

struct Hypothesis {
  // "rounds as r", "rule=reading", "mutant:NAME", or the name of a ProgramFault.
  std::string name;
  // The mistake, in one line.
  std::string sentence;
  // Whether the backend would have done what it did.
  std::function<bool(const Observed&)> explains;
};

// For one instruction, the simplest first: each other rounding; each other reading of a rule that
// concerns it; each fault in a register, and in an argument at all values; golden with each bundled
// mistake in a rule of its family; each fault in an argument at a power of two.
std::vector<Hypothesis> hypotheses_about(const Subject& subject, const spec::Cell& cell);

}  // namespace vconform::suites
