#include <algorithm>

#include "generators/exhaustive.h"
#include "generators/listed_values.h"
#include "suites/runner/unit.h"

namespace vconform::suites {

namespace {

bool is_lowered(const Subject& subject, const spec::Cell& cell) {
  return std::find(subject.lowered.begin(), subject.lowered.end(), cell) != subject.lowered.end();
}

void add_property_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                        const Subject& subject) {
  const std::span<const Property> all = properties();
  // Arguments of the API form that instructions do not have are for nobody to check.
  const bool checks_arguments = subject.checks_arguments && !is_lowered(subject, cell);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].applies(cell, subject.claims) &&
        (checks_arguments || !all[i].needs_argument_checking)) {
      plan.push_back({i, cell, Cases::kGenerated, level.*all[i].cases, 0});
    }
  }
}

bool has_systematic_cases(const spec::Conversion& row) {
  return generators::exhaustive_case_count(row) > 0 || generators::listed_case_count(row) > 0;
}

void add_systematic_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                          spec::FeatureSet claimed) {
  if (!claimed.has(spec::Feature::kRepeat) || !has_systematic_cases(cell.conversion())) {
    return;
  }
  const spec::NumberFormat& to = cell.conversion().to();
  const bool is_half = to.is_floating() && to.bits == 16;
  // No bit of CTRL changes what an s16 is dequantised to.
  const bool is_b8 = cell.conversion().family == spec::Family::kDeq && !is_half;
  const std::size_t ctrls = is_b8 ? 1 : level.systematic_ctrls;
  for (std::size_t i = 0; i < ctrls; ++i) {
    const std::uint64_t ctrl = kSystematicCtrl[i];
    const auto needed = spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan) ? spec::Feature::kKeepInf
                                                                    : spec::Feature::kSaturate;
    const bool lacks_ctrl48 = is_half && !claimed.has(needed);
    const bool lacks_ctrl59 =
        spec::ctrl_bit(ctrl, spec::kCtrlTruncate) && !claimed.has(spec::Feature::kCtrl59);
    if (!lacks_ctrl48 && !lacks_ctrl59) {
      plan.push_back({0, cell, Cases::kSystematic, 0, ctrl});
    }
  }
}

}  // namespace

std::vector<Unit> make_plan(const Level& level, const Subject& subject) {
  std::vector<Unit> plan;
  for (const spec::Conversion& row : spec::kRows) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const spec::Cell cell{row.number, mode.rounding};
      if (!spec::offers(row, mode.rounding) && !spec::offers_optionally(row, mode.rounding)) {
        continue;
      }
      if (const std::optional<spec::FeatureSet> claimed = subject.claims(cell)) {
        add_property_units(plan, level, cell, subject);
        add_systematic_units(plan, level, cell, *claimed);
        plan.push_back({0, cell, Cases::kDiscriminating, 0, 0});
      }
    }
  }
  return plan;
}

std::string claim_name(const Unit& unit) {
  switch (unit.cases) {
    case Cases::kGenerated:
      break;
    case Cases::kSystematic:
      return claim_name(generators::exhaustive_case_count(unit.cell.conversion()) > 0
                            ? "EveryPattern"
                            : "EveryListedValue",
                        unit.cell);
    case Cases::kDiscriminating:
      return claim_name("OneReading", unit.cell);
  }
  return claim_name(properties()[unit.property].name, unit.cell);
}

}  // namespace vconform::suites
