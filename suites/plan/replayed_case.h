// A saved case, run again in the one way shared by replay, fuzz and kept regressions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

struct ReplayedCase {
  spec::Case test_case;
  // Empty if it passes.
  std::vector<Deviation> deviations;
  std::uint64_t elements = 0;
  // Whether the claim compares nothing in this case, so that the oracle judged it instead.
  bool by_oracle = false;
};

// Checks the claim that the case was made for; if that compares nothing, what the case does. The
// case has been run whenever this returns. Throws spec::InputError naming its file.
ReplayedCase replayed(const std::string& file, const spec::Case& test_case, const Subject& subject);

}  // namespace vconform::suites
