// Target: files of waivers. An accepted file is written and read again unchanged, and * names the
// instructions that it should.
#include <cstddef>
#include <cstdint>

#include "fuzz/inputs/json_mutation.h"
#include "fuzz/inputs/reader_check.h"
#include "suites/gate/observed.h"
#include "suites/gate/waiver_file.h"

namespace {

using namespace vconform;

// The result of matches(), found by trying everything; only for short patterns.
bool matches_by_trying(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) {
    return text.empty();
  }
  if (pattern.front() == '*') {
    return matches_by_trying(pattern.substr(1), text) ||
           (!text.empty() && matches_by_trying(pattern, text.substr(1)));
  }
  return !text.empty() && text.front() == pattern.front() &&
         matches_by_trying(pattern.substr(1), text.substr(1));
}

void expect_star_is_any_text(const suites::Waiver& waiver) {
  constexpr std::size_t kMostStars = 4;
  constexpr std::string_view kSome = "vconv_f322f32r";
  const std::string& pattern = waiver.instruction;
  if (std::count(pattern.begin(), pattern.end(), '*') <= std::ptrdiff_t{kMostStars}) {
    fuzz::expect(suites::matches(pattern, kSome) == matches_by_trying(pattern, kSome),
                 "a pattern matches what it is not");
  }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const auto waivers = fuzz::read_or_refused([&] { return suites::waivers_from_text(text); });
  if (!waivers) {
    return 0;
  }
  for (const suites::Waiver& waiver : *waivers) {
    expect_star_is_any_text(waiver);
  }
  const std::string written = suites::to_json(*waivers);
  fuzz::expect(suites::to_json(suites::waivers_from_text(written)) == written,
               "waivers read otherwise when they are written");
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutated_json(data, size, max_size, seed, [](nlohmann::ordered_json&) {});
}
// NOLINTEND(readability-identifier-naming)
