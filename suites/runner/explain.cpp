#include "oracle/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "spec/conversions.h"
#include "spec/error.h"
#include "spec/quantization.h"
#include "suites/runner/case_file.h"
#include "suites/runner/commands.h"
#include "suites/runner/resolve_choices.h"

namespace vconform::suites {

namespace {

template <typename Number>
bool reads(std::string_view text, Number& value) {
  const bool hexadecimal = text.starts_with("0x");
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, hexadecimal ? 16 : 10);
  return error == std::errc{} && end == last;
}

std::uint64_t read_pattern(const std::string& text, const spec::NumberFormat& format) {
  std::uint64_t pattern = 0;
  if (!reads(text, pattern) || (pattern & ~format.pattern_mask()) != 0) {
    throw spec::InputError(
        fmt::format("'{}' is no bit pattern of {}: write 0x and at most {} digits", text,
                    format.name, format.bits / 4));
  }
  return pattern;
}

// A field that `explain deq` takes, as a number from low to high.
struct Field {
  std::string_view name;
  std::int64_t low;
  std::int64_t high;
  // Nothing: it must be given.
  std::optional<std::int64_t> otherwise;
};

constexpr std::array<Field, 4> kDeqFields = {{
    {"M", 0, 0xffffffff, std::nullopt},
    {"offset", -256, 511, 0},
    {"sign", 0, 1, 1},
    {"src", -32768, 32767, std::nullopt},
}};
constexpr std::array<Field, 2> kDeq16Fields = {{
    {"M", 0, 0xffff, std::nullopt},
    {"src", -2147483648LL, 2147483647, std::nullopt},
}};

std::int64_t read_field(const Field& field, const std::string& value) {
  std::int64_t number = 0;
  if (!reads(value, number) || number < field.low || number > field.high) {
    throw spec::InputError(fmt::format("{}={}: it takes a number from {} to {}", field.name, value,
                                       field.low, field.high));
  }
  return number;
}

// The values of the fields, in their order.
std::vector<std::int64_t> read_fields(const ExplainOptions& options,
                                      std::span<const Field> fields) {
  std::vector<std::optional<std::int64_t>> values(fields.size());
  for (const std::string& argument : options.arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& one) { return one.name == name; });
    if (field == fields.end() || name.size() == argument.size()) {
      throw spec::InputError(fmt::format("'{}' is no field of explain {}: see explain --help",
                                         argument, options.what));
    }
    std::optional<std::int64_t>& value = values[static_cast<std::size_t>(field - fields.begin())];
    if (value) {
      throw spec::InputError(fmt::format("{} is given twice", name));
    }
    value = read_field(*field, argument.substr(name.size() + 1));
  }
  std::vector<std::int64_t> complete;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!values[i] && !fields[i].otherwise) {
      throw spec::InputError(
          fmt::format("explain {} needs {}=NUMBER", options.what, fields[i].name));
    }
    complete.push_back(values[i] ? *values[i] : *fields[i].otherwise);
  }
  return complete;
}

std::string deq_text(const ExplainOptions& options, const spec::Choices& choices) {
  const std::vector<std::int64_t> values = read_fields(options, kDeqFields);
  const std::uint64_t factor = spec::deq_factor(static_cast<std::uint32_t>(values[0]),
                                                static_cast<int>(values[1]), values[2] == 1);
  return oracle::explain_deq(factor, static_cast<std::uint64_t>(values[3]) & 0xffff, choices);
}

std::string deq16_text(const ExplainOptions& options, const spec::Choices& choices) {
  const std::vector<std::int64_t> values = read_fields(options, kDeq16Fields);
  return oracle::explain_deq16(static_cast<std::uint64_t>(values[0]), options.ctrl.value_or(0),
                               static_cast<std::uint64_t>(values[1]) & 0xffffffff, choices);
}

std::string conversion_text(const ExplainOptions& options, const spec::Cell& cell,
                            const spec::Choices& choices) {
  const spec::NumberFormat& from = cell.conversion().from();
  if (options.arguments.size() != 1) {
    throw spec::InputError(fmt::format("explain {} needs one bit pattern of {}, such as 0x1",
                                       options.what, from.name));
  }
  return oracle::explain_conversion(cell, options.ctrl.value_or(0),
                                    read_pattern(options.arguments.front(), from), choices);
}

std::string case_text(const ExplainOptions& options, const spec::Choices& choices) {
  constexpr std::size_t kMostElements = 8;
  if (!options.arguments.empty() || options.ctrl) {
    throw spec::InputError("'" + options.what +
                           "' is no instruction (see ./vconform list), and a case file has its own "
                           "patterns and CTRL");
  }
  const spec::Case test_case = read_case_file(options.what);
  try {
    return oracle::explain_case(test_case, choices, kMostElements);
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + options.what + "': " + bad.what());
  }
}

// What a dequantisation is asked about is how its readings differ.
bool shows_every_reading(const ExplainOptions& options) {
  return options.what == "deq" || options.what == "vconv_deq";
}

spec::Choices choices_of(const ExplainOptions& options) {
  if (!options.backend.profile.empty()) {
    return choices_of_profile(options.backend.profile);
  }
  return shows_every_reading(options) ? spec::Choices() : choices_of_profile("a2");
}

std::string explanation(const ExplainOptions& options, const spec::Choices& choices) {
  if (options.what == "deq") {
    return deq_text(options, choices);
  }
  const std::optional<spec::Cell> cell = spec::cell_named(options.what);
  if (!cell) {
    return case_text(options, choices);
  }
  const spec::Conversion& row = cell->conversion();
  if (row.deq == spec::DeqForm::kHalf) {
    return deq16_text(options, choices);
  }
  if (row.family != spec::Family::kVconv) {
    throw spec::InputError(
        "explain " + options.what +
        ": write deq, or for an s32 source vconv_deq, and the fields of the scale");
  }
  return conversion_text(options, *cell, choices);
}

}  // namespace

int explain(const ExplainOptions& options) {
  spec::Choices choices = choices_of(options);
  spec::pin_all(choices, options.backend.choices);
  fmt::print("{}", explanation(options, choices));
  return kConforms;
}

}  // namespace vconform::suites
