#include "suites/plan/cut_program.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "spec/text/error.h"

namespace vconform::suites {

namespace {

// The deviation as the case shows it; nullopt if it does not.
std::optional<Deviation> shown_by(const Property& property, const Subject& subject,
                                  const Deviation& deviation, const spec::Case& test_case) {
  try {
    for (const Finding& finding : check_property(property, subject, test_case).findings) {
      if (finding.verdict == deviation.verdict && slug_of(finding) == deviation.rule) {
        Deviation shown = deviation_of(deviation.claim, finding, test_case);
        shown.cases = deviation.cases;
        shown.shrinks = deviation.shrinks + 1;
        return shown;
      }
    }
    return std::nullopt;
  } catch (const spec::InputError&) {
    // Without the step the program leaves its memory.
    return std::nullopt;
  }
}

bool is_only_instruction(const spec::Case& program, std::size_t at) {
  if (!spec::cell_of(program.steps[at])) {
    return false;
  }
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (i != at && spec::cell_of(program.steps[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

Deviation cut_program(const Property& property, const Subject& subject, Deviation deviation) {
  // Backwards: a step that follows the failing one goes first, and a write that nothing reads any
  // more after what read it.
  for (std::size_t i = deviation.smallest.steps.size(); i-- > 0;) {
    if (is_only_instruction(deviation.smallest, i)) {
      continue;
    }
    spec::Case fewer = deviation.smallest;
    fewer.steps.erase(fewer.steps.begin() + static_cast<std::ptrdiff_t>(i));
    if (std::optional<Deviation> shown = shown_by(property, subject, deviation, fewer)) {
      deviation = *std::move(shown);
    }
  }
  for (std::size_t i = deviation.smallest.placements.size(); i-- > 0;) {
    spec::Case fewer = deviation.smallest;
    fewer.placements.erase(fewer.placements.begin() + static_cast<std::ptrdiff_t>(i));
    if (std::optional<Deviation> shown = shown_by(property, subject, deviation, fewer)) {
      deviation = *std::move(shown);
    }
  }
  return deviation;
}

}  // namespace vconform::suites
