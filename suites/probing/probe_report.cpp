#include "suites/probing/probe_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/judging/departure.h"

namespace vconform::suites {

namespace {

// Keeps fields in the order in which they are written here.

constexpr std::string_view kFormat = "vconform-probe";
constexpr std::uint64_t kFormatVersion = 1;

std::string reading_name(spec::Choice choice) {
  return std::string(spec::reading_of(choice).name);
}

std::string readings_text(std::span<const spec::Choice> readings) {
  std::string text;
  for (const spec::Choice& reading : readings) {
    text += (text.empty() ? "" : ", ") + reading_name(reading);
  }
  return text;
}

std::string verdict_text(const ProbedRule& probed) {
  return probed.result == ProbeResult::kFollows ? reading_name(*probed.reading)
                                                : std::string(name_of(probed.result));
}

bool departs(const ProbedRule& probed) {
  return probed.reading && spec::reading_of(*probed.reading).ground == spec::Ground::kDeparts;
}

// The reason for having no reading, or what speaks against it, or the reading that is judged by
// nevertheless.
std::string note_text(const ProbedRule& probed) {
  if (probed.is_permitted) {
    return "permitted: the pages promise no order";
  }
  switch (probed.result) {
    case ProbeResult::kFollows:
      return departs(probed) ? fmt::format("{}, {}", kDeparts, contradicted_by(*probed.reading))
                             : "";
    case ProbeResult::kNotObservable:
      if (const auto stand_in = probed.refused ? stands_for(probed.left) : std::nullopt) {
        return "its cases were refused, judged by " + reading_name(*stand_in);
      }
      return "may be " + readings_text(probed.left);
    case ProbeResult::kNoKnownReading:
      if (const auto stand_in = stands_for(probed.left)) {
        return "judged by " + reading_name(*stand_in);
      }
      [[fallthrough]];
    case ProbeResult::kInconsistent:
      return probed.reading ? "other cases show " + reading_name(*probed.reading) : "";
  }
  return "";
}

std::vector<std::string> files_of(const ProbedRule& probed) {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < probed.cases.size(); ++i) {
    files.push_back(probe_file(probed.rule, i));
  }
  return files;
}

json rule_json(const ProbedRule& probed) {
  json left = json::array();
  for (const spec::Choice& reading : probed.left) {
    left.push_back(reading_name(reading));
  }
  return {{"rule", spec::rule_of(probed.rule).slug},
          {"verdict", name_of(probed.result)},
          {"reading", probed.reading ? json(reading_name(*probed.reading)) : json()},
          {"left", left},
          {"refused", probed.refused.has_value()},
          {"cases", files_of(probed)}};
}

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw spec::InputError("probe file " + in_quotes(file) + ": " + what +
                         "; make one with: " + std::string(program()) + " probe --backend B");
}

void expect_version(JsonFields& fields) {
  if (fields.number("format_version") != kFormatVersion ||
      fields.number("spec_version") != spec::kSpecVersion) {
    throw spec::InputError(
        fmt::format("was made by another version of vconform: this one reads format_version {} of "
                    "spec_version {}",
                    kFormatVersion, spec::kSpecVersion));
  }
  fields.text("vconform_version");
}

ProbeResult result_named(const std::string& name, const std::string& slug) {
  for (const ProbeResult result : {ProbeResult::kFollows, ProbeResult::kNotObservable,
                                   ProbeResult::kNoKnownReading, ProbeResult::kInconsistent}) {
    if (name_of(result) == name) {
      return result;
    }
  }
  throw spec::InputError(
      fmt::format("says {} of the rule {}, which is no verdict", in_quotes(name), slug));
}

spec::Choice inferable(const std::string& text) {
  const spec::Choice choice = spec::choice_named(text);
  if (spec::reading_of(choice).permissive) {
    throw spec::InputError(
        fmt::format("has the reading {}, which no probing finds: --choice accepts it", text));
  }
  return choice;
}

void read_rule(JsonFields fields, ProbeRecord& record) {
  const std::string slug = fields.words("rule");
  const std::optional<spec::RuleId> rule = spec::rule_with_slug(slug);
  if (!rule || spec::rule_of(*rule).openness != spec::Openness::kChoice) {
    throw spec::InputError("has the rule " + in_quotes(slug) + ", which is not an open one");
  }
  if (record.rules.test(*rule)) {
    throw spec::InputError(fmt::format("has the rule {} twice", slug));
  }
  record.rules.set(*rule);
  const ProbeResult result = result_named(fields.words("verdict"), slug);
  const std::optional<std::string> reading = fields.text_or_null("reading");
  const bool needs_reading = result == ProbeResult::kFollows;
  if ((needs_reading && !reading) || (result == ProbeResult::kNotObservable && reading)) {
    throw spec::InputError(fmt::format("contradicts itself about the rule {}", slug));
  }
  if (reading) {
    record.readings.pin(inferable(slug + "=" + *reading));
  }
  std::vector<spec::Choice> readings_left;
  for (const std::string& left : fields.texts("left")) {
    readings_left.push_back(inferable(fmt::format("{}={}", slug, left)));
  }
  const bool is_refused = fields.flag("refused");
  const bool fits_none =
      result == ProbeResult::kNoKnownReading || result == ProbeResult::kInconsistent;
  record.faulty.set(*rule, (fits_none || is_refused) && *rule != spec::cite("walk.order"));
  if ((result == ProbeResult::kNotObservable && is_refused) ||
      (result == ProbeResult::kNoKnownReading && !reading)) {
    if (const auto stand_in = stands_for(readings_left)) {
      record.unexplained.pin(*stand_in);
    }
  }
  fields.texts("cases");
  fields.expect_no_others();
}

