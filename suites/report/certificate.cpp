#include "suites/report/certificate.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/judging/not_returned.h"
#include "suites/judging/property.h"
#include "suites/judging/subject.h"
#include "suites/plan/plan_facts.h"
#include "suites/plan/settle_blame.h"
#include "suites/probing/families.h"
#include "suites/probing/own_addressing.h"
#include "suites/report/operation_exclusions.h"
#include "suites/shrinking/deviations.h"

namespace vconform::suites {

namespace {

template <typename Item>
bool contains(const std::vector<Item>& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

std::vector<RowReport> all_rows(const RunInfo& info, const std::vector<Unit>& plan) {
  std::vector<RowReport> rows;
  for (const spec::Conversion& row : spec::kRows) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      RowReport report;
      report.cell = {row.number, mode.rounding};
      report.lowered = contains(info.lowered, report.cell);
      report.laid_out = contains(info.laid_out, report.cell);
      report.required =
          contains(info.required, row.family) && spec::has_row(info.choices.profile, row);
      report.not_judged = contains(info.not_judged, report.cell);
      report.claimed = report.not_judged ||
                       std::any_of(plan.begin(), plan.end(),
                                   [&](const Unit& unit) { return unit.cell == report.cell; });
      if (report.claimed && info.claims) {
        report.features = info.claims(report.cell).value_or(spec::FeatureSet{});
      }
      // Optional rows, on which the table and the prototypes disagree, count only if they are
      // claimed.
      if (contains(info.families, row.family) &&
          (spec::offers(row, mode.rounding) || report.claimed)) {
        rows.push_back(report);
      }
    }
  }
  for (const spec::DeclaredOperation& operation : info.operations) {
    RowReport report;
    report.cell = spec::cell_of_operation(operation.row);
    report.not_judged = contains(info.not_judged, report.cell);
    report.claimed = true;
    report.features =
        info.claims ? info.claims(report.cell).value_or(spec::FeatureSet{}) : spec::FeatureSet{};
    rows.push_back(report);
  }
  return rows;
}

std::vector<PropertyReport> all_properties() {
  std::vector<PropertyReport> reports;
  for (const Property& property : properties()) {
    reports.push_back({std::string(property.name), std::string(property.claim), 0, 0, 0, 0});
  }
  return reports;
}

std::string file_name(const spec::Cell& cell, const Deviation& deviation, std::uint64_t seed) {
  const std::size_t dot = deviation.claim.find('.');
  const std::string property = deviation.claim.substr(dot + 1, deviation.claim.find('/') - dot - 1);
  const std::string& what = deviation.rule.empty() ? deviation.verdict : deviation.rule;
  std::string name =
      fmt::format("failures/{}-{}-{}-{}.case", spec::instruction_name(cell), property, what, seed);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// Several units may break the same claim in the same way, for instance under each CTRL. Returns its
// index.
std::size_t add_deviation(Certificate& certificate, RowReport& row, const Deviation& deviation) {
  for (const std::size_t i : row.deviations) {
    Deviation& known = certificate.deviations[i].deviation;
    if (known.claim == deviation.claim && known.verdict == deviation.verdict &&
        known.rule == deviation.rule) {
      count_as_well(deviation, known);
      return i;
    }
  }
  row.deviations.push_back(certificate.deviations.size());
  const bool has_case = !deviation.smallest.steps.empty();
  certificate.deviations.push_back(
      {row.cell, deviation,
       has_case ? file_name(row.cell, deviation, certificate.info.seed) : std::string(),
       std::nullopt});
  return row.deviations.back();
}

std::string_view kind_of(const Unit& unit) {
  switch (unit.cases) {
    case Cases::kGenerated:
      break;
    case Cases::kSystematic:
      return kSystematicSuite;
    case Cases::kMagnitudes:
      return kMagnitudesSuite;
    case Cases::kIllegal:
      return kIllegalSuite;
    case Cases::kDiscriminating:
      return kReadingsSuite;
  }
  return properties()[unit.property].name;
}

// Systematic units differ in CTRL, but share their claim; in the order of a budget other units
// stand between them.
ClaimReport& claim_of(Certificate& certificate, const Unit& unit) {
  const std::string name = claim_name(unit);
  const auto known = std::find_if(certificate.claims.rbegin(), certificate.claims.rend(),
                                  [&](const ClaimReport& claim) { return claim.name == name; });
  if (known != certificate.claims.rend()) {
    return *known;
  }
  ClaimReport claim;
  claim.name = name;
  claim.suite = suite_name(unit.cell.conversion().family, kind_of(unit));
  return certificate.claims.emplace_back(std::move(claim));
}

void add_findings(Certificate& certificate, RowReport& row, const Unit& unit,
                  const UnitResult& result) {
  ClaimReport& claim = claim_of(certificate, unit);
  claim.skipped = claim.skipped || result.skipped;
  claim.further_failing_cases += result.further_failing_cases;
  row.further_failing_cases += result.further_failing_cases;
  for (const Deviation& deviation : result.deviations) {
    const std::size_t index = add_deviation(certificate, row, deviation);
    if (std::find(claim.deviations.begin(), claim.deviations.end(), index) ==
        claim.deviations.end()) {
      claim.deviations.push_back(index);
    }
  }
}

std::string ended_by(const UnitResult& result) {
  for (const Deviation& deviation : result.deviations) {
    if (ends_unit(deviation.verdict)) {
      return deviation.verdict;
    }
  }
  const bool is_blank = result.elements == 0 && !result.blamed.empty();
  if (result.hung_elsewhere || is_blank) {
    return std::string(kBrokenElsewhere);
  }
  return result.skipped ? std::string(kSkipped) : "";
}

// Counts what a unit's programs show of other instructions under their rows, if the run judges
// them.
UnitReport shared_out(Certificate& certificate, const Unit& unit, const UnitResult& result) {
  UnitReport report{unit, result.cases, result.elements, 0, ended_by(result)};
  for (const Share& share : result.others) {
    const auto row = std::ranges::find(certificate.rows, share.cell, &RowReport::cell);
    if (row != certificate.rows.end() && row->claimed) {
      row->programs_elsewhere += share.cases;
      row->elements_elsewhere += share.elements;
      row->elements += share.elements;
      report.elements_of_others += share.elements;
    }
  }
  return report;
}

}  // namespace

bool left_cases_out(std::string_view ended) {
  return ended == kSkipped || ends_unit(ended);
}

RunInfo info_about(const adapters::Backend& backend) {
  RunInfo info;
  info.backend_name = backend.name();
  info.backend_version = backend.version();
  info.addressing_judged = backend.judges_addressing();
  info.checks_arguments = backend.declares_argument_checking();
  info.stride_bits = backend.stride_bits();
  info.largest_memory = backend.largest_memory();
  // The order of the suite's own walk is not the backend's.
  info.overlap_order = backend.judges_addressing() ? backend.overlap_order() : std::nullopt;
  info.thread_safe = backend.thread_safe();
  info.permissive_choices = backend.permissive_choices();
  info.operations = backend.operations();
  info.lowered = lowered_by_suite(backend);
  info.laid_out = laid_out_among_others(backend.description());
  return info;
}

std::string cause_of(const std::string& rule, const std::string& claim) {
  return rule.empty() ? claim.substr(0, claim.find('/')) : rule;
}

std::string_view status_of(const spec::Cell& cell) {
  const spec::Conversion& conversion = cell.conversion();
  return spec::offers_optionally(conversion, cell.rounding) ? "optional"
                                                            : spec::name_of(conversion.status);
}

std::string suite_name(spec::Family family, std::string_view kind) {
  return std::string(spec::name_of(family).claim) + "." + std::string(kind);
}

std::uint64_t Certificate::rows_conforming() const {
  return static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [](const RowReport& row) { return row.conforms(); }));
}

