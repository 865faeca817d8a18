// Probing with cases that no reading explains, that are refused, or that hang.
#include "suites/judging/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "adapters/load/open_backend.h"
#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/subject.h"
#include "suites/probing/probe_report.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

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

// Changing inactive lanes is a permissive reading, which is never inferred.
TEST(Probe, WhatNoReadingExplainsIsShownWithItsCase) {
  const std::vector<ProbedRule> probed = probe(open_subject("mutant:zeroes-inactive-lanes"));
  const ProbedRule& found = entry(probed, "mask.inactive-lanes");
  EXPECT_EQ(found.result, ProbeResult::kNoKnownReading);
  ASSERT_EQ(found.cases.size(), 1u);
  EXPECT_THAT(found.details, HasSubstr("expected"));
  EXPECT_FALSE(is_consistent(probed));
}

// Open readings would permit more than any of them, and take long to try together.
TEST(Probe, WhatNoReadingExplainsIsJudgedByOneThatNoPageContradicts) {
  const std::vector<ProbedRule> probed = probe(open_subject("mutant:fixpipe-result-wraps"));
  const ProbedRule& found = entry(probed, "fixpipe.add");
  EXPECT_EQ(found.result, ProbeResult::kNoKnownReading);
  EXPECT_EQ(found.reading, std::nullopt);
  EXPECT_GT(found.left.size(), 1u);
  EXPECT_EQ(spec::reading_of(*stands_for(found.left)).name, "no-wrap");
  EXPECT_TRUE(readings_of_unexplained(probed).follows(spec::choice("fixpipe.add", "no-wrap")));
  EXPECT_FALSE(readings_of(probed).reading(found.rule));
  EXPECT_THAT(verdicts(probed), HasSubstr("judged by no-wrap"));
}

TEST(Probe, NoPermissiveReadingAndNoneThatAPageContradictsStandsForOthers) {
  std::size_t departing = 0;
  for (const spec::RuleId rule : spec::kAllRules) {
    for (const spec::Choice& reading : spec::all_readings(rule)) {
      const bool departs = spec::reading_of(reading).ground == spec::Ground::kDeparts;
      departing += departs ? 1 : 0;
      EXPECT_EQ(stands_for(std::vector{reading}).has_value(),
                !departs && !spec::reading_of(reading).permissive)
          << spec::choice_text(reading);
    }
  }
  EXPECT_GT(departing, 0u);
}

// Columns in the wrong place show without gaps between them, which need STRIDES.
TEST(Probe, ARuleWhoseOwnCasesNeedAFeatureIsToldByOthers) {
  Subject subject = open_subject("golden:fixpipe.dst-stride-unit=element");
  subject.claims = [claims = subject.claims](const spec::Cell& cell) {
    const std::optional<spec::FeatureSet> claimed = claims(cell);
    return claimed ? std::optional(claimed->without(spec::Feature::kStrides)) : claimed;
  };
  const ProbedRule found = entry(probe(subject), "fixpipe.dst-stride-unit");
  ASSERT_EQ(found.result, ProbeResult::kFollows);
  EXPECT_EQ(spec::reading_of(*found.reading).name, "element");
}

TEST(Probe, WhatIsNotClaimedIsNotObservableHere) {
  Subject subject = open_subject("golden");
  const Claims all = subject.claims;
  subject.claims = [all](const spec::Cell& cell) {
    return spec::instruction_name(cell) == "vconv_f322f32r" ? all(cell) : std::nullopt;
  };
  const std::vector<ProbedRule> probed = probe(subject);
  EXPECT_EQ(entry(probed, "ctrl.59").result, ProbeResult::kNotObservable);
  EXPECT_EQ(entry(probed, "ctrl.59").left.size(), 3u);
  EXPECT_EQ(entry(probed, "walk.order").result, ProbeResult::kFollows);
  EXPECT_THAT(verdicts(probed), HasSubstr("not observable here"));
}

TEST(Probe, ARefusalShowsNothing) {
  Subject subject = open_subject("golden");
  subject.execute = [](const spec::Case&, const spec::MemoryImage& before) {
    spec::Outcome outcome;
    outcome.status = spec::OutcomeStatus::kRejected;
    outcome.after = before;
    return outcome;
  };
  const std::vector<ProbedRule> refused = probe(subject);
  for (const ProbedRule& one : refused) {
    EXPECT_EQ(one.result, spec::rule_of(one.rule).about_ranges ? ProbeResult::kFollows
                                                               : ProbeResult::kNotObservable)
        << spec::rule_of(one.rule).slug;
  }
  EXPECT_TRUE(entry(refused, "ctrl.59").refused);
  EXPECT_TRUE(entry(refused, "deq.product").refused);
}

