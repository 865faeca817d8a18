#include "oracle/explain.h"

#include <fmt/format.h>

#include <charconv>

#include "spec/conversions.h"
#include "spec/error.h"
#include "suites/runner/case_file.h"
#include "suites/runner/commands.h"
#include "suites/runner/resolve_choices.h"

namespace vconform::suites {

namespace {

std::uint64_t read_pattern(const std::string& text, const spec::NumberFormat& format) {
  const bool hexadecimal = text.starts_with("0x");
  const char* first = text.data() + (hexadecimal ? 2 : 0);
  const char* last = text.data() + text.size();
  std::uint64_t pattern = 0;
  const auto [end, error] = std::from_chars(first, last, pattern, hexadecimal ? 16 : 10);
  if (error != std::errc{} || end != last || (pattern & ~format.pattern_mask()) != 0) {
    throw spec::InputError(
        fmt::format("'{}' is no bit pattern of {}: write 0x and at most {} digits", text,
                    format.name, format.bits / 4));
  }
  return pattern;
}

}  // namespace

int explain(const ExplainOptions& options) {
  constexpr std::size_t kMostElements = 8;
  spec::Choices choices = choices_of_profile(options.backend.profile);
  spec::pin_all(choices, options.backend.choices);
  if (const std::optional<spec::Cell> cell = spec::cell_named(options.what)) {
    const spec::NumberFormat& from = cell->conversion().from();
    if (!options.pattern) {
      throw spec::InputError(fmt::format("explain {} needs a bit pattern of {}, such as 0x1",
                                         options.what, from.name));
    }
    fmt::print("{}", oracle::explain_conversion(*cell, options.ctrl.value_or(0),
                                                read_pattern(*options.pattern, from), choices));
    return kConforms;
  }
  if (options.pattern || options.ctrl) {
    throw spec::InputError("'" + options.what +
                           "' is no instruction (see ./vconform list), and a case file has its own "
                           "patterns and CTRL");
  }
  const spec::Case test_case = read_case_file(options.what);
  try {
    fmt::print("{}", oracle::explain_case(test_case, choices, kMostElements));
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + options.what + "': " + bad.what());
  }
  return kConforms;
}

}  // namespace vconform::suites
