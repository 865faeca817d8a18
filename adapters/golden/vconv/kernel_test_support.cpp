#include "adapters/golden/vconv/kernel_test_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "adapters/golden/vconv/convert.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {

namespace {

constexpr std::uint64_t kBit48 = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
constexpr std::uint64_t kBit59 = spec::with_ctrl_bit(spec::kCtrlTruncate);
constexpr std::uint64_t kBit60 = spec::with_ctrl_bit(spec::kCtrlTruncateEnable);

struct State {
  std::uint64_t ctrl;
  std::string_view name;
};

std::vector<State> states_of(const spec::Conversion& row) {
  if (row.to().is_floating()) {
    return row.to().bits == 16 ? std::vector<State>{{0, ""}, {kBit48, " CTRL[48]"}}
                               : std::vector<State>{{0, ""}};
  }
  return {{0, ""}, {kBit59, " CTRL[59]"}, {kBit59 | kBit60, " CTRL[60:59]"}};
}

// Rules whose readings are tried together: the first reading of each, the second of each, and so
// on.
using Together = std::vector<std::string_view>;

std::vector<Together> rules_of(const spec::Conversion& row) {
  std::vector<Together> rules;
  if (row.from().is_floating()) {
    rules.push_back({"subnormal.inputs"});
  }
  if (row.to().is_floating()) {
    rules.push_back({"subnormal.results"});
    rules.push_back({"overflow.directed", "overflow.odd"});
  } else {
    rules.push_back({"ctrl.59", "ctrl.59-f162s16"});
  }
  return rules;
}

struct Readings {
  std::string name;
  Behaviour behaviour;
};

// Each reading of these rules with each of the others; golden's own come first.
std::vector<Readings> all_readings(const std::vector<Together>& rules) {
  std::vector<Readings> all = {{"", golden_behaviour()}};
  for (const Together& together : rules) {
    const spec::RuleId first = *spec::rule_with_slug(together.front());
    const int own = all.front().behaviour.choices.reading(first).value().reading;
    const int count = static_cast<int>(spec::reading_count(first));
    const std::vector<Readings> before = all;
    for (int other = 1; other < count; ++other) {
      for (Readings readings : before) {
        const int reading = (own + other) % count;
        readings.name += " " + spec::choice_text({first, reading});
        for (const std::string_view slug : together) {
          readings.behaviour.pin({*spec::rule_with_slug(slug), reading});
        }
        all.push_back(readings);
      }
    }
  }
  return all;
}

class Patterns {
 public:
  explicit Patterns(const spec::NumberFormat& format) : format_(format) {}

  // Adds the pattern and its neighbours, with either sign.
  void add_around(std::uint64_t pattern) {
    for (std::uint64_t off = 0; off < 3; ++off) {
      const std::uint64_t near = pattern + off - 1;
      all.push_back(near & format_.pattern_mask());
      all.push_back((format_.is_floating() ? near ^ format_.sign_mask() : 0 - near) &
                    format_.pattern_mask());
    }
  }

  std::vector<std::uint64_t> all;

 private:
  const spec::NumberFormat& format_;
};

std::uint64_t power(int exponent) {
  return std::uint64_t{1} << exponent;
}

// Single bits, pairs of adjacent bits, and runs of ones from the top.
void add_fraction_edges(const spec::NumberFormat& from, std::uint64_t field, Patterns& patterns) {
  const std::uint64_t base = field << from.fraction_bits;
  for (int bit = 0; bit <= from.fraction_bits; ++bit) {
    patterns.add_around(base + power(bit));
    patterns.add_around(base + power(bit) + power(bit + 1));
    patterns.add_around(base + power(from.fraction_bits) - power(bit));
  }
}

void add_integer_edges(const spec::NumberFormat& from, Patterns& patterns) {
  for (int high = 0; high < from.bits; ++high) {
    for (int low = 0; low <= high; ++low) {
      patterns.add_around(power(high) + power(low));
      patterns.add_around(power(high) - power(low));
      patterns.add_around(power(high) + power(low) + power(low) / 2);
    }
  }
}

void add_every_pattern(const spec::NumberFormat& from, Patterns& patterns) {
  for (std::uint64_t pattern = 0; pattern <= from.pattern_mask(); ++pattern) {
    patterns.all.push_back(pattern);
  }
}

std::vector<std::uint8_t> packed(const spec::NumberFormat& format,
                                 std::span<const std::uint64_t> patterns) {
  std::vector<std::uint8_t> bytes(spec::byte_count(format, patterns.size()));
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    spec::store_element(bytes, 0, format, i, patterns[i]);
  }
  return bytes;
}

}  // namespace

