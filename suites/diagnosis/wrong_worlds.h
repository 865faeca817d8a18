// The worlds in which a backend has made a mistake, or two: what it would do there.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/hypotheses.h"

namespace vconform::suites {

// A bundled backend in this process, opened once: it is our own, and no verdict depends on it.
const Executor& bundled(const std::string& name);

// The executor, but that it runs the program that `change` makes of each.
Executor with_program(Executor executor, ProgramChange change);

class WrongWorlds {
 public:
  // The backend follows these readings otherwise.
  explicit WrongWorlds(const spec::Choices& pinned) : pinned_(pinned) {}

  // Whether a backend with this mistake would have done what was observed: by the oracle, and of a
  // mutant, and where the changed program has no certain result, by golden. What was right then
  // contradicts nothing.
  bool explains(const Hypothesis& mistake, const Observed& observed);
  // Whether the program that the mistake makes of the case has no certain result.
  bool leaves_open(const Hypothesis& mistake, const Observed& observed);

  // Runs golden with these mistakes together.
  spec::Outcome outcome(std::span<const Hypothesis* const> mistakes, const Observed& observed);

 private:
  // nullopt: the changed program has no certain result.
  std::optional<bool> permits(const Hypothesis& mistake, const Observed& observed);
  const Executor& golden_with(std::span<const Hypothesis* const> mistakes);

  spec::Choices pinned_;
  // By the names of the mutants and readings.
  std::map<std::string, Executor> opened_;
};

}  // namespace vconform::suites