std::uint64_t Certificate::rows_waived() const {
  return static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [](const RowReport& row) { return row.waived; }));
}

std::uint64_t Certificate::deviations_waived() const {
  return static_cast<std::uint64_t>(
      std::count_if(deviations.begin(), deviations.end(),
                    [](const DeviationReport& report) { return report.waived_by.has_value(); }));
}

std::uint64_t Certificate::rows_claimed() const {
  return static_cast<std::uint64_t>(
      std::count_if(rows.begin(), rows.end(), [](const RowReport& row) { return row.claimed; }));
}

std::vector<spec::Cell> Certificate::claimed() const {
  std::vector<spec::Cell> cells;
  for (const RowReport& row : rows) {
    if (row.claimed) {
      cells.push_back(row.cell);
    }
  }
  return cells;
}

std::uint64_t Certificate::rows_required() const {
  return static_cast<std::uint64_t>(std::count_if(
      rows.begin(), rows.end(), [](const RowReport& row) { return row.required && !row.claimed; }));
}

std::uint64_t Certificate::rows_not_judged() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(rows, &RowReport::is_left_open));
}

Standing Certificate::standing() const {
  return {.elements = elements,
          .rows = rows.size(),
          .claimed = rows_claimed(),
          .conforming = rows_conforming(),
          .waived = rows_waived(),
          .not_judged = rows_not_judged(),
          .missing = rows_required(),
          .narrowed = narrowed_count(info.operations),
          .level = info.level,
          .supplied = info.supplied,
          .budget = info.budget};
}

