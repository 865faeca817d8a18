#include "suites/sweep/sweep_identity.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "generators/sweep/programs.h"
#include "spec/case/version.h"
#include "spec/rules/rules.h"
#include "suites/report/certificate_digest.h"

namespace vconform::suites {

namespace {

// Of a library; of what is bundled the program's version says as much.
json file_digest(const std::string& selected) {
  std::ifstream file(selected, std::ios::binary);
  if (!std::filesystem::is_regular_file(selected) || !file) {
    return {};
  }
  return sha256_of({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
}

json choices_json(const spec::Choices& pinned) {
  json choices = json::object();
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const auto rule = static_cast<spec::RuleId>(id);
    if (const std::optional<int> reading = pinned.reading(rule)) {
      const spec::Rule& row = spec::rule_of(rule);
      choices[std::string(row.slug)] = row.readings[static_cast<std::size_t>(*reading)].name;
    }
  }
  return choices;
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
          {"max_failures", options.max_failures},
          {"domains", domains_json(domains)}};
}

}  // namespace vconform::suites
