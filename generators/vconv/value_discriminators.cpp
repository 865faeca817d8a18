#include "generators/vconv/discriminators.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "generators/vector/masks.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {

namespace {

using spec::NumberType;

// Source patterns for one pair of types, in the modes in which they discriminate.
struct Witnesses {
  NumberType source;
  NumberType destination;
  // Letters as in the table; empty: every mode.
  std::string_view modes;
  std::vector<std::uint64_t> patterns;
};

constexpr std::string_view kEveryMode;

// Witnesses from integers that the source format holds exactly.
Witnesses integers(NumberType source, NumberType destination,
                   std::initializer_list<std::int64_t> values) {
  Witnesses witnesses{source, destination, kEveryMode, {}};
  for (const std::int64_t value : values) {
    witnesses.patterns.push_back(spec::pattern_of_integer(spec::format_of(source), value));
  }
  return witnesses;
}

std::vector<spec::Cell> concerned_cells(const Witnesses& witnesses) {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kConversions) {
    if (row.source != witnesses.source || row.destination != witnesses.destination) {
      continue;
    }
    for (const spec::Cell& cell : cells_of(row)) {
      const char letter = spec::mode_of(cell.rounding).letter;
      if (witnesses.modes.empty() || witnesses.modes.find(letter) != std::string_view::npos) {
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

// A destination byte that is not a result: the background would hold the limits of a type, which
// may be results.
constexpr std::uint64_t kNoResult = 0x55;

using Patterns = std::span<const std::uint64_t>;

DiscriminatingCase with_witnesses(const spec::Cell& cell, std::uint64_t ctrl, Patterns patterns) {
  const spec::Conversion& row = cell.conversion();
  const AddressingPlan plan = contiguous_plan(row, 1);
  DiscriminatingCase made = discriminating_case(cell, {kFullMask, ctrl}, plan);
  const auto vconv = std::get<spec::Vconv>(made.test_case.steps.back());
  for (std::size_t lane = 0; lane < patterns.size(); ++lane) {
    made.test_case.placements.emplace_back(
        spec::PlaceElement{vconv.dst, row.destination, lane, kNoResult & row.to().pattern_mask()});
    made.test_case.placements.emplace_back(
        spec::PlaceElement{vconv.src, row.source, lane, patterns[lane]});
  }
  return made;
}

using CtrlStates = std::vector<std::uint64_t> (*)(const spec::Conversion& row);

// All witnesses of a cell together, for every cell; then each alone.
std::vector<DiscriminatingCase> witness_cases(const std::vector<Witnesses>& all,
                                              CtrlStates states) {
  std::vector<DiscriminatingCase> together;
  std::vector<DiscriminatingCase> alone;
  for (const Witnesses& witnesses : all) {
    const Patterns patterns = witnesses.patterns;
    for (const spec::Cell& cell : concerned_cells(witnesses)) {
      for (const std::uint64_t ctrl : states(cell.conversion())) {
        together.push_back(with_witnesses(cell, ctrl, patterns));
        for (std::size_t i = 0; patterns.size() > 1 && i < patterns.size(); ++i) {
          alone.push_back(with_witnesses(cell, ctrl, patterns.subspan(i, 1)));
        }
      }
    }
  }
  together.insert(together.end(), alone.begin(), alone.end());
  return together;
}

std::vector<std::uint64_t> both_ctrl60(const spec::Conversion&) {
  const std::uint64_t truncate = spec::with_ctrl_bit(spec::kCtrlTruncate);
  return {truncate, truncate | spec::with_ctrl_bit(spec::kCtrlTruncateEnable)};
}

std::vector<std::uint64_t> keep_inf(const spec::Conversion&) {
  return {spec::with_ctrl_bit(spec::kCtrlKeepInfNan)};
}

constexpr std::int64_t kTwoTo31 = std::int64_t{1} << 31;
constexpr std::int64_t kTwoTo40 = std::int64_t{1} << 40;

// f32 beyond MAX of f16: 65510, 65536, 65537, 2^100; 65510 rounds to MAX or to 65536.
Witnesses beyond_f16(std::string_view modes) {
  return {NumberType::kF32,
          NumberType::kF16,
          modes,
          {0x477fe600, 0xc77fe600, 0x47800000, 0xc7800000, 0x47800080, 0xc7800080, 0x71800000,
           0xf1800000}};
}

// f32 beyond MAX of bf16 and below 2^128: by 3/16 of a unit in the last place, and MAX of f32.
Witnesses beyond_bf16(std::string_view modes) {
  return {
      NumberType::kF32, NumberType::kBf16, modes, {0x7f7f3000, 0xff7f3000, 0x7f7fffff, 0xff7fffff}};
}

// Subnormal f16 numbers as f32: 48.75, 1, 1023 times 2^-24.
std::vector<Witnesses> subnormal_results() {
  return {{NumberType::kF32,
           NumberType::kF16,
           kEveryMode,
           {0x36430000, 0xb6430000, 0x33800000, 0xb3800000, 0x387fc000, 0xb87fc000}}};
}

// Subnormal numbers that become 1 by c if positive and -1 by f if negative: the smallest and the
// largest.
std::vector<Witnesses> subnormals_to_integers() {
  struct Source {
    NumberType type;
    std::uint64_t largest;
    std::vector<NumberType> destinations;
  };
  const std::vector<Source> sources = {
      {NumberType::kF32,
       0x7fffff,
       {NumberType::kS32, NumberType::kS64, NumberType::kS16, NumberType::kF32}},
      {NumberType::kF16,
       0x3ff,
       {NumberType::kS32, NumberType::kS16, NumberType::kS8, NumberType::kU8, NumberType::kS4}},
      {NumberType::kBf16, 0x7f, {NumberType::kS32}},
  };
  std::vector<Witnesses> all;
  for (const Source& source : sources) {
    const std::uint64_t sign = spec::format_of(source.type).sign_mask();
    for (const NumberType destination : source.destinations) {
      all.push_back({source.type, destination, "c", {1, source.largest}});
      if (spec::format_of(destination).is_signed()) {
        all.push_back({source.type, destination, "f", {sign | 1, sign | source.largest}});
      }
    }
  }
  return all;
}

// Subnormal sources with normal results: widened, or the largest one rounded up to the smallest
// normal bf16.
std::vector<Witnesses> subnormals_to_normals() {
  const NumberType f32 = NumberType::kF32;
  return {
      {NumberType::kF16, f32, kEveryMode, {0x0001, 0x8001, 0x0200, 0x83ff}},
      {f32, NumberType::kBf16, "ra", {0x007fffff, 0x807fffff}},
      {f32, NumberType::kBf16, "c", {0x007fffff}},
      {f32, NumberType::kBf16, "f", {0x807fffff}},
  };
}

// Numbers that are subnormal in the source and, unless flushed, in the result.
std::vector<Witnesses> subnormals_on_both_sides() {
  const NumberType f32 = NumberType::kF32;
  return {
      {f32, NumberType::kF16, "c", {0x00000001, 0x007fffff}},
      {f32, NumberType::kF16, "f", {0x80000001, 0x807fffff}},
      {f32, NumberType::kF16, "o", {0x00000001, 0x807fffff}},
      {f32, NumberType::kBf16, kEveryMode, {0x00350000, 0x80350000, 0x007f0000, 0x807f0000}},
      {f32, NumberType::kBf16, "c", {0x00000001}},
      {f32, NumberType::kBf16, "f", {0x80000001}},
      {f32, NumberType::kBf16, "o", {0x00000001, 0x80000001}},
      {NumberType::kBf16, f32, kEveryMode, {0x0001, 0x8001, 0x0040, 0x807f}},
  };
}

// CTRL[59] with CTRL[60] clear and set; integers out of range.
std::vector<DiscriminatingCase> ctrl59_cases() {
  return witness_cases(
      {
          integers(NumberType::kF16, NumberType::kU8, {300, -300, 256, -1, 65504}),
          integers(NumberType::kF16, NumberType::kS8, {300, -300, 128, -129, 65504}),
          integers(NumberType::kF32, NumberType::kS16, {70000, -70000, 32768, -32769, kTwoTo40}),
          integers(NumberType::kS32, NumberType::kS16,
                   {70000, -70000, 32768, -32769, kTwoTo31 - 1}),
          integers(NumberType::kS64, NumberType::kS32,
                   {kTwoTo40 + 5, -kTwoTo40 - 5, kTwoTo31, -kTwoTo31 - 1}),
      },
      both_ctrl60);
}

std::vector<DiscriminatingCase> ctrl59_f162s16_cases() {
  return witness_cases(
      {integers(NumberType::kF16, NumberType::kS16, {40000, -40000, 32768, -32800})}, both_ctrl60);
}

// CTRL[48] set; beyond MAX of the half formats by less and by more than one unit in the last place.
std::vector<DiscriminatingCase> directed_overflow_cases() {
  return witness_cases({beyond_f16("fcz"), beyond_bf16("fcz")}, keep_inf);
}

std::vector<DiscriminatingCase> odd_overflow_cases() {
  return witness_cases({beyond_f16("o"), beyond_bf16("o")}, keep_inf);
}

// Subnormal f16 results of normal sources; then normal results of subnormal sources; then subnormal
// results of subnormal sources, for which both rules matter.
std::vector<DiscriminatingCase> subnormal_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const auto& witnesses : {subnormal_results(), subnormals_to_integers(),
                                subnormals_to_normals(), subnormals_on_both_sides()}) {
    const std::vector<DiscriminatingCase> more = witness_cases(witnesses, both_ctrl48);
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> vconv_value_discriminators() {
  return {
      {90, {spec::cite("ctrl.59")}, ctrl59_cases},
      {100, {spec::cite("ctrl.59-f162s16")}, ctrl59_f162s16_cases},
      {110, {spec::cite("overflow.directed")}, directed_overflow_cases},
      {120, {spec::cite("overflow.odd")}, odd_overflow_cases},
      // f32 to f16 and everything between f32 and bf16 has subnormal results from subnormal
      // sources.
      {220, {spec::cite("subnormal.results"), spec::cite("subnormal.inputs")}, subnormal_cases},
  };
}

}  // namespace vconform::generators
