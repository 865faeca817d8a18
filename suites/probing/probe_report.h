// The results of probing as text and as probe.json.
#pragma once

#include <bitset>
#include <span>
#include <string>
#include <vector>

#include "adapters/abi/incidents.h"
#include "spec/profiles/choices.h"
#include "suites/judging/probe.h"

namespace vconform::suites {

// The file of a case relative to the output folder: "probe/RULE.case", further ones
// "probe/RULE-2.case" and so on.
std::string probe_file(spec::RuleId rule, std::size_t index);

struct ProbeReport {
  // The name given to --backend, then the library's own name and version.
  std::string selected;
  std::string backend_name;
  std::string backend_version;
  std::vector<ProbedRule> rules;
  // The name given to --on; empty if none was.
  std::string on = {};
  // digest_of_claims().
  std::string claims = {};
  // The instructions that the run was of; empty if it was of all that the backend claims.
  std::vector<std::string> instructions = {};
  // Those while it was probed.
  adapters::Incidents incidents = {};
};

// One line per rule and, if the backend follows no reading, the fault below it. `folder` holds the
// files.
std::string probe_text(std::span<const ProbedRule> rules, const std::string& folder);

// The content of probe.json; README.md explains its fields.
std::string to_json(const ProbeReport& report);

// A probe.json, read back.
struct ProbeRecord {
  std::string backend_name;
  // As in ProbeReport.
  std::string on;
  std::string claims;
  std::vector<std::string> instructions;
  // The rules that the file tells something about, and the readings that were found out.
  std::bitset<spec::kRuleCount> rules;
  spec::Choices readings;
  // As readings_of_unexplained.
  spec::Choices unexplained;
  // The rules of which a case fitted no reading, or was refused: whoever uses the file must see
  // that again. Never walk.order, of which nothing is promised.
  std::bitset<spec::kRuleCount> faulty;
  adapters::Incidents incidents;
};

// Throws spec::InputError naming the file and its fault: missing or unknown fields, no rules, a
// rule twice, a verdict without its reading, another version of the format or of the rules.
ProbeRecord read_probe(const std::string& file);

// Whether every rule follows one reading, is not observable, or shows what is permitted anyway.
bool is_consistent(std::span<const ProbedRule> rules);
// Whether a rule follows a reading that a page contradicts.
bool any_departs(std::span<const ProbedRule> rules);

}  // namespace vconform::suites
