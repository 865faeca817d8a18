#include "adapters/exec/start_answer.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/abi/checked_table.h"
#include "adapters/exec/frames.h"
#include "spec/case/version.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"
#include "spec/text/quoted.h"

namespace vconform::adapters::exec {

namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& problem) {
  throw BadAnswer("its answer to the line start " + problem);
}

// Each field of an object is known.
void check_fields(const json& object, std::span<const std::string_view> known,
                  const std::string& where) {
  for (const auto& field : object.items()) {
    if (std::ranges::find(known, field.key()) == known.end()) {
      refuse("has a field " + spec::quoted(field.key()) + where +
             ", which protocol.md does not have: leave it out");
    }
  }
}

std::string text_in(const json& value, const std::string& field) {
  if (!value.is_string()) {
    refuse("has no text in " + field);
  }
  return value.get<std::string>();
}

// As the C ABI has it of a table.
std::string name_in(const json& value, const std::string& field) {
  const std::string text = text_in(value, field);
  if (text.empty() || !fits_a_name(text)) {
    refuse("has no 1 to 64 characters of printable ASCII in " + field);
  }
  return text;
}

std::vector<std::string> texts_in(const json& value, const std::string& field) {
  if (!value.is_array()) {
    refuse("has no list of texts in " + field);
  }
  std::vector<std::string> texts;
  for (const json& one : value) {
    texts.push_back(text_in(one, field));
  }
  return texts;
}

// The instructions of a name, or of the beginning of names before a '*'. Of the latter, arrays are
// converted for the family vconv alone.
std::vector<spec::Cell> cells_of(const std::string& name, std::uint32_t form) {
  if (!name.ends_with('*')) {
    const auto cell = spec::cell_named(name);
    if (!cell) {
      refuse("claims " + spec::quoted(name) +
             ", which is no instruction: ./vconform list has them");
    }
    return {*cell};
  }
  std::vector<spec::Cell> cells;
  std::ranges::copy_if(spec::all_cells(), std::back_inserter(cells), [&](const spec::Cell& cell) {
    return (form != VCONFORM_BY_CONVERT || cell.conversion().family == spec::Family::kVconv) &&
           spec::instruction_name(cell).starts_with(name.substr(0, name.size() - 1));
  });
  if (cells.empty()) {
    refuse("claims " + spec::quoted(name) +
           ", and no instruction begins so: ./vconform list has them");
  }
  return cells;
}

std::uint32_t features_in(const json& claim) {
  if (!claim.contains("features")) {
    return 0;
  }
  if (claim["features"] == "all") {
    return VCONFORM_FEATURE_ALL;
  }
  std::uint32_t bits = 0;
  for (const std::string& name : texts_in(claim["features"], "features, nor the word all")) {
    const std::optional<spec::Feature> feature = spec::feature_named(name);
    if (!feature) {
      refuse("has an unknown feature " + spec::quoted(name));
    }
    bits |= static_cast<std::uint32_t>(*feature);
  }
  return bits;
}

std::uint32_t form_in(const json& claim) {
  const std::string by = claim.contains("by") ? text_in(claim["by"], "by") : "execute";
  if (by != "execute" && by != "convert") {
    refuse("has by " + spec::quoted(by) + ": it is execute or convert");
  }
  return by == "execute" ? VCONFORM_BY_EXECUTE : VCONFORM_BY_CONVERT;
}

void add_claim(const json& claim, StartAnswer& answer) {
  if (!claim.is_object() || !claim.contains("instructions")) {
    refuse("has a claim without instructions");
  }
  constexpr std::array<std::string_view, 3> kFields = {"instructions", "features", "by"};
  check_fields(claim, kFields, " in a claim");
  const std::uint32_t form = form_in(claim);
  const std::uint32_t features = features_in(claim) | form;
  for (const std::string& name : texts_in(claim["instructions"], "instructions")) {
    for (const spec::Cell& cell : cells_of(name, form)) {
      const spec::Conversion& row = cell.conversion();
      answer.rows.push_back({static_cast<std::uint32_t>(row.family), variant_of(row),
                             static_cast<std::uint32_t>(row.source),
                             static_cast<std::uint32_t>(row.destination),
                             1U << static_cast<std::uint32_t>(cell.rounding), features});
    }
  }
}

std::uint32_t order_named(const std::string& name) {
  constexpr std::array<std::string_view, 3> kNames = {"repeat", "block", "snapshot"};
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) {
    refuse("has overlap_order " + spec::quoted(name) + ": it is repeat, block or snapshot");
  }
  return static_cast<std::uint32_t>(found - kNames.begin()) + VCONFORM_ORDER_REPEAT;
}

