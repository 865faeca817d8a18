#include "suites/coverage/alike.h"

#include <algorithm>
#include <bit>

#include "spec/case/registers.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;

constexpr std::uint64_t kOddMultiplier = 0x9e3779b97f4a7c15;

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = hash * kOddMultiplier + value + 1;
  return hash ^ hash >> 29;
}

// A finite number: magnitude * 2^exponent.
struct Finite {
  std::uint64_t magnitude = 0;
  int exponent = 0;
  bool negative = false;

  // The exponent of the leading bit of a number that is not 0.
  int leading() const { return static_cast<int>(std::bit_width(magnitude)) - 1 + exponent; }
};

bool is_special(const NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && (pattern & format.infinity_pattern()) == format.infinity_pattern();
}

Finite finite_of(const NumberFormat& format, std::uint64_t pattern) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  if (!format.is_floating()) {
    return {(negative ? ~pattern + 1 : pattern) & format.pattern_mask(), 0, negative};
  }
  const std::uint64_t field = pattern >> format.fraction_bits & format.exponent_field_mask();
  const std::uint64_t fraction = pattern & format.fraction_mask();
  return {field == 0 ? fraction : fraction | (format.fraction_mask() + 1),
          std::max<int>(static_cast<int>(field), 1) - format.bias() - format.fraction_bits,
          negative};
}

constexpr bool are_all_ones(std::uint64_t bits) {
  return (bits & (bits + 1)) == 0;
}

// One bit for each property that may decide about a class.
class Flags {
 public:
  Flags& add(bool flag) {
    bits_ = bits_ << 1 | (flag ? 1 : 0);
    return *this;
  }
  std::uint64_t bits() const { return bits_; }

 private:
  std::uint64_t bits_ = 0;
};

// How the number lies between the multiples of 2^grid: the last bit of the one toward zero, what is
// beyond it, and whether that one or the next is a power of two or the last before one, as limits
// are.
std::uint64_t rounding_flags(const Finite& number, int grid) {
  constexpr int kBits = 64;
  const int shift = grid - number.exponent;
  if (shift <= 0) {
    return Flags().add(true).bits();
  }
  const std::uint64_t kept = shift < kBits ? number.magnitude >> shift : 0;
  const std::uint64_t half = shift <= kBits ? std::uint64_t{1} << (shift - 1) : 0;
  const std::uint64_t below =
      shift < kBits ? number.magnitude & ((half << 1) - 1) : number.magnitude;
  return Flags()
      .add(false)
      .add((kept & 1) != 0)
      .add((below & half) != 0)
      .add((below & (half - 1)) != 0)
      .add(kept == 0)
      .add(are_all_ones(kept))
      .add(are_all_ones(kept + 1))
      .add(std::has_single_bit(kept))
      .bits();
}

std::uint64_t number_flags(const Finite& number) {
  return Flags()
      .add(number.negative)
      .add(are_all_ones(number.magnitude))
      .add(std::has_single_bit(number.magnitude))
      .add(number.magnitude <= 1)
      .bits();
}

// The grid of the destination, as a vconv rounds to it.
int grid_of(const spec::Conversion& row, const Finite& number) {
  const NumberFormat& to = row.to();
  if (!to.is_floating()) {
    return 0;
  }
  const int leading = number.magnitude == 0 ? 0 : number.leading();
  const int grid = std::max(leading, to.min_exponent()) - to.fraction_bits;
  return row.source == row.destination ? std::max(grid, 0) : grid;
}

std::uint64_t source_key(const spec::Conversion& row, std::uint64_t pattern) {
  const NumberFormat& from = row.from();
  if (is_special(from, pattern)) {
    const std::uint64_t fraction = pattern & from.fraction_mask();
    return Flags()
        .add(true)
        .add((pattern & from.sign_mask()) != 0)
        .add(fraction != 0)
        .add((fraction & (from.fraction_mask() + 1) >> 1) != 0)
        .bits();
  }
  const Finite number = finite_of(from, pattern);
  std::uint64_t key = mixed(number_flags(number), std::bit_width(number.magnitude));
  key = mixed(key, static_cast<std::uint64_t>(number.exponent + from.fraction_bits));
  if (row.family == spec::Family::kVconv) {
    return mixed(key, rounding_flags(number, grid_of(row, number)));
  }
  return mixed(key, number.magnitude & 3);
}

std::uint64_t expected_key(const NumberFormat& format, const oracle::Expectation& expected) {
  const auto kind = static_cast<std::uint64_t>(expected.kind);
  if (expected.kind != oracle::Expectation::Kind::kOneOf) {
    return kind;
  }
  const std::uint64_t pattern = expected.patterns.front();
  if (is_special(format, pattern)) {
    return mixed(kind, pattern);
  }
  const Finite number = finite_of(format, pattern);
  std::uint64_t key = mixed(kind, number_flags(number));
  if (format.is_floating()) {
    const std::uint64_t field = pattern >> format.fraction_bits & format.exponent_field_mask();
    return mixed(key, std::min<std::uint64_t>(field, 2) << 1 |
                          (field + 1 == format.exponent_field_mask() ? 1 : 0));
  }
  return mixed(key, number.magnitude & 1);
}

// The argument of a copy that turns ReLU on, and the bits of CTRL that affect values.
std::uint64_t setting_key(const Setting& setting) {
  std::uint64_t key =
      setting.cell.row * std::uint64_t{16} + static_cast<std::uint64_t>(setting.cell.rounding);
  for (const int bit : {spec::kCtrlKeepInfNan, spec::kCtrlTruncate, spec::kCtrlTruncateEnable}) {
    key = key << 1 | (spec::ctrl_bit(setting.ctrl, bit) ? 1 : 0);
  }
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(setting.step)) {
    return mixed(key, matrix->relu_pre * std::uint64_t{2} + (matrix->quant_pre == 0 ? 1 : 0));
  }
  const auto* copy = std::get_if<spec::DataCopy>(setting.step);
  return mixed(key, copy != nullptr && copy->is_relu ? 1 : 0);
}

}  // namespace

std::uint64_t Alike::word_hash(const Setting& setting, const oracle::ElementInput& input) {
  const std::uint64_t at = mixed(mixed(setting_key(setting), input.scale), input.alpha);
  const auto known = words_.find(at);
  if (known != words_.end() && known->second.scale == input.scale &&
      known->second.alpha == input.alpha) {
    return known->second.hash;
  }
  const Sample sample = parameter_sample(setting, input);
  std::uint64_t hash = 0;
  for (const Dim dim :
       {Dim::kScale, Dim::kOffset, Dim::kShift, Dim::kWord, Dim::kRelu, Dim::kAlpha}) {
    hash = mixed(hash, sample[dim]);
  }
  words_[at] = {input.scale, input.alpha, hash};
  return hash;
}

std::uint64_t Alike::key_of(const Setting& setting, const oracle::ElementInput& input,
                            const oracle::Expectation& expected) {
  const spec::Conversion& row = setting.cell.conversion();
  const std::uint64_t key = mixed(setting_key(setting), source_key(row, input.pattern));
  if (row.family == spec::Family::kVconv) {
    return key;
  }
  return mixed(mixed(key, word_hash(setting, input)), expected_key(row.to(), expected));
}

}  // namespace vconform::suites