// The last program of all, when the cases of related rules are run for what their own did not tell.
TEST(Probe, ACrashInTheSecondRoundIsAFault) {
  const auto probed = [](int crashes_at, int& asked) {
    Subject subject = open_subject("golden");
    subject.claims = [claims = subject.claims](const spec::Cell& cell) {
      const std::optional<spec::FeatureSet> claimed = claims(cell);
      return claimed ? std::optional(claimed->without(spec::Feature::kStrides)) : claimed;
    };
    subject.execute = [&asked, crashes_at, execute = subject.execute](
                          const spec::Case& test_case, const spec::MemoryImage& before) {
      spec::Outcome outcome = execute(test_case, before);
      outcome.status = ++asked == crashes_at ? spec::OutcomeStatus::kCrashed : outcome.status;
      return outcome;
    };
    return probe(subject);
  };
  int asked = 0;
  EXPECT_TRUE(std::ranges::none_of(probed(0, asked), is_fault));
  int again = 0;
  EXPECT_TRUE(std::ranges::any_of(probed(asked, again), is_fault));
}

TEST(Probe, WhatMayBeRefusedIsNoFault) {
  for (const ProbedRule& one : probe(open_subject("golden"))) {
    EXPECT_FALSE(one.refused) << spec::rule_of(one.rule).slug;
  }
}

// A refusal shows the reading whose range leaves the arguments out, a result the other one.
TEST(Probe, RangesShowInWhatIsRefused) {
  const auto follows = [](const std::string& reading) {
    Subject subject = open_subject("golden:" + reading);
    subject.claims = [claims = subject.claims](const spec::Cell& cell) {
      return cell.conversion().family == spec::Family::kCopyMatrix ? claims(cell) : std::nullopt;
    };
    return readings_of(probe(subject)).follows(spec::choice_named(reading));
  };
  for (const char* reading :
       {"fixpipe.nd-limit=msize", "fixpipe.nd-limit=nsize", "fixpipe.quantpre-codes=header",
        "fixpipe.quantpre-codes=zero-only"}) {
    EXPECT_TRUE(follows(reading)) << reading;
  }
}

TEST(Probe, ABackendThatHangsIsNotAskedThousandsOfTimes) {
  Subject subject = open_subject("golden");
  int asked = 0;
  subject.execute = [&](const spec::Case&, const spec::MemoryImage&) {
    ++asked;
    spec::Outcome outcome;
    outcome.status = spec::OutcomeStatus::kTimedOut;
    return outcome;
  };
  const std::vector<ProbedRule> probed = probe(subject);
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(entry(probed, "s4.nibble").result, ProbeResult::kNoKnownReading);
  EXPECT_EQ(entry(probed, "walk.order").result, ProbeResult::kNotObservable);
}

// The pages promise no order of overlapping operands, so that elements may be taken one by one. A
// crash is none.
TEST(Probe, AnOrderThatNoReadingHasIsPermitted) {
  const auto order_if = [](spec::OutcomeStatus status) {
    Subject subject = open_subject("golden");
    subject.claims = [claims = subject.claims](const spec::Cell& cell) {
      return spec::instruction_name(cell) == "vconv_f162f32" ? claims(cell) : std::nullopt;
    };
    // A last byte that no order leaves, of each case whose operands overlap.
    subject.execute = [run = subject.execute, status](const spec::Case& test_case,
                                                      const spec::MemoryImage& before) {
      spec::Outcome outcome = run(test_case, before);
      const auto& step = std::get<spec::Vconv>(test_case.steps.back());
      if (step.dst == step.src) {
        outcome.status = status;
        outcome.after.of(spec::MemoryId::kUb)[step.dst.offset + 7] ^= 0x40;
      }
      return outcome;
    };
    return entry(probe(subject), "walk.order");
  };
  const ProbedRule wrong = order_if(spec::OutcomeStatus::kCompleted);
  EXPECT_EQ(wrong.result, ProbeResult::kNoKnownReading);
  EXPECT_TRUE(wrong.is_permitted);
  const ProbedRule crashed = order_if(spec::OutcomeStatus::kCrashed);
  EXPECT_EQ(crashed.result, ProbeResult::kNoKnownReading);
  EXPECT_FALSE(crashed.is_permitted);
}

