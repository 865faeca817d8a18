// Makes a finding minimal: the smallest input that still shows it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "fuzz/edits/input.h"
#include "generators/choices/draws.h"
#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::fuzz {

// A case as the choices that made it and the edits after that.
struct Drawn {
  generators::Draws draws;
  std::vector<Edit> edits;
};

struct Shown {
  spec::Case test_case;
  suites::Finding finding;
};

// The result of running a drawn case; nullopt if it does not show the finding. `cost` is 1 for a
// completed case.
struct Trial {
  std::optional<Shown> shown;
  std::size_t cost = 1;
};
using Try = std::function<Trial(const Drawn&)>;

// Tries fewer edits and then simpler choices, until nothing simpler shows the finding, the trials
// have cost `most`, or `is_over` returns true before a trial.
Shown minimal(Drawn drawn, Shown shown, const Try& tries, std::size_t most,
              const std::function<bool()>& is_over);

}  // namespace vconform::fuzz
