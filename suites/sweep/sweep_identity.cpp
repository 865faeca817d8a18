#include "suites/sweep/sweep_identity.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "generators/sweep/programs.h"
#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/shards/judged_files.h"
#include "suites/shards/readings_json.h"

namespace vconform::suites {

namespace {

// null if there is none.
json files_digest(const BackendOptions& options) {
  const std::string digest = JudgedFiles(options.backend, options.on).digest();
  return digest.empty() ? json() : json(digest);
}

// The readings that a page contradicts, as far as they concern a swept instruction.
json departures_json(const ResolvedChoices& choices, const std::vector<PlannedDomain>& domains) {
  json departures = json::array();
  for (const spec::Choice& departing : departing_of(choices)) {
    const spec::Rule& rule = spec::rule_of(departing.rule);
    if (std::any_of(domains.begin(), domains.end(), [&](const PlannedDomain& planned) {
          return spec::concerns(rule, planned.domain.cell.conversion());
        })) {
      departures.push_back(spec::choice_text(departing));
    }
  }
  return departures;
}

json domains_json(const std::vector<PlannedDomain>& domains) {
  json list = json::array();
  for (const PlannedDomain& planned : domains) {
    list.push_back({{"instruction", spec::instruction_name(planned.domain.cell)},
                    {"ctrl", planned.domain.ctrl},
                    {"bits", generators::sweep_bits(planned.domain.cell.conversion())},
                    {"features", planned.features.bits}});
  }
  return list;
}

}  // namespace

nlohmann::ordered_json sweep_identity(const SweepOptions& options, const adapters::Backend& backend,
                                      const ResolvedChoices& choices,
                                      const std::vector<std::string>& faults,
                                      const std::vector<PlannedDomain>& domains) {
  return {{"vconform_version", spec::kProgramVersion},
          {"spec_version", spec::kSpecVersion},
          {"program", digest_of_this_program()},
          {"backend",
           {{"selected", options.backend.backend},
            {"name", backend.name()},
            {"version", backend.version()},
            {"file", files_digest(options.backend)},
            {"addressing_judged", backend.judges_addressing()}}},
          {"mode", options.backend.in_process ? "shared" : "copied"},
          {"time_limit", options.backend.time_limit},
          {"memory_limit", options.backend.memory_limit},
          {"profile", choices.profile},
          {"choices", readings_json(choices.pinned)},
          {"departures", departures_json(choices, domains)},
          {"probing", faults},
          {"max_failures", options.max_failures},
          {"domains", domains_json(domains)}};
}

void check_identity(const nlohmann::ordered_json& identity) {
  JsonFields fields(identity, "sweep");
  if (fields.has("spec_version")) {
    fields.number("spec_version");
  }
  if (fields.has("choices")) {
    JsonFields choices = fields.object("choices");
    for (const std::string& rule : choices.names()) {
      choices.text(rule);
    }
  }
}

}  // namespace vconform::suites