// Wide strides that a backend does not claim to honour show nothing.
TEST(Probe, NarrowStridesLeaveTheirWidthOpen) {
  Subject subject = open_subject("golden");
  subject.stride_bits = 8;
  EXPECT_EQ(entry(probe(subject), "walk.stride-width").result, ProbeResult::kNotObservable);
}

TEST(Probe, PinnedRulesAreNotProbed) {
  Subject subject = open_subject("golden");
  spec::pin_from_text(subject.pinned, "overflow.odd=max");
  for (const ProbedRule& one : probe(subject)) {
    EXPECT_NE(spec::rule_of(one.rule).slug, "overflow.odd");
  }
}

// The cases of c and z come first, and look as if subnormal sources were flushed.
TEST(Probe, AFaultOfSomeRowsIsNoReadingOfTheOthers) {
  Subject subject = open_subject("golden");
  subject.execute = [run = subject.execute](const spec::Case& test_case,
                                            const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    for (spec::Step& step : changed.steps) {
      auto* const vconv = std::get_if<spec::Vconv>(&step);
      if (vconv != nullptr && (vconv->cell.rounding == spec::Rounding::kCeil ||
                               vconv->cell.rounding == spec::Rounding::kTowardZero)) {
        vconv->cell.rounding = spec::Rounding::kNearestEven;
      }
    }
    return run(changed, before);
  };
  const std::vector<ProbedRule> probed = probe(subject);
  const ProbedRule& found = entry(probed, "subnormal.inputs");
  EXPECT_EQ(found.result, ProbeResult::kInconsistent) << verdicts(probed);
  EXPECT_EQ(found.reading, spec::choice("subnormal.inputs", "value"));
}

// Only another reading explains the later case.
TEST(Probe, ALaterCaseThatContradictsItIsInconsistentWithItsRule) {
  Subject subject = open_subject("golden:overflow.odd=inf-beyond-max");
  const std::vector<ProbedRule> probed = probe(subject);
  const spec::Case shows = entry(probed, "overflow.odd").cases.at(0);
  subject.pinned = readings_of(probed);
  EXPECT_TRUE(matches_oracle(subject, shows).findings.empty());
  spec::pin_from_text(subject.pinned, "overflow.odd=max");
  EXPECT_EQ(matches_oracle(subject, shows).findings.front().verdict, "MISMATCH");
  spec::pin_from_text(subject.inferred, "overflow.odd=max");
  const CheckResult contradicted = matches_oracle(subject, shows);
  ASSERT_EQ(contradicted.findings.size(), 1u);
  EXPECT_EQ(contradicted.findings.front().verdict, "INCONSISTENT");
  EXPECT_EQ(spec::rule_of(*contradicted.findings.front().rule).slug, "overflow.odd");
  EXPECT_THAT(contradicted.findings.front().details,
              HasSubstr("follows overflow.odd=inf-beyond-max, not overflow.odd=max"));
}

TEST(ProbeReport, WhatIsWrittenIsReadBack) {
  for (const char* name : {"golden", "mutant:fixpipe-result-wraps"}) {
    const ProbeReport report{name, name, "1", probe(open_subject(name)), "", "", {"vconv_s82f16"}};
    const std::string file = testing::TempDir() + "vconform-probe-test.json";
    std::ofstream(file) << to_json(report);
    const ProbeRecord record = read_probe(file);
    EXPECT_EQ(record.readings, readings_of(report.rules));
    EXPECT_EQ(record.unexplained, readings_of_unexplained(report.rules));
    EXPECT_EQ(record.backend_name, name);
    EXPECT_EQ(record.rules.count(), report.rules.size());
    EXPECT_THAT(record.instructions, testing::ElementsAre("vconv_s82f16"));
  }
}

