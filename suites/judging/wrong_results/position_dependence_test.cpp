#include "suites/judging/wrong_results/position_dependence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "adapters/load/open_backend.h"
#include "spec/case/memory_image.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
using testing::Not;

const spec::Cell kRoundsToS32 = *spec::cell_named("vconv_f322s32r");
constexpr std::uint64_t kLanes = 64;
constexpr std::uint32_t kTwoAndAHalf = 0x40200000;

// One repeat of 2.5 in every lane.
spec::Case repeat_of_ties() {
  spec::Vconv vconv;
  vconv.cell = kRoundsToS32;
  vconv.dst = {spec::MemoryId::kUb, 512};
  vconv.repeat = 1;
  spec::Case made;
  made.claim = "Vconv.MatchesOracle/f322s32_r";
  made.memories = {{spec::MemoryId::kUb, 1024}};
  made.placements.emplace_back(
      spec::PlacePatterns{{}, spec::NumberType::kF32, kLanes, kTwoAndAHalf, 0});
  made.steps.emplace_back(spec::SetMask{spec::kAllLanes});
  made.steps.emplace_back(vconv);
  return made;
}

// Golden as the library behind convert(), some of whose results are one too large.
Subject converting(const std::function<bool(std::uint64_t lane, std::uint64_t length)>& is_wrong) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.only_converts = true;
  subject.execute = [golden = subject.execute, is_wrong](const spec::Case& test_case,
                                                         const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    const spec::Vconv& step = instruction_of(test_case);
    const spec::Mask mask = mask_of(test_case);
    std::uint64_t length = 0;
    for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
      length += mask.bit(lane) ? 1 : 0;
    }
    for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
      if (mask.bit(lane) && is_wrong(lane, length)) {
        ++outcome.after.of(spec::MemoryId::kUb)[step.dst.offset + 4 * lane];
      }
    }
    return outcome;
  };
  return subject;
}

Deviation noted(const Subject& subject, const Property& property = properties().front()) {
  const spec::Case test_case = repeat_of_ties();
  const CheckResult result = check_property(property, subject, test_case);
  const Finding& finding = result.findings.at(0);
  Deviation deviation;
  deviation.claim = test_case.claim;
  deviation.verdict = finding.verdict;
  deviation.rule = finding.rule ? spec::rule_of(*finding.rule).slug : "";
  deviation.in_short = finding.in_short;
  deviation.smallest = test_case;
  note_position_dependence(property, subject, deviation);
  return deviation;
}

TEST(PositionDependence, OfAValueThatIsWrongInOneLaneIsNoted) {
  const Deviation deviation = noted(converting([](auto lane, auto) { return lane == 5; }));
  EXPECT_THAT(deviation.in_short, HasSubstr("; depends on position or length"));
  EXPECT_THAT(deviation.details, HasSubstr("  place    in other places"));
}

TEST(PositionDependence, OfAValueThatIsWrongAtOneLengthIsNoted) {
  const Deviation deviation = noted(converting([](auto, auto length) { return length == kLanes; }));
  EXPECT_THAT(deviation.in_short, HasSubstr("depends on position or length"));
}

TEST(PositionDependence, OfAValueThatIsWrongEverywhereIsNone) {
  const Deviation deviation = noted(converting([](auto, auto) { return true; }));
  EXPECT_THAT(deviation.in_short, Not(HasSubstr("depends on")));
}

TEST(PositionDependence, NoRuleAboutPlacesIsBlamedOnABackendThatIsGivenNone) {
  Subject subject = converting([](auto lane, auto) { return lane == 5; });
  const Deviation converts = noted(subject);
  EXPECT_EQ(spec::rule_of(*spec::rule_with_slug(converts.rule)).about, spec::About::kNumbers);
  subject.only_converts = false;
  EXPECT_THAT(noted(subject).in_short, Not(HasSubstr("depends on")));
}

TEST(PositionDependence, APropertyThatComparesPlacesShowsItByItself) {
  const Property& permuting = *property_named("PermutingLanesPermutesResults");
  const Subject subject = converting([](auto lane, auto) { return lane == 5; });
  Deviation deviation;
  deviation.verdict = "PROPERTY";
  deviation.smallest = repeat_of_ties();
  note_position_dependence(permuting, subject, deviation);
  EXPECT_THAT(deviation.in_short, HasSubstr("depends on position or length"));
  deviation.in_short.clear();
  note_position_dependence(*property_named("Monotone"), subject, deviation);
  EXPECT_EQ(deviation.in_short, "");
}

}  // namespace
}  // namespace vconform::suites
