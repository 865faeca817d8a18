#include "generators/deq/discriminators.h"

#include "generators/deq/discriminating_case.h"
#include "generators/vector/case_parts.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

// Makes the cases of a variant under every state of CTRL[48] that it has.
using Maker = DeqQuestion (*)(const DeqVariant& variant);

void add_each(std::vector<DiscriminatingCase>& cases, Maker make,
              const std::vector<DeqVariant>& variants) {
  for (const DeqVariant& variant : variants) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      DeqQuestion question = make(variant);
      question.ctrl = ctrl;
      cases.push_back(deq_discriminating_case(question));
    }
  }
}

DeqQuestion one_repeat(const DeqVariant& variant) {
  return plain_question(variant);
}

DeqQuestion over_zeros(const DeqVariant& variant) {
  DeqQuestion question = plain_question(variant);
  question.old_destination = {0, 1};
  return question;
}

std::uint16_t wide_stride(std::uint16_t contiguous) {
  constexpr int kBeyondTwelveBits = 1 << 12;
  constexpr int kBeyondEightBits = 1 << 8;
  return static_cast<std::uint16_t>(kBeyondTwelveBits + kBeyondEightBits + contiguous);
}

template <OperandPlan AddressingPlan::* kOperand>
DeqQuestion wide_repeat_stride(const DeqVariant& variant) {
  DeqQuestion question = plain_question(variant, 2);
  StridePair& strides = (question.plan.*kOperand).strides;
  strides.repeat = wide_stride(strides.repeat);
  question.plan.dst.first = span_blocks(src_walk(variant.row(), question.plan));
  return question;
}

std::uint64_t elements_of(const DeqVariant& variant) {
  return static_cast<std::uint64_t>(variant.row().elements);
}

DeqQuestion chosen(const DeqVariant& variant, const Elements& elements, std::uint64_t repeats = 1) {
  DeqQuestion question = plain_question(variant, repeats);
  question.elements = elements;
  return question;
}

// A mask that ends inside a block of either operand.
DeqQuestion first_lanes(const DeqVariant& variant) {
  return chosen(variant, {spec::CastDeqForm::kContiguous, {}, elements_of(variant) / 2 + 2});
}

DeqQuestion every_other_pair(const DeqVariant& variant) {
  constexpr std::uint64_t kPairs = 0x3333333333333333;
  const bool two_words = elements_of(variant) > 64;
  return chosen(variant, {spec::CastDeqForm::kBitwise, {two_words ? kPairs : 0, kPairs}, 0});
}

DeqQuestion partial_repeat(const DeqVariant& variant) {
  return chosen(variant, {spec::CastDeqForm::kCount, {}, elements_of(variant) / 2 + 2});
}

DeqQuestion partial_last_repeat(const DeqVariant& variant) {
  return chosen(variant, {spec::CastDeqForm::kCount, {}, elements_of(variant) + 2}, 2);
}

constexpr std::uint64_t kCounterMode = spec::with_ctrl_bit(spec::kCtrlCounterMode);

DiscriminatingCase of_lowering(const DeqQuestion& question, std::uint64_t mode_outside) {
  DiscriminatingCase made = deq_discriminating_case(question);
  made.test_case.steps.front() = spec::SetCtrl{question.ctrl | mode_outside};
  made.needs = made.needs.without(spec::Feature::kMask);
  made.needs.bits |= static_cast<std::uint32_t>(spec::Feature::kCounter);
  made.asks_for_lowering = true;
  return made;
}

// The same call once more behind the first destination, under the registers that are left.
void call_again(DiscriminatingCase& made, const DeqQuestion& question) {
  auto again = std::get<spec::CastDeq>(made.test_case.steps.back());
  const spec::Vconv one_repeat = instruction(question.variant.worker, question.plan);
  const std::uint64_t further = span_blocks(dst_walk(question.variant.row(), question.plan));
  again.form = spec::CastDeqForm::kContiguous;
  again.is_set_mask = false;
  again.count = 0;
  again.dst.offset += further * spec::kBlockBytes;
  again.repeat_time = one_repeat.repeat;
  again.dst_blk_stride = one_repeat.dst_block_stride;
  again.src_blk_stride = one_repeat.src_block_stride;
  again.dst_rep_stride = one_repeat.dst_repeat_stride;
  again.src_rep_stride = one_repeat.src_repeat_stride;
  made.test_case.steps.emplace_back(spec::normal_form(again));
  auto old = std::get<spec::PlaceNumbers>(made.test_case.placements.front());
  old.at = again.dst;
  made.test_case.placements.emplace_back(old);
}

