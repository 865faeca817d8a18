#include "suites/report/certificate_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "spec/case/version.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/judging/departure.h"
#include "suites/judging/level.h"
#include "suites/plan/budget_plan.h"
#include "suites/plan/plan_facts.h"
#include "suites/report/certificate.h"
#include "suites/report/expect.h"

namespace vconform::suites {

namespace {

void add(std::uint64_t& sum, std::uint64_t more) {
  expect(more <= std::numeric_limits<std::uint64_t>::max() - sum,
         "the counts of its units are more than can be counted");
  sum += more;
}

class PlanCheck {
 public:
  explicit PlanCheck(const CertificateRecord& record)
      : record_(record),
        units_(record.plan->units),
        subject_(planned_subject(record)),
        plan_(make_plan(level_named(record.level), subject_)) {
    if (const auto& supplied = record.supplied) {
      plan_ = supplied_plan(plan_);
      cut_plan(supplied->units, supplied->units_left_out);
    } else if (const auto& budget = record.budget) {
      const BudgetPlan whole = budget_plan(level_named(record.level), subject_);
      plan_ = whole.units;
      cut_plan(budget->units, budget->units_left_out);
      not_judged_ = not_judged(whole, plan_.size());
    }
    for (const DeviationRecord& deviation : record.deviations) {
      deviating_.emplace(deviation.claim, deviation.verdict);
    }
  }

  void check() const;

 private:
  void cut_plan(std::uint64_t units, std::uint64_t left_out) {
    expect(units <= plan_.size() && plan_.size() - units == left_out,
           "its units and those left out are not the {} of the plan", plan_.size());
    plan_.resize(units);
  }
  void check_names() const;
  void check_unit(std::size_t i) const;
  void check_ended(std::size_t i, std::uint64_t planned) const;
  void check_deviations() const;
  void check_departures() const;
  void check_rows() const;
  void check_programs() const;
  void check_properties() const;

  bool deviates(const std::string& claim) const {
    const auto first = deviating_.lower_bound({claim, ""});
    return first != deviating_.end() && first->first == claim;
  }
  // Whether the unit is of a property that does not ask the oracle, and of another instruction, or
  // of the property itself, there is a deviation that leaves it so: one that ends units, or any if
  // all its cases were run and compared nothing.
  bool may_be_broken_elsewhere(std::size_t i, std::uint64_t planned) const;
  bool has_left_out(const std::string& instruction) const;
  std::string name(std::size_t i) const;

