#include "suites/shrinking/cut_program.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

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

// Leaves out runs of `length` items of a list, the last ones first.
template <typename Item>
void leave_out(const Property& property, const Subject& subject,
               std::vector<Item> spec::Case::* list, std::size_t length, Deviation& deviation) {
  for (std::size_t end = (deviation.smallest.*list).size(); end > 0;) {
    const std::size_t begin = end - std::min(length, end);
    spec::Case fewer = deviation.smallest;
    std::vector<Item>& items = fewer.*list;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(begin),
                items.begin() + static_cast<std::ptrdiff_t>(end));
    if (spec::instruction_count(fewer) > 0) {
      if (std::optional<Deviation> shown = shown_by(property, subject, deviation, fewer)) {
        deviation = *std::move(shown);
      }
    }
    end = begin;
  }
}

// Half of them first, then runs half as long: most of a program is not needed.
template <typename Item>
void leave_out(const Property& property, const Subject& subject,
               std::vector<Item> spec::Case::* list, Deviation& deviation) {
  const std::size_t half = std::bit_ceil((deviation.smallest.*list).size()) / 2;
  for (std::size_t length = std::max<std::size_t>(half, 1); length > 0; length /= 2) {
    leave_out(property, subject, list, length, deviation);
  }
}

}  // namespace

// Backwards: a step that follows the failing one goes first, and a write that nothing reads any
// more after what read it.
Deviation cut_program(const Property& property, const Subject& subject, Deviation deviation) {
  leave_out(property, subject, &spec::Case::steps, deviation);
  leave_out(property, subject, &spec::Case::placements, deviation);
  return deviation;
}

}  // namespace vconform::suites
