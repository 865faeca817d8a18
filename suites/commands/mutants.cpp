#include <fmt/format.h>

#include "adapters/mutants/mutants.h"
#include "suites/commands/commands.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {

int mutants(const MutantsOptions& options) {
  const Level& level = level_named(options.level);
  std::size_t survivors = 0;
  fmt::print("{:<28} {:<9} {:>7} {:>8}  {}\n", "mutant", "", "cases", "seconds", "caught by");
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const Hunt result = hunt(mutant, level, options.seed);
    survivors += result.caught ? 0 : 1;
    const std::string how =
        result.caught ? claim_name(*result.unit) + ", rule " + result.caught->rule
                      : "breaks " + std::string(mutant.rule) + ": " + std::string(mutant.wrong);
    fmt::print("{:<28} {:<9} {:>7} {:>8.1f}  {}\n", mutant.name,
               result.caught ? "killed" : "SURVIVED", result.cases, result.seconds, how);
    std::fflush(stdout);
  }
  fmt::print("{} of {} mutants killed at level {}, seed {}\n",
             adapters::mutants::mutants().size() - survivors, adapters::mutants::mutants().size(),
             level.name, options.seed);
  return survivors == 0 ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
