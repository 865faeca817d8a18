#include "suites/findings/failure_text.h"

#include <fmt/format.h>

#include "oracle/explain/explain.h"
#include "spec/case/case_text.h"
#include "suites/probing/probe_report.h"

namespace vconform::suites {

namespace {

// A property such as "Vconv.Monotone/f322s32_r" is broken without a rule: its claim is printed
// instead.
std::string broken_text(const Deviation& deviation) {
  if (!deviation.rule.empty()) {
    return "rule " + oracle::rule_text(*spec::rule_with_slug(deviation.rule));
  }
  const std::size_t dot = deviation.claim.find('.');
  const std::size_t slash = deviation.claim.find('/');
  const Property* property = property_named(deviation.claim.substr(dot + 1, slash - dot - 1));
  return property == nullptr ? "" : std::string(property->claim);
}

std::string origin_text(const Deviation& deviation) {
  std::string text = fmt::format("seed {}", deviation.smallest.seed);
  if (deviation.cases > 0) {
    text += fmt::format(", {} cases", deviation.cases);
  }
  if (deviation.shrinks > 0) {
    text += fmt::format(", {} shrinks", deviation.shrinks);
  }
  if (deviation.failing_cases > 1) {
    text += fmt::format("; {} cases fail like this", deviation.failing_cases);
  }
  return text;
}

}  // namespace

std::string failure_text(const Deviation& deviation, const std::string& replay) {
  std::string text =
      fmt::format("{}  {}   {}\n", deviation.verdict, deviation.claim, broken_text(deviation));
  std::string_view label = "case";
  for (const spec::Step& step : deviation.smallest.steps) {
    text += fmt::format("  {:<8} {}\n", label, spec::step_text(step));
    label = "";
  }
  if (!deviation.smallest.steps.empty()) {
    text += fmt::format("  {:<8} {}\n", "found", origin_text(deviation));
  }
  text += deviation.details;
  if (deviation.verdict == oracle::name_of(oracle::Verdict::kInconsistent)) {
    const spec::RuleId rule = *spec::rule_with_slug(deviation.rule);
    text += fmt::format("  {:<8} {} shows the other reading\n", "and", probe_file(rule, 0));
  }
  if (deviation.count > 1) {
    text += fmt::format("  {:<8} {} elements in all break the same rule\n", "", deviation.count);
  }
  if (!replay.empty()) {
    text += fmt::format("  {:<8} {}\n", "replay", replay);
  }
  return text;
}

}  // namespace vconform::suites
