// A reading that departs from the page is told, whatever reading another rule has.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/golden/reference.h"
#include "adapters/load/open_backend.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/judging/probe.h"
#include "suites/judging/subject.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

std::vector<spec::Choice> readings_with(bool departing) {
  std::vector<spec::Choice> found;
  for (const spec::RuleId rule : spec::kAllRules) {
    for (const spec::Choice& choice : spec::all_readings(rule)) {
      const spec::Reading& reading = spec::reading_of(choice);
      if ((reading.ground == spec::Ground::kDeparts) == departing && !reading.permissive &&
          !spec::choices_of_golden().follows(choice)) {
        found.push_back(choice);
      }
    }
  }
  return found;
}

struct SamePair {
  std::string_view departing;
  std::string_view other;
};
// Pairs that do what readings do of which none departs, of a deq.RULE or a fixpipe.RULE.
constexpr std::array<SamePair, 4> kSamePairs = {{
    // A whole offset added before or after rounding down or up: offset-order=before-rounding.
    {".s9-clamp=none", ".s9-rounding=f"},
    {".s9-clamp=none", ".s9-rounding=c"},
    // The sum is rounded, so that no product is clamped.
    {".s9-clamp=none", ".offset-order=before-rounding"},
    // Offsets that differ by 512 give the same nine bits.
    {".offset-sign=unsigned", ".add=wrap9"},
}};

bool is_same_pair(const std::string& departing, const std::string& other) {
  return std::ranges::any_of(kSamePairs, [&](const SamePair& pair) {
    return departing.ends_with(pair.departing) && other.ends_with(pair.other);
  });
}

// The families that both rules concern.
std::vector<spec::Family> families_of_both(spec::RuleId a, spec::RuleId b) {
  std::vector<spec::Family> families = families_of(spec::rule_of(a));
  const std::vector<spec::Family> concerned = families_of(spec::rule_of(b));
  std::erase_if(families, [&](spec::Family family) {
    return std::ranges::find(concerned, family) == concerned.end();
  });
  return families;
}

spec::Choices probed_of(spec::Choice a, spec::Choice b, spec::Family family) {
  adapters::golden::Behaviour behaviour = adapters::golden::golden_behaviour();
  behaviour.pin(a);
  behaviour.pin(b);
  Subject subject = subject_of(adapters::open_golden(behaviour));
  subject.claims = claims_within(subject.claims, {family});
  return readings_of(probe(subject));
}

TEST(PairsOfReadings, ADepartingOneIsToldBesideAnyOther) {
  std::size_t pairs = 0;
  std::size_t same = 0;
  for (const spec::Choice& departing : readings_with(true)) {
    for (const spec::Choice& other : readings_with(false)) {
      if (other.rule == departing.rule) {
        continue;
      }
      for (const spec::Family family : families_of_both(departing.rule, other.rule)) {
        const std::string name = spec::choice_text(departing);
        const std::string beside = spec::choice_text(other);
        const bool is_told = probed_of(other, departing, family).follows(departing);
        EXPECT_EQ(is_told, !is_same_pair(name, beside)) << name << " beside " << beside;
        same += is_told ? 0 : 1;
        ++pairs;
      }
    }
  }
  fmt::print("{} pairs in their families, {} do what no departing reading does\n", pairs, same);
  EXPECT_GT(pairs, 300u);
  // In deq, cast_deq and copy_matrix.
  EXPECT_EQ(same, 3 * kSamePairs.size());
}

// An open rule whose own cases say nothing beside another reading is told by the cases of others.
TEST(PairsOfReadings, NothingIsLeftOpenBesideARoundingThatCommutesWithTheOffset) {
  Subject subject = subject_of(adapters::open_backend("golden:deq.s9-rounding=f"));
  subject.claims = claims_within(subject.claims, {spec::Family::kDeq});
  const spec::Choices found = readings_of(probe(subject));
  for (const char* reading :
       {"deq.offset-order=after-s9", "deq.add=no-wrap", "deq.offset-sign=signed"}) {
    EXPECT_TRUE(found.follows(spec::choice_named(reading))) << reading;
  }
}

}  // namespace
}  // namespace vconform::suites