  const CertificateRecord& record_;
  const std::vector<UnitRecord>& units_;
  Subject subject_;
  std::vector<Unit> plan_;
  std::vector<spec::Cell> not_judged_;
  // Claim and verdict of each deviation.
  std::set<std::pair<std::string, std::string>> deviating_;
};

std::string PlanCheck::name(std::size_t i) const {
  const Unit& unit = plan_[i];
  const std::string ctrl =
      unit.cases == Cases::kSystematic ? fmt::format(", CTRL {}", ctrl_text(unit)) : "";
  return fmt::format("unit {} ({}{})", claim_name(unit), name_of(unit.cases), ctrl);
}

void PlanCheck::check_names() const {
  for (std::size_t i = 0; i < std::min(plan_.size(), units_.size()); ++i) {
    const Unit& unit = plan_[i];
    const UnitRecord& said = units_[i];
    const std::string ctrl = unit.cases == Cases::kSystematic ? ctrl_text(unit) : "";
    expect(said.claim == claim_name(unit) && said.kind == name_of(unit.cases) && said.ctrl == ctrl,
           "units[{}] is {} ({}{}{}), where the plan of its level, claims and options has {}", i,
           in_quotes(said.claim), one_line(said.kind), said.ctrl.empty() ? "" : ", CTRL ",
           one_line(said.ctrl), name(i));
  }
  expect(units_.size() >= plan_.size(), "it ends before {}, which the plan has",
         name(std::min(units_.size(), plan_.size() - 1)));
  expect(units_.size() <= plan_.size(), "units[{}], {}, is behind the last of the plan",
         plan_.size(), units_.size() > plan_.size() ? in_quotes(units_[plan_.size()].claim) : "");
}

bool PlanCheck::may_be_broken_elsewhere(std::size_t i, std::uint64_t planned) const {
  const UnitRecord& said = units_[i];
  const std::string instruction = spec::instruction_name(plan_[i].cell);
  const bool is_blank = said.cases == planned && said.elements == 0;
  return !properties()[plan_[i].property].asks_oracle &&
         std::ranges::any_of(record_.deviations, [&](const DeviationRecord& deviation) {
           return deviation.claim == said.claim || (deviation.instruction != instruction &&
                                                    (is_blank || ends_unit(deviation.verdict)));
         });
}

void PlanCheck::check_ended(std::size_t i, std::uint64_t planned) const {
  const UnitRecord& said = units_[i];
  const auto first = static_cast<std::size_t>(std::ranges::find(plan_, plan_[i].cell, &Unit::cell) -
                                              plan_.begin());
  const bool is_to_skip = first != i && ends_unit(units_[first].ended);
  expect(is_to_skip == (said.ended == kSkipped),
         "{} is {}skipped, and {} of the same instruction {}", name(i), is_to_skip ? "not " : "",
         name(first), is_to_skip ? "timed out" : "did not time out");
  if (is_to_skip) {
    expect(said.cases == 0 && said.elements == 0, "{} was skipped and has cases", name(i));
    return;
  }
  expect(said.ended.empty() ||
             (ends_unit(said.ended) && deviating_.contains({said.claim, said.ended})) ||
             (said.ended == kBrokenElsewhere && may_be_broken_elsewhere(i, planned)),
         "{} ended with {}, of which there is no deviation", name(i), in_quotes(said.ended));
  expect(said.ended.empty() ? said.cases == planned : said.cases > 0 && said.cases <= planned,
         "{} has {} cases, and the plan has {}", name(i), said.cases, planned);
}

void PlanCheck::check_unit(std::size_t i) const {
  const UnitRecord& said = units_[i];
  check_ended(i, planned_cases(plan_[i], subject_));
  expect(said.elements == 0 || said.cases > 0, "{} has elements and no cases", name(i));
  expect(
      said.elements_of_others <= (properties()[plan_[i].property].has_programs ? said.elements : 0),
      "{} has more elements of other rows than of its programs", name(i));
  expect(said.elements > 0 || !said.ended.empty() || deviates(said.claim) ||
             !must_compare_elements(plan_[i], subject_, record_.seed),
         "{} compared no element, which its cases have, and nothing of it deviates", name(i));
}

// Expects that each deviation belongs to a unit of its instruction, and that the unit ended with it
// if its verdict ends units.
void PlanCheck::check_deviations() const {
  std::set<std::pair<std::string, std::string>> claims;
  std::set<std::pair<std::string, std::string>> ended;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    claims.emplace(units_[i].claim, spec::instruction_name(plan_[i].cell));
    ended.emplace(units_[i].claim, units_[i].ended);
  }
  for (const DeviationRecord& deviation : record_.deviations) {
    expect(claims.contains({deviation.claim, deviation.instruction}),
           "a deviation of {} is of the claim {}, of which it has no unit",
           in_quotes(deviation.instruction), in_quotes(deviation.claim));
    expect(!ends_unit(deviation.verdict) || ended.contains({deviation.claim, deviation.verdict}),
           "{} has a deviation {}, and no unit of it ended with that", in_quotes(deviation.claim),
           one_line(deviation.verdict));
  }
}

// Expects a deviation for each reading that a page contradicts, under the instruction that reports
// it unless the unit was skipped, and none for another.
void PlanCheck::check_departures() const {
  std::set<std::pair<std::string_view, std::string>> expected;
  for (const spec::Choice& departing : subject_.departing) {
    if (const auto cell = reported_under(subject_, departing.rule)) {
      expected.emplace(spec::rule_of(departing.rule).slug, spec::instruction_name(*cell));
    }
  }
  for (const DeviationRecord& deviation : record_.deviations) {
    expect(deviation.verdict != kDeparts ||
               expected.erase({deviation.rule, deviation.instruction}) == 1,
           "{} is said to depart from the page in {}, and the readings say otherwise",
           in_quotes(deviation.instruction), in_quotes(deviation.rule));
  }
  for (const auto& [rule, instruction] : expected) {
    const bool was_run = std::any_of(units_.begin(), units_.end(), [&](const UnitRecord& unit) {
      return unit.claim == claim_name("OneReading", *spec::cell_named(instruction)) &&
             unit.ended.empty();
    });
    expect(!was_run, "its reading of {} departs from the page, and no deviation of {} says so",
           rule, instruction);
  }
}

bool PlanCheck::has_left_out(const std::string& instruction) const {
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (left_cases_out(units_[i].ended) && spec::instruction_name(plan_[i].cell) == instruction) {
      return true;
    }
  }
  return false;
}

