#include <fmt/format.h>

#include "spec/rules.h"
#include "spec/version.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_digest.h"
#include "suites/report/one_line.h"
#include "suites/runner/families.h"

namespace vconform::suites {

namespace {

json backend_json(const RunInfo& info) {
  return {{"selected", info.selected},
          {"name", info.backend_name},
          {"version", info.backend_version},
          {"addressing_judged", info.addressing_judged},
          {"checks_arguments", info.checks_arguments}};
}

json choices_json(const ResolvedChoices& choices) {
  json all = json::object();
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const auto rule = static_cast<spec::RuleId>(id);
    const spec::Rule& row = spec::rule_of(rule);
    if (row.openness != spec::Openness::kChoice) {
      continue;
    }
    const std::optional<int> reading = choices.pinned.reading(rule);
    all[std::string(row.slug)] = {
        {"reading", reading ? json(row.readings[static_cast<std::size_t>(*reading)].name) : json()},
        {"from", name_of(choices.origins[id])}};
  }
  return all;
}

json feature_names(spec::FeatureSet features) {
  json names = json::array();
  for (const spec::FeatureName& feature : spec::kFeatures) {
    if (features.has(feature.feature)) {
      names.push_back(feature.name);
    }
  }
  return names;
}

json row_json(const RowReport& row) {
  json broken = json::array();
  for (const std::size_t i : row.deviations) {
    broken.push_back(i);
  }
  const spec::Conversion& conversion = row.cell.conversion();
  return {{"instruction", spec::instruction_name(row.cell)},
          {"family", spec::name_of(conversion.family).name},
          {"source", conversion.from().name},
          {"destination", conversion.to().name},
          {"rounding", spec::mode_of(row.cell.rounding).label},
          {"status", spec::offers_optionally(conversion, row.cell.rounding)
                         ? "optional"
                         : spec::name_of(conversion.status)},
          {"claimed", row.claimed},
          {"features", feature_names(row.features)},
          {"lowered", row.lowered},
          {"required", row.required},
          {"conforms", row.conforms()},
          {"waived", row.waived},
          {"cases", row.cases},
          {"elements", row.elements},
          {"systematic_elements", row.systematic_elements},
          {"further_failing_cases", row.further_failing_cases},
          {"deviations", broken}};
}

json rule_json(const Certificate& certificate, std::size_t id) {
  const spec::Rule& rule = spec::rule_of(static_cast<spec::RuleId>(id));
  bool broken = false;
  for (const DeviationReport& report : certificate.deviations) {
    broken = broken || report.deviation.rule == rule.slug;
  }
  return {{"rule", rule.slug},
          {"status", spec::name_of(rule.status)},
          {"cited", certificate.cited.test(id)},
          {"broken", broken}};
}

json deviation_json(const DeviationReport& report) {
  const Deviation& deviation = report.deviation;
  return {{"instruction", spec::instruction_name(report.cell)},
          {"claim", deviation.claim},
          {"verdict", deviation.verdict},
          {"rule", deviation.rule.empty() ? json() : json(deviation.rule)},
          {"example", one_line(deviation.in_short)},
          {"count", deviation.count},
          {"failing_cases", deviation.failing_cases},
          {"fingerprint", fmt::format("{:016x}", deviation.fingerprint)},
          {"cases_run", deviation.cases},
          {"shrinks", deviation.shrinks},
          {"file", report.file.empty() ? json() : json(report.file)},
          {"waived_by", report.waived_by ? json(*report.waived_by) : json()}};
}

json waiver_json(const WaiverReport& report) {
  return {{"instruction", report.waiver.instruction},
          {"rule", report.waiver.rule},
          {"observed", report.waiver.observed},
          {"reason", report.waiver.reason},
          {"link", report.waiver.link},
          {"deviations", report.deviations}};
}

}  // namespace

std::string to_json(const Certificate& certificate) {
  const RunInfo& info = certificate.info;
  json document = {
      {"format", kCertificateFormat},
      {"format_version", kCertificateFormatVersion},
      {"spec_version", spec::kSpecVersion},
      {"vconform_version", spec::kProgramVersion},
      {"verdict", verdict(certificate.passes(), certificate.rows_waived())},
      {"headline", headline(certificate)},
      {"backend", backend_json(info)},
      {"families", names_of(info.families)},
      {"required", names_of(info.required)},
      {"level", info.level},
      {"profile", info.choices.profile},
      {"seed", info.seed},
      {"time_limit", info.time_limit},
      {"choices", choices_json(info.choices)},
      {"weakenings", weakenings_of(info.choices)},
      {"counts",
       {{"rows", certificate.rows.size()},
        {"rows_claimed", certificate.rows_claimed()},
        {"rows_conforming", certificate.rows_conforming()},
        {"rows_waived", certificate.rows_waived()},
        {"rows_required", certificate.rows_required()},
        {"cases", certificate.cases},
        {"elements", certificate.elements},
        {"deviations", certificate.deviations.size()},
        {"deviations_waived", certificate.deviations_waived()}}},
  };
  for (const RowReport& row : certificate.rows) {
    document["rows"].push_back(row_json(row));
  }
  for (const PropertyReport& p : certificate.properties) {
    document["properties"].push_back({{"property", p.name},
                                      {"claim", p.claim},
                                      {"rows", p.rows},
                                      {"rows_deviating", p.rows_deviating},
                                      {"cases", p.cases},
                                      {"elements", p.elements}});
  }
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    document["rules"].push_back(rule_json(certificate, id));
  }
  document["deviations"] = json::array();
  for (const DeviationReport& report : certificate.deviations) {
    document["deviations"].push_back(deviation_json(report));
  }
  document["waivers"] = json::array();
  for (const WaiverReport& report : certificate.waivers) {
    document["waivers"].push_back(waiver_json(report));
  }
  document["times"] = {{"seconds", certificate.seconds}};
  document["digest"] = digest_of_certificate(document);
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace vconform::suites
