#include "fuzz/inputs/certificate_seeds.h"

#include <nlohmann/json.hpp>

#include "suites/gate/apply_waivers.h"
#include "suites/judging/level.h"
#include "suites/report/certificate.h"

namespace vconform::fuzz {

namespace {

suites::Deviation deviation(const std::string& rule) {
  suites::Deviation made;
  made.claim = "CastDeq.MatchesOracle/s162s8";
  made.verdict = "MISMATCH";
  made.rule = rule;
  made.in_short = "0x1 -> 0x2, not 0x3";
  made.count = made.failing_cases = 2;
  made.smallest.memories = {{spec::MemoryId::kUb, 64}};
  made.smallest.steps = {spec::SetCtrl{}};
  return made;
}

// The certificate is about the family with the fewest rows.
suites::Certificate certificate_with(const std::vector<suites::Deviation>& broken) {
  suites::Subject subject;
  subject.claims = [](const spec::Cell& cell) {
    return cell.conversion().family == spec::Family::kCastDeq ? std::optional(spec::kAllFeatures)
                                                              : std::nullopt;
  };
  const std::vector<suites::Unit> plan = make_plan(suites::level_named("quick"), subject);
  std::vector<suites::UnitResult> results(plan.size());
  for (suites::UnitResult& result : results) {
    result.cases = 2;
    result.elements = 10;
  }
  results.front().deviations = broken;
  suites::RunInfo info;
  info.selected = info.backend_name = "seed";
  info.families = {spec::Family::kCastDeq};
  info.claims = subject.claims;
  info.level = "quick";
  info.choices.profile = "a2";
  info.choices.pinned = spec::choices_of(spec::profile_named("a2"));
  return make_certificate(info, plan, results);
}

}  // namespace

std::vector<std::string> certificate_seeds() {
  suites::Certificate waived = certificate_with({deviation("deq.sign")});
  apply_waivers(waived, {{"cast_deq_*", "deq.sign", {"*"}, "a reason", "a link"}});
  const std::vector<suites::Certificate> all = {
      certificate_with({}), certificate_with({deviation("deq.sign"), deviation("")}), waived};
  std::vector<std::string> texts;
  for (const suites::Certificate& certificate : all) {
    texts.push_back(nlohmann::ordered_json::parse(suites::to_json(certificate)).dump());
  }
  return texts;
}

}  // namespace vconform::fuzz
