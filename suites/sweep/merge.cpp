#include "suites/sweep/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/output/earlier_verdict.h"
#include "suites/output/output_folder.h"
#include "suites/sweep/sweep.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// The part of an identity that differs, such as "choices.deq.product (f32, not exact)".
std::string first_difference(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  for (const auto& [name, value] : a.items()) {
    if (!b.contains(name)) {
      return name;
    }
    if (value == b[name]) {
      continue;
    }
    if (value.is_object() && b[name].is_object()) {
      const std::string inner = first_difference(value, b[name]);
      return inner.empty() ? name : fmt::format("{}.{}", name, inner);
    }
    return value.is_structured()
               ? name
               : fmt::format("{} ({}, not {})", name, value.dump(), b[name].dump());
  }
  return b.size() > a.size() ? "a field that only one of them has" : "";
}

void check_alike(const std::vector<ShardRecord>& shards) {
  const ShardRecord& first = shards.front();
  for (const ShardRecord& other : shards) {
    if (other.record.identity != first.record.identity) {
      throw spec::InputError(
          fmt::format("'{}' is not of the same sweep as '{}': {} differs; merge shards of one "
                      "sweep only",
                      other.folder, first.folder,
                      one_line(first_difference(other.record.identity, first.record.identity))));
    }
    if (other.record.shard.count != first.record.shard.count) {
      throw spec::InputError(fmt::format(
          "'{}' is shard {} and '{}' is shard {}: they overlap; merge shards of one division only",
          first.folder, first.record.shard.text(), other.folder, other.record.shard.text()));
    }
  }
}

void check_complete(const std::vector<ShardRecord>& shards) {
  std::map<std::uint64_t, std::string> folders;
  for (const ShardRecord& shard : shards) {
    const auto [known, is_new] = folders.emplace(shard.record.shard.index, shard.folder);
    if (!is_new) {
      throw spec::InputError(fmt::format("'{}' and '{}' are both shard {}: leave one out",
                                         known->second, shard.folder, shard.record.shard.text()));
    }
  }
  const std::uint64_t count = shards.front().record.shard.count;
  for (std::uint64_t index = 1; index <= count; ++index) {
    if (!folders.contains(index)) {
      throw spec::InputError(
          fmt::format("shard {}/{} is missing: sweep it, or name its folder", index, count));
    }
  }
}

// Expects every value of every domain, either met or in a chunk that was not run.
void check_whole(const SweepRecord& whole) {
  const nlohmann::ordered_json& planned = whole.identity.at("domains");
  for (std::size_t i = 0; i < whole.domains.size(); ++i) {
    const DomainRecord& domain = whole.domains[i];
    const std::uint64_t values = std::uint64_t{1} << planned.at(i).at("bits").get<int>();
    if (domain.values + domain.not_run != values) {
      throw spec::InputError(
          fmt::format("the shards have {} of the {} values of {}: sweep it again",
                      domain.values + domain.not_run, values, domain.instruction));
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

// Whether `inner` is the folder `outer` or lies in it, whatever their names. Neither need exist.
bool is_within(const fs::path& inner, const fs::path& outer) {
  std::error_code error;
  for (fs::path at = fs::weakly_canonical(fs::absolute(inner), error); !at.empty();
       at = at.parent_path()) {
    if (fs::equivalent(at, outer, error)) {
      return true;
    }
    if (at == at.parent_path()) {
      break;
    }
  }
  return false;
}

// Expects an output folder apart from the shards: overwriting a shard, or moving it away as an
// earlier result, could not be undone.
void expect_apart(const std::vector<std::string>& folders, const std::string& out) {
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (is_within(out, folders[i]) || is_within(folders[i], fs::path(out) / "previous") ||
        is_within(folders[i], fs::path(out) / "failures")) {
      throw spec::InputError(
          fmt::format("--out {} would be written into the shard {}: name another folder",
                      in_quotes(out), in_quotes(folders[i])));
    }
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code error;
      if (fs::equivalent(folders[i], folders[j], error)) {
        throw spec::InputError(fmt::format("{} and {} are the same folder: leave one out",
                                           in_quotes(folders[j]), in_quotes(folders[i])));
      }
    }
  }
}

}  // namespace

SweepRecord merged(const std::vector<ShardRecord>& shards) {
  check_alike(shards);
  check_complete(shards);
  SweepRecord whole = sum_of(shards);
  check_whole(whole);
  return whole;
}

int merge(const MergeOptions& options) {
  expect_apart(options.folders, options.out);
  const EarlierVerdict earlier(options.out);
  std::vector<ShardRecord> shards;
  for (const std::string& folder : options.folders) {
    shards.push_back({folder, read_sweep(folder)});
  }
  const SweepRecord whole = merged(shards);
  OutputFolder folder(options.out);
  folder.put_away(Results::kJudged);
  fmt::print("{}", sweep_text(whole, printable(options.out)));
  std::fflush(stdout);
  write_sweep(whole, folder);
  return whole.conforms() ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
