#include <fmt/format.h>

#include <algorithm>

#include "spec/choices.h"
#include "spec/error.h"
#include "spec/rules.h"
#include "spec/version.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_record.h"
#include "suites/report/one_line.h"
#include "suites/runner/commands.h"
#include "suites/runner/families.h"
#include "suites/runner/level.h"

namespace vconform::suites {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw spec::InputError(why);
}

// The instructions of these families that every certificate lists; optional ones where claimed.
std::vector<std::string> required_rows(const std::vector<spec::Family>& families) {
  std::vector<std::string> names;
  for (const spec::Conversion& row : spec::kRows) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const spec::Cell cell{row.number, mode.rounding};
      if (is_among(families, cell) && spec::offers(row, mode.rounding)) {
        names.push_back(spec::instruction_name(cell));
      }
    }
  }
  return names;
}

// That it is about these rules: the rows, properties, rules and choices that there are.
void check_names(const CertificateRecord& record) {
  if (record.spec_version != spec::kSpecVersion) {
    refuse(
        fmt::format("it is of spec version {}, and the rules are of version {} now: certify again",
                    record.spec_version, spec::kSpecVersion));
  }
  level_named(record.level);
  const auto lists = [&](const std::string& name) {
    return std::any_of(record.rows.begin(), record.rows.end(),
                       [&](const RowRecord& row) { return row.instruction == name; });
  };
  for (const std::string& name : required_rows(families_named(record.families))) {
    if (!lists(name)) {
      refuse("it has no row of " + name + ", which is of a family that was run");
    }
  }
  if (record.rules.size() != spec::kRuleCount) {
    refuse(
        fmt::format("it lists {} rules, and there are {}", record.rules.size(), spec::kRuleCount));
  }
  for (const RuleRecord& rule : record.rules) {
    if (!spec::rule_with_slug(rule.rule)) {
      refuse("there is no rule " + in_quotes(rule.rule));
    }
  }
  spec::Choices choices;
  for (const ChoiceRecord& choice : record.choices) {
    if (choice.reading) {
      spec::pin_from_text(choices, choice.rule + "=" + *choice.reading);
    }
  }
}

}  // namespace

int verify_certificate(const std::string& file) {
  const CertificateRecord record = read_certificate(file);
  try {
    check_names(record);
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("certificate '{}': {}", file, error.what()));
  }
  fmt::print("{} is whole and unedited, of spec version {}, level {}, seed {}\n", file,
             record.spec_version, record.level, record.seed);
  for (const std::string& weakening : record.weakenings) {
    fmt::print("weakened: {} permits more than the other readings\n", weakening);
  }
  fmt::print("{} {}: {}\n", record.backend_name, record.verdict, record.headline);
  return record.verdict == verdict(false, 0) ? kDoesNotConform : kConforms;
}

}  // namespace vconform::suites
