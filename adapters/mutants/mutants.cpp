#include "adapters/mutants/mutants.h"

#include <array>
#include <string>
#include <utility>

#include "adapters/golden/golden_adapter.h"
#include "adapters/mutants/changes.h"

namespace vconform::adapters::mutants {

namespace {

// clang-format off
constexpr std::array<Mutant, 13> kMutants = {{
    {"round-half-away", "r and the bare name round ties away from zero",
     "round.nearest-ties-to-even", round_half_away},
    {"odd-is-nearest", "o rounds to nearest, ties to odd",
     "round.odd-is-von-neumann", odd_is_nearest},
    {"trunc-is-floor", "z rounds negative values down",
     "round.toward-zero", trunc_is_floor},
    {"flush-f16-subnormals", "subnormal f16 results become 0",
     "subnormal.results", flush_f16_subnormals},
    {"s64-through-double", "s64 is rounded to 53 bits before it is converted",
     "round.nearest-ties-to-even", s64_through_double},
    {"wraps", "integers out of range wrap instead of saturating",
     "special.int-overflow-saturates", wraps},
    {"ctrl48-ignored", "half results saturate whatever CTRL[48] says",
     "ctrl.48", ctrl48_ignored},
    {"nan-is-int-min", "a NaN becomes the smallest integer",
     "special.nan-to-int-is-zero", nan_is_int_min},
    {"mask-off-at-block-edge", "the last lane of a block takes the mask bit of the next lane",
     "mask.bitwise", mask_off_at_block_edge},
    {"dst-repeat-stride-from-src", "the destination advances by the source's repeat stride",
     "walk.blocks", dst_repeat_stride_from_src},
    {"count-from-narrower-type", "a repeat has as many elements as 256 B of the narrower type",
     "walk.narrow-operand-has-fewer-blocks", count_from_narrower_type},
    {"writes-one-byte-more", "the byte after the last active lane is overwritten",
     "write.nothing-else", writes_one_byte_more},
    {"keeps-minus-zero", "f32 to f32 keeps the sign of zero",
     "f32f32.minus-zero", keeps_minus_zero},
}};
// clang-format on

template <std::size_t kIndex>
golden::Behaviour mutated() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  kMutants[kIndex].change(behaviour);
  return behaviour;
}

using Tables = std::array<vconform_adapter, kMutants.size()>;

template <std::size_t... kIndex>
Tables tables_of(const std::array<std::string, kMutants.size()>& names,
                 std::index_sequence<kIndex...>) {
  return {golden::adapter_table<mutated<kIndex>>(names[kIndex].c_str())...};
}

std::array<std::string, kMutants.size()> backend_names() {
  std::array<std::string, kMutants.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "mutant:" + std::string(kMutants[i].name);
  }
  return names;
}

}  // namespace

std::span<const Mutant> mutants() {
  return kMutants;
}

const vconform_adapter* mutant_adapter(std::size_t index) {
  static const std::array<std::string, kMutants.size()> names = backend_names();
  static const Tables tables = tables_of(names, std::make_index_sequence<kMutants.size()>());
  return &tables.at(index);
}

}  // namespace vconform::adapters::mutants
