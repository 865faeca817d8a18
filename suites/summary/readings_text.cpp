#include "suites/summary/readings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "spec/rules/rules.h"
#include "suites/files/one_line.h"
#include "suites/probing/families.h"
#include "suites/probing/probe_report.h"

namespace vconform::suites {

namespace {

// Whether the run was about the rule, or the rule affected a result nevertheless.
bool concerns(const Certificate& certificate, spec::RuleId rule) {
  const std::vector<spec::Family>& families = certificate.info.families;
  const std::vector<spec::Family> of_rule = families_of(spec::rule_of(rule));
  return certificate.cited.test(rule) ||
         std::find_first_of(families.begin(), families.end(), of_rule.begin(), of_rule.end()) !=
             families.end();
}

}  // namespace

std::string choices_text(const Certificate& certificate) {
  const ResolvedChoices& choices = certificate.info.choices;
  std::string text = "\n  open rule                    reading\n";
  for (const spec::RuleId rule : spec::kAllRules) {
    const spec::Rule& row = spec::rule_of(rule);
    if (row.openness != spec::Openness::kChoice || !concerns(certificate, rule)) {
      continue;
    }
    const std::optional<spec::Choice> reading = choices.pinned.reading(rule);
    text += fmt::format("  {:<28} {}\n", row.slug,
                        reading ? fmt::format("{:<20} {}", spec::reading_of(*reading).name,
                                              name_of(choices.origins[rule]))
                                : "any: nothing shows or promises it");
  }
  return text;
}

std::string open_readings_text(const Certificate& certificate) {
  constexpr std::size_t kWidth = 118;
  std::string text;
  std::string line = "where the pages leave it open, it follows:";
  for (const spec::Choice& choice : certificate.info.choices.inferred.all()) {
    if (spec::reading_of(choice).ground != spec::Ground::kOpen ||
        !concerns(certificate, choice.rule)) {
      continue;
    }
    const std::string one = " " + spec::choice_text(choice);
    if (line.size() + one.size() > kWidth) {
      text += line + "\n";
      line = " ";
    }
    line += one;
  }
  return text.empty() && line.ends_with(":") ? "" : text + line + "\n";
}

std::string contradictions_text(const ResolvedChoices& choices, const std::string& folder) {
  std::vector<ProbedRule> contradictions;
  std::copy_if(choices.probed.begin(), choices.probed.end(), std::back_inserter(contradictions),
               [](const ProbedRule& probed) { return !is_consistent({&probed, 1}); });
  return contradictions.empty()
             ? ""
             : "\nProbing found\n" + probe_text(contradictions, printable(folder));
}

}  // namespace vconform::suites
