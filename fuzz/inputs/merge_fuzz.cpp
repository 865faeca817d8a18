// Target: the shards that merge reads, {"shards": […], "cases": {"failures/x.case": "…"}}. An
// accepted shard is written and read again unchanged, and the sums of a merged sweep are those of
// its shards.
#include <cstddef>
#include <cstdint>

#include "fuzz/inputs/json_mutation.h"
#include "fuzz/inputs/reader_check.h"
#include "suites/files/json_file.h"
#include "suites/sweep/merge.h"

namespace {

using namespace vconform;
using json = nlohmann::ordered_json;
using suites::ShardRecord;
using suites::SweepRecord;

std::string case_text(const json& document, const std::string& file) {
  const bool is_inside = file.starts_with("failures/") && file.rfind('/') == file.find('/');
  fuzz::expect(is_inside, "a case is read that is not in the folder of cases");
  const json cases = document.value("cases", json());
  const json text = cases.is_object() ? cases.value(file, json()) : json();
  if (!text.is_string()) {
    throw spec::InputError("there is no such file");
  }
  return text.get<std::string>();
}

std::optional<SweepRecord> read(const json& document, const std::string& text) {
  return fuzz::read_or_refused([&] {
    return suites::sweep_from_text(
        text, [&](const std::string& file) { return case_text(document, file); });
  });
}

void expect_same_when_written(const json& document, const SweepRecord& record) {
  for (const json& domain : record.identity["domains"]) {
    fuzz::expect(domain["bits"].get<std::uint64_t>() < 64, "a domain has more values than 64 bits");
  }
  const std::string written = suites::to_json(record);
  const auto again = read(document, written);
  fuzz::expect(again && suites::to_json(*again) == written, "a sweep reads otherwise when written");
}

std::uint64_t wrong_in(const SweepRecord& record) {
  std::uint64_t wrong = 0;
  for (const suites::DomainRecord& domain : record.domains) {
    for (const suites::SweptCause& swept : domain.causes) {
      wrong += swept.cause.count;
    }
  }
  return wrong;
}

void expect_sums(const SweepRecord& whole, const std::vector<ShardRecord>& shards) {
  std::uint64_t wrong = 0;
  for (const ShardRecord& shard : shards) {
    wrong += wrong_in(shard.record);
    fuzz::expect(!whole.conforms() || shard.record.conforms(), "a whole is better than its parts");
  }
  fuzz::expect(wrong_in(whole) == wrong, "what is wrong in the shards does not add up");
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const json document = json::parse(data, data + size, nullptr, false);
  if (!document.is_object() || !document.value("shards", json()).is_array()) {
    read(document, fuzz::text_of(data, size));
    return 0;
  }
  std::vector<ShardRecord> shards;
  for (const json& shard : document["shards"]) {
    if (const auto record = read(document, shard.dump())) {
      expect_same_when_written(document, *record);
      shards.push_back({"shard " + std::to_string(shards.size()), *record});
    }
  }
  if (shards.empty()) {
    return 0;
  }
  if (const auto whole = fuzz::read_or_refused([&] { return suites::merged(shards); })) {
    expect_same_when_written(document, *whole);
    expect_sums(*whole, shards);
    suites::sweep_text(*whole, "out");
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutated_json(data, size, max_size, seed, [](json& document) {
    if (document.is_object() && document.contains("shards")) {
      for (json& shard : document["shards"]) {
        fuzz::seal_digest(shard);
      }
    }
  });
}
// NOLINTEND(readability-identifier-naming)
