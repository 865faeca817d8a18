// Test support: a certificate of a run that never took place.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "spec/rows/instruction_counts.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/json.h"
#include "suites/plan/plan_facts.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_plan.h"
#include "suites/report/certificate_reader.h"
#include "suites/report/certificate_rules.h"

namespace vconform::suites {

inline constexpr spec::Cell kToS32{4, spec::Rounding::kNearestEven};

inline Subject with_one_cell() {
  Subject subject;
  subject.claims = [](const spec::Cell& cell) {
    return cell == kToS32 ? std::optional(spec::kAllFeatures) : std::nullopt;
  };
  return subject;
}

inline Deviation deviation(const std::string& rule, std::uint64_t count) {
  Deviation made;
  made.claim = "Vconv.MatchesOracle/f322s32_r";
  made.verdict = "MISMATCH";
  made.rule = rule;
  made.in_short = "0x1 -> 0x2, not 0x3";
  made.count = count;
  made.failing_cases = count;
  made.smallest.memories = {{spec::MemoryId::kUb, 64}};
  spec::Vconv instruction;
  instruction.cell = kToS32;
  made.smallest.steps = {spec::SetCtrl{}, instruction};
  return made;
}

// The rows of a certificate about vconv that claims no optional one.
inline constexpr std::size_t kRequired = spec::instructions_of(spec::Family::kVconv).required;

inline std::string headline_of(std::size_t conforming) {
  return fmt::format("conforms on {} of {} rows", conforming, kRequired);
}

// A whole run over one instruction; `broken` are the deviations of its first unit.
inline Certificate certificate_with(const std::vector<Deviation>& broken,
                                    std::uint64_t elements = 10) {
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  std::vector<UnitResult> results(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    results[i].cases = planned_cases(plan[i], with_one_cell());
    results[i].elements = elements;
  }
  results.front().deviations = broken;
  RunInfo info;
  info.selected = info.backend_name = "stub";
  info.families = {spec::Family::kVconv};
  info.claims = with_one_cell().claims;
  info.level = "quick";
  info.choices.profile = "a2";
  info.choices.pinned = spec::choices_of(spec::profile_named("a2"));
  for (const spec::RuleId rule : spec::kAllRules) {
    info.choices.origins[rule] =
        info.choices.pinned.reading(rule) ? ChoiceOrigin::kProfile : ChoiceOrigin::kOpen;
  }
  info.seed = 9;
  return make_certificate(info, plan, results);
}

// The error that verify-certificate reports, signatures apart.
inline std::string problem_of_verifying(const std::string& text) {
  try {
    const CertificateRecord record = certificate_from_text(text);
    check_rules_of(record);
    check_plan_of(record);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

// The text of a document whose digests were computed anew, as a forger would.
inline std::string sealed(json document) {
  seal_certificate(document);
  return document.dump();
}

inline json whole_certificate() {
  return json::parse(to_json(certificate_with({})));
}

// The text of one after an edit, digested anew.
inline std::string edited_certificate(const std::function<void(json&)>& edit) {
  json document = whole_certificate();
  edit(document);
  return sealed(document);
}

// All that the profile pins, as if it had been found out.
inline void as_if_probed(json& document) {
  document["profile"] = "probed";
  for (json& choice : document["choices"]) {
    choice["from"] = choice["from"] == "profile" ? "probe" : choice["from"];
  }
}

}  // namespace vconform::suites
