#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/certify/certify.h"
#include "suites/certify/certify_run.h"
#include "suites/certify/unit_entry.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/one_line.h"
#include "suites/output/earlier_verdict.h"
#include "suites/shards/journal.h"
#include "suites/shards/parts.h"
#include "suites/sweep/sweep.h"

namespace vconform::suites {

namespace {

// Sweeps write a result of each shard that is done, runs of certify only the journal.
bool is_sweep(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(folder) / "sweep.json", ignored);
}

// A shard of a run: which part it is of which run, and what it found.
struct ShardOfRun {
  Part part;
  JournaledResults results;
};

ShardOfRun read_shard(const std::string& folder) {
  ShardOfRun shard;
  json identity = read_journal(folder, kRunWork, [&](const std::string& line) {
    add_entry(line, [](std::size_t) { return true; }, shard.results);
  });
  JsonFields fields(identity);
  shard.part = {folder, shard_from_text(fields.words("shard")), {}};
  identity.erase("shard");
  shard.part.identity = std::move(identity);
  return shard;
}

void expect_own_units(const ShardOfRun& shard, std::size_t units) {
  const auto is_foreign = [&](const auto& known) {
    return known.first >= units || !shard.part.shard.has(known.first);
  };
  if (std::ranges::any_of(shard.results.units, is_foreign)) {
    throw spec::InputError(fmt::format("{} has results of units that are not of its shard",
                                       in_quotes(shard.part.folder)));
  }
}

void expect_all_units(const UnitResults& results, const std::vector<Part>& parts,
                      std::size_t units) {
  for (std::size_t unit = 0; unit < units; ++unit) {
    if (results.contains(unit)) {
      continue;
    }
    const auto part =
        std::ranges::find_if(parts, [&](const Part& one) { return one.shard.has(unit); });
    throw spec::InputError(fmt::format(
        "{} is not done: it has no result of unit {}; end it with certify --shard {} --resume",
        in_quotes(part->folder), unit, part->shard.text()));
  }
}

int merge_runs(const MergeOptions& options) {
  CertifyOptions of_run = options.run;
  of_run.out = options.out;
  std::vector<Part> parts;
  std::vector<ShardOfRun> shards;
  for (const std::string& folder : options.folders) {
    shards.push_back(read_shard(folder));
    parts.push_back(shards.back().part);
  }
  expect_one_work(parts, kRunWork);
  CertifyRun run(of_run, CertifyRun::Readings::kGiven);
  try {
    expect_same_work(parts.front().identity, {kRunWork, run.identity()});
  } catch (const spec::InputError& error) {
    throw spec::InputError(
        fmt::format("{}: {}; give merge the backend and the options of its shards",
                    in_quotes(parts.front().folder), error.what()));
  }
  UnitResults results;
  for (ShardOfRun& shard : shards) {
    expect_own_units(shard, run.units().size());
    results.merge(shard.results.units);
    run.add_earlier_probing(shard.results.probing);
  }
  skip_after_time_outs(run.units(), results);
  expect_all_units(results, parts, run.units().size());
  run.put_away();
  return run.conclude(std::move(results));
}

}  // namespace

int merge(const MergeOptions& options) {
  expect_apart(options.folders, options.out);
  // A sweep of which a shard is not done has a journal there, and is a sweep all the same.
  if (std::ranges::none_of(options.folders, is_sweep) &&
      std::ranges::any_of(options.folders, has_journal)) {
    return with_earlier_verdict_aside(options.out, [&] { return merge_runs(options); });
  }
  const auto has_results = [](const std::string& folder) {
    return is_sweep(folder) || has_journal(folder);
  };
  if (std::ranges::none_of(options.folders, has_results)) {
    throw spec::InputError(
        fmt::format("{} has neither sweep.json nor a journal: is it the folder of a shard?",
                    in_quotes(options.folders.front())));
  }
  if (!options.given.empty()) {
    throw spec::InputError(
        fmt::format("{}: the shards are of a sweep, and merging them takes --out alone",
                    options.given.front()));
  }
  return with_earlier_verdict_aside(options.out,
                                    [&] { return merge_sweeps(options.folders, options.out); });
}

}  // namespace vconform::suites
