// The journal of a sweep: its entries are written and read again as they were.
#include <cstddef>
#include <cstdint>

#include "fuzz/inputs/reader_check.h"
#include "suites/sweep/journal.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vconform;
  const nlohmann::ordered_json identity = {{"sweep", 1}};
  const std::string text = fuzz::text_of(data, size);
  const auto entries =
      fuzz::read_or_refused([&] { return suites::entries_from_text(text, identity); });
  if (!entries) {
    return 0;
  }
  std::string written = identity.dump() + "\n";
  for (const suites::JournalEntry& entry : *entries) {
    const std::string line = suites::to_line(entry);
    fuzz::expect(suites::to_line(suites::entry_from_line(line)) == line,
                 "an entry reads otherwise when it is written");
    written += line;
  }
  fuzz::expect(suites::entries_from_text(written, identity).size() == entries->size(),
               "a journal has other entries when it is written");
  return 0;
}