std::uint32_t number_in(const json& value, const std::string& field, std::uint32_t most) {
  if (!value.is_number_integer() || value < 1 || value > most) {
    refuse("has no number from 1 to " + std::to_string(most) + " in " + field);
  }
  return value.get<std::uint32_t>();
}

// Refuses what the parser passes over: the first of two fields of one name, and whatever follows a
// NUL byte.
json parsed(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) {
    refuse("has a NUL byte");
  }
  std::vector<std::set<std::string>> open;
  const auto watch = [&](int, json::parse_event_t event, const json& value) {
    if (event == json::parse_event_t::object_start) {
      open.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      open.pop_back();
    } else if (event == json::parse_event_t::key &&
               !open.back().insert(value.get<std::string>()).second) {
      refuse("has the field " + spec::quoted(value.get<std::string>()) + " twice in one place");
    }
    return true;
  };
  json answer = json::parse(line, watch, false);
  if (!answer.is_object()) {
    refuse("is no JSON object in one line: " + spec::quoted(line));
  }
  return answer;
}

void check_protocol(const json& answer) {
  if (!answer.contains("protocol") || answer["protocol"] != kProtocol) {
    refuse("has no \"protocol\": 1, which is what this version speaks");
  }
  if (answer.contains("error")) {
    std::string why = text_in(answer["error"], "error").substr(0, kMostMessage);
    std::ranges::replace_if(
        why, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, '?');
    throw BadAnswer("it cannot start: " + why);
  }
  for (const char* field : {"name", "version", "claims"}) {
    if (!answer.contains(field)) {
      refuse(std::string("has no field ") + field);
    }
  }
}

}  // namespace

std::string start_line(double seconds) {
  return nlohmann::ordered_json{
             {"protocol", kProtocol}, {"suite", spec::kProgramVersion}, {"time_limit", seconds}}
             .dump() +
         "\n";
}

std::string stop_line() {
  return "{\"stop\":true}\n";
}

StartAnswer start_answer_from(std::string_view line) {
  const json fields = parsed(line);
  check_protocol(fields);
  constexpr std::array<std::string_view, 10> kFields = {
      "protocol",    "name",          "version", "claims", "checks_arguments",
      "stride_bits", "overlap_order", "choices", "notes",  "batch"};
  check_fields(fields, kFields, "");
  StartAnswer answer;
  answer.name = name_in(fields["name"], "name");
  answer.version = name_in(fields["version"], "version");
  if (!fields["claims"].is_array()) {
    refuse("has no list in claims");
  }
  for (const json& claim : fields["claims"]) {
    add_claim(claim, answer);
  }
  if (fields.contains("checks_arguments")) {
    if (!fields["checks_arguments"].is_boolean()) {
      refuse("has neither true nor false in checks_arguments");
    }
    answer.flags = fields["checks_arguments"] ? VCONFORM_ARGUMENT_CHECKING : 0;
  }
  if (fields.contains("stride_bits")) {
    constexpr std::uint32_t kMostStrideBits = 16;
    answer.stride_bits = number_in(fields["stride_bits"], "stride_bits", kMostStrideBits);
  }
  if (fields.contains("overlap_order")) {
    answer.overlap_order = order_named(text_in(fields["overlap_order"], "overlap_order"));
  }
  if (fields.contains("choices")) {
    answer.choices = texts_in(fields["choices"], "choices");
  }
  if (fields.contains("batch")) {
    answer.batch = number_in(fields["batch"], "batch", kMostItems);
  }
  if (fields.contains("notes")) {
    for (const std::string& note : texts_in(fields["notes"], "notes")) {
      answer.notes += note + "\n";
    }
  }
  return answer;
}

bool are_alike(const StartAnswer& one, const StartAnswer& other) {
  const auto in_order = [](const StartAnswer& answer) {
    std::vector<std::array<std::uint32_t, 6>> rows;
    for (const vconform_capability& row : answer.rows) {
      rows.push_back({row.family, row.variant, row.source_type, row.destination_type, row.roundings,
                      row.features});
    }
    std::ranges::sort(rows);
    std::vector<std::string> choices = answer.choices;
    std::ranges::sort(choices);
    return std::tuple(answer.name, answer.version, rows, answer.flags, answer.overlap_order,
                      answer.stride_bits, choices, answer.batch);
  };
  return in_order(one) == in_order(other);
}

}  // namespace vconform::adapters::exec
