#include "suites/vectors/permitted_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"

namespace vconform::suites {

namespace {

std::string_view name_of(oracle::Expectation::Kind kind) {
  switch (kind) {
    case oracle::Expectation::Kind::kOneOf:
      return "one of";
    case oracle::Expectation::Kind::kAnyNan:
      return "any NaN";
    case oracle::Expectation::Kind::kAnything:
      return "anything";
  }
  return "";
}

}  // namespace

json permitted_json(const oracle::Alternatives& permitted) {
  json all = json::array();
  for (const oracle::Alternative& one : permitted) {
    json readings = json::array();
    for (const spec::Choice& reading : one.readings) {
      readings.push_back(spec::choice_text(reading));
    }
    json patterns = json::array();
    if (one.expectation.kind == oracle::Expectation::Kind::kOneOf) {
      for (const std::uint64_t pattern : one.expectation.patterns) {
        patterns.push_back(fmt::format("{:#x}", pattern));
      }
    }
    all.push_back({{"readings", readings},
                   {"kind", name_of(one.expectation.kind)},
                   {"patterns", patterns},
                   {"rule", spec::rule_of(one.expectation.rule).slug}});
  }
  return all;
}

}  // namespace vconform::suites
