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
#include "suites/report/certificate.h"

namespace vconform::suites {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw spec::InputError(why);
}

// Compares the description of the instruction with that of the tables.
void check_row(const RowRecord& row, const spec::Cell& cell) {
  const spec::Conversion& conversion = cell.conversion();
  const auto check = [&](std::string_view field, const std::string& said,
                         std::string_view true_one) {
    if (said != true_one) {
      refuse(fmt::format("its row of {} says {} {}, which is {}", row.instruction, field,
                         in_quotes(said), true_one));
    }
  };
  check("family", row.family, spec::name_of(conversion.family).name);
  check("source", row.source, conversion.from().name);
  check("destination", row.destination, conversion.to().name);
  check("rounding", row.rounding, spec::mode_of(cell.rounding).label);
  check("status", row.status, status_of(cell));
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
  for (const RowRecord& row : record.rows) {
    check_row(row, *spec::cell_named(row.instruction));
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
    const auto known = spec::rule_with_slug(rule.rule);
    if (!known) {
      refuse("there is no rule " + in_quotes(rule.rule));
    }
    if (rule.status != spec::name_of(spec::rule_of(*known).status)) {
      refuse(fmt::format("it says that the rule {} is {}, and it is {}", rule.rule,
                         in_quotes(rule.status), spec::name_of(spec::rule_of(*known).status)));
    }
  }
  check_choices(record);
}

}  // namespace vconform::suites
