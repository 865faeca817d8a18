// Target: the journal of a sweep. Its entries are written and read again unchanged. An input is a
// journal as it is, or one without checksums, which are added here because no mutation gets them
// right.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fuzz/inputs/reader_check.h"
#include "suites/shards/journal.h"
#include "suites/sweep/journal_entry.h"

namespace {

using namespace vconform;

const nlohmann::ordered_json kIdentity = {{"sweep", 1}};
const suites::JournalHead kHead = {suites::kSweepWork, kIdentity};

std::string sealed(const std::string& text) {
  suites::LineSeal seal;
  std::string lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines += seal.sealed(line + "\n");
  }
  return lines;
}

std::vector<suites::JournalEntry> entries_of(const std::string& text) {
  suites::LineSeal seal;
  std::vector<suites::JournalEntry> entries;
  suites::expect_same_work(
      suites::journal_from_text(
          text, suites::kSweepWork, seal,
          [&](const std::string& line) { entries.push_back(suites::entry_from_line(line)); }),
      kHead);
  return entries;
}

void read_and_write(const std::string& text) {
  const auto entries = fuzz::read_or_refused([&] { return entries_of(text); });
  if (!entries) {
    return;
  }
  std::string written = suites::head_line(kHead);
  for (const suites::JournalEntry& entry : *entries) {
    const std::string line = suites::to_line(entry);
    fuzz::expect(suites::to_line(suites::entry_from_line(line)) == line,
                 "an entry reads otherwise when it is written");
    written += line;
  }
  fuzz::expect(entries_of(sealed(written)).size() == entries->size(),
               "a journal has other entries when it is written");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  read_and_write(text);
  read_and_write(sealed(text));
  return 0;
}
