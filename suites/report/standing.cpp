#include "suites/report/standing.h"

#include <fmt/format.h>

namespace vconform::suites {

namespace {

std::string budget_text(const std::string& level, const Budgeted& budget) {
  constexpr std::uint64_t kPercent = 100;
  const std::uint64_t units = budget.units + budget.units_left_out;
  return fmt::format(", {}, {} % of the plan", level,
                     units == 0 ? 0 : budget.units * kPercent / units);
}

}  // namespace

bool Standing::passes() const {
  return elements > 0 && claimed > 0 && conforming + waived == claimed && missing == 0;
}

std::string_view verdict(const Standing& standing) {
  if (!standing.passes()) {
    const bool deviates =
        standing.conforming + standing.waived + standing.not_judged != standing.claimed;
    return deviates || standing.not_judged == 0 || standing.missing > 0 ? "does not conform"
                                                                        : "not judged";
  }
  const bool is_whole = standing.narrowed == 0 &&
                        (!standing.supplied || standing.supplied->units_left_out == 0) &&
                        (!standing.budget || standing.budget->units_left_out == 0);
  return standing.waived > 0 ? "conforms with waivers"
         : is_whole          ? "conforms"
                             : "conforms with exclusions";
}

std::string headline(const Standing& standing) {
  std::string text = fmt::format("conforms on {} of {} rows", standing.conforming, standing.rows);
  if (standing.waived > 0) {
    text += fmt::format(", {} with waivers", standing.waived);
  }
  if (standing.not_judged > 0) {
    text += fmt::format(", {} not judged", standing.not_judged);
  }
  if (standing.narrowed > 0) {
    text += fmt::format(", {} of them narrowed by its table", standing.narrowed);
  }
  if (const auto& supplied = standing.supplied) {
    text += fmt::format(", by results supplied as files for {} of {} units of the plan",
                        supplied->units, supplied->units + supplied->units_left_out);
  }
  return standing.budget ? text + budget_text(standing.level, *standing.budget) : text;
}

}  // namespace vconform::suites
