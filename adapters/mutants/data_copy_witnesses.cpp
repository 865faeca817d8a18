#include "adapters/mutants/copy_words.h"
#include "adapters/mutants/witness.h"
#include "adapters/testing/one_copy.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::mutants {

namespace {

using spec::DataCopy;

using Patterns = std::vector<std::uint64_t>;

Witness by_copy(std::string_view mutant, const OneCopy& differs, const OneCopy& agrees) {
  return {mutant, one_copy(differs), one_copy(agrees)};
}

// Two blocks of 32 elements with gaps.
void two_blocks(DataCopy& call) {
  call.block_count = 2;
  call.block_len = 2;
  call.src_stride = 1;
  call.dst_stride = 2;
}

void first_halves(DataCopy& call) {
  call.sid_store_mode = static_cast<std::uint8_t>(spec::SidStoreMode::kFirstHalf);
}

OneCopy changed(OneCopy copy, void (*change)(DataCopy&)) {
  copy.change = change;
  return copy;
}

// Of one block, or of two_blocks; the factors of a vector, and of the next ones, differ.
OneCopy blocks_of(std::string_view name) {
  OneCopy copy = {.name = name, .source = Patterns(320, 3)};
  for (int i = 0; i < 64; ++i) {
    // A half in the low bits, which change nothing of an f32.
    copy.vectors.push_back(with_offset(kSignedOne, i) + 0x3c00 + static_cast<std::uint64_t>(i));
  }
  return copy;
}

std::vector<Witness> block_layout_witnesses() {
  const OneCopy plain = {.name = "gm_vecin_s32", .source = Patterns(16, 1)};
  const OneCopy cast = {.name = "co1_co2_f322f16", .source = Patterns(32, kHalfScale)};
  return {
      by_copy("copy-normal-mode-runs",
              changed(cast, [](DataCopy& call) { call.block_mode = spec::BlockMode::kNormal; }),
              changed(cast, [](DataCopy& call) { call.block_len = 0; })),
      by_copy("plain-copy-ends-early", plain, cast),
      by_copy("copy-dst-block-as-long-as-src", changed(cast, two_blocks),
              changed(blocks_of("co1_co2_s322s32"), two_blocks)),
      by_copy("copy-factor-by-position", blocks_of("vdeq8_s322s8"), blocks_of("deq8_s322s8")),
      by_copy("copy-vector-not-advanced", changed(blocks_of("vdeq8_s322s8"), two_blocks),
              changed(blocks_of("vdeq_s322f16"), two_blocks)),
      by_copy("copy-vdeq-advances-by-64", changed(blocks_of("vdeq_s322f16"), two_blocks),
              changed(blocks_of("vdeq8_s322s8"), two_blocks)),
      by_copy("copy-halves-packed", changed(blocks_of("deq8_s322s8"), first_halves),
              blocks_of("deq8_s322s8")),
      by_copy("copy-halves-swapped-for-u8", changed(blocks_of("deq8_s322u8"), first_halves),
              changed(blocks_of("deq8_s322s8"), first_halves)),
      by_copy("copy-block-len-halved-for-f32", cast, blocks_of("deq_s322f16")),
      by_copy("copy-dst-stride-from-start", changed(blocks_of("deq_s322f16"), two_blocks),
              blocks_of("deq_s322f16")),
      by_copy("copy-scale-nan-writes-a-byte-more", {"deq8_s322s8", {1}, kNan},
              {"deq16_s322s16", {1}, kNan}),
      by_copy("copy-scale-nan-writes-a-byte-more", {"deq_f162f16", {1}, 0x7c00},
              {"deq_f162f16", {1}, 0x7bff}),
      by_copy("copy-nan-writes-a-byte-more", {"co1_co2_f322f16", {kNan}},
              {"co1_co2_f322f32", {kNan}}),
  };
}

std::vector<Witness> half_witnesses() {
  constexpr std::uint64_t kTie = 0x39800000;  // 2^-12
  return {
      by_copy("copy-cast-half-away", {"co1_co2_f322f16", {0x3f801000}},
              {"co1_co2_f322f16", {0x3f803000}}),
      by_copy("copy-zero-is-subnormal", {"co1_co2_f322f16", {0}}, {"co1_co2_f322f32", {0}}),
      by_copy("copy-half-exact-when-negative", {"deq16_s322f16", {s32(-16785409)}, kTie},
              {"deq16_s322f16", {16785409}, kTie}),
      by_copy("copy-mcb-ignored-by-negative-half",
              {"deq16_s322f16", {s32(-8)}, with_shift(kScaleOne, 1)},
              {"deq16_s322f16", {8}, with_shift(kScaleOne, 1)}),
      by_copy("copy-negative-overflow-is-inf", {"deq_s322f16", {s32(-70000)}, 0x3c00},
              {"deq_s322f16", {70000}, 0x3c00}),
      by_copy("copy-deq-exact-when-negative", {"deq_s322f16", {s32(-2968039)}, 0x15d5},
              {"deq_s322f16", {2968039}, 0x15d5}),
  };
}

std::vector<Witness> block_shift_witnesses() {
  return {
      by_copy("copy-mcb-ignored", {"deq8_s322s8", {8}, with_shift(kSignedOne, 1)},
              {"deq16_s322f16", {8}, with_shift(kSignedOne, 1)}),
      by_copy("copy-deq16-shift-needs-mcb", {"deq16_s322s16", {8}, 0},
              {"deq16_s322s16", {8}, with_shift(0, 1)}),
      by_copy("copy-shift-rounds-negative", {"deq16_s322s16", {s32(-7)}}, {"deq16_s322s16", {7}}),
      by_copy("copy-shift-wraps-negative", {"deq16_s322s16", {s32(-131076)}},
              {"deq16_s322s16", {131076}}),
      by_copy("copy-shift-is-logical", {"deq16_s322s16", {s32(-8)}}, {"deq16_s322s16", {8}}),
  };
}

std::vector<Witness> b8_witnesses() {
  constexpr std::string_view kDeq8 = "deq8_s322s8";
  constexpr std::uint64_t kRelu = std::uint64_t{1} << 47;
  OneCopy vdeq8 = {kDeq8, {3}, with_offset(kHalfScale | kSigned, 1)};
  const OneCopy deq8 = vdeq8;
  vdeq8.name = "vdeq8_s322s8";
  vdeq8.vectors = Patterns(16, vdeq8.value);
  return {
      by_copy("copy-relu-bit-ignored", {kDeq8, {s32(-5)}, kSignedOne | kRelu},
              {.name = kDeq8, .source = {s32(-5)}, .relu = true}),
      by_copy("copy-result-wraps", {kDeq8, {128}}, {kDeq8, {127}}),
      by_copy("copy-sign-from-dst-type", {"deq8_s322u8", {200}}, {kDeq8, {200}}),
      by_copy("copy-relu-from-bit-48", {kDeq8, {s32(-5)}, kSignedOne | std::uint64_t{1} << 48},
              {kDeq8, {s32(-5)}, kSignedOne | std::uint64_t{1} << 49}),
      by_copy("copy-scale-truncated-when-negative", {kDeq8, {s32(-18696)}, 0x3bb5789d | kSigned},
              {kDeq8, {18696}, 0x3bb5789d | kSigned}),
      by_copy("copy-product-exact-when-negative", {kDeq8, {s32(-12667)}, 0x3bb66000 | kSigned},
              {kDeq8, {12667}, 0x3bb66000 | kSigned}),
      by_copy("copy-half-away-for-u8", {kDeq8, {5}, kHalfScale},
              {kDeq8, {5}, kHalfScale | kSigned}),
      by_copy("copy-s9-saturates-above-only", {kDeq8, {s32(-1000)}, with_offset(kSignedOne, 255)},
              {kDeq8, {1000}, with_offset(kSignedOne, -200)}),
      by_copy("copy-offset-unsigned-for-s8", {kDeq8, {10}, with_offset(kSignedOne, -1)},
              {kDeq8, {10}, with_offset(kScaleOne, -1)}),
      by_copy("copy-offset-before-rounding-in-vdeq8", vdeq8, deq8),
      by_copy("copy-sum-wraps-for-u8", {kDeq8, {255}, with_offset(kScaleOne, 1)},
              {kDeq8, {255}, with_offset(kSignedOne, 1)}),
      by_copy("copy-relu-before-offset-for-s8",
              {kDeq8, {100}, with_offset(kSignedOne, -128) | kRelu},
              {kDeq8, {100}, with_offset(kScaleOne, -128) | kRelu}),
  };
}

}  // namespace

std::vector<Witness> data_copy_witnesses() {
  std::vector<Witness> all = block_layout_witnesses();
  for (const std::vector<Witness>& more :
       {half_witnesses(), block_shift_witnesses(), b8_witnesses()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace vconform::adapters::mutants
