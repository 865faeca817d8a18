// The smallest input that still shows a finding.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "fuzz/input.h"
#include "generators/choices/draws.h"
#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::fuzz {

// A case by the choices that made it and the edits after that.
struct Drawn {
  generators::Draws draws;
  std::vector<Edit> edits;
};

struct Shown {
  spec::Case test_case;
  suites::Finding finding;
};

// Runs what was drawn; nothing where it does not show the finding. `cost` is what the run took,
// 1 for one that was completed.
struct Trial {
  std::optional<Shown> shown;
  std::size_t cost = 1;
};
using Try = std::function<Trial(const Drawn&)>;

// Fewer edits, then simpler choices, again and again until nothing simpler shows the finding, the
// trials have cost `most`, or `is_over` says so before a trial.
Shown minimal(Drawn drawn, Shown shown, const Try& tries, std::size_t most,
              const std::function<bool()>& is_over);

}  // namespace vconform::fuzz
