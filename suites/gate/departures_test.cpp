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
      info.choices.inferred.pin(departing);
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
  for (const ChoiceOrigin origin : {ChoiceOrigin::kProbe, ChoiceOrigin::kProfile}) {
    EXPECT_THAT(problem_of_verifying(document(origin, false).dump()),
                HasSubstr("departs from the page"));
  }
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

}  // namespace
}  // namespace vconform::suites