// b8 results that are not 0, over a destination of zeros: deq.other-half does not show.
std::vector<DiscriminatingCase> deq_half_cases() {
  std::vector<DiscriminatingCase> cases;
  add_each(cases, over_zeros, b8_variants(HalfBlocks::kBoth));
  return cases;
}

// The cases of deq_half_cases over a destination without zeros.
std::vector<DiscriminatingCase> deq_other_half_cases() {
  std::vector<DiscriminatingCase> cases;
  add_each(cases, one_repeat, b8_variants(HalfBlocks::kBoth));
  return cases;
}

// A single repeat stride of more than 12 bits, which becomes contiguous modulo 2^8 and not modulo
// 2^12. Block strides as wide would leave UB.
std::vector<DiscriminatingCase> deq_stride_width_cases() {
  std::vector<DiscriminatingCase> cases;
  add_each(cases, wide_repeat_stride<&AddressingPlan::dst>, all_deq_variants());
  add_each(cases, wide_repeat_stride<&AddressingPlan::src>, all_deq_variants());
  return cases;
}

// A CastDeq by count, in normal and in counter mode outside, and one under the mask it leaves.
std::vector<DiscriminatingCase> cast_count_leaves_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const DeqVariant& variant : all_deq_variants()) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      for (const std::uint64_t mode : {std::uint64_t{0}, kCounterMode}) {
        if (variant.is_api()) {
          // As bits this count is lanes 0 and 2.
          DeqQuestion question = chosen(variant, {spec::CastDeqForm::kCount, {}, 5});
          question.ctrl = ctrl;
          cases.push_back(of_lowering(question, mode));
          call_again(cases.back(), question);
        }
      }
    }
  }
  return cases;
}

// A CastDeq that sets a mask, contiguous or bitwise, which as a count is another choice of
// elements.
std::vector<DiscriminatingCase> cast_mask_form_cases() {
  // As a count the first three lanes are 7, and lanes 0, 2 and 3 are 13.
  const Elements first_three = {spec::CastDeqForm::kContiguous, {}, 3};
  const Elements some_bits = {spec::CastDeqForm::kBitwise, {0, 0xd}, 0};
  std::vector<DiscriminatingCase> cases;
  for (const DeqVariant& variant : all_deq_variants()) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      for (const Elements& elements : {first_three, some_bits}) {
        if (variant.is_api()) {
          DeqQuestion question = chosen(variant, elements);
          question.ctrl = ctrl;
          cases.push_back(of_lowering(question, kCounterMode));
        }
      }
    }
  }
  return cases;
}

// An s32 with is_vec_deq, which one reading alone defines: the result is that without it.
std::vector<DiscriminatingCase> cast_s32_vector_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const DeqVariant& variant : half_variants()) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      if (variant.is_api()) {
        DeqQuestion question = plain_question(variant);
        question.ctrl = ctrl;
        cases.push_back(deq_discriminating_case(question));
        std::get<spec::CastDeq>(cases.back().test_case.steps.back()).is_vec_deq = true;
      }
    }
  }
  return cases;
}

// Masks with gaps and ends; in counter mode a partial repeat, first and last; all three forms of a
// CastDeq.
std::vector<DiscriminatingCase> deq_inactive_lane_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const Maker make : {first_lanes, every_other_pair, partial_repeat, partial_last_repeat}) {
    add_each(cases, make, all_deq_variants());
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> deq_addressing_discriminators() {
  return {
      // Before all other rules about b8 results of a dequantisation.
      {20, {spec::cite("deq.half")}, deq_half_cases},
      {30, {spec::cite("deq.other-half")}, deq_other_half_cases},
      {50, {spec::cite("walk.stride-width-deq")}, deq_stride_width_cases},
      {60, {spec::cite("mask.inactive-lanes")}, deq_inactive_lane_cases},
      {70, {spec::cite("cast.count-leaves")}, cast_count_leaves_cases},
      {80, {spec::cite("cast.mask-form-ctrl56")}, cast_mask_form_cases},
      {85, {spec::cite("cast-deq.s32-is-vec-deq")}, cast_s32_vector_cases},
  };
}

}  // namespace vconform::generators
