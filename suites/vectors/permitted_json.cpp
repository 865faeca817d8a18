#include "suites/vectors/permitted_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

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

json permitted_json(const oracle::Expectation& permitted) {
  json patterns = json::array();
  for (const std::uint64_t pattern : permitted.patterns) {
    patterns.push_back(fmt::format("{:#x}", pattern));
  }
  return {{"kind", name_of(permitted.kind)},
          {"patterns", patterns},
          {"rule", spec::rule_of(permitted.rule).slug}};
}

}  // namespace vconform::suites
