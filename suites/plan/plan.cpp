#include <algorithm>

#include "generators/data_copy/shape.h"
#include "generators/programs/illegal/illegal_arguments.h"
#include "generators/programs/magnitudes.h"
#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/listed_values.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

namespace {

// Paths that compute nothing need fewer cases, and fewer programs if another row has the same path.
std::uint64_t cases_of(const Level& level, const Property& property, const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  if (!row.is_plain_path()) {
    return level.*property.cases;
  }
  const std::uint64_t cases = std::min(level.property_cases, level.*property.cases);
  return property.has_programs && generators::moves_like_another(row) ? cases / 3 : cases;
}

void add_property_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                        const Subject& subject, bool is_first_mode) {
  const std::span<const Property> all = properties();
  // Instructions do not have these arguments of the API form, so the backend cannot check them.
  const bool checks_arguments = subject.checks_arguments && !subject.lowers(cell);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].applies(cell, subject.claims) && (is_first_mode || !all[i].has_programs) &&
        (checks_arguments || !all[i].needs_argument_checking) &&
        (subject.thread_safe || !all[i].needs_thread_safety)) {
      plan.push_back({i, cell, Cases::kGenerated, cases_of(level, all[i], cell), 0});
    }
  }
}

bool has_systematic_cases(const spec::Conversion& row) {
  return generators::systematic_case_count(row) > 0;
}

// The number of states of kSystematicCtrl that can change a result: all for vconv and for a
// dequantisation to a 16-bit float, those of CTRL[48] for FIXPIPE to a 16-bit float, else one.
std::size_t ctrls_of(const spec::Conversion& row, bool is_half) {
  switch (row.family) {
    case spec::Family::kDeq:
    case spec::Family::kCastDeq:
      return is_half ? kSystematicCtrl.size() : 1;
    case spec::Family::kCopyMatrix:
      return is_half ? 2 : 1;
    case spec::Family::kDataCopy:
      return 1;
    default:
      return kSystematicCtrl.size();
  }
}

void add_systematic_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                          spec::FeatureSet claimed) {
  if (!has_systematic_cases(cell.conversion())) {
    return;
  }
  const spec::Conversion& row = cell.conversion();
  const bool is_half = row.to().is_floating() && row.to().bits == 16;
  const std::size_t ctrls = std::min(level.systematic_ctrls, ctrls_of(row, is_half));
  for (std::size_t i = 0; i < ctrls; ++i) {
    const std::uint64_t ctrl = kSystematicCtrl[i];
    const auto needed = spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan) ? spec::Feature::kKeepInf
                                                                    : spec::Feature::kSaturate;
    const bool lacks_ctrl48 =
        is_half && row.family != spec::Family::kDataCopy && !claimed.has(needed);
    const bool lacks_ctrl59 =
        spec::ctrl_bit(ctrl, spec::kCtrlTruncate) && !claimed.has(spec::Feature::kCtrl59);
    if (!lacks_ctrl48 && !lacks_ctrl59) {
      plan.push_back({0, cell, Cases::kSystematic, 0, ctrl});
    }
  }
}

// The addresses of a row are those of each of its modes: the first one that is claimed shows them.
void add_magnitudes_unit(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                         const generators::Held& held) {
  const std::uint64_t count = generators::magnitude_case_count(cell, held, level.magnitude_bytes);
  if (count > 0) {
    plan.push_back({0, cell, Cases::kMagnitudes, count, 0});
  }
}

std::size_t index_of(std::string_view property) {
  return static_cast<std::size_t>(property_named(property) - properties().data());
}

void add_illegal_units(std::vector<Unit>& plan, const spec::Cell& cell, spec::FeatureSet claimed,
                       const Subject& subject) {
  plan.push_back({index_of("OutOfRangeStaysInside"), cell, Cases::kIllegal,
                  generators::illegal_case_count(cell, claimed), 0});
  const std::uint64_t errors = generators::listed_argument_error_count(cell, claimed);
  if (errors > 0 && subject.checks_arguments && !subject.lowers(cell)) {
    plan.push_back({index_of("ArgumentErrorsAreRejected"), cell, Cases::kIllegal, errors, 0});
  }
}

}  // namespace

namespace {

// Operations are judged by the oracle alone, under every CTRL at each level.
void add_operation_units(std::vector<Unit>& plan, const Level& level, const spec::Cell& cell,
                         const Subject& subject) {
  const std::optional<spec::FeatureSet> claimed = subject.claims(cell);
  if (!claimed) {
    return;
  }
  plan.push_back({0, cell, Cases::kGenerated, level.oracle_cases, 0});
  for (const std::uint64_t ctrl : kSystematicCtrl) {
    plan.push_back({0, cell, Cases::kSystematic, 0, ctrl});
  }
  const generators::Held held{*claimed, subject.largest_memory, subject.stride_bits};
  plan.push_back(
      {0, cell, Cases::kMagnitudes, generators::magnitude_case_count(cell, held, std::nullopt), 0});
}

}  // namespace

std::vector<Unit> make_plan(const Level& level, const Subject& subject) {
  std::vector<Unit> plan;
  for (const spec::Cell& cell : subject.operations) {
    add_operation_units(plan, level, cell, subject);
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    if (const std::optional<spec::FeatureSet> claimed = subject.claims(cell)) {
      const bool is_first = plan.empty() || plan.back().cell.row != cell.row;
      add_property_units(plan, level, cell, subject, is_first);
      add_systematic_units(plan, level, cell, *claimed);
      if (is_first) {
        add_magnitudes_unit(plan, level, cell,
                            {*claimed, subject.largest_memory, subject.stride_bits});
        add_illegal_units(plan, cell, *claimed, subject);
      }
      plan.push_back({0, cell, Cases::kDiscriminating, 0, 0});
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
    case Cases::kMagnitudes:
      return claim_name("EveryMagnitude", unit.cell);
    case Cases::kIllegal:
      return claim_name(properties()[unit.property].needs_argument_checking
                            ? "EveryArgumentError"
                            : "EveryIllegalArgument",
                        unit.cell);
    case Cases::kDiscriminating:
      return claim_name("OneReading", unit.cell);
  }
  return claim_name(properties()[unit.property].name, unit.cell);
}

}  // namespace vconform::suites
