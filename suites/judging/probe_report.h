// What probing found out, for people and in probe.json.
#pragma once

#include <bitset>
#include <span>
#include <string>
#include <vector>

#include "spec/profiles/choices.h"
#include "suites/judging/probe.h"

namespace vconform::suites {

// Where the cases of a rule are written, relative to the output folder: "probe/RULE.case" and,
// where there are more, "probe/RULE-2.case" and so on.
std::string probe_file(spec::RuleId rule, std::size_t index);

struct ProbeReport {
  // As given to --backend; the library's own name and version.
  std::string selected;
  std::string backend_name;
  std::string backend_version;
  std::vector<ProbedRule> rules;
};

// One line a rule; below it, where the backend follows no reading, what is wrong. `folder` is where
// the files are.
std::string probe_text(std::span<const ProbedRule> rules, const std::string& folder);

// The content of probe.json; the fields are in suites/README.md.
std::string to_json(const ProbeReport& report);

// Such a file, read back.
struct ProbeRecord {
  std::string backend_name;
  // The rules that it says something about, and the readings that were found out.
  std::bitset<spec::kRuleCount> rules;
  spec::Choices readings;
};

// Throws spec::InputError naming the file and what is wrong with it: a field too many or missing,
// no rules, a rule twice, a verdict without its reading, another version of the format or the
// rules.
ProbeRecord read_probe(const std::string& file);

// Whether every rule follows one reading or shows nothing.
bool is_consistent(std::span<const ProbedRule> rules);

}  // namespace vconform::suites
