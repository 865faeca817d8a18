#include "suites/sweep/sweep_identity.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "adapters/load/loadable.h"
#include "generators/sweep/programs.h"
#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/files/digest.h"

namespace vconform::suites {

namespace {

// The digest of a library. For a bundled backend the program's version says as much.
json file_digest(const std::string& selected) {
  const auto named = adapters::named_file(selected);
  const std::string path(named ? named->path : std::string_view(selected));
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path) || !file) {
    return {};
  }
  return sha256_of({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
}

json choices_json(const spec::Choices& pinned) {
  json choices = json::object();
  for (const spec::Choice& choice : pinned.all()) {
    choices[std::string(spec::rule_of(choice.rule).slug)] = spec::reading_of(choice).name;
  }
  return choices;
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
                                      const std::vector<PlannedDomain>& domains) {
  return {{"vconform_version", spec::kProgramVersion},
          {"spec_version", spec::kSpecVersion},
          {"backend",
           {{"selected", options.backend.backend},
            {"name", backend.name()},
            {"version", backend.version()},
            {"file", file_digest(options.backend.backend)},
            {"addressing_judged", backend.judges_addressing()}}},
          {"profile", choices.profile},
          {"choices", choices_json(choices.pinned)},
          {"departures", departures_json(choices, domains)},
          {"max_failures", options.max_failures},
          {"domains", domains_json(domains)}};
}

}  // namespace vconform::suites
