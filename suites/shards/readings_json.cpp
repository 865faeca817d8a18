#include "suites/shards/readings_json.h"

#include <nlohmann/json.hpp>
#include <string>

#include "spec/rules/rules.h"
#include "suites/files/json.h"

namespace vconform::suites {

json readings_json(const spec::Choices& pinned) {
  json readings = json::object();
  for (const spec::Choice& choice : pinned.all()) {
    readings[std::string(spec::rule_of(choice.rule).slug)] = spec::reading_of(choice).name;
  }
  return readings;
}

}  // namespace vconform::suites
