// Writes the seed corpus of each target with the functions that write such inputs: input_seeds
// FOLDER.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <initializer_list>

#include "adapters/load/open_backend.h"
#include "adapters/region/flat_description.h"
#include "fuzz/inputs/certificate_seeds.h"
#include "fuzz/seed_corpus.h"
#include "generators/choices/draws.h"
#include "generators/programs/discriminators.h"
#include "generators/programs/instruction_cases.h"
#include "spec/case/case_text.h"
#include "suites/gate/waiver_file.h"
#include "suites/shards/journal.h"
#include "suites/sweep/journal_entry.h"
#include "suites/sweep/sweep_record.h"

namespace vconform::fuzz {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

// The simplest case of every instruction, and the first case that tells the readings of each rule
// apart.
void add_cases(SeedCorpus corpus) {
  for (const spec::Conversion& row : spec::kRows) {
    generators::ReplaySource simplest({});
    const spec::Cell cell = generators::cells_of(row).front();
    corpus.add(spec::to_text(generators::instruction_case(simplest, cell, spec::kAllFeatures)));
  }
  for (const generators::Discriminator& discriminator : generators::discriminators()) {
    corpus.add(spec::to_text(discriminator.cases().front().test_case));
  }
}

void add_certificates(SeedCorpus corpus) {
  for (const std::string& text : certificate_seeds()) {
    corpus.add(text);
  }
}

void add_baselines(SeedCorpus corpus) {
  const std::vector<std::string> all = certificate_seeds();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json before = json::parse(all[i]);
    corpus.add(json{{"before", before}, {"now", json::parse(all[(i + 1) % all.size()])}}.dump());
  }
}

void add_waivers(SeedCorpus corpus) {
  corpus.add(suites::to_json(std::vector<suites::Waiver>()));
  corpus.add(suites::to_json({
      {"vconv_f322s32r", "ctrl.48", {"MISMATCH *: 0x1 -> 0x2*", "CRASH"}, "a reason", "a link"},
      {"vconv_f32*", "Vconv.Monotone", {"MISMATCH *"}, "another", ""},
  }));
}

suites::SweepRecord shard_of(std::uint64_t index, std::uint64_t count) {
  constexpr std::uint64_t kBits = 4;
  suites::SweepRecord record;
  record.shard = {index, count};
  record.identity["choices"] = {{"deq.product", "f32"}};
  for (const char* instruction : {"vconv_f162s8r", "vconv_s82f16"}) {
    record.identity["domains"].push_back(
        {{"instruction", instruction}, {"ctrl", 0U}, {"bits", kBits}, {"features", 1U}});
    record.domains.push_back({instruction, 0, (1U << kBits) / count, 0, 5, 1, {}});
  }
  suites::SweptCause swept;
  swept.cause = {"MISMATCH", "round.floor",       "next above",
                 2,          {1, 1, 2, "1 -> 2"}, {3, 3, 4, "3 -> 4"}};
  swept.file = suites::file_of(record.domains.front(), swept.cause);
  record.domains.front().causes.push_back(swept);
  return record;
}

void add_shards(SeedCorpus corpus) {
  generators::ReplaySource simplest({});
  const std::string text = spec::to_text(generators::instruction_case(
      simplest, spec::cell_named("vconv_f162s8r").value(), spec::kAllFeatures));
  for (const std::uint64_t count : {1U, 2U, 4U}) {
    json document{{"shards", json::array()}, {"cases", json::object()}};
    for (std::uint64_t index = 1; index <= count; ++index) {
      const suites::SweepRecord record = shard_of(index, count);
      document["shards"].push_back(json::parse(suites::to_json(record)));
      document["cases"][record.domains.front().causes.front().file] = text;
    }
    corpus.add(document.dump());
  }
  corpus.add(suites::to_json(shard_of(1, 1)));
}

void add_journals(SeedCorpus corpus) {
  suites::JournalEntry entry{{0, 7}, {}};
  entry.result.values = 100;
  const std::string head = suites::head_line({suites::kSweepWork, {{"sweep", 1}}});
  corpus.add(head);
  corpus.add(head + suites::to_line(entry));
  entry.result.causes.add("MISMATCH", "ctrl.48", "NaN", {5, 5, 6, "a -> \"b\""});
  corpus.add(head + suites::to_line(entry) + suites::to_line(entry));
}

void add_descriptions(SeedCorpus corpus) {
  for (const char* name : {"golden", "eigen", "golden:mask.inactive-lanes=undefined"}) {
    adapters::FlatDescription flat{};
    adapters::flatten(adapters::open_backend(name)->description(), flat);
    corpus.add({reinterpret_cast<const char*>(&flat), sizeof flat});
  }
}

// Little-endian words, of which headers are made.
std::string words(std::initializer_list<std::uint32_t> all) {
  std::string bytes;
  for (const std::uint32_t word : all) {
    bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  return bytes;
}

void add_answers(SeedCorpus corpus) {
  const std::string done = words({0, 1, 0, 0, 0, 0, 99, 0, 1, 0, 0x11, 0});
  const std::string failed = words({3, 0, 4, 0, 0x21212121, 0});
  corpus.add('\0' + done + done);
  corpus.add('\0' + done + failed);
  corpus.add('\1' + words({0, 0, 0, 0, 1, 2, 3, 0}));
  corpus.add('\1' + failed);
  corpus.add(std::string("\2") +
             R"({"protocol": 1, "name": "a", "version": "1", "stride_bits": 8, "notes": ["b"],)" +
             R"( "claims": [{"instructions": ["vconv_s*"], "features": ["mask"]}]})");
  corpus.add(std::string("\2") + R"({"protocol": 1, "error": "no device"})");
}

// For targets in which every byte string is meaningful.
void add_bytes(SeedCorpus corpus) {
  for (const int step : {0, 1, 7, 31, 101}) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) {
      bytes += static_cast<char>(i * step);
    }
    corpus.add(bytes);
  }
}

void write_all(const fs::path& folder) {
  add_cases(SeedCorpus(folder / "case_text_fuzz"));
  add_certificates(SeedCorpus(folder / "certificate_fuzz"));
  add_baselines(SeedCorpus(folder / "baseline_fuzz"));
  add_shards(SeedCorpus(folder / "merge_fuzz"));
  add_journals(SeedCorpus(folder / "journal_fuzz"));
  add_waivers(SeedCorpus(folder / "waivers_fuzz"));
  add_descriptions(SeedCorpus(folder / "description_fuzz"));
  add_answers(SeedCorpus(folder / "answer_fuzz"));
  add_bytes(SeedCorpus(folder / "capabilities_fuzz"));
  add_bytes(SeedCorpus(folder / "worker_fuzz"));
}

}  // namespace

}  // namespace vconform::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: input_seeds FOLDER\n", stderr);
    return 2;
  }
  vconform::fuzz::write_all(argv[1]);
  return 0;
}
