#include <gtest/gtest.h>

#include <string>

#include "oracle/judge/judge.h"
#include "oracle/testing/case_builder.h"

namespace vconform::oracle {
namespace {

using namespace testing;

// The sources of 64 lanes: 0.5 in all, or lane + 0.5 in each.
enum class Sources { kEqual, kDistinct };

std::string rules_after(const std::string& mask, Sources sources, std::uint64_t first,
                        std::uint64_t end) {
  std::string lines;
  for (int i = 0; i < 64; ++i) {
    const float lane = sources == Sources::kEqual ? 1.0F : static_cast<float>(i);
    lines += place("0x1000", "f32", i, f32(lane + 0.5F));
    lines += place("0x2000", "s32", i, 1000);
  }
  const spec::Case c = case_of(lines + mask + run("vconv_f322s32f"));
  const spec::MemoryImage before = spec::initial_image(c);
  const std::vector<World> worlds = predict(c, before, a2());
  spec::Outcome outcome;
  outcome.after = obedient(c, worlds.front());
  const spec::NumberFormat& format = spec::format_of(spec::NumberType::kS32);
  for (std::uint64_t lane = first; lane < end; ++lane) {
    store_at(outcome.after.of(spec::MemoryId::kUb),
             static_cast<Nibble>((0x2000 + 4 * lane) * kNibblesPerByte), format, 1000);
  }
  std::string rules;
  for (const BrokenRule& broken : judge(worlds, before, outcome, {}).broken) {
    rules += std::string(slug(broken.rule)) + " x" + std::to_string(broken.count) + "\n";
  }
  return rules;
}

constexpr const char* kAllLanes = "mask 0 0xffffffffffffffff\n";
constexpr const char* kSomeLanes = "mask 0 0xffffffff\n";

TEST(Missing, LanesThatWereNotWrittenAreAMatterOfTheirPlace) {
  EXPECT_EQ(rules_after(kAllLanes, Sources::kEqual, 8, 16), "walk.blocks x8\n");
  EXPECT_EQ(rules_after(kSomeLanes, Sources::kEqual, 31, 32), "mask.bitwise x1\n");
}

TEST(Missing, SoIsAnInstructionThatWroteNothing) {
  EXPECT_EQ(rules_after(kAllLanes, Sources::kDistinct, 0, 64), "walk.blocks x64\n");
}

// Perhaps the value of that source is left out.
TEST(Missing, OneLaneWhoseSourceOccursNowhereElseIsNot) {
  EXPECT_EQ(rules_after(kAllLanes, Sources::kDistinct, 3, 4), "round.floor x1\n");
}

TEST(Missing, NorIsAWrongValueBesideThem) {
  std::string lines;
  for (int i = 0; i < 64; ++i) {
    lines += place("0x1000", "f32", i, f32(1.5F));
  }
  const spec::Case c = case_of(lines + kAllLanes + run("vconv_f322s32f"));
  const spec::MemoryImage before = spec::initial_image(c);
  const std::vector<World> worlds = predict(c, before, a2());
  spec::Outcome outcome;
  outcome.after = obedient(c, worlds.front());
  outcome.after.of(spec::MemoryId::kUb).at(0x2000) = 0;
  outcome.after.of(spec::MemoryId::kUb).at(0x2004) = 2;
  EXPECT_EQ(slug(judge(worlds, before, outcome, {}).broken.at(0).rule), "round.floor");
}

}  // namespace
}  // namespace vconform::oracle
