// A certificate of a backend that follows a reading that a page contradicts: what
// verify-certificate says of it, and of what a forger makes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/judging/departure.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// One DEQ whose reading of the offset departs.
class Departing : public testing::Test {
 protected:
  static json document(ChoiceOrigin origin, bool reported) {
    const spec::Cell cell = *spec::cell_named("vconv_deqs162b8h_s8");
    RunInfo info = certificate_with({}).info;
    info.families = {spec::Family::kDeq};
    info.claims = [cell](const spec::Cell& other) {
      return other == cell ? std::optional(spec::kAllFeatures) : std::nullopt;
    };
    const spec::Choice departing = spec::choice("deq.offset-sign", "unsigned");
    info.choices.pinned.pin(departing);
    info.choices.origins[departing.rule] = origin;
    if (origin == ChoiceOrigin::kProbe) {
      // A run without a profile finds out all of them.
      info.choices.profile = "probed";
      for (const spec::Choice& choice : info.choices.pinned.all()) {
        if (info.choices.origins[choice.rule] == ChoiceOrigin::kProfile) {
          info.choices.origins[choice.rule] = ChoiceOrigin::kProbe;
        }
      }
      info.choices.inferred = info.choices.pinned;
    }
    const Subject subject = planned_subject(info);
    const std::vector<Unit> plan = make_plan(level_named("quick"), subject);
    std::vector<UnitResult> results(plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i) {
      results[i].cases = planned_cases(plan[i], subject);
      results[i].elements = 10;
      if (reported && plan[i].cases == Cases::kDiscriminating) {
        Deviation one = deviation("deq.offset-sign", 1);
        one.claim = claim_name(plan[i]);
        one.verdict = kDeparts;
        results[i].deviations = {one};
      }
    }
    return json::parse(to_json(make_certificate(info, plan, results)));
  }
};

TEST_F(Departing, IsWholeWithItsDeviation) {
  EXPECT_EQ(problem_of_verifying(document(ChoiceOrigin::kProbe, true).dump()), "");
  EXPECT_EQ(problem_of_verifying(document(ChoiceOrigin::kDeclared, false).dump()).empty(), false);
}

TEST_F(Departing, IsRefusedWithoutIt) {
  EXPECT_THAT(problem_of_verifying(document(ChoiceOrigin::kProbe, false).dump()),
              HasSubstr("departs from the page"));
  // No profile has such a reading.
  EXPECT_THAT(problem_of_verifying(document(ChoiceOrigin::kProfile, true).dump()),
              HasSubstr("does not pin it"));
}

TEST_F(Departing, IsNoDeviationWhereItWasAskedFor) {
  const json accepted = document(ChoiceOrigin::kAsked, false);
  EXPECT_EQ(problem_of_verifying(accepted.dump()), "");
  EXPECT_EQ(accepted["weakenings"], json({"deq.offset-sign=unsigned"}));
  EXPECT_THAT(problem_of_verifying(document(ChoiceOrigin::kAsked, true).dump()),
              HasSubstr("the readings say otherwise"));
}

TEST_F(Departing, HasTheGroundsOfTheRulesIfAny) {
  json edited = document(ChoiceOrigin::kProbe, true);
  json silent = edited;
  for (json& choice : silent["choices"]) {
    choice.erase("ground");
  }
  EXPECT_EQ(problem_of_verifying(sealed(silent)), "");
  EXPECT_EQ(edited["choices"]["deq.offset-sign"]["ground"], "departs");
  edited["choices"]["deq.offset-sign"]["ground"] = "page";
  EXPECT_THAT(problem_of_verifying(sealed(edited)),
              HasSubstr("the ground of deq.offset-sign=unsigned"));
}

