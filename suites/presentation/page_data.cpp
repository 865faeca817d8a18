#include "suites/presentation/page_data.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "oracle/explain/element_text.h"
#include "oracle/explain/explain.h"
#include "oracle/explain/explain_text.h"
#include "spec/case/case_text.h"
#include "spec/errata/errata.h"
#include "spec/rules/rules.h"
#include "suites/coverage/element_classes.h"
#include "suites/presentation/bit_drawing.h"
#include "suites/presentation/reproducer.h"
#include "suites/presentation/row_standing.h"
#include "suites/report/certificate_check.h"
#include "suites/report/standing.h"

namespace vconform::suites {

namespace {

// Parts of a certificate that no reader of a page looks for.
constexpr const char* kLeftOut[] = {"units", "properties", "rules", "plan"};

json row_data(const RowRecord& row, const CertificateRecord& record) {
  json data = {{"standing", name_of(standing_of(row, record.deviations))}};
  if (const std::optional<spec::Cell> cell = spec::cell_named(row.instruction)) {
    const spec::Conversion& conversion = cell->conversion();
    data["pair"] = spec::pair_name(conversion);
    data["mode"] = spec::mode_of(cell->rounding).label;
    data["section"] = conversion.origin;
    data["rule"] = conversion.rule ? json(spec::rule_of(*conversion.rule).slug) : json();
  }
  return data;
}

json quotations_about(spec::RuleId rule) {
  json quotations = json::array();
  for (const spec::Quotation& quotation : spec::quotations_about(rule)) {
    quotations.push_back({{"page", spec::page_of(quotation.page).name},
                          {"title", spec::page_of(quotation.page).title},
                          {"line", quotation.line},
                          {"english", quotation.english}});
  }
  return quotations;
}

json rule_data(spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  json readings = json::object();
  for (const spec::Reading& reading : rule.readings) {
    readings[std::string(reading.name)] = {
        {"meaning", reading.meaning},
        {"ground", spec::name_of(reading.ground)},
        {"line", reading.line.empty() ? json() : json(reading.line)}};
  }
  return {{"status", spec::name_of(rule.status)},
          {"statement", rule.statement},
          {"source", rule.source},
          {"quotations", quotations_about(id)},
          {"readings", readings}};
}

// Those that a deviation, a row or a choice names.
json rules_data(const CertificateRecord& record) {
  std::set<spec::RuleId> named;
  const auto add = [&](const std::string& slug) {
    if (const std::optional<spec::RuleId> rule = spec::rule_with_slug(slug)) {
      named.insert(*rule);
    }
  };
  for (const DeviationRecord& deviation : record.deviations) {
    add(deviation.rule);
  }
  for (const ChoiceRecord& choice : record.choices) {
    add(choice.rule);
  }
  for (const RowRecord& row : record.rows) {
    const std::optional<spec::Cell> cell = spec::cell_named(row.instruction);
    if (cell && cell->conversion().rule) {
      named.insert(*cell->conversion().rule);
    }
  }
  json rules = json::object();
  for (const spec::RuleId id : named) {
    rules[std::string(spec::rule_of(id).slug)] = rule_data(id);
  }
  return rules;
}

// The readings of the run, as far as today's rules have them.
spec::Choices readings_of(const CertificateRecord& record) {
  spec::Choices choices;
  for (const ChoiceRecord& choice : record.choices) {
    const std::optional<spec::RuleId> rule = spec::rule_with_slug(choice.rule);
    if (!rule || !choice.reading) {
      continue;
    }
    for (const spec::Choice& reading : spec::all_readings(*rule)) {
      if (spec::reading_of(reading).name == *choice.reading) {
        choices.pin(reading);
      }
    }
  }
  return choices;
}

json drawn_pattern(const spec::NumberFormat& format, std::uint64_t pattern) {
  json fields = json::array();
  for (const DrawnField& field : fields_of(format, pattern)) {
    fields.push_back({field.name, field.digits});
  }
  return {{"text", oracle::value_in_short(format, pattern)}, {"fields", fields}};
}

json drawn_rounding(const DrawnRounding& rounding) {
  const DrawnDigits& digits = rounding.digits;
  return {{"step", rounding.step},
          {"rule", spec::rule_of(rounding.rule).slug},
          {"kept", digits.kept},
          {"guard", std::string(1, digits.guard)},
          {"sticky", digits.sticky},
          {"is_cut", digits.is_cut},
          {"last_place", digits.last_place}};
}

json drawing_of(const oracle::WrongElement& element) {
  const spec::NumberFormat& from = spec::format_of(element.source_type);
  const spec::NumberFormat& to = spec::format_of(element.type);
  json drawing = json::object();
  if (element.source) {
    drawing["source"] = drawn_pattern(from, element.source->pattern);
    drawing["source"]["type"] = from.name;
  }
  drawing["type"] = to.name;
  drawing["expected"] = json::array();
  for (const std::uint64_t pattern : element.expected) {
    drawing["expected"].push_back(drawn_pattern(to, pattern));
  }
  drawing["got"] = drawn_pattern(to, element.got);
  return drawing;
}

json deviation_data(const DeviationRecord& deviation, const spec::Choices& readings) {
  json data = json::object();
  const std::optional<spec::Cell> cell = spec::cell_named(deviation.instruction);
  if (!cell || !deviation.element) {
    return data;
  }
  data["drawing"] = drawing_of(*deviation.element);
  if (deviation.case_text.empty()) {
    return data;
  }
  const spec::Case test_case = spec::case_from_text(deviation.case_text);
  const spec::Step& step = test_case.steps[deviation.element->step];
  const std::uint64_t ctrl = ctrl_before_steps(test_case).at(deviation.element->step);
  if (deviation.element->source && spec::cell_of(step) && !spec::is_operation(*cell)) {
    const oracle::ElementInput& source = *deviation.element->source;
    const oracle::Derived derived =
        oracle::derive(oracle::arithmetic_of(step, ctrl, readings), source, readings);
    data["drawing"]["roundings"] = json::array();
    for (const DrawnRounding& rounding :
         roundings_of(derived.steps, spec::format_of(deviation.element->type))) {
      data["drawing"]["roundings"].push_back(drawn_rounding(rounding));
    }
    data["derivation"] = oracle::explain_element(step, ctrl, source, readings);
  }
  // A value that stands in the wrong place is wrong nowhere else.
  const std::optional<spec::RuleId> rule = spec::rule_with_slug(deviation.rule);
  const Reproducer reproducer = rule && spec::rule_of(*rule).about == spec::About::kPlaces
                                    ? Reproducer()
                                    : reproducer_of(step, *deviation.element, ctrl);
  data["c"] = reproducer.c;
  data["numpy"] = reproducer.numpy;
  return data;
}

// The bytes of the deviations that a page shows, if there are more than one for a row. A page is to
// be opened within a second, whatever deviates.
constexpr std::size_t kMostDeviationBytes = 600'000;

// Leaves the first deviation of each row, and as many second, third and further ones as there is
// room for; the others become null in both lists, and are counted in `rows`.
void leave_out_deviations(json& certificate, json& deviations, json& rows) {
  std::vector<std::pair<std::size_t, std::size_t>> by_rank;
  for (const json& row : certificate["rows"]) {
    for (const json& at : row.at("deviations")) {
      by_rank.emplace_back(&at - &row.at("deviations").front(), at.get<std::size_t>());
    }
  }
  std::ranges::sort(by_rank);
  std::size_t bytes = 0;
  std::vector<bool> is_shown(deviations.size(), false);
  for (const auto& [rank, at] : by_rank) {
    bytes += certificate["deviations"].at(at).dump().size() + deviations.at(at).dump().size();
    is_shown[at] = rank == 0 || bytes <= kMostDeviationBytes;
  }
  for (std::size_t i = 0; i < is_shown.size(); ++i) {
    if (!is_shown[i]) {
      certificate["deviations"][i] = deviations[i] = json();
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]["left_out"] =
        std::ranges::count_if(certificate["rows"].at(i).at("deviations"),
                              [&](const json& at) { return !is_shown[at.get<std::size_t>()]; });
  }
}

// Where wrong elements lie, by instruction; null if the certificate, an older one, lacks it.
json* where_of(json& certificate) {
  const json::json_pointer place("/diagnosis/where");
  return certificate.contains(place) ? &certificate[place] : nullptr;
}

// The bytes of the cells of the grids that a page shows. In the grids of a backend that gets 357
// rows wrong throughout there are 540 KB of them, in the first grids of all rows 150 KB.
constexpr std::size_t kMostGridBytes = 300'000;

// Leaves the first grid of each instruction, then the second ones, as many as there is room for;
// the others are counted in `rows`.
void leave_out_grids(json& certificate, json& rows) {
  json none = json::array();
  json* const recorded = where_of(certificate);
  json& where = recorded == nullptr ? none : *recorded;
  std::vector<std::pair<std::size_t, std::size_t>> by_rank;
  for (std::size_t at = 0; at < where.size(); ++at) {
    for (std::size_t rank = 0; rank < where[at]["grids"].size(); ++rank) {
      by_rank.emplace_back(rank, at);
    }
  }
  std::ranges::sort(by_rank);
  std::size_t bytes = 0;
  std::vector<json> shown(where.size(), json::array());
  for (const auto& [rank, at] : by_rank) {
    const json& grid = where[at]["grids"][rank];
    bytes += grid.at("cells").dump().size();
    if (bytes <= kMostGridBytes) {
      shown[at].push_back(grid);
    }
  }
  std::map<std::string, std::size_t> left_out;
  for (std::size_t at = 0; at < where.size(); ++at) {
    json& grids = where[at]["grids"];
    left_out[where[at].at("instruction")] = grids.size() - shown[at].size();
    grids = std::move(shown[at]);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]["grids_left_out"] = left_out[certificate["rows"].at(i).at("instruction")];
  }
}

// Moves the lines and columns of the grids, which are those of many rows, to a list.
json shared_axes(json& certificate) {
  json axes = json::array();
  const auto share = [&](json& axis) {
    const auto known = std::ranges::find(axes, axis);
    const auto number = known - axes.begin();
    if (known == axes.end()) {
      axes.push_back(axis);
    }
    axis = number;
  };
  if (json* const all = where_of(certificate)) {
    for (json& where : *all) {
      for (json& grid : where["grids"]) {
        share(grid["lines"]);
        share(grid["columns"]);
      }
    }
  }
  return axes;
}

}  // namespace

json page_data(const json& document, const CertificateRecord& record, int most_bits) {
  json certificate = document;
  for (const char* part : kLeftOut) {
    certificate.erase(part);
  }
  // A script rounds whole numbers beyond 2^53.
  certificate["seed"] = std::to_string(record.seed);
  const spec::Choices readings = readings_of(record);
  json rows = json::array();
  for (const RowRecord& row : record.rows) {
    rows.push_back(row_data(row, record));
    rows.back()["affected"] = affected_inputs_of(row, record, readings, most_bits);
  }
  json deviations = json::array();
  for (const DeviationRecord& deviation : record.deviations) {
    deviations.push_back(deviation_data(deviation, readings));
  }
  leave_out_deviations(certificate, deviations, rows);
  leave_out_grids(certificate, rows);
  json families = json::object();
  for (const spec::FamilyName& family : spec::kFamilies) {
    families[std::string(family.name)] = family.meaning;
  }
  const json axes = shared_axes(certificate);
  return {{"certificate", certificate},
          {"passes", standing_of(record).passes()},
          {"standings", kRowStandingNames},
          {"families", families},
          {"rows", rows},
          {"rules", rules_data(record)},
          {"axes", axes},
          {"deviations", deviations}};
}

}  // namespace vconform::suites
