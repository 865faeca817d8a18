#include "adapters/mutants/witness.h"
#include "spec/deq/quantization.h"

namespace vconform::adapters::mutants {

namespace {

constexpr std::string_view kHigh = "vconv_deqs162b8h_s8";
constexpr std::string_view kLow = "vconv_deqs162b8l_s8";
constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kHalf = 0x3f000000;

// One s16 and its factor.
struct Element {
  int source = 100;
  std::uint32_t scale = kOne;
  int offset = 0;
  bool sign = true;
  std::uint64_t reserved = 0;
};

spec::Case program(std::string_view instruction, const Element& element) {
  const std::uint64_t factor =
      spec::deq_factor(element.scale, element.offset, element.sign) | element.reserved;
  return one_deq(instruction, {static_cast<std::uint64_t>(element.source) & 0xffff},
                 std::vector<std::uint64_t>(spec::kVectorFactors, factor));
}

Witness by_element(std::string_view mutant, const Element& differs, const Element& agrees) {
  return {mutant, program(kHigh, differs), program(kHigh, agrees)};
}

Witness by_deq_instruction(std::string_view mutant, const Element& element,
                           std::string_view differs, std::string_view agrees) {
  return {mutant, program(differs, element), program(agrees, element)};
}

std::vector<Witness> scale_witnesses() {
  constexpr std::uint32_t kNan = 0x7fc00000;
  constexpr std::uint32_t kMax = 0x7f7fffff;
  return {
      by_deq_instruction("scale-in-full-when-low", {32420, 0x3b26ce84}, kLow, kHigh),
      by_deq_instruction("scale-in-full-when-low", {32420, 0x3b26ce84}, kLow,
                         "vconv_vdeqs162b8l_s8"),
      by_element("scale-rounded-for-u8", {18696, 0x3bb5789d, 0, false}, {18696, 0x3bb5789d}),
      // 2^-15 is no normal half, 2^-14 is.
      by_element("scale-is-1-5-10", {32767, 0x38000000}, {32767, 0x38800000}),
      by_element("scale-nan-spoils-the-other-half", {1, kNan}, {1, kMax}),
      by_deq_instruction("scale-nan-spoils-the-other-half", {1, 0xff800000}, "vconv_vdeqs162b8l_u8",
                         "vconv_deq"),
  };
}

std::vector<Witness> deq_chain_witnesses() {
  return {
      by_element("product-exact-when-negative", {-12667, 0x3bb66000}, {12667, 0x3bb66000}),
      // -1.5 against 1.5.
      by_element("s9-half-up", {-3, kHalf}, {3, kHalf}),
      by_element("s9-half-away-for-u8", {5, kHalf, 0, false}, {5, kHalf}),
      by_element("s9-limits-too-small", {1000, kOne, -200}, {254, kOne, -200}),
      by_element("s9-limits-too-small", {-256, kOne, 200}, {-255, kOne, 200}),
      by_element("s9-limits-too-large", {256, kOne, -200}, {255, kOne, -200}),
      by_element("s9-limits-too-large", {-1000, kOne, 200}, {-256, kOne, 200}),
      by_element("s9-saturates-above-only", {-1000, kOne, 255}, {1000, kOne, -200}),
      by_element("offset-unsigned-for-s8", {10, kOne, 0x1ff}, {10, kOne, 0x1ff, false}),
      by_element("offset-unsigned-for-s8", {10, kOne, -1}, {10, kOne, 1}),
      by_deq_instruction("offset-before-rounding-when-low", {3, kHalf, 1}, kLow, kHigh),
      by_element("sum-wraps-for-u8", {255, kOne, 1, false}, {255, kOne, 1}),
      by_element("deq-result-wraps", {128}, {127}),
      by_element("deq-result-wraps", {-1, kOne, 0, false}, {255, kOne, 0, false}),
      by_element("sign-from-dst-type", {200, kOne, 0, false}, {200}),
      by_deq_instruction("sign-from-dst-type", {200}, "vconv_vdeqs162b8h_u8",
                         "vconv_vdeqs162b8h_s8"),
      by_element("sign-from-bit-47", {200, kOne, 0, false, std::uint64_t{1} << 47},
                 {200, kOne, 0, false, std::uint64_t{1} << 48}),
  };
}

// Lanes by mask, each factor with an offset of its own.
spec::Case vdeq(std::uint64_t mask0) {
  std::vector<std::uint64_t> factors;
  for (int i = 0; i < 16; ++i) {
    factors.push_back(spec::deq_factor(kOne, i, true));
  }
  spec::Case program = one_deq("vconv_vdeqs162b8h_s8", std::vector<std::uint64_t>(64, 1), factors);
  std::get<spec::SetMask>(program.steps[0]).mask = {0, mask0};
  return program;
}

spec::Case two_repeats(std::string_view instruction, std::uint16_t dst, std::uint16_t src) {
  spec::Case program = one_deq(instruction, {1}, {spec::deq_factor(kOne, 0, true)});
  program.memories[0].size = spec::memory_of(spec::MemoryId::kUb).a2_size;
  vconv_of(program).repeat = 2;
  vconv_of(program).dst_repeat_stride = dst;
  vconv_of(program).src_repeat_stride = src;
  return program;
}

std::vector<Witness> deq_layout_witnesses() {
  return {
      by_deq_instruction("halves-swapped-in-vdeq", {}, "vconv_vdeqs162b8l_u8",
                         "vconv_deqs162b8l_u8"),
      by_deq_instruction("other-half-zeroed-when-high", {}, "vconv_vdeqs162b8h_u8",
                         "vconv_vdeqs162b8l_u8"),
      by_deq_instruction("writes-both-halves", {}, kLow, "vconv_deq"),
      by_deq_instruction("vector-address-in-bytes", {}, "vconv_vdeqs162b8h_s8", kHigh),
      {"factor-by-position", vdeq(1 << 1), vdeq(1)},
      {"factor-by-position", vdeq(1 << 8), vdeq(1 << 18)},
      {"factor-of-active-lanes", vdeq(1 << 1), vdeq(3)},
      {"deq-dst-stride-has-12-bits", two_repeats(kHigh, 0x108, 8), two_repeats(kHigh, 8, 0x108)},
      {"deq-dst-stride-has-12-bits", two_repeats("vconv_deq", 0x108, 8),
       two_repeats("vconv_deq", 0x1008, 0xff)},
  };
}

Witness by_s32(std::string_view mutant, std::uint64_t differs, std::uint64_t agrees,
               std::uint64_t scale) {
  return {mutant, one_deq("vconv_deq", {differs}, {scale}),
          one_deq("vconv_deq", {agrees}, {scale})};
}

std::vector<Witness> deq16_witnesses() {
  return {
      by_s32("deq16-scale-is-f32", 3, 0, 0x3c00),
      {"deq16-scale-is-f32", one_deq("vconv_deq", {1}, {0x3f803c00}),
       program(kHigh, {1, 0x3f803c00})},
      by_s32("deq16-exact-when-negative", 0xffd2b619, 2968039, 0x15d5),
      by_s32("deq16-zero-is-subnormal", 0, 1, 0x3c00),
  };
}

// A CastDeq of 128 elements or of 64, to lanes that all have a factor of their own.
spec::Case cast(const spec::CastDeq& call, std::string_view instruction = "cast_deq_s162s8") {
  std::vector<std::uint64_t> factors;
  for (int i = 0; i < 16; ++i) {
    factors.push_back(spec::deq_factor(kOne, i, true));
  }
  spec::Case program = one_cast_deq(instruction, std::vector<std::uint64_t>(128, 7), factors, call);
  program.steps.insert(program.steps.begin(), spec::SetMask{{0, 0xff}});
  return program;
}

// Of the contiguous form, unless it counts.
spec::CastDeq call(std::uint32_t n, bool is_vec_deq = true, bool half_block = true,
                   bool is_set_mask = true) {
  spec::CastDeq call;
  call.count = n;
  call.mask.mask0 = n;
  call.is_vec_deq = is_vec_deq;
  call.half_block = half_block;
  call.is_set_mask = is_set_mask;
  return call;
}

spec::CastDeq counting(std::uint32_t n) {
  spec::CastDeq counts = call(n);
  counts.form = spec::CastDeqForm::kCount;
  return counts;
}

std::vector<Witness> cast_deq_witnesses() {
  constexpr std::string_view kS32 = "cast_deq_s322f16";
  return {
      {"cast-deq-counts-one-more", cast(counting(5)), cast(call(5))},
      {"cast-deq-counts-one-more", cast(counting(0)), cast(call(128))},
      {"cast-deq-always-high", cast(call(9, true, false)), cast(call(9))},
      {"cast-deq-always-vector", cast(call(9, false)), cast(call(9))},
      {"cast-deq-ignores-outside-mask", cast(call(9, true, true, false)), cast(call(9))},
      {"cast-deq-ignores-outside-mask", cast(call(9, false, true, false), kS32),
       cast(call(9, false), kS32)},
      {"cast-deq-s32-vector-moves-dst", cast(call(9), kS32), cast(call(9, false), kS32)},
      {"cast-deq-s32-vector-moves-dst", cast(call(9), kS32), cast(call(9))},
  };
}

}  // namespace

std::vector<Witness> deq_witnesses() {
  std::vector<Witness> all = scale_witnesses();
  for (const std::vector<Witness>& more :
       {deq_chain_witnesses(), deq_layout_witnesses(), deq16_witnesses(), cast_deq_witnesses()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace vconform::adapters::mutants
