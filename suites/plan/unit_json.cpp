#include "suites/plan/unit_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spec/case/case_text.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

using Message = nlohmann::json;

Message json_of(const std::optional<oracle::ElementInput>& input) {
  return input ? Message{{"pattern", input->pattern},
                         {"scale", input->scale},
                         {"alpha", input->alpha}}
               : Message();
}

// A message may have been in a file.
spec::Cell cell_of(const Message& j) {
  const std::optional<spec::Cell> cell = spec::cell_named(j.get<std::string>());
  if (!cell) {
    throw spec::InputError("unknown instruction " + in_quotes(j.get<std::string>()));
  }
  return *cell;
}

spec::NumberType type_of(const Message& j) {
  const auto type = spec::number_type_named(j.get<std::string>());
  if (!type) {
    throw spec::InputError("unknown type " + in_quotes(j.get<std::string>()));
  }
  return *type;
}

std::optional<oracle::ElementInput> input_of(const Message& j) {
  if (j.is_null()) {
    return std::nullopt;
  }
  return oracle::ElementInput{j.at("pattern").get<std::uint64_t>(),
                              j.at("scale").get<std::uint64_t>(),
                              j.at("alpha").get<std::uint32_t>()};
}

Message json_of(const std::optional<oracle::WrongElement>& element) {
  if (!element) {
    return {};
  }
  return {{"step", element->step},
          {"source_type", spec::format_of(element->source_type).name},
          {"source", json_of(element->source)},
          {"type", spec::format_of(element->type).name},
          {"got", element->got},
          {"expected", element->expected}};
}

std::optional<oracle::WrongElement> element_of(const Message& j) {
  if (j.is_null()) {
    return std::nullopt;
  }
  oracle::WrongElement element;
  j.at("step").get_to(element.step);
  element.source_type = type_of(j.at("source_type"));
  element.source = input_of(j.at("source"));
  element.type = type_of(j.at("type"));
  j.at("got").get_to(element.got);
  j.at("expected").get_to(element.expected);
  return element;
}

Message json_of(const Deviation& d) {
  return {{"claim", d.claim},
          {"verdict", d.verdict},
          {"rule", d.rule},
          {"cited", d.cited.to_string()},
          {"details", d.details},
          {"in_short", d.in_short},
          {"element", json_of(d.element)},
          {"count", d.count},
          {"failing_cases", d.failing_cases},
          {"fingerprint", d.fingerprint},
          {"cases", d.cases},
          {"shrinks", d.shrinks},
          {"smallest", d.smallest.steps.empty() ? Message() : Message(spec::to_text(d.smallest))}};
}

Deviation deviation_of(const Message& j) {
  Deviation d;
  j.at("claim").get_to(d.claim);
  j.at("verdict").get_to(d.verdict);
  j.at("rule").get_to(d.rule);
  d.cited = oracle::RuleSet(j.at("cited").get<std::string>());
  j.at("details").get_to(d.details);
  j.at("in_short").get_to(d.in_short);
  d.element = element_of(j.at("element"));
  j.at("count").get_to(d.count);
  j.at("failing_cases").get_to(d.failing_cases);
  j.at("fingerprint").get_to(d.fingerprint);
  j.at("cases").get_to(d.cases);
  j.at("shrinks").get_to(d.shrinks);
  if (!j.at("smallest").is_null()) {
    d.smallest = spec::case_from_text(j.at("smallest").get<std::string>());
  }
  if (d.element && d.element->step >= d.smallest.steps.size()) {
    throw spec::InputError("the wrong element is of no step of its case");
  }
  return d;
}

}  // namespace

std::string to_message(const UnitResult& result) {
  Message deviations = Message::array();
  for (const Deviation& deviation : result.deviations) {
    deviations.push_back(json_of(deviation));
  }
  Message others = Message::array();
  for (const Share& share : result.others) {
    others.push_back({{"instruction", spec::instruction_name(share.cell)},
                      {"cases", share.cases},
                      {"elements", share.elements}});
  }
  Message excluded = Message::array();
  for (const ExcludedReading& one : result.excluded) {
    excluded.push_back(
        {{"reading", spec::choice_text(one.reading)}, {"by", spec::to_text(one.by)}});
  }
  Message blamed = Message::array();
  for (const BlamedDeviation& one : result.blamed) {
    blamed.push_back({{"instruction", spec::instruction_name(one.cell)},
                      {"deviation", json_of(one.deviation)},
                      {"contradiction", json_of(one.contradiction)}});
  }
  return Message{{"cases", result.cases},
                 {"elements", result.elements},
                 {"others", others},
                 {"host_elements", result.host_elements.certain},
                 {"perhaps_host_elements", result.host_elements.uncertain},
                 {"cited", result.cited.to_string()},
                 {"deviations", deviations},
                 {"excluded", excluded},
                 {"blamed", blamed},
                 {"hung_elsewhere", result.hung_elsewhere},
                 {"further_failing_cases", result.further_failing_cases},
                 {"skipped", result.skipped},
                 {"coverage", result.coverage},
                 {"restarts", result.incidents.restarts},
                 {"unconfirmed_timeouts", result.incidents.unconfirmed_timeouts},
                 {"outside_kills", result.incidents.outside_kills}}
      .dump(-1, ' ', false, Message::error_handler_t::replace);
}

namespace {

UnitResult result_of(const Message& j) {
  UnitResult result;
  j.at("cases").get_to(result.cases);
  j.at("elements").get_to(result.elements);
  j.at("host_elements").get_to(result.host_elements.certain);
  j.at("perhaps_host_elements").get_to(result.host_elements.uncertain);
  result.cited = oracle::RuleSet(j.at("cited").get<std::string>());
  j.at("skipped").get_to(result.skipped);
  j.at("coverage").get_to(result.coverage);
  j.at("restarts").get_to(result.incidents.restarts);
  j.at("unconfirmed_timeouts").get_to(result.incidents.unconfirmed_timeouts);
  j.at("outside_kills").get_to(result.incidents.outside_kills);
  j.at("further_failing_cases").get_to(result.further_failing_cases);
  for (const Message& one : j.at("others")) {
    result.others.push_back({cell_of(one.at("instruction")), one.at("cases").get<std::uint64_t>(),
                             one.at("elements").get<std::uint64_t>()});
  }
  for (const Message& deviation : j.at("deviations")) {
    result.deviations.push_back(deviation_of(deviation));
  }
  for (const Message& one : j.at("excluded")) {
    result.excluded.push_back({spec::choice_named(one.at("reading").get<std::string>()),
                               spec::case_from_text(one.at("by").get<std::string>())});
  }
  for (const Message& one : j.at("blamed")) {
    result.blamed.push_back({cell_of(one.at("instruction")), deviation_of(one.at("deviation")),
                             deviation_of(one.at("contradiction"))});
  }
  j.at("hung_elsewhere").get_to(result.hung_elsewhere);
  return result;
}

}  // namespace

UnitResult from_message(std::string_view message) {
  try {
    return result_of(Message::parse(message));
  } catch (const Message::exception& error) {
    throw spec::InputError(std::string("is no result of a unit: ") + error.what());
  } catch (const std::invalid_argument& error) {
    throw spec::InputError(std::string("has rules that are none: ") + error.what());
  }
}

}  // namespace vconform::suites
