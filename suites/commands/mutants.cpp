#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "adapters/load_error.h"
#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/files/exit_codes.h"
#include "suites/files/progress_line.h"
#include "suites/files/written_file.h"
#include "suites/mutants/catalogue.h"
#include "suites/mutants/further_seeds.h"
#include "suites/mutants/score_table.h"
#include "suites/processes/process_pool.h"

namespace vconform::suites {

namespace {

// A class that was not asked for by name is left out aloud if it is not built.
std::vector<WrongBackend> members_of(const MutantClass& one, bool may_be_absent) {
  try {
    return one.members();
  } catch (const adapters::LoadError& error) {
    if (!may_be_absent) {
      throw;
    }
    fmt::print(stderr, "vconform: note: without the class {}: {}\n", one.name, error.what());
    return {};
  }
}

std::vector<Scored> members_of(const std::vector<std::string>& names) {
  std::vector<Scored> members;
  for (const MutantClass& one : mutant_classes()) {
    if (names.empty() || std::ranges::find(names, one.name) != names.end()) {
      for (WrongBackend& backend : members_of(one, names.empty())) {
        members.push_back({one.name, std::move(backend), {}});
      }
    }
  }
  return members;
}

// Every so many of them, beginning with one that the seed decides.
std::vector<Scored> slice_of(std::vector<Scored> all, std::uint64_t every, std::uint64_t seed) {
  std::vector<Scored> some;
  for (std::uint64_t i = seed % every; i < all.size(); i += every) {
    some.push_back(std::move(all[i]));
  }
  if (some.empty()) {
    throw spec::InputError(
        fmt::format("--every {} leaves none of {} mutants; give less", every, all.size()));
  }
  return some;
}

}  // namespace

int mutants(const MutantsOptions& options) {
  constexpr std::string_view kFix = "name another file with --out";
  if (!options.out.empty()) {
    expect_place_for_file(options.out, kFix);
  }
  const Level& level = level_named(options.level);
  std::vector<Scored> scored = slice_of(members_of(options.classes), options.every, options.seed);
  std::vector<WrongBackend> backends;
  for (const Scored& one : scored) {
    backends.push_back(one.backend);
  }
  const std::size_t jobs = job_count(options.jobs);
  ProgressLine line;
  std::size_t done = 0;
  std::size_t survived = 0;
  const auto finished = [&](std::size_t, const MutantScore& score) {
    ++done;
    survived += score.fate == Fate::kSurvived ? 1 : 0;
    line.show([&](double) {
      return fmt::format("{} of {} mutants, {} survived", done, backends.size(), survived);
    });
  };
  const std::vector<MutantScore> scores = scores_of(backends, level, options.seed, jobs, finished);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    scored[i].score = scores[i];
  }
  fmt::print("{}level {}, seed {}\n", score_table(scored), level.name, options.seed);
  std::fflush(stdout);
  done = 0;
  const std::vector<SeedScore> further =
      further_seeds(scored, level, options.seed, options.further_seeds, jobs, [&] {
        ++done;
        line.show([&](double) { return fmt::format("{} mutants under further seeds", done); });
      });
  fmt::print("{}", further_text(scored, further));
  std::fflush(stdout);
  if (!options.out.empty()) {
    write_file(options.out, score_json(scored, further, {level.name, options.seed}), kFix);
  }
  for (const SeedScore& one : further) {
    survived += one.survived.size();
  }
  return survived == 0 ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