std::string problem_of(const std::string& content) {
  const std::string file = testing::TempDir() + "vconform-probe-test.json";
  std::ofstream(file) << content;
  try {
    read_probe(file);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

// The error for a file with one rule, after an edit that replaces `before` by `after`.
std::string problem_of_edited(const std::string& before, const std::string& after) {
  ProbedRule follows;
  follows.rule = *spec::rule_with_slug("ctrl.59");
  follows.result = ProbeResult::kFollows;
  follows.reading = spec::choice("ctrl.59", "absent");
  ProbedRule open;
  open.rule = *spec::rule_with_slug("overflow.odd");
  open.left = {spec::choice("overflow.odd", "max"),
               spec::choice("overflow.odd", "inf-after-rounding")};
  std::string text = to_json(ProbeReport{"golden", "golden", "1", {follows, open}});
  if (!before.empty()) {
    EXPECT_NE(text.find(before), std::string::npos) << before;
    text.replace(text.find(before), before.size(), after);
  }
  return problem_of(text);
}

TEST(ProbeReport, BadFilesAreRefusedWithOneLine) {
  EXPECT_EQ(problem_of_edited("", ""), "");
  EXPECT_THAT(problem_of("{"), HasSubstr("no JSON"));
  EXPECT_THAT(problem_of("{}"), HasSubstr("is not the probe.json"));
  EXPECT_THAT(problem_of(R"({"format": "vconform-probe"})"), HasSubstr("format_version"));
  EXPECT_THAT(problem_of_edited("\"format_version\": 1", "\"format_version\": 2"),
              HasSubstr("another version"));
  EXPECT_THAT(problem_of_edited("\"spec_version\": ", "\"spec_version\": 9"),
              HasSubstr("another version"));
  EXPECT_THAT(problem_of_edited("\"spec_version\"", "\"spec_versoin\""), HasSubstr("spec_version"));
  EXPECT_THROW(read_probe("/nowhere/probe.json"), spec::InputError);
}

// It would permit anything, and the backend has not asked for it.
TEST(ProbeReport, AReadingThatNoProbingFindsIsRefused) {
  ProbedRule follows;
  follows.rule = *spec::rule_with_slug("mask.inactive-lanes");
  follows.result = ProbeResult::kFollows;
  follows.reading = spec::choice("mask.inactive-lanes", "undefined");
  EXPECT_THAT(problem_of(to_json(ProbeReport{"golden", "golden", "1", {follows}})),
              HasSubstr("mask.inactive-lanes=undefined, which no probing finds"));
}

TEST(ProbeReport, FieldsAreThoseOfTheFormat) {
  EXPECT_THAT(problem_of_edited("\"name\"", "\"nmae\""), HasSubstr("backend.name"));
  EXPECT_THAT(problem_of_edited("\"version\": \"1\"", "\"version\": \"1\", \"x\": 1"),
              HasSubstr("'x' is no field"));
  EXPECT_THAT(problem_of_edited("\"rules\": [", "\"x\": 1, \"rules\": ["),
              HasSubstr("'x' is no field"));
  EXPECT_THAT(problem_of_edited("\"rules\": [", "\"instructions\": [], \"rules\": ["),
              HasSubstr("empty list of instructions"));
  EXPECT_THAT(problem_of_edited("\"rules\": [", "\"instructions\": [\"f\"], \"rules\": ["),
              HasSubstr("the instruction 'f', which is unknown"));
  EXPECT_THAT(problem_of_edited("\"rule\": ", "\"x\": 1, \"rule\": "),
              HasSubstr("'x' is no field"));
  EXPECT_THAT(problem_of(to_json(ProbeReport{"golden", "golden", "1", {}})),
              HasSubstr("has no rules"));
}

TEST(ProbeReport, RulesAreOpenOnesOnceAndAgreeWithTheirVerdicts) {
  EXPECT_THAT(problem_of_edited("overflow.odd", "ctrl.59"), HasSubstr("the rule ctrl.59 twice"));
  EXPECT_THAT(problem_of_edited("overflow.odd", "ctrl.48"), HasSubstr("is not an open one"));
  EXPECT_THAT(problem_of_edited("\"not observable here\"", "\"seen\""), HasSubstr("no verdict"));
  EXPECT_THAT(problem_of_edited("\"not observable here\"", "\"follows\""),
              HasSubstr("contradicts itself about the rule overflow.odd"));
  EXPECT_THAT(problem_of_edited("\"reading\": null", "\"reading\": \"max\""),
              HasSubstr("contradicts itself about the rule overflow.odd"));
  EXPECT_THAT(problem_of_edited("\"reading\": null", "\"reading\": 1"), HasSubstr("reading"));
  EXPECT_THAT(problem_of_edited("\"left\": []", "\"left\": [\"maybe\"]"),
              HasSubstr("has no reading 'maybe'"));
}

}  // namespace
}  // namespace vconform::suites
