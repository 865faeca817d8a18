#include "suites/report/certificate_rules.h"

#include <fmt/format.h>

#include <set>

#include "spec/case/version.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/judging/level.h"
#include "suites/probing/families.h"

namespace vconform::suites {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw spec::InputError(why);
}

// Expects a row for every instruction of the families and no others; optional rows may be missing.
void check_rows(const CertificateRecord& record) {
  const std::vector<spec::Family> families = families_named(record.families);
  std::set<std::string> left;
  for (const RowRecord& row : record.rows) {
    left.insert(row.instruction);
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    const std::string name = spec::instruction_name(cell);
    if (is_among(families, cell) && left.erase(name) == 0 &&
        spec::offers(cell.conversion(), cell.rounding)) {
      refuse("it has no row of " + name + ", which is of a family that was run");
    }
  }
  for (const spec::DeclaredOperation& operation : record.operations) {
    const std::string name = spec::operation_name(operation.row);
    if (left.erase(name) == 0) {
      refuse("it has no row of " + name + ", which its table declares");
    }
  }
  if (!left.empty()) {
    refuse("it has a row of " + in_quotes(*left.begin()) + ", which is no instruction");
  }
}

// Expects a choice for every open rule.
void check_choices(const CertificateRecord& record) {
  std::size_t open = 0;
  for (const spec::Rule& rule : spec::rules()) {
    open += rule.openness == spec::Openness::kChoice ? 1 : 0;
  }
  if (record.choices.size() != open) {
    refuse(
        fmt::format("it has choices for {} rules, and {} are open", record.choices.size(), open));
  }
  for (const ChoiceRecord& choice : record.choices) {
    const auto rule = spec::rule_with_slug(choice.rule);
    if (!rule || spec::rule_of(*rule).openness != spec::Openness::kChoice) {
      refuse("no open rule " + in_quotes(choice.rule));
    }
    if (choice.reading) {
      spec::choice_named(choice.rule + "=" + *choice.reading);
    }
  }
}

}  // namespace

void check_rules_of(const CertificateRecord& record) {
  if (record.spec_version != spec::kSpecVersion) {
    refuse(
        fmt::format("it is of spec version {}, and the rules are of version {} now: certify again",
                    record.spec_version, spec::kSpecVersion));
  }
  level_named(record.level);
  check_rows(record);
  if (record.rules.size() != spec::kRuleCount) {
    refuse(
        fmt::format("it lists {} rules, and there are {}", record.rules.size(), spec::kRuleCount));
  }
  for (const RuleRecord& rule : record.rules) {
    if (!spec::rule_with_slug(rule.rule)) {
      refuse("there is no rule " + in_quotes(rule.rule));
    }
  }
  check_choices(record);
}

}  // namespace vconform::suites
