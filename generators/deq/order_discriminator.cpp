#include "generators/deq/discriminators.h"

#include <array>

#include "generators/deq/discriminating_case.h"
#include "generators/vector/order_plans.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

// Times 2^-8 an s16 becomes its upper byte, since the rest is less than half: a pair of results
// read again becomes one of them.
constexpr std::uint32_t kUpperByte = 0x3b800000;
constexpr bool kS8 = true;
constexpr NumberRange kBytes = {1, 113};

// Fills the source with these bytes, in any type.
void fill_with_bytes(DiscriminatingCase& made, const NumberRange& bytes) {
  auto& source = std::get<spec::PlaceNumbers>(made.test_case.placements[1]);
  constexpr std::uint64_t kBytesOfS16 = 2;
  source = {source.at, spec::NumberType::kU8, kBytesOfS16 * source.count, bytes.low, bytes.modulus};
}

using Planner = AddressingPlan (*)(const spec::Conversion& row);

DiscriminatingCase b8_case(const DeqVariant& variant, Planner plan) {
  DeqQuestion question = plain_question(variant);
  question.plan = plan(variant.row());
  question.words = words_of(variant, spec::deq_factor(kUpperByte, 0, kS8));
  DiscriminatingCase made = deq_discriminating_case(question);
  fill_with_bytes(made, kBytes);
  return made;
}

// Two adjacent results form a large s32, so that what is read again overflows.
DiscriminatingCase half_case(const DeqVariant& variant, Planner plan, std::uint64_t ctrl) {
  DeqQuestion question = plain_question(variant);
  question.plan = plan(variant.row());
  question.ctrl = ctrl;
  return deq_discriminating_case(question);
}

// Every result is this byte, and eight of it form a factor with another result: 0.003 times the
// source, less 39.
constexpr NumberRange kFactorByte = {0x3b, 1};

DiscriminatingCase vector_case(const DeqVariant& variant) {
  DeqQuestion question = plain_question(variant, 2);
  question.words = words_of(variant, spec::deq_factor(kUpperByte, 0, kS8));
  question.vector_block = question.plan.dst.first;
  DiscriminatingCase made = deq_discriminating_case(question);
  made.needs.bits |= static_cast<std::uint32_t>(spec::Feature::kInPlace);
  fill_with_bytes(made, kFactorByte);
  return made;
}

// For every instruction of the two families the cases that walk_order_cases() has for vconv; then,
// for a VDEQ, a vector in the destination, which is read again in each block, in each repeat, or
// not at all.
std::vector<DiscriminatingCase> deq_walk_order_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const Planner plan : {ends_under_destination, feeds_next_repeat, stacked}) {
    for (const DeqVariant& variant : b8_variants()) {
      cases.push_back(b8_case(variant, plan));
    }
  }
  for (const Planner plan : {ends_under_destination, feeds_next_repeat, in_place, stacked}) {
    for (const DeqVariant& variant : half_variants()) {
      for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
        cases.push_back(half_case(variant, plan, ctrl));
      }
    }
  }
  for (const DeqVariant& variant : b8_variants()) {
    if (variant.is_vector()) {
      cases.push_back(vector_case(variant));
    }
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> deq_order_discriminators() {
  return {
      {230, {spec::cite("walk.order")}, deq_walk_order_cases},
  };
}

}  // namespace vconform::generators