TEST(CertificateReadings, ReadingsAreFromSomebody) {
  const auto choice = [](const char* rule, const char* field, const json& value) {
    return problem_of_verifying(
        edited_certificate([&](json& d) { d["choices"][rule][field] = value; }));
  };
  EXPECT_THAT(choice("subnormal.results", "from", "somebody"), HasSubstr("'somebody'"));
  EXPECT_THAT(choice("subnormal.results", "from", "open"), HasSubstr("subnormal.results"));
  EXPECT_THAT(choice("subnormal.results", "reading", nullptr), HasSubstr("subnormal.results"));
  EXPECT_THAT(choice("walk.order", "from", "declared"), HasSubstr("walk.order"));
  EXPECT_THAT(choice("mask.inactive-lanes", "from", "declared"), HasSubstr("mask.inactive-lanes"));
  const auto declared = [](const char* field, const json& value) {
    return problem_of_verifying(edited_certificate([&](json& d) { d["backend"][field] = value; }));
  };
  EXPECT_THAT(declared("overlap_order", "block"), HasSubstr("declares 'block'"));
  EXPECT_THAT(declared("permissive_choices", {"mask.inactive-lanes=undefined"}),
              HasSubstr("declares 'undefined'"));
  EXPECT_THAT(declared("permissive_choices", {"mask.inactive-lanes=magic"}), HasSubstr("magic"));
  EXPECT_THAT(declared("permissive_choices",
                       {"mask.inactive-lanes=undefined", "mask.inactive-lanes=unchanged"}),
              HasSubstr("mask.inactive-lanes"));
}

// Whoever removes a weakening from the list has to say where the reading is from, and nobody else
// has it.
TEST(CertificateReadings, WeakeningsAreListedAndAskedFor) {
  const auto weakened = [](const char* from, bool is_listed) {
    return problem_of_verifying(edited_certificate([&](json& d) {
      d["choices"]["mask.inactive-lanes"]["reading"] = "undefined";
      d["choices"]["mask.inactive-lanes"]["ground"] = "page";
      d["choices"]["mask.inactive-lanes"]["from"] = from;
      if (is_listed) {
        d["weakenings"] = {"mask.inactive-lanes=undefined"};
      }
    }));
  };
  EXPECT_THAT(weakened("asked for", true), testing::Not(HasSubstr("mask.inactive-lanes")));
  EXPECT_THAT(weakened("asked for", false), HasSubstr("is not among those that it lists"));
  EXPECT_THAT(weakened("profile", true), HasSubstr("from the profile"));
  EXPECT_THAT(weakened("probe", true), HasSubstr("mask.inactive-lanes=undefined"));
  EXPECT_THAT(weakened("no known reading", true), HasSubstr("mask.inactive-lanes=undefined"));
}

TEST(CertificateReadings, OnlyReadingsOfTheSuitesOwnAddressingAreTheSuites) {
  const auto of_suite = [](bool addressing_judged, const char* rule, const json& reading) {
    return problem_of_verifying(edited_certificate([&](json& d) {
      d["backend"]["addressing_judged"] = addressing_judged;
      d["choices"][rule] = {{"reading", reading}, {"from", "done by the suite"}};
    }));
  };
  EXPECT_EQ(of_suite(false, "s4.nibble", "low-first"), "");
  EXPECT_THAT(of_suite(true, "s4.nibble", "low-first"), HasSubstr("s4.nibble"));
  EXPECT_THAT(of_suite(false, "s4.nibble", "high-first"), HasSubstr("s4.nibble"));
  EXPECT_THAT(of_suite(false, "ctrl.59", "absent"), HasSubstr("ctrl.59"));
}

TEST(CertificateReadings, AReadingMayStandForOthersOfWhichNoneExplainsTheBackend) {
  EXPECT_EQ(problem_of_verifying(edited_certificate(
                [](json& d) { d["choices"]["s4.nibble"]["from"] = "no known reading"; })),
            "the choice s4.nibble=low-first is from probing, which the profile 'a2' does not");
  // A reading that was found out is not part of the plan's digest alone.
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                as_if_probed(d);
                d["choices"]["s4.nibble"]["from"] = "no known reading";
              })),
              HasSubstr("plan is not the digest"));
}

}  // namespace
}  // namespace vconform::suites
