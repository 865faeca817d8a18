#include "fuzz/inputs/reader_check.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

// Freed memory in ASan's quarantine counts towards the engine's memory limit.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=32";
}

namespace vconform::fuzz {

namespace {

// Messages quote the fault, cut, and name what would be right.
constexpr std::size_t kMostBytes = 2000;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
}

}  // namespace

void expect(bool holds, std::string_view what) {
  if (!holds) {
    std::fprintf(stderr, "finding: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
  }
}

void expect_one_line(std::string_view text) {
  expect(!text.empty(), "a message is empty");
  expect(text.size() <= kMostBytes, "a message is too long for a line");
  expect(std::none_of(text.begin(), text.end(), is_control), "a message is not one clean line");
}

}  // namespace vconform::fuzz
