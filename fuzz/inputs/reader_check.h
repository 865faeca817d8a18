// Checks for every reader of the suite's own inputs: it gives a value, or refuses in one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::fuzz {

// Unless `holds`, prints what is wrong and aborts, as the engine expects of a finding.
void expect(bool holds, std::string_view what);
// Expects a line for a terminal: not empty, not endless, without control characters.
void expect_one_line(std::string_view text);

// The value that `read` gives; nullopt if it refuses. Any other exception is a finding.
template <typename Read>
auto read_or_refused(const Read& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const spec::InputError& refusal) {
    expect_one_line(refusal.what());
  } catch (const adapters::LoadError& refusal) {
    expect_one_line(refusal.what());
  }
  return std::nullopt;
}

// The same for a reader that only checks.
template <typename Check>
bool passes(const Check& check) {
  return read_or_refused([&] {
           check();
           return true;
         })
      .has_value();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace vconform::fuzz
