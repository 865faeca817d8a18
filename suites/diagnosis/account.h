// The mistakes that together explain what is wrong in an instruction.
#pragma once

#include <cstddef>
#include <vector>

#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/hypotheses.h"
#include "suites/diagnosis/wrong_worlds.h"

namespace vconform::suites {

// Hypotheses that explain the same wrong cases, the simplest first.
struct Told {
  std::vector<const Hypothesis*> alike;
  std::vector<std::size_t> explains;
};

// The mistakes that explain wrong cases, and the cases that they leave.
struct Account {
  std::vector<Told> told;
  std::vector<std::size_t> left;
};

Account nothing_told(const Evidence& evidence);

// How much of an evidence there was.
struct Known {
  std::size_t wrong = 0;
  std::size_t right = 0;
};

// Whether what is told holds in what the evidence has had since: each hypothesis breaks no right
// case, and one of them, or all together, did what is wrong.
bool holds_since(const Known& known, const Account& account, const Evidence& evidence,
                 WrongWorlds& worlds);

// At most three mistakes, what explains most first. Each breaks no right case, and together they
// explain every wrong one: a backend with all of them does what was observed. Otherwise nothing is
// told. `in_pairs`: two that show at once are looked for too. What is returned points into the
// hypotheses, which must outlive it.
Account account_by(const std::vector<Hypothesis>& hypotheses, bool in_pairs,
                   const Evidence& evidence, WrongWorlds& worlds);
Account account_by(std::vector<Hypothesis>&&, bool, const Evidence&, WrongWorlds&) = delete;

}  // namespace vconform::suites