std::vector<spec::Cell> vconv_cells() {
  std::vector<spec::Cell> cells;
  std::ranges::copy_if(spec::all_cells(), std::back_inserter(cells), [](const spec::Cell& cell) {
    return cell.conversion().family == spec::Family::kVconv;
  });
  return cells;
}

std::size_t ctrl_states(const spec::Cell& cell) {
  return states_of(cell.conversion()).size();
}

std::vector<KernelVariation> kernel_variations(const spec::Cell& cell) {
  std::vector<KernelVariation> variations;
  for (const Readings& readings : all_readings(rules_of(cell.conversion()))) {
    for (const State& state : states_of(cell.conversion())) {
      variations.push_back(
          {readings.name + std::string(state.name), readings.behaviour, state.ctrl});
    }
  }
  return variations;
}

std::vector<std::uint64_t> edge_patterns(const spec::NumberFormat& from) {
  Patterns patterns(from);
  if (from.bits <= 16) {
    add_every_pattern(from, patterns);
  } else if (from.is_floating()) {
    for (std::uint64_t field = 0; field <= from.exponent_field_mask(); ++field) {
      add_fraction_edges(from, field, patterns);
    }
  } else {
    add_integer_edges(from, patterns);
  }
  return patterns.all;
}

std::vector<std::uint64_t> sampled_patterns(const spec::NumberFormat& from) {
  std::vector<std::uint64_t> patterns(from.bits <= 16 ? 0 : std::size_t{1} << 20);
  const std::uint64_t step = from.bits == 64 ? 0x9e3779b97f4a7c55 : 4099;
  std::uint64_t next = 0;
  for (std::uint64_t& pattern : patterns) {
    // Large numbers alone would have few exponents.
    const int shift = from.bits == 64 ? static_cast<int>(next >> 3 & 0x3f) : 0;
    pattern = (next & from.pattern_mask()) >> shift;
    next += step;
  }
  return patterns;
}

std::vector<std::uint64_t> converted(const KernelVariation& variation, const spec::Cell& cell,
                                     std::span<const std::uint64_t> sources) {
  const ElementConversion element = element_conversion(variation.behaviour, cell, variation.ctrl);
  std::vector<std::uint64_t> results;
  results.reserve(sources.size());
  for (const std::uint64_t source : sources) {
    results.push_back(convert(variation.behaviour, element, source));
  }
  return results;
}

std::string first_difference(const VconvKernel& kernel, const spec::Cell& cell,
                             std::span<const std::uint64_t> sources,
                             std::span<const std::uint64_t> expected) {
  const spec::NumberFormat& from = cell.conversion().from();
  const spec::NumberFormat& to = cell.conversion().to();
  const std::vector<std::uint8_t> source = packed(from, sources);
  std::vector<std::uint8_t> result(spec::byte_count(to, sources.size()));
  kernel.convert(kernel.parameters, source.data(), result.data(), sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::uint64_t got = spec::load_element(result, 0, to, i);
    if (got != expected[i]) {
      return fmt::format("{:#x} gives {:#x}, not {:#x}", sources[i], got, expected[i]);
    }
  }
  return "";
}

}  // namespace vconform::adapters::golden
