#include "generators/exhaustive.h"
#include "suites/runner/unit.h"

namespace vconform::suites {

namespace {

void add_property_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                        const Claims& claims) {
  const std::span<const Property> all = properties();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].applies(cell, claims)) {
      plan.push_back({i, cell, Cases::kGenerated, level.*all[i].cases, 0});
    }
  }
}

void add_systematic_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                          spec::FeatureSet claimed) {
  if (!claimed.has(spec::Feature::kRepeat)) {
    return;
  }
  const spec::NumberFormat& to = cell.conversion().to();
  const bool is_half = to.is_floating() && to.bits == 16;
  for (std::size_t i = 0; i < level.systematic_ctrls; ++i) {
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

std::vector<Unit> make_plan(const Level& level, const Claims& claims) {
  std::vector<Unit> plan;
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const spec::Cell cell{row.number, mode.rounding};
      if (!spec::offers(row, mode.rounding) && !spec::offers_optionally(row, mode.rounding)) {
        continue;
      }
      if (const std::optional<spec::FeatureSet> claimed = claims(cell)) {
        add_property_units(plan, level, cell, claims);
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
      return (generators::exhaustive_case_count(unit.cell.conversion()) > 0
                  ? "Vconv.EveryPattern/"
                  : "Vconv.EveryListedValue/") +
             spec::cell_name(unit.cell);
    case Cases::kDiscriminating:
      return "Vconv.OneReading/" + spec::cell_name(unit.cell);
  }
  return claim_name(properties()[unit.property], unit.cell);
}

}  // namespace vconform::suites
