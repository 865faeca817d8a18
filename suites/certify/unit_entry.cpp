#include "suites/certify/unit_entry.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/plan/unit_json.h"

namespace vconform::suites {

std::string entry_line(std::size_t unit, const UnitResult& result) {
  return fmt::format("{{\"unit\":{},\"result\":{}}}\n", unit, to_message(result));
}

std::string probing_line(const adapters::Incidents& incidents) {
  return fmt::format(
      "{{\"probing\":{{\"restarts\":{},\"unconfirmed_timeouts\":{},\"outside_kills\":{}}}}}\n",
      incidents.restarts, incidents.unconfirmed_timeouts, incidents.outside_kills);
}

void add_entry(const std::string& line, const Wanted& wanted, JournaledResults& results) {
  const json entry = json_from_text(line);
  JsonFields fields(entry);
  if (fields.has("probing")) {
    JsonFields probing = fields.object("probing");
    results.probing += {.restarts = probing.number("restarts"),
                        .unconfirmed_timeouts = probing.number("unconfirmed_timeouts"),
                        .outside_kills = probing.number("outside_kills")};
    probing.expect_no_others();
    fields.expect_no_others();
    return;
  }
  const std::uint64_t unit = fields.number("unit");
  fields.object("result");
  fields.expect_no_others();
  UnitResult result = from_message(entry.at("result").dump());
  if (result.skipped || !wanted(unit) || !results.units.emplace(unit, std::move(result)).second) {
    throw spec::InputError(
        fmt::format("has unit {}, which is not of this shard, or there twice", unit));
  }
}

}  // namespace vconform::suites
