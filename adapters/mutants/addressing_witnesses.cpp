#include "adapters/mutants/witness.h"

namespace vconform::adapters::mutants {

namespace {

constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);

// The fields of a vconv that a witness sets; the rest is one contiguous repeat.
struct Fields {
  std::string_view instruction = "vconv_f322s32r";
  std::uint64_t dst = kDestination;
  std::uint64_t src = 0;
  std::uint8_t repeat = 1;
  std::uint16_t dst_block_stride = 1;
  std::uint16_t src_block_stride = 1;
  std::uint16_t dst_repeat_stride = 8;
  std::uint16_t src_repeat_stride = 8;
  spec::Mask mask = spec::kAllLanes;
};

spec::Case program(const Fields& fields) {
  spec::Case program = masked(fields.instruction, fields.mask);
  program.memories[0].size = spec::memory_of(spec::MemoryId::kUb).a2_size;
  spec::Vconv& vconv = vconv_of(program);
  vconv.dst.offset = fields.dst;
  vconv.src.offset = fields.src;
  vconv.repeat = fields.repeat;
  vconv.dst_block_stride = fields.dst_block_stride;
  vconv.src_block_stride = fields.src_block_stride;
  vconv.dst_repeat_stride = fields.dst_repeat_stride;
  vconv.src_repeat_stride = fields.src_repeat_stride;
  return program;
}

Witness by_mask(std::string_view mutant, std::string_view instruction, const spec::Mask& differs,
                const spec::Mask& agrees, std::uint64_t ctrl = 0) {
  return {mutant, masked(instruction, differs, ctrl), masked(instruction, agrees, ctrl)};
}

Witness by_instruction(std::string_view mutant, const spec::Mask& mask, std::string_view differs,
                       std::string_view agrees) {
  return {mutant, masked(differs, mask), masked(agrees, mask)};
}

Witness by_fields(std::string_view mutant, const Fields& differs, const Fields& agrees) {
  return {mutant, program(differs), program(agrees)};
}

std::vector<Witness> mask_witnesses() {
  return {
      // Lane 7 is the last of its block of s32, lane 6 is not; s4 lanes go in pairs.
      by_mask("mask-off-at-block-edge", "vconv_f322s32r", {0, 1 << 7}, {0, 1 << 6}),
      by_mask("mask-off-at-block-edge", "vconv_f162s4r", {0, 3ULL << 14}, spec::kAllLanes),
      by_mask("contiguous-mask-one-more", "vconv_f322s32r", {0, 0xff}, {0, 0xfe}),
      by_mask("contiguous-mask-one-more", "vconv_f162s4r", {0, 0xf}, spec::kAllLanes),
      by_mask("contiguous-mask-one-more", "vconv_f162s8r", {0, ~0ULL}, {~0ULL, 0}),
      // A repeat has 64 elements.
      by_mask("counter-fills-last-repeat", "vconv_f322s32r", {0, 65}, {~0ULL, 128}, kCounter),
      by_mask("counter-fills-last-repeat", "vconv_f322s32r", {0, 63}, {~0ULL, 0}, kCounter),
      by_mask("zero-mask-is-full", "vconv_f322s32r", {0, 0}, {0, 1}),
      by_mask("zero-mask-is-full", "vconv_f322s32r", {~0ULL, 0}, {~0ULL, ~0ULL}),
      by_mask("zeroes-inactive-lanes", "vconv_f322s32r", {0, 1}, {0, ~0ULL}),
      by_mask("zeroes-inactive-lanes", "vconv_f162s4r", {0, 3}, spec::kAllLanes),
      by_mask("unequal-mask-pairs-run", "vconv_f162s4r", {0, 1}, {0, 3}),
      by_instruction("unequal-mask-pairs-run", {0, 1}, "vconv_s42f16", "vconv_f162s8r"),
      by_instruction("nibbles-swapped-in-results", spec::kAllLanes, "vconv_f162s4r",
                     "vconv_s42f16"),
      by_instruction("count-from-narrower-type", spec::kAllLanes, "vconv_f322f16r",
                     "vconv_f322s32r"),
      by_mask("writes-one-byte-more", "vconv_f322s32r", {0, 1}, {0, 0}),
  };
}

std::vector<Witness> stride_witnesses() {
  return {
      by_fields("dst-repeat-stride-from-src", {.repeat = 2, .src_repeat_stride = 16},
                {.repeat = 2}),
      by_fields("src-repeat-stride-0-advances", {.repeat = 2, .src_repeat_stride = 0},
                {.repeat = 2, .dst_repeat_stride = 16}),
      by_fields("src-block-stride-0-advances", {.src_block_stride = 0}, {.src_block_stride = 2}),
      by_fields("dst-block-stride-0-advances", {.dst_block_stride = 0}, {.dst_block_stride = 2}),
      // 4097 blocks are one block in 12 bits. The destination follows 12 bits, the source 16.
      by_fields("dst-stride-has-12-bits", {.repeat = 2, .src_repeat_stride = 4097},
                {.repeat = 2, .src_repeat_stride = 4095}),
      by_fields("dst-stride-has-12-bits", {.src_block_stride = 0x1000, .mask = {0, 0x101}},
                {.dst_block_stride = 0x1002, .mask = {0, 0x101}}),
      by_fields("repeat-zero-runs-once", {.repeat = 0}, {.repeat = 1}),
  };
}

std::vector<Witness> operand_witnesses() {
  return {
      by_fields("misaligned-is-rounded-down", {.dst = kDestination + 4},
                {.dst = kDestination + 32}),
      by_fields("misaligned-is-rounded-down", {.src = 31}, {.src = 32}),
      // The destination one block behind the source's start, and at it.
      by_fields("hazard-writes-a-block-more", {.dst = 32}, {.dst = 0}),
      // One repeat behind: repeat 0 writes what repeat 1 reads; and one repeat ahead, which is
      // legal.
      by_fields("hazard-writes-a-block-more", {.dst = 256, .repeat = 2},
                {.dst = 0, .src = 256, .repeat = 2}),
      by_fields("hazard-writes-a-block-more",
                {.instruction = "vconv_s322s64", .dst = 0, .src_repeat_stride = 4},
                {.instruction = "vconv_s322s64", .src_repeat_stride = 4}),
      by_fields("hazard-writes-a-block-more", {.dst = 32}, {.dst = 32, .mask = {0, 0}}),
      // Repeat 0 writes the sources of repeat 1: s64 results are wider, s32 ones are not.
      by_fields("snapshot-when-widening",
                {.instruction = "vconv_s322s64", .dst = 0, .repeat = 2, .src_repeat_stride = 4},
                {.dst = 256, .repeat = 2}),
  };
}

}  // namespace

std::vector<Witness> addressing_witnesses() {
  std::vector<Witness> all = mask_witnesses();
  for (const std::vector<Witness>& more : {stride_witnesses(), operand_witnesses()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace vconform::adapters::mutants