Certificate make_certificate(RunInfo info, const std::vector<Unit>& plan,
                             std::vector<UnitResult> results) {
  settle_blame(plan, results);
  Certificate certificate;
  certificate.info = std::move(info);
  certificate.rows = all_rows(certificate.info, plan);
  certificate.properties = all_properties();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Unit& unit = plan[i];
    const UnitResult& result = results[i];
    certificate.units.push_back(shared_out(certificate, unit, result));
    RowReport& row = *std::ranges::find(certificate.rows, unit.cell, &RowReport::cell);
    PropertyReport& property = certificate.properties[unit.property];
    row.cases += result.cases;
    row.elements += result.elements - certificate.units.back().elements_of_others;
    row.host_elements += result.host_elements;
    const bool generated = unit.cases == Cases::kGenerated;
    row.systematic_elements += unit.cases == Cases::kSystematic ? result.elements : 0;
    property.rows += generated ? 1 : 0;
    property.cases += result.cases;
    property.elements += result.elements;
    property.rows_deviating += generated && !result.deviations.empty() ? 1 : 0;
    certificate.cases += result.cases;
    certificate.elements += result.elements;
    certificate.cited |= result.cited;
    add_findings(certificate, row, unit, result);
  }
  for (RowReport& row : certificate.rows) {
    row.only_not_returned = !row.deviations.empty() && row.further_failing_cases == 0 &&
                            std::ranges::all_of(row.deviations, [&](std::size_t i) {
                              return is_not_returned(certificate.deviations[i].deviation.verdict);
                            });
    row.not_judged |= row.only_not_returned;
  }
  return certificate;
}

Subject planned_subject(const RunInfo& info) {
  Subject subject;
  subject.claims = claims_within(info.claims, info.families);
  subject.pinned = info.choices.pinned;
  subject.inferred = info.choices.inferred;
  subject.departing = departing_of(info.choices);
  subject.checks_arguments = info.checks_arguments;
  subject.lowered = info.lowered;
  subject.stride_bits = info.stride_bits;
  subject.largest_memory = info.largest_memory;
  subject.thread_safe = info.thread_safe;
  for (const spec::DeclaredOperation& operation : info.operations) {
    subject.operations.push_back(spec::cell_of_operation(operation.row));
  }
  return subject;
}

std::vector<std::string> weakenings_of(const ResolvedChoices& choices) {
  std::vector<std::string> weakenings;
  for (const spec::Choice& choice : choices.pinned.all()) {
    if (weakens(choice, choices.origins[choice.rule] == ChoiceOrigin::kAsked)) {
      weakenings.push_back(spec::choice_text(choice));
    }
  }
  return weakenings;
}

std::string weakening_line(const std::string& weakening) {
  const bool departs =
      spec::reading_of(spec::choice_named(weakening)).ground == spec::Ground::kDeparts;
  return fmt::format("weakened: {} {}\n", weakening,
                     departs ? "departs from the page, as --choice accepts"
                             : "permits more than the other readings");
}

std::string layout_text(const RunInfo& info) {
  if (!info.addressing_judged) {
    return "addressing was not judged: the backend converts arrays or elements, masks and strides "
           "are done here\n";
  }
  return info.laid_out.empty()
             ? ""
             : fmt::format(
                   "addressing was not judged of {} instructions, from {} on: the backend converts "
                   "arrays or elements of these\n",
                   info.laid_out.size(), spec::instruction_name(info.laid_out.front()));
}

std::string weakenings_text(const ResolvedChoices& choices) {
  std::string text;
  for (const std::string& weakening : weakenings_of(choices)) {
    text += weakening_line(weakening);
  }
  return text;
}

}  // namespace vconform::suites
