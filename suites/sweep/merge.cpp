#include "suites/sweep/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "generators/sweep/domain.h"
#include "spec/case/version.h"
#include "spec/rows/conversions.h"
#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/terminal.h"
#include "suites/output/output_folder.h"
#include "suites/shards/parts.h"
#include "suites/sweep/sweep.h"

namespace vconform::suites {

namespace {

// Expects every value of every domain, either met or in a chunk that was not run.
void check_whole(const SweepRecord& whole) {
  const nlohmann::ordered_json& planned = whole.identity.at("domains");
  for (std::size_t i = 0; i < whole.domains.size(); ++i) {
    const DomainRecord& domain = whole.domains[i];
    const std::uint64_t values = std::uint64_t{1} << planned.at(i).at("bits").get<int>();
    if (domain.values + domain.not_run != values) {
      throw spec::InputError(fmt::format("it has {} of the {} values of {}: sweep it again",
                                         domain.values + domain.not_run, values,
                                         domain.instruction));
    }
  }
}

void add(const SweptCause& swept, std::vector<SweptCause>& causes) {
  const auto place = std::lower_bound(
      causes.begin(), causes.end(), swept,
      [](const SweptCause& a, const SweptCause& b) { return is_before(a.cause, b.cause); });
  if (place == causes.end() || is_before(swept.cause, place->cause)) {
    causes.insert(place, swept);
    return;
  }
  Causes both;
  both.add(place->cause);
  both.add(swept.cause);
  // The case is that of the smallest wrong result.
  SweptCause merged = is_before(swept.cause.smallest, place->cause.smallest) ? swept : *place;
  merged.cause = both.all().front();
  *place = merged;
}

SweepRecord sum_of(const std::vector<ShardRecord>& shards) {
  SweepRecord whole = shards.front().record;
  whole.shard = {};
  for (auto shard = shards.begin() + 1; shard != shards.end(); ++shard) {
    whole.seconds += shard->record.seconds;
    for (std::size_t i = 0; i < whole.domains.size(); ++i) {
      const DomainRecord& part = shard->record.domains.at(i);
      DomainRecord& domain = whole.domains[i];
      domain.values += part.values;
      domain.not_run += part.not_run;
      domain.judged += part.judged;
      domain.permitted += part.permitted;
      for (const SweptCause& cause : part.causes) {
        add(cause, domain.causes);
      }
    }
  }
  return whole;
}

// Shards of earlier rules, or that do not say which readings a page contradicts or what probing
// showed, prove nothing today.
void expect_todays_rules(const ShardRecord& shard) {
  const nlohmann::ordered_json& identity = shard.record.identity;
  if (identity.value("spec_version", std::uint64_t{0}) != spec::kSpecVersion ||
      !identity.contains("departures") || !identity.contains("probing")) {
    throw spec::InputError(
        fmt::format("{} was swept under other rules than this vconform has: sweep it again",
                    in_quotes(shard.folder)));
  }
}

// Every value of an instruction is swept: how many there are is not the file's to say.
void expect_every_value(const ShardRecord& shard) {
  const nlohmann::ordered_json& planned = shard.record.identity.at("domains");
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const std::string& instruction = shard.record.domains[i].instruction;
    const spec::Conversion& row = spec::cell_named(instruction).value().conversion();
    if (!generators::can_be_swept(row) ||
        planned[i].at("bits").get<int>() != generators::sweep_bits(row)) {
      throw spec::InputError(fmt::format("{} does not sweep {} over all of its values",
                                         in_quotes(shard.folder), instruction));
    }
  }
}

}  // namespace

void expect_all_values(const ShardRecord& sweep) {
  expect_every_value(sweep);
  if (sweep.record.shard.count == 1) {
    check_whole(sweep.record);
  }
}

SweepRecord merged(const std::vector<ShardRecord>& shards) {
  std::vector<Part> parts;
  for (const ShardRecord& shard : shards) {
    parts.push_back({shard.folder, shard.record.shard, shard.record.identity});
  }
  expect_one_work(parts, "sweep");
  SweepRecord whole = sum_of(shards);
  check_whole(whole);
  return whole;
}

int merge_sweeps(const std::vector<std::string>& folders, const std::string& out) {
  std::vector<ShardRecord> shards;
  for (const std::string& folder : folders) {
    shards.push_back({folder, read_sweep(folder)});
  }
  for (const ShardRecord& shard : shards) {
    expect_todays_rules(shard);
    expect_all_values(shard);
  }
  const SweepRecord whole = merged(shards);
  OutputFolder output(out);
  output.put_away(Results::kJudged);
  fmt::print("{}", fitted(sweep_text(whole, printable(out))));
  std::fflush(stdout);
  write_sweep(whole, output);
  return whole.conforms() ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