adapters::Incidents incidents_from(JsonFields fields) {
  adapters::Incidents incidents;
  incidents.restarts = fields.number("restarts");
  incidents.unconfirmed_timeouts = fields.number("unconfirmed_timeouts");
  incidents.outside_kills = fields.number("outside_kills");
  fields.expect_no_others();
  return incidents;
}

ProbeRecord record_of(const json& document) {
  JsonFields fields(document);
  if (document.value("format", json()) != kFormat) {
    throw spec::InputError("is not the probe.json of a vconform probe");
  }
  fields.text("format");
  expect_version(fields);
  ProbeRecord record;
  JsonFields backend = fields.object("backend");
  backend.text("selected");
  record.on = backend.has("on") ? backend.words("on") : "";
  record.backend_name = backend.text("name");
  backend.text("version");
  record.claims = backend.text("claims");
  backend.expect_no_others();
  if (fields.has("instructions")) {
    record.instructions = fields.texts("instructions");
    if (record.instructions.empty()) {
      throw spec::InputError("has an empty list of instructions");
    }
    for (const std::string& name : record.instructions) {
      if (!spec::cell_named(name)) {
        throw spec::InputError("lists the instruction " + in_quotes(name) + ", which is unknown");
      }
    }
  }
  if (fields.has("incidents")) {
    record.incidents = incidents_from(fields.object("incidents"));
  }
  for (const JsonFields& rule : fields.objects("rules")) {
    read_rule(rule, record);
  }
  if (record.rules.none()) {
    throw spec::InputError("has no rules");
  }
  fields.expect_no_others();
  return record;
}

}  // namespace

std::string probe_file(spec::RuleId rule, std::size_t index) {
  const std::string number = index == 0 ? "" : "-" + std::to_string(index + 1);
  return "probe/" + std::string(spec::rule_of(rule).slug) + number + ".case";
}

std::string probe_text(std::span<const ProbedRule> rules, const std::string& folder) {
  std::string text;
  for (const ProbedRule& probed : rules) {
    std::vector<std::string> paths;
    for (const std::string& file : files_of(probed)) {
      paths.push_back(fmt::format("{}/{}", folder, file));
    }
    const std::string where = fmt::format("{}", fmt::join(paths, " "));
    const std::string note = note_text(probed);
    text +=
        fmt::format("  {:<28} {:<27} {}{}{}\n", spec::rule_of(probed.rule).slug,
                    verdict_text(probed), note, note.empty() || where.empty() ? "" : "   ", where);
    text += probed.details;
  }
  return text;
}

std::string to_json(const ProbeReport& report) {
  json document = {{"format", kFormat},
                   {"format_version", kFormatVersion},
                   {"spec_version", spec::kSpecVersion},
                   {"vconform_version", spec::kProgramVersion},
                   {"backend",
                    {{"selected", report.selected},
                     {"name", report.backend_name},
                     {"version", report.backend_version},
                     {"claims", report.claims}}},
                   {"rules", json::array()}};
  if (!report.on.empty()) {
    document["backend"]["on"] = report.on;
  }
  if (!report.instructions.empty()) {
    document["instructions"] = report.instructions;
  }
  const adapters::Incidents& incidents = report.incidents;
  if (incidents != adapters::Incidents()) {
    document["incidents"] = {{"restarts", incidents.restarts},
                             {"unconfirmed_timeouts", incidents.unconfirmed_timeouts},
                             {"outside_kills", incidents.outside_kills}};
  }
  for (const ProbedRule& probed : report.rules) {
    document["rules"].push_back(rule_json(probed));
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

ProbeRecord read_probe(const std::string& file) {
  const json document = read_json_file(file, "probe file");
  try {
    return record_of(document);
  } catch (const spec::InputError& error) {
    fail(file, error.what());
  }
}

bool any_departs(std::span<const ProbedRule> rules) {
  return std::any_of(rules.begin(), rules.end(), departs);
}

bool is_consistent(std::span<const ProbedRule> rules) {
  return std::none_of(rules.begin(), rules.end(), is_fault);
}

}  // namespace vconform::suites
