#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "spec/case/case_text.h"
#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/diagnosis/diagnosis_json.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"
#include "suites/judging/level.h"
#include "suites/plan/plan_facts.h"
#include "suites/probing/families.h"
#include "suites/report/certificate.h"
#include "suites/report/operation_exclusions.h"
#include "suites/report/run_json.h"
#include "suites/report/wrong_element_json.h"

namespace vconform::suites {

namespace {

constexpr const char* kUnits = "units";

json name_or_null(const std::optional<spec::Choice>& choice) {
  return choice ? json(spec::reading_of(*choice).name) : json();
}

// Operations are named only where there are some: most backends are no lowerings.
json backend_json(const RunInfo& info) {
  json backend = json::object();
  backend["selected"] = info.selected;
  if (!info.on.empty()) {
    backend["on"] = info.on;
  }
  backend.update(json{{"name", info.backend_name},
                      {"version", info.backend_version},
                      {"addressing_judged", info.addressing_judged},
                      {"checks_arguments", info.checks_arguments},
                      {"stride_bits", info.stride_bits},
                      {"largest_memory", info.largest_memory},
                      {"overlap_order", name_or_null(info.overlap_order)},
                      {"thread_safe", info.thread_safe},
                      {"permissive_choices", info.permissive_choices}});
  if (info.supplied) {
    backend["supplied"] = {{"units", info.supplied->units},
                           {"units_left_out", info.supplied->units_left_out},
                           {"programs", info.supplied->programs},
                           {"returned", info.supplied->returned}};
  }
  if (!info.operations.empty()) {
    backend["operations"] = json::array();
    for (const spec::DeclaredOperation& operation : info.operations) {
      backend["operations"].push_back(spec::to_text(operation));
    }
  }
  return backend;
}

std::vector<std::string> all_weakenings(const RunInfo& info) {
  std::vector<std::string> all = weakenings_of(info.choices);
  const std::vector<std::string> of_table = exclusions_of(info.operations);
  all.insert(all.end(), of_table.begin(), of_table.end());
  return all;
}

json choices_json(const ResolvedChoices& choices) {
  json all = json::object();
  for (const spec::RuleId rule : spec::kAllRules) {
    const spec::Rule& row = spec::rule_of(rule);
    if (row.openness != spec::Openness::kChoice) {
      continue;
    }
    const std::optional<spec::Choice> reading = choices.pinned.reading(rule);
    all[std::string(row.slug)] = {
        {"reading", name_or_null(reading)},
        {"from", name_of(choices.origins[rule])},
        {"ground", reading ? json(spec::name_of(spec::reading_of(*reading).ground)) : json()}};
  }
  return all;
}

json feature_names(spec::FeatureSet features) {
  return spec::names_of(features);
}

json row_json(const RowReport& row) {
  json broken = json::array();
  for (const std::size_t i : row.deviations) {
    broken.push_back(i);
  }
  const spec::Conversion& conversion = row.cell.conversion();
  json written = {{"instruction", spec::instruction_name(row.cell)},
                  {"family", spec::name_of(conversion.family).name},
                  {"source", conversion.from().name},
                  {"destination", conversion.to().name},
                  {"rounding", spec::mode_of(row.cell.rounding).label},
                  {"status", status_of(row.cell)},
                  {"claimed", row.claimed},
                  {"features", feature_names(row.features)},
                  {"lowered", row.lowered},
                  {"required", row.required},
                  {"conforms", row.conforms()},
                  {"waived", row.waived},
                  {"cases", row.cases},
                  {"elements", row.elements},
                  {"programs_elsewhere", row.programs_elsewhere},
                  {"elements_elsewhere", row.elements_elsewhere},
                  {"systematic_elements", row.systematic_elements},
                  {"further_failing_cases", row.further_failing_cases},
                  {"deviations", broken}};
  if (row.not_judged) {
    written["not_judged"] = true;
  }
  if (row.laid_out) {
    written["laid_out_by_suite"] = true;
  }
  if (spec::is_operation(row.cell)) {
    written["elements_by_host_code"] = row.host_elements.certain;
    written["elements_perhaps_by_host_code"] = row.host_elements.uncertain;
  }
  return written;
}

// CTRL is given if it distinguishes units of the same claim.
json unit_json(const UnitReport& report) {
  json unit = {{"claim", claim_name(report.unit)}, {"kind", name_of(report.unit.cases)}};
  if (report.unit.cases == Cases::kSystematic) {
    unit["ctrl"] = ctrl_text(report.unit);
  }
  unit["cases"] = report.cases;
  unit["elements"] = report.elements;
  if (report.elements_of_others > 0) {
    unit["elements_of_others"] = report.elements_of_others;
  }
  if (!report.ended.empty()) {
    unit["ended"] = report.ended;
  }
  return unit;
}

json rule_json(const Certificate& certificate, spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  bool broken = false;
  for (const DeviationReport& report : certificate.deviations) {
    broken = broken || report.deviation.rule == rule.slug;
  }
  return {{"rule", rule.slug},
          {"status", spec::name_of(rule.status)},
          {"cited", certificate.cited.test(id)},
          {"broken", broken}};
}

// Takes the bytes of a text from what is left for all; null if it does not fit.
json within(std::size_t& left, const std::string& text) {
  if (text.empty() || text.size() > std::min(left, kMostShownText)) {
    return {};
  }
  left -= text.size();
  return text;
}

// The texts that the certificate shows of a deviation, each null if there is no room for it.
struct ShownTexts {
  json details;
  json test_case;
};

// The first deviation of each row takes its room first, then the second ones, and so on: a row has
// its texts however much is wrong in those before it.
std::vector<ShownTexts> shown_texts(const Certificate& certificate) {
  std::vector<std::pair<std::size_t, std::size_t>> ranked;
  for (const RowReport& row : certificate.rows) {
    for (std::size_t rank = 0; rank < row.deviations.size(); ++rank) {
      ranked.emplace_back(rank, row.deviations[rank]);
    }
  }
  std::ranges::sort(ranked);
  std::size_t left = kMostShown;
  std::vector<ShownTexts> texts(certificate.deviations.size());
  for (const auto& [rank, at] : ranked) {
    const DeviationReport& report = certificate.deviations[at];
    texts[at].details = within(left, report.deviation.details);
    if (!report.file.empty()) {
      texts[at].test_case = within(left, spec::to_text(report.deviation.smallest));
    }
  }
  return texts;
}

json deviation_json(const DeviationReport& report, const ShownTexts& texts) {
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
          {"element", deviation.element ? wrong_element_json(*deviation.element) : json()},
          {"details", texts.details},
          {"case", texts.test_case},
          {"waived_by", report.waived_by ? json(*report.waived_by) : json()}};
}

json coverage_json(const CoveredPart& part) {
  return {{"family", spec::name_of(part.family).name},
          {"bins", name_of(part.group)},
          {"pairs", part.is_pair},
          {"reachable", part.reachable},
          {"reached", part.reached}};
}

json waiver_json(const WaiverReport& report) {
  return {{"instruction", report.waiver.instruction},
          {"rule", report.waiver.rule},
          {"observed", report.waiver.observed},
          {"reason", report.waiver.reason},
          {"link", report.waiver.link},
          {"deviations", report.deviations}};
}

std::string dumped(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

// Indented JSON, but with each unit on one line: there are thousands.
std::string written(const json& document) {
  std::string text = "{";
  for (const auto& [name, value] : document.items()) {
    text += fmt::format("{}\n  {}: ", text.size() > 1 ? "," : "", dumped(name, -1));
    if (name != kUnits) {
      const std::string field = dumped(value, 2);
      // The only line breaks are the indentation; those inside texts are written as \n.
      for (const char c : field) {
        text += c == '\n' ? "\n  " : std::string(1, c);
      }
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      text += (i == 0 ? "[\n    " : ",\n    ") + dumped(value[i], -1);
    }
    text += value.empty() ? "[]" : "\n  ]";
  }
  return text + "\n}\n";
}

json counts_json(const Certificate& certificate) {
  return {{"rows", certificate.rows.size()},
          {"rows_claimed", certificate.rows_claimed()},
          {"rows_conforming", certificate.rows_conforming()},
          {"rows_waived", certificate.rows_waived()},
          {"rows_required", certificate.rows_required()},
          {"cases", certificate.cases},
          {"elements", certificate.elements},
          {"deviations", certificate.deviations.size()},
          {"deviations_waived", certificate.deviations_waived()}};
}

json property_json(const PropertyReport& property) {
  return {{"property", property.name}, {"claim", property.claim},
          {"rows", property.rows},     {"rows_deviating", property.rows_deviating},
          {"cases", property.cases},   {"elements", property.elements}};
}

std::string plan_of(const Certificate& certificate) {
  std::vector<Unit> plan;
  for (const UnitReport& report : certificate.units) {
    plan.push_back(report.unit);
  }
  const RunInfo& info = certificate.info;
  return plan_digest(level_named(info.level), info.seed, planned_subject(info), plan);
}

// Digests and signature come last, since they cover the rest.
void seal(json& document, const Certificate& certificate) {
  document["digest"] = "";
  document["run"] = run_json(certificate.run);
  json& run = document["run"];
  const SigningKey* key = certificate.signing_key.get();
  run["signed_by"] = key == nullptr ? json()
                                    : json{{"algorithm", kSignatureAlgorithm},
                                           {"fingerprint", key->fingerprint()}};
  seal_certificate(document);
  run["signature"] = key == nullptr ? json() : json(key->sign(signed_text(run["digest"])));
}

template <typename Item>
json list_of(const std::vector<Item>& items, json (*json_of)(const Item&)) {
  json list = json::array();
  for (const Item& item : items) {
    list.push_back(json_of(item));
  }
  return list;
}

json deviations_json(const Certificate& certificate) {
  const std::vector<ShownTexts> texts = shown_texts(certificate);
  json list = json::array();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    list.push_back(deviation_json(certificate.deviations[i], texts[i]));
  }
  return list;
}

}  // namespace

