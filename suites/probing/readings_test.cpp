// Probing names the reading that a backend follows, whichever it is, and notices when it follows
// two.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/probe.h"
#include "suites/judging/subject.h"
#include "suites/probing/families.h"
#include "suites/probing/probe_report.h"

namespace vconform::suites {
namespace {

std::vector<spec::Choice> every_reading() {
  std::vector<spec::Choice> all;
  for (const spec::RuleId rule : spec::kAllRules) {
    const std::vector<spec::Choice> readings = spec::all_readings(rule);
    all.insert(all.end(), readings.begin(), readings.end());
  }
  return all;
}

Subject open_subject(const std::string& name) {
  return subject_of(adapters::open_backend(name));
}

const ProbedRule& entry(const std::vector<ProbedRule>& probed, std::string_view slug) {
  for (const ProbedRule& one : probed) {
    if (spec::rule_of(one.rule).slug == slug) {
      return one;
    }
  }
  throw std::runtime_error("not probed: " + std::string(slug));
}

std::string verdicts(const std::vector<ProbedRule>& probed) {
  return probe_text(probed, "out");
}

class Readings : public testing::TestWithParam<spec::Choice> {};

TEST_P(Readings, OfGoldenAreNamed) {
  const std::shared_ptr<adapters::Backend> backend =
      adapters::open_backend("golden:" + spec::choice_text(GetParam()));
  Subject subject = subject_of(backend);
  for (const std::string& choice : backend->permissive_choices()) {
    spec::pin_from_text(subject.pinned, choice);
  }
  // The other families need not be probed.
  subject.claims = claims_within(subject.claims, families_of(spec::rule_of(GetParam().rule)));
  const std::vector<ProbedRule> probed = probe(subject);
  EXPECT_TRUE(is_consistent(probed)) << verdicts(probed);
  if (spec::reading_of(GetParam()).permissive) {
    // The reading is declared, so it is not probed.
    EXPECT_TRUE(subject.pinned.follows(GetParam()));
    return;
  }
  const ProbedRule& found = entry(probed, spec::rule_of(GetParam().rule).slug);
  EXPECT_EQ(found.result, ProbeResult::kFollows) << verdicts(probed);
  EXPECT_EQ(found.reading, GetParam()) << verdicts(probed);
  // The named cases show the reading: no other one explains them all.
  ASSERT_FALSE(found.cases.empty());
  if (spec::rule_of(GetParam().rule).about_ranges) {
    return;  // each reading permits what the other does, and a refusal
  }
  for (const spec::Choice& other : spec::all_readings(GetParam().rule)) {
    if (spec::reading_of(other).permissive) {
      continue;
    }
    Subject pinned = subject;
    pinned.pinned = readings_of(probed);
    pinned.pinned.pin(other);
    const bool explains_all =
        std::all_of(found.cases.begin(), found.cases.end(), [&](const spec::Case& test_case) {
          return matches_oracle(pinned, test_case).findings.empty();
        });
    EXPECT_EQ(explains_all, other == GetParam()) << spec::choice_text(other);
  }
}

std::string test_name(const testing::TestParamInfo<spec::Choice>& info) {
  std::string name = spec::choice_text(info.param);
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Probe, Readings, testing::ValuesIn(every_reading()), test_name);

// Under golden's own readings each rule shows, once all families are probed. Another reading of one
// rule may hide another rule: an offset that is added before rounding cannot wrap.
TEST(Probe, NamesEveryReadingOfGolden) {
  const std::vector<ProbedRule> probed = probe(open_subject("golden"));
  for (const ProbedRule& one : probed) {
    EXPECT_EQ(one.result, ProbeResult::kFollows) << verdicts(probed);
  }
}

// A backend with one family is asked about the rules that its family shares with others.
TEST(Probe, NamesEverySharedReadingInEachFamily) {
  for (const spec::FamilyName& family : spec::kFamilies) {
    Subject subject = open_subject("golden");
    subject.claims = claims_within(subject.claims, {family.family});
    const std::vector<ProbedRule> probed = probe(subject);
    for (const ProbedRule& one : probed) {
      const std::vector<spec::Family> families = families_of(spec::rule_of(one.rule));
      const bool is_about_it =
          std::find(families.begin(), families.end(), family.family) != families.end();
      EXPECT_EQ(one.result == ProbeResult::kFollows, is_about_it) << family.name << "\n"
                                                                  << verdicts(probed);
    }
  }
}

TEST(Probe, AScaleInAnotherFormatFollowsNoKnownReading) {
  const std::vector<ProbedRule> probed = probe(open_subject("mutant:scale-is-1-5-10"));
  EXPECT_EQ(entry(probed, "deq.scale-bits").result, ProbeResult::kNoKnownReading)
      << verdicts(probed);
}

// Each mutant mixes two readings of the rule that it breaks. One of a dequantisation or a copy may
// mix them by values or shapes that no discriminating case has: mutants_test shows that the plan
// catches those too.
TEST(Probe, ABackendThatMixesTwoReadingsIsInconsistentAndBothCasesShowIt) {
  int inconsistent = 0;
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const spec::Rule& rule = spec::rule_of(*spec::rule_with_slug(mutant.rule));
    if (rule.openness != spec::Openness::kChoice || rule.slug == "mask.inactive-lanes" ||
        mutant.name == "scale-is-1-5-10") {
      continue;
    }
    Subject subject = open_subject("mutant:" + std::string(mutant.name));
    subject.claims = claims_within(subject.claims, families_of(rule));
    const std::vector<ProbedRule> probed = probe(subject);
    const ProbedRule& found = entry(probed, mutant.rule);
    const bool is_about_numbers = rule.topic == spec::Topic::kDequantisation ||
                                  rule.topic == spec::Topic::kFixpipe ||
                                  rule.topic == spec::Topic::kDataCopy;
    if (is_about_numbers && found.result != ProbeResult::kInconsistent) {
      continue;
    }
    EXPECT_EQ(found.result, ProbeResult::kInconsistent) << mutant.name << "\n" << verdicts(probed);
    ++inconsistent;
    if (found.cases.size() != 2 || spec::rule_of(found.rule).about_ranges) {
      continue;
    }
    for (const spec::Choice& reading : spec::all_readings(found.rule)) {
      Subject pinned = subject;
      pinned.pinned = readings_of(probed);
      pinned.pinned.pin(reading);
      EXPECT_FALSE(matches_oracle(pinned, found.cases[0]).findings.empty() &&
                   matches_oracle(pinned, found.cases[1]).findings.empty())
          << mutant.name << ": " << spec::choice_text(reading) << " explains both";
    }
  }
  EXPECT_GE(inconsistent, 15);
}

}  // namespace
}  // namespace vconform::suites
