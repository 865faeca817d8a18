#include "generators/discriminators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "generators/features_used.h"
#include "generators/sample_cases.h"
#include "spec/case_text.h"
#include "spec/memory_image.h"
#include "spec/rules.h"

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

TEST(Discriminators, NeedExactlyWhatTheirCasesUse) {
  for_each_case([](const Discriminator&, const DiscriminatingCase& discriminating) {
    EXPECT_EQ(discriminating.needs.bits, features_used(discriminating.test_case).bits)
        << spec::to_text(discriminating.test_case);
  });
}

TEST(Discriminators, AreOneConversionInUbWithRoomBehindTheOperands) {
  for_each_case([](const Discriminator&, const DiscriminatingCase& discriminating) {
    const spec::Case& test_case = discriminating.test_case;
    EXPECT_EQ(test_case.claim, "");
    EXPECT_EQ(test_case.seed, 0u);
    ASSERT_EQ(test_case.steps.size(), 3u);
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

TEST(Discriminators, HaveWideStridesOnlyForTheRuleAboutThem) {
  for_each_case([](const Discriminator& discriminator, const DiscriminatingCase& discriminating) {
    const spec::Vconv& v = only_instruction(discriminating.test_case);
    int wide = 0;
    for (const std::uint16_t stride :
         {v.dst_block_stride, v.src_block_stride, v.dst_repeat_stride, v.src_repeat_stride}) {
      wide += stride > kMaxStride ? 1 : 0;
    }
    EXPECT_EQ(wide, discriminator.rules.front() == "walk.stride-width" ? 1 : 0)
        << spec::to_text(discriminating.test_case);
  });
}

TEST(Discriminators, HoldManyWitnessesBeforeSingleOnes) {
  for (const Discriminator& discriminator : discriminators()) {
    if (spec::rule_of(spec::rule_with_slug(discriminator.rules.front()).value()).topic ==
        spec::Topic::kSpecialValues) {
      EXPECT_GT(discriminator.cases().front().test_case.placements.size(), 4u)
          << discriminator.rules.front();
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