std::string to_json(const Certificate& certificate) {
  const RunInfo& info = certificate.info;
  json document = {
      {"format", kCertificateFormat},
      {"format_version", kCertificateFormatVersion},
      {"spec_version", spec::kSpecVersion},
      {"vconform_version", spec::kProgramVersion},
      {"verdict", verdict(certificate.standing())},
      {"headline", headline(certificate.standing())},
      {"backend", backend_json(info)},
      {"families", names_of(info.families)},
      {"required", names_of(info.required)},
      {"level", info.level},
      {"profile", info.choices.profile},
      {"seed", info.seed},
      {"time_limit", info.time_limit},
      {"choices", choices_json(info.choices)},
      {"weakenings", all_weakenings(info)},
      {"plan", plan_of(certificate)},
      {"counts", counts_json(certificate)},
      {"rows", list_of(certificate.rows, row_json)},
      {kUnits, list_of(certificate.units, unit_json)},
      {"properties", list_of(certificate.properties, property_json)},
      {"rules", json::array()},
      {"deviations", deviations_json(certificate)},
      {"diagnosis", to_json(certificate.diagnoses)},
      {"waivers", list_of(certificate.waivers, waiver_json)},
  };
  if (info.budget) {
    document["budget"] = {{"units", info.budget->units},
                          {"units_left_out", info.budget->units_left_out}};
  }
  if (info.budget || info.supplied) {
    document["counts"]["rows_not_judged"] = certificate.rows_not_judged();
  }
  if (!certificate.coverage.empty()) {
    document["coverage"] = {{"model", kCoverageModel},
                            {"parts", list_of(certificate.coverage, coverage_json)}};
  }
  for (const spec::RuleId rule : spec::kAllRules) {
    document["rules"].push_back(rule_json(certificate, rule));
  }
  seal(document, certificate);
  return written(document);
}

}  // namespace vconform::suites
