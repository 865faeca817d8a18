#include "adapters/mutants/copy_words.h"
#include "adapters/mutants/witness.h"
#include "adapters/testing/one_copy.h"

namespace vconform::adapters::mutants {

namespace {

using spec::CopyMatrix;
using spec::ReluPre;

constexpr std::uint64_t kMinusInf = 0xff800000;
constexpr std::uint64_t kMinusOne = 0xbf800000;

Witness by_row(std::string_view mutant, const OneRow& differs, const OneRow& agrees) {
  return {mutant, one_row(differs), one_row(agrees)};
}

// A matrix over the background, and the same call changed.
Witness by_call(std::string_view mutant, std::string_view name, void (*differs)(CopyMatrix&),
                void (*agrees)(CopyMatrix&), std::uint64_t nd_para = 0) {
  OneRow row = {.name = name, .nd_para = nd_para};
  for (std::uint64_t column = 0; column < 32; ++column) {
    row.row.push_back(column + 1);
  }
  OneRow wrong = row;
  OneRow right = row;
  wrong.change = differs;
  right.change = agrees;
  return {mutant, one_row(wrong), one_row(right)};
}

void nothing(CopyMatrix& /*call*/) {}

void two_rows(CopyMatrix& call) {
  call.m_size = 2;
  call.dst_stride_dst_d = 4;
}

void nd(CopyMatrix& call) {
  call.nz2nd_en = true;
  call.dst_stride_dst_d = 64;
}

void twenty_columns(CopyMatrix& call) {
  call.n_size = 20;
}

constexpr std::uint64_t kTwoNd = spec::kNdDstStride.put(spec::kNdSrcStride.put(2, 2), 40);

std::vector<Witness> layout_witnesses() {
  return {
      by_call("src-stride-in-bytes", "gm_s322s32", nothing,
              [](CopyMatrix& call) { call.n_size = 16; }),
      by_call("padding-rows-written", "gm_s322s32", two_rows,
              [](CopyMatrix& call) {
                call.m_size = 16;
                call.dst_stride_dst_d = 32;
              }),
      by_call("dst-stride-is-a-gap", "cbuf_s322f16", two_rows,
              [](CopyMatrix& call) { call.n_size = 16; }),
      by_call(
          "channel-split-halves-swapped", "gm_f322f32",
          [](CopyMatrix& call) { call.channel_split = true; }, nothing),
      by_call(
          "nd-strides-in-bytes", "gm_s322f16",
          [](CopyMatrix& call) {
            nd(call);
            call.m_size = 2;
          },
          two_rows, kTwoNd),
      by_call(
          "zero-size-counts-as-one", "gm_s322s32", [](CopyMatrix& call) { call.n_size = 0; },
          nothing),
      by_call(
          "zero-size-counts-as-one", "cbuf_f322bf16", [](CopyMatrix& call) { call.m_size = 0; },
          nothing),
      by_call(
          "sid-ignored", "gm_s322s32", [](CopyMatrix& call) { call.sid = 1; },
          [](CopyMatrix& call) { call.relu_pre = 4; }),
      by_call(
          "overlap-spoils-shared-rows", "gm_s322s32",
          [](CopyMatrix& call) {
            call.m_size = 3;
            call.dst_stride_dst_d = 2;
          },
          [](CopyMatrix& call) {
            call.m_size = 3;
            call.dst_stride_dst_d = 6;
          }),
      by_call("b8-merged-from-f32-only", "gm_s322s8", two_rows, nd, kTwoNd),
      by_call("dst-stride-in-elements-of-f16", "gm_f322f16", two_rows, nd, kTwoNd),
      by_call("whole-last-block-from-s32", "gm_s322s32", twenty_columns, nothing),
      by_call("src-nd-stride-in-rows-of-s32", "gm_s322s32", nd, two_rows, kTwoNd),
      by_call("nd-count-0-stops-s32", "gm_s322s32", nothing,
              [](CopyMatrix& call) { call.m_size = 0; }),
      by_call("quantpre-must-be-0", "gm_s322f16", nothing,
              [](CopyMatrix& call) { call.quant_pre = 0; }),
      by_call(
          "quantpre-0-is-raw-from-s32", "gm_s322f16", [](CopyMatrix& call) { call.quant_pre = 0; },
          nothing),
  };
}

// The same of two instructions.
Witness by_name(std::string_view mutant, OneRow row, std::string_view differs,
                std::string_view agrees) {
  row.name = differs;
  OneRow other = row;
  other.name = agrees;
  return by_row(mutant, row, other);
}

std::vector<Witness> word_witnesses() {
  const std::vector<std::uint64_t> words = {kSignedOne, kHalfScale | kSigned};
  const std::vector<std::uint64_t> alphas = {0x3f800000, 0x40000000};
  const OneRow prelu = {.name = "gm_f322f32",
                        .row = {kMinusOne, kMinusOne},
                        .relu = ReluPre::kPrelu,
                        .alphas = alphas};
  OneRow positive = prelu;
  positive.row = {0x3f800000, 0x3f800000};
  return {
      by_row("quant-word-of-column-0", {.name = "gm_s322s8", .row = {40, 40}, .words = words},
             {"gm_s322s8", {40, 40}}),
      by_row("alpha-of-column-0", prelu, positive),
      by_name("fixpipe-nibbles-swapped-from-f32", {"", {0x3f800000, 0x40000000}}, "gm_b4_f322s4",
              "gm_b4_s322s4"),
      by_row("scale-nan-writes-a-byte-more", {"cbuf_s322s8", {1}, kNan},
             {"cbuf_s322s8", {1}, 0x7f7fffff}),
      by_row("scale-nan-writes-a-byte-more", {"cbuf_f322u8", {1}, kMinusInf},
             {"cbuf_f322f16", {1}, kMinusInf}),
      by_row("nan-to-integer-writes-a-byte-more", {"gm_f322s8", {kNan}}, {"gm_f322f16", {kNan}}),
      by_row("fixpipe-sign-from-bit-47", {"gm_s322s8", {200}, kScaleOne | std::uint64_t{1} << 47},
             {"gm_s322s8", {200}, kScaleOne | std::uint64_t{1} << 48}),
      by_name("fixpipe-sign-from-dst-type", {"", {200}}, "gm_s322u8", "gm_s322s8"),
  };
}

std::vector<Witness> shift_witnesses() {
  return {
      by_row("fixpipe-mcb-ignored", {"gm_s322s8", {8}, with_shift(kSignedOne, 1)},
             {"gm_s322s8", {8}}),
      by_row("fixpipe-shift-one-less", {"gm_s322s16", {8}}, {"gm_s322s8", {8}}),
      by_row("fixpipe-shift-one-less", {"gm_s322f16", {65536}, with_shift(kScaleOne, 16)},
             {"gm_s322f16", {65536}}),
      by_row("fixpipe-shift-is-logical", {"gm_s322s16", {s32(-8)}}, {"gm_s322s16", {8}}),
      by_row("fixpipe-shift-rounds-negative", {"gm_s322s16", {s32(-7)}}, {"gm_s322s16", {7}}),
      by_row("fixpipe-shift-wraps-negative", {"gm_s322s16", {s32(-131076)}},
             {"gm_s322s16", {131076}}),
  };
}

std::vector<Witness> chain_witnesses() {
  constexpr std::uint64_t kTie = 0x39800000;  // 2^-12
  return {
      by_row("fixpipe-cast-half-away", {"gm_f322f16", {0x3f801000}}, {"gm_f322f16", {0x3f803000}}),
      by_row("fixpipe-cast-half-away", {"gm_f322bf16", {0x3f808000}},
             {"gm_f322bf16", {0x3f801000}}),
      by_row("fixpipe-result-wraps", {"gm_s322s8", {128}}, {"gm_s322s8", {127}}),
      by_row("fixpipe-zero-is-subnormal", {"gm_f322f16", {0}}, {"gm_f322f16", {0x33800000}}),
      by_row("fixpipe-half-exact-when-negative", {"gm_s322f16", {s32(-16785409)}, kTie},
             {"gm_s322f16", {16785409}, kTie}),
      by_row("fixpipe-bf16-always-saturates",
             {.name = "gm_f322bf16", .row = {kMinusInf}, .ctrl = kKeep},
             {.name = "gm_f322f16", .row = {kMinusInf}, .ctrl = kKeep}),
      by_row("fixpipe-scale-in-full-when-negative",
             {"gm_s322s8", {s32(-18696)}, 0x3bb5789d | kSigned},
             {"gm_s322s8", {18696}, 0x3bb5789d | kSigned}),
      by_row("fixpipe-product-exact-when-negative",
             {"gm_s322s8", {s32(-12667)}, 0x3bb66000 | kSigned},
             {"gm_s322s8", {12667}, 0x3bb66000 | kSigned}),
      by_row("fixpipe-half-away-for-u8", {"gm_s322s8", {5}, kHalfScale},
             {"gm_s322s8", {5}, kHalfScale | kSigned}),
      by_row("fixpipe-s9-saturates-above-only",
             {"gm_s322s8", {s32(-1000)}, with_offset(kSignedOne, 255)},
             {"gm_s322s8", {1000}, with_offset(kSignedOne, -200)}),
      by_row("fixpipe-offset-unsigned-for-s8", {"gm_s322s8", {10}, with_offset(kSignedOne, -1)},
             {"gm_s322s8", {10}, with_offset(kScaleOne, -1)}),
      // 1.5 + 1 is a tie to 2; 1.5 is one to 2, plus 1.
      by_row("fixpipe-offset-before-rounding-of-f32",
             {"gm_f322s8", {0x40400000}, with_offset(kHalfScale | kSigned, 1)},
             {"gm_s322s8", {3}, with_offset(kHalfScale | kSigned, 1)}),
      by_row("fixpipe-sum-wraps-for-u8", {"gm_s322u8", {255}, with_offset(kScaleOne, 1)},
             {"gm_s322u8", {255}, with_offset(kSignedOne, 1)}),
  };
}

std::vector<Witness> relu_witnesses() {
  constexpr std::uint32_t kAlpha = 0x3f001000;
  const OneRow leaky = {"gm_f322f32", {kMinusOne}, 0, ReluPre::kLeaky, kAlpha};
  OneRow prelu = leaky;
  prelu.relu = ReluPre::kPrelu;
  prelu.alphas = {kAlpha};
  // 2 as M1, 3 as alpha.
  const OneRow scaled = {"gm_s322s8", {s32(-1)}, 0x40000000 | kSigned, ReluPre::kLeaky, 0x40400000};
  const OneRow replaced = {
      "gm_f322s8", {kMinusOne}, 0x40000000 | kSigned, ReluPre::kLeaky, 0x40400000};
  const OneRow normal = {"", {kMinusOne}, with_offset(kSignedOne, 5), ReluPre::kNormal};
  return {
      by_row("relu-keeps-negative", {"gm_s322s8", {s32(-5)}, kSignedOne, ReluPre::kNormal},
             {"gm_s322s8", {5}, kSignedOne, ReluPre::kNormal}),
      by_row("leaky-relu-is-normal", leaky, prelu),
      by_row("integer-alpha-writes-a-byte-more",
             {.name = "gm_s322s32", .row = {5}, .relu = ReluPre::kLeaky},
             {.name = "gm_s322s32", .row = {5}, .relu = ReluPre::kNormal}),
      by_row("alpha-scales-s32", scaled, replaced),
      by_row("prelu-alpha-is-1-8-10", prelu, leaky),
      by_name("relu-at-result-of-s32", normal, "gm_s322s8", "gm_f322s8"),
      by_row("relu-of-minus-infinity-is-zero",
             {.name = "gm_f322f16", .row = {kMinusInf}, .relu = ReluPre::kNormal, .ctrl = kKeep},
             {.name = "gm_f322f16", .row = {kNan}, .relu = ReluPre::kNormal, .ctrl = kKeep}),
  };
}

}  // namespace

std::vector<Witness> copy_matrix_witnesses() {
  std::vector<Witness> all = layout_witnesses();
  for (const std::vector<Witness>& more :
       {word_witnesses(), shift_witnesses(), chain_witnesses(), relu_witnesses()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace vconform::adapters::mutants