void PlanCheck::check_rows() const {
  // Cases, elements, systematic elements.
  std::map<std::string, std::array<std::uint64_t, 3>> sums;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    auto& [cases, elements, systematic] = sums[spec::instruction_name(plan_[i].cell)];
    add(cases, units_[i].cases);
    add(elements, units_[i].elements - units_[i].elements_of_others);
    add(systematic, plan_[i].cases == Cases::kSystematic ? units_[i].elements : 0);
  }
  for (const RowRecord& row : record_.rows) {
    const std::array<std::uint64_t, 3> said = {row.cases, row.elements, row.systematic_elements};
    std::array<std::uint64_t, 3>& sum = sums[row.instruction];
    add(sum[1], row.elements_elsewhere);
    expect(said == sum,
           "the row of {} has {} cases, elements and systematic elements, and its units "
           "have {}",
           in_quotes(row.instruction), fmt::join(said, ", "), fmt::join(sum, ", "));
    const auto is_it = [&](const spec::Cell& cell) {
      return spec::instruction_name(cell) == row.instruction;
    };
    expect(!row.waived || !has_left_out(row.instruction),
           "{} is waived, and units of it left cases out", in_quotes(row.instruction));
    const bool did_not_come_back = record_.supplied && record_.counts.rows_not_judged &&
                                   only_not_returned(row, record_.deviations);
    expect(row.not_judged == (did_not_come_back || std::ranges::any_of(not_judged_, is_it)),
           "whether {} is not judged does not follow from the part of the plan that was run",
           in_quotes(row.instruction));
  }
}

// Expects the programs of the plan under the row of each of their steps, unless some were not run.
void PlanCheck::check_programs() const {
  const bool is_whole =
      std::ranges::all_of(units_, [](const UnitRecord& unit) { return unit.ended.empty(); });
  std::map<std::string, std::uint64_t> planned;
  for (const Share& share : programs_elsewhere(plan_, subject_, record_.seed)) {
    planned.emplace(spec::instruction_name(share.cell), share.cases);
  }
  for (const RowRecord& row : record_.rows) {
    const std::uint64_t most = planned[row.instruction];
    const std::uint64_t said = row.programs_elsewhere.value_or(most);
    expect(is_whole ? said == most : said <= most,
           "{} has a step in {} programs of other rows, and the plan has {}",
           in_quotes(row.instruction), said, most);
  }
}

void PlanCheck::check_properties() const {
  std::vector<PropertyRecord> sums;
  for (const Property& property : properties()) {
    sums.push_back({std::string(property.name), std::string(property.claim), 0, 0, 0, 0});
  }
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    PropertyRecord& sum = sums[plan_[i].property];
    const bool is_generated = plan_[i].cases == Cases::kGenerated;
    sum.rows += is_generated ? 1 : 0;
    sum.rows_deviating += is_generated && deviates(units_[i].claim) ? 1 : 0;
    add(sum.cases, units_[i].cases);
    add(sum.elements, units_[i].elements);
  }
  expect(sums.size() == record_.properties.size(), "it has {} properties, and there are {}",
         record_.properties.size(), sums.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const PropertyRecord& said = record_.properties[i];
    expect(said.property == sums[i].property, "properties[{}] is {}, and the plan has {} there", i,
           in_quotes(said.property), sums[i].property);
    expect(said.claim == sums[i].claim, "property {} claims that {}, and its certificate says {}",
           said.property, sums[i].claim, in_quotes(said.claim));
    expect(said == sums[i],
           "property {} has {} rows, {} that deviate, {} cases, {} elements, and its units {}, {}, "
           "{}, {}",
           said.property, said.rows, said.rows_deviating, said.cases, said.elements, sums[i].rows,
           sums[i].rows_deviating, sums[i].cases, sums[i].elements);
  }
}

void PlanCheck::check() const {
  expect(!plan_.empty(), "it claims no instruction, so there was nothing to judge");
  check_names();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    check_unit(i);
  }
  check_deviations();
  check_departures();
  check_rows();
  check_programs();
  check_properties();
  expect(record_.plan->digest ==
             plan_digest(level_named(record_.level), record_.seed, subject_, plan_),
         "plan is not the digest of the plan that its level, seed, claims, readings and options "
         "give: one of them was edited");
}

}  // namespace

void check_plan_of(const CertificateRecord& record) {
  if (!record.plan) {
    return;
  }
  try {
    PlanCheck(record).check();
  } catch (const spec::InputError& error) {
    if (record.vconform_version == spec::kProgramVersion) {
      throw;
    }
    throw spec::InputError(
        fmt::format("{}; it is of vconform {}, and this is {}, whose plan may be "
                    "another",
                    error.what(), one_line(record.vconform_version), spec::kProgramVersion));
  }
}

}  // namespace vconform::suites
