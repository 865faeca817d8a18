#include "generators/programs/discriminators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <variant>

#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/rules/rules.h"

namespace vconform::generators {
namespace {

// Calls `check` with every case and its row.
template <typename Check>
void for_each_case(Check check) {
  for (const Discriminator& discriminator : discriminators()) {
    for (const DiscriminatingCase& discriminating : discriminator.cases()) {
      check(discriminator, discriminating);
    }
  }
}

bool is_copy(const spec::Case& test_case) {
  return spec::cell_of(test_case.steps.back())->conversion().is_copy();
}

TEST(Discriminators, NeedExactlyWhatTheirCasesUse) {
  for_each_case([](const Discriminator&, const DiscriminatingCase& discriminating) {
    EXPECT_EQ(discriminating.needs.bits, features_used(discriminating.test_case).bits)
        << spec::to_text(discriminating.test_case);
  });
}

TEST(Discriminators, AreOneConversionInUbWithRoomBehindTheOperands) {
  for_each_case([](const Discriminator& discriminator, const DiscriminatingCase& discriminating) {
    const spec::Case& test_case = discriminating.test_case;
    EXPECT_EQ(test_case.claim, "");
    EXPECT_EQ(test_case.seed, 0u);
    if (is_copy(test_case)) {
      return;
    }
    const spec::Family family = spec::cell_of(test_case.steps.back())->conversion().family;
    const std::size_t conversions =
        discriminator.rules.front() == spec::cite("cast.count-leaves") ? 2 : 1;
    ASSERT_EQ(test_case.steps.size(), (family == spec::Family::kVconv ? 2 : 3) + conversions);
    ASSERT_EQ(test_case.memories.size(), 1u);
    EXPECT_EQ(test_case.memories[0].id, spec::MemoryId::kUb);
    EXPECT_LE(test_case.memories[0].size, 192u * 1024);
    for (const spec::Placement& placement : test_case.placements) {
      if (const auto* numbers = std::get_if<spec::PlaceNumbers>(&placement)) {
        const std::uint64_t end =
            numbers->at.offset + spec::byte_count(spec::format_of(numbers->type), numbers->count);
        EXPECT_LE(end + 1024, test_case.memories[0].size);
      }
    }
  });
}

std::array<std::uint16_t, 4> strides_of(const spec::Step& step) {
  if (const auto* call = std::get_if<spec::CastDeq>(&step)) {
    return {call->dst_blk_stride, call->src_blk_stride, call->dst_rep_stride, call->src_rep_stride};
  }
  const auto& v = std::get<spec::Vconv>(step);
  return {v.dst_block_stride, v.src_block_stride, v.dst_repeat_stride, v.src_repeat_stride};
}

// In any memory. One rule is about QuantPRE 0, one about the limits of NSize.
TEST(Discriminators, OfCopiesAreLegal) {
  for_each_case([](const Discriminator& discriminator, const DiscriminatingCase& discriminating) {
    if (is_copy(discriminating.test_case)) {
      const spec::RuleId rule = discriminator.rules.front();
      const std::string_view illegal = rule == spec::cite("fixpipe.quantpre-zero") ? "QuantPRE"
                                       : rule == spec::cite("fixpipe.nd-limit")    ? "NSize"
                                                                                   : "";
      EXPECT_EQ(illegality(discriminating.test_case), illegal)
          << spec::to_text(discriminating.test_case);
      EXPECT_LE(spec::initial_image(discriminating.test_case).of(spec::MemoryId::kGm).size(),
                64u * 1024);
    }
  });
}

// Others are not looked for: discriminating_cases().
TEST(Discriminators, AskInstructionsOfFamiliesThatTheirRulesConcern) {
  for_each_case([](const Discriminator& discriminator, const DiscriminatingCase& discriminating) {
    const spec::Family family =
        spec::cell_of(discriminating.test_case.steps.back())->conversion().family;
    EXPECT_TRUE(std::ranges::any_of(discriminator.rules, [&](spec::RuleId rule) {
      const auto& families = spec::rule_of(rule).concerns.families;
      return std::ranges::find(families, family) != families.end();
    })) << spec::to_text(discriminating.test_case);
  });
}

TEST(Discriminators, HaveWideStridesOnlyForTheRuleAboutThem) {
  for_each_case([](const Discriminator& discriminator, const DiscriminatingCase& discriminating) {
    int wide = 0;
    if (is_copy(discriminating.test_case)) {
      return;
    }
    for (const std::uint16_t stride : strides_of(discriminating.test_case.steps.back())) {
      wide += stride > kMaxStride ? 1 : 0;
    }
    const spec::RuleId rule = discriminator.rules.front();
    const bool is_about_strides =
        rule == spec::cite("walk.stride-width") || rule == spec::cite("walk.stride-width-deq");
    EXPECT_EQ(wide, is_about_strides ? 1 : 0) << spec::to_text(discriminating.test_case);
  });
}

TEST(Discriminators, HoldManyWitnessesBeforeSingleOnes) {
  for (const Discriminator& discriminator : discriminators()) {
    const spec::Rule& rule = spec::rule_of(discriminator.rules.front());
    if (rule.topic == spec::Topic::kSpecialValues) {
      EXPECT_GT(discriminator.cases().front().test_case.placements.size(), 4u) << rule.slug;
    }
  }
}

TEST(Discriminators, OfDequantisationsAskEachInstructionOfItsKind) {
  for (const Discriminator& discriminator : discriminators()) {
    const spec::Rule& rule = spec::rule_of(discriminator.rules.front());
    std::map<int, int> asked;
    for (const DiscriminatingCase& discriminating : discriminator.cases()) {
      ++asked[spec::cell_of(discriminating.test_case.steps.back())->row];
    }
    for (const spec::Cell& cell : deq_cells()) {
      if (spec::concerns(rule, cell.conversion())) {
        EXPECT_GE(asked[cell.row], 1) << rule.slug << " " << spec::cell_name(cell);
      }
    }
  }
}

TEST(Discriminators, AreAllDifferent) {
  std::vector<std::string> texts;
  for_each_case([&](const Discriminator&, const DiscriminatingCase& discriminating) {
    texts.push_back(spec::to_text(discriminating.test_case));
  });
  std::sort(texts.begin(), texts.end());
  const auto twice = std::adjacent_find(texts.begin(), texts.end());
  EXPECT_TRUE(twice == texts.end()) << *twice;
}

}  // namespace
}  // namespace vconform::generators
