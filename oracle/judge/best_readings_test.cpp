#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "oracle/judge/judge.h"
#include "spec/number/units.h"

namespace vconform::oracle {
namespace {

using spec::MemoryId;
using spec::RuleId;

// 2^10 combinations of readings, and a case for each: the readings that explain it are found.
TEST(BestReadings, OfManyRulesAreFoundElementByElement) {
  constexpr std::size_t kRules = 10;
  World open;
  std::vector<RuleId> rules;
  for (std::size_t id = 0; rules.size() < kRules; ++id) {
    if (spec::reading_count(static_cast<RuleId>(id)) >= 2) {
      rules.push_back(static_cast<RuleId>(id));
    }
  }
  // Element i depends on the rules i and i + 1: the sum of their readings, or 9 if both are 1.
  for (std::size_t i = 0; i + 1 < kRules; ++i) {
    Alternatives alternatives;
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        const std::uint64_t sum = a + b == 2 ? 9 : static_cast<std::uint64_t>(a + b);
        alternatives.push_back({{{rules[i], a}, {rules[i + 1], b}}, exactly(sum, rules[i])});
      }
    }
    open.expectations.push_back(alternatives.front().expectation);
    PredictedElement element{};
    element.destination = static_cast<Nibble>(i * kNibblesPerByte);
    element.expectation = static_cast<std::uint32_t>(i);
    element.type = spec::NumberType::kU8;
    open.elements.push_back(element);
    open.open.emplace(static_cast<std::uint32_t>(i), alternatives);
  }
  spec::MemoryImage before;
  before.bytes[static_cast<std::size_t>(MemoryId::kUb)].assign(32, 77);
  std::set<std::vector<std::uint8_t>> explained;
  for (unsigned readings = 0; readings < 1u << kRules; ++readings) {
    std::vector<std::uint8_t> bytes(32, 77);
    for (std::size_t i = 0; i + 1 < kRules; ++i) {
      const unsigned sum = (readings >> i & 1) + (readings >> (i + 1) & 1);
      bytes[i] = static_cast<std::uint8_t>(sum == 2 ? 9 : sum);
    }
    explained.insert(bytes);
  }
  int failed = 0;
  for (const std::vector<std::uint8_t>& bytes : explained) {
    for (const std::uint8_t fifth : {bytes[4], std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{9}}) {
      std::vector<std::uint8_t> after = bytes;
      after[4] = fifth;
      const bool passes = explained.contains(after);
      spec::Outcome outcome;
      outcome.after.of(MemoryId::kUb).assign(after);
      const Judgement judgement = judge({open}, before, outcome, {});
      ASSERT_EQ(judgement.verdict, passes ? Verdict::kPass : Verdict::kMismatch);
      ASSERT_TRUE(judgement.world.open.empty());
      // The readings of all other elements are explained, unless those of the fifth are.
      ASSERT_EQ(passes ? 1u : judgement.broken.at(0).count, 1u);
      failed += passes ? 0 : 1;
    }
  }
  EXPECT_GT(failed, 500);
}

}  // namespace
}  // namespace vconform::oracle
