#include "suites/report/certificate_plan.h"
#include "suites/report/certificate_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/report/certificate_rules.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

json& item_with(json& list, const char* field, const json& value) {
  for (json& item : list) {
    if (item[field] == value) {
      return item;
    }
  }
  throw std::logic_error("no such item");
}

json& claimed_row(json& document) {
  return item_with(document["rows"], "claimed", true);
}

std::string property_of(const json& unit) {
  const std::string claim = unit["claim"];
  const std::size_t dot = claim.find('.');
  if (unit["kind"] == "illegal") {
    return "OutOfRangeStaysInside";
  }
  return unit["kind"] == "generated" ? claim.substr(dot + 1, claim.find('/') - dot - 1)
                                     : "MatchesOracle";
}

// Adds to a count of a unit, and to all the sums that include it.
void shift(json& document, json& unit, const char* name, std::int64_t by) {
  json& property = item_with(document["properties"], "property", property_of(unit));
  std::vector<json*> counts = {&unit[name], &claimed_row(document)[name], &property[name],
                               &document["counts"][name]};
  if (unit["kind"] == "systematic" && std::string_view(name) == "elements") {
    counts.push_back(&claimed_row(document)["systematic_elements"]);
  }
  for (json* count : counts) {
    *count = count->get<std::uint64_t>() + static_cast<std::uint64_t>(by);
  }
}

// A certificate in which a unit has more of something, with all sums adjusted.
std::string shifted(std::size_t i, const char* name, std::int64_t by) {
  return edited_certificate([&](json& d) { shift(d, d["units"][i], name, by); });
}

TEST(CertificatePlan, AWholeRunIsAsPlanned) {
  EXPECT_EQ(problem_of_verifying(whole_certificate().dump()), "");
  EXPECT_GT(whole_certificate()["units"].size(), 10u);
}

TEST(CertificatePlan, EachUnitHasItsCasesExactly) {
  const json document = whole_certificate();
  for (std::size_t i = 0; i < document["units"].size(); ++i) {
    const std::string claim = "unit " + document["units"][i]["claim"].get<std::string>();
    for (const int by : {1, -1}) {
      EXPECT_THAT(problem_of_verifying(shifted(i, "cases", by)), HasSubstr(claim + " ")) << by;
      EXPECT_THAT(problem_of_verifying(shifted(i, "cases", by)), HasSubstr("and the plan has"))
          << by;
    }
  }
}

TEST(CertificatePlan, EachUnitOfCasesThatCannotBeRefusedHasElements) {
  const json document = whole_certificate();
  for (std::size_t i = 0; i < document["units"].size(); ++i) {
    const std::string claim = document["units"][i]["claim"];
    const auto elements = document["units"][i]["elements"].get<std::int64_t>();
    // All cases of these units may be refused.
    const bool may_have_none = property_of(document["units"][i]) == "OutOfRangeStaysInside";
    const std::string said = problem_of_verifying(shifted(i, "elements", -elements));
    if (may_have_none) {
      EXPECT_EQ(said, "") << claim;
    } else {
      EXPECT_THAT(said, HasSubstr("unit " + claim)) << claim;
      EXPECT_THAT(said, HasSubstr("compared no element")) << claim;
    }
  }
}

TEST(CertificatePlan, HazardsHaveElementsWhereAnOrderIsPromised) {
  Certificate certificate = certificate_with({});
  const auto hazards = [&] {
    json document = json::parse(to_json(certificate));
    json& unit = document["units"][1];
    EXPECT_EQ(unit["claim"], "Vconv.HazardsStayInside/f322s32_r");
    shift(document, unit, "elements", -unit["elements"].get<std::int64_t>());
    return problem_of_verifying(sealed(document));
  };
  EXPECT_THAT(hazards(), HasSubstr("compared no element"));
  const spec::RuleId order = spec::cite("walk.order");
  certificate.info.choices.pinned.leave_open(order);
  certificate.info.choices.origins[order] = ChoiceOrigin::kOpen;
  EXPECT_EQ(hazards(), "");
}

TEST(CertificatePlan, NoUnitIsMissingTwiceOrOfAnotherName) {
  const json document = whole_certificate();
  for (std::size_t i = 0; i < document["units"].size(); ++i) {
    const std::string claim = document["units"][i]["claim"];
    json removed = document;
    removed["units"].erase(i);
    EXPECT_THAT(problem_of_verifying(sealed(removed)), HasSubstr(claim));
    json twice = document;
    twice["units"].insert(twice["units"].begin() + static_cast<std::ptrdiff_t>(i),
                          document["units"][i]);
    EXPECT_THAT(problem_of_verifying(sealed(twice)), HasSubstr(claim));
    for (const char* field : {"claim", "kind", "ctrl"}) {
      json renamed = document;
      renamed["units"][i][field] = "other";
      EXPECT_THAT(problem_of_verifying(sealed(renamed)), HasSubstr(claim)) << field;
    }
  }
}

TEST(CertificatePlan, ARunThatWasCutShortIsNone) {
  json document = whole_certificate();
  json& units = document["units"];
  const std::string claim = units[units.size() / 2]["claim"];
  while (units.size() > whole_certificate()["units"].size() / 2) {
    json last = units.back();
    for (const char* name : {"cases", "elements"}) {
      shift(document, last, name, -last[name].get<std::int64_t>());
    }
    units.erase(units.size() - 1);
  }
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("it ends before unit " + claim));
}

TEST(CertificatePlan, RowsAndPropertiesAreTheSumsOfTheirUnits) {
  for (const char* name : {"cases", "elements", "systematic_elements"}) {
    EXPECT_THAT(problem_of_verifying(edited_certificate([&](json& d) {
                  claimed_row(d)[name] = claimed_row(d)[name].get<int>() - 1;
                  d["counts"][name] = d["counts"].value(name, 0) - 1;
                  item_with(d["properties"], "property", "MatchesOracle")[name] = 1;
                })),
                testing::Not(testing::IsEmpty()))
        << name;
  }
  EXPECT_THAT(problem_of_verifying(
                  edited_certificate([](json& d) { claimed_row(d)["systematic_elements"] = 1; })),
              HasSubstr("the row of 'vconv_f322s32r'"));
  for (const char* name : {"rows", "rows_deviating"}) {
    EXPECT_THAT(
        problem_of_verifying(edited_certificate([&](json& d) { d["properties"][5][name] = 2; })),
        HasSubstr("property Monotone"));
  }
  // The sum of all stays the same, but other properties have the cases.
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                json& one = d["properties"][5]["cases"];
                json& other = d["properties"][0]["cases"];
                one = one.get<int>() + 1;
                other = other.get<int>() - 1;
              })),
              HasSubstr("property MatchesOracle"));
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) { d["properties"].erase(3); })),
              HasSubstr("properties"));
}

TEST(CertificatePlan, CountsDoNotWrapAround) {
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                json& first = d["units"][0]["elements"];
                json& second = d["units"][1]["elements"];
                second = first.get<std::uint64_t>() + second.get<std::uint64_t>() + 1;
                first = ~std::uint64_t{0};
              })),
              HasSubstr("more than can be counted"));
  EXPECT_NE(problem_of_verifying(
                edited_certificate([](json& d) { d["units"][0]["cases"] = ~std::uint64_t{0}; })),
            "");
}

TEST(CertificatePlan, LevelSeedReadingsAndOptionsAreThoseOfThePlan) {
  const std::vector<std::pair<const char*, std::function<void(json&)>>> edits = {
      {"level", [](json& d) { d["level"] = "standard"; }},
      {"seed", [](json& d) { d["seed"] = 10; }},
      {"seed", [](json& d) { d["seed"] = ~std::uint64_t{0}; }},
      {"does not pin it",
       [](json& d) { d["choices"]["subnormal.results"]["reading"] = "flushed"; }},
      {"does not", [](json& d) { d["choices"]["subnormal.results"]["from"] = "probe"; }},
      {"is open, and the profile 'a2' pins it",
       [](json& d) {
         d["choices"]["subnormal.results"] = {{"reading", nullptr}, {"from", "open"}};
       }},
      {"readings",
       [](json& d) {
         as_if_probed(d);
         d["choices"]["subnormal.results"]["reading"] = "flushed";
       }},
      {"options", [](json& d) { d["backend"]["checks_arguments"] = true; }},
      {"EveryMagnitude", [](json& d) { d["backend"]["stride_bits"] = 7; }},
      {"options", [](json& d) { d["backend"]["largest_memory"] = std::uint64_t{1} << 30; }},
      {"stride_bits", [](json& d) { d["backend"]["stride_bits"] = ~std::uint64_t{0}; }},
      {"plan is not", [](json& d) { d["plan"] = "sha256:"; }},
  };
  for (const auto& [part, edit] : edits) {
    EXPECT_THAT(problem_of_verifying(edited_certificate(edit)), HasSubstr(part));
  }
}

TEST(CertificatePlan, EachFeatureOfARowIsPartOfThePlan) {
  for (const spec::FeatureName& feature : spec::kFeatures) {
    const std::string said = problem_of_verifying(edited_certificate([&](json& d) {
      json fewer = json::array();
      for (const json& name : claimed_row(d)["features"]) {
        name == feature.name ? void() : fewer.push_back(name);
      }
      claimed_row(d)["features"] = fewer;
    }));
    EXPECT_THAT(said, testing::AnyOf(HasSubstr("f322s32_r"), HasSubstr("claims"))) << feature.name;
  }
  EXPECT_THAT(problem_of_verifying(edited_certificate(
                  [](json& d) { claimed_row(d)["features"].push_back("magic"); })),
              HasSubstr("'magic'"));
  EXPECT_THAT(problem_of_verifying(edited_certificate(
                  [](json& d) { claimed_row(d)["features"].push_back("mask"); })),
              HasSubstr("are not written as this program writes them"));
}

TEST(CertificatePlan, ARowIsClaimedAsItsUnitsSay) {
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                json& row = item_with(d["rows"], "instruction", "vconv_f322f32r");
                row["claimed"] = true;
                d["counts"]["rows_claimed"] = 2;
                d["verdict"] = "does not conform";
              })),
              HasSubstr("Vconv.MatchesOracle/f322f32_r"));
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                item_with(d["rows"], "instruction", "vconv_f322f32r")["features"] = {"mask"};
              })),
              HasSubstr("'vconv_f322f32r' is not claimed and has features"));
}

// A run in which a unit timed out after three cases.
json timed_out(std::size_t at) {
  const std::vector<Unit> plan = make_plan(level_named("quick"), with_one_cell());
  Certificate certificate = certificate_with({});
  std::vector<UnitResult> results(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const bool skips = at == 0 && i > 0;
    results[i].skipped = skips;
    results[i].cases = skips ? 0 : i == at ? 3 : planned_cases(plan[i], with_one_cell());
    results[i].elements = skips ? 0 : 10;
  }
  Deviation hang = deviation("", 1);
  hang.verdict = "TIMEOUT";
  hang.claim = claim_name(plan[at]);
  results[at].deviations = {hang};
  return json::parse(to_json(make_certificate(certificate.info, plan, results)));
}

TEST(CertificatePlan, AUnitEndsEarlyOnlyWhereItTimedOut) {
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
    const json document = timed_out(at);
    EXPECT_EQ(problem_of_verifying(document.dump()), "");
    EXPECT_EQ(document["units"][at]["ended"], "TIMEOUT");
    json unsaid = document;
    unsaid["units"][at].erase("ended");
    EXPECT_NE(problem_of_verifying(sealed(unsaid)), "") << at;
    json other = document;
    other["units"][at]["ended"] = "skipped";
    EXPECT_NE(problem_of_verifying(sealed(other)), "") << at;
    other["units"][at]["ended"] = "MISMATCH";
    EXPECT_NE(problem_of_verifying(sealed(other)), "") << at;
  }
  const std::string claimed = whole_certificate()["units"][2]["claim"];
  EXPECT_THAT(
      problem_of_verifying(edited_certificate([](json& d) { d["units"][2]["ended"] = "TIMEOUT"; })),
      HasSubstr(claimed));
  EXPECT_THAT(
      problem_of_verifying(edited_certificate([](json& d) { d["units"][2]["ended"] = "skipped"; })),
      HasSubstr(claimed));
}

TEST(CertificatePlan, WhatIsSkippedHasNoCases) {
  json document = timed_out(0);
  EXPECT_EQ(document["units"][4]["ended"], "skipped");
  json& unit = document["units"][4];
  shift(document, unit, "cases", 1);
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr(unit["claim"].get<std::string>()));
}

TEST(CertificatePlan, WhatHasNoCasesIsSaidToBeSkipped) {
  json document = timed_out(0);
  document["units"][4].erase("ended");
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("is not skipped"));
}

TEST(CertificatePlan, DeviationsAreThoseOfItsUnits) {
  json document = json::parse(to_json(certificate_with({deviation("ctrl.48", 1)})));
  EXPECT_EQ(problem_of_verifying(document.dump()), "");
  document["deviations"][0]["claim"] = "Vconv.MatchesOracle/f322s32_f";
  EXPECT_NE(problem_of_verifying(sealed(document)), "");
  document["deviations"][0]["claim"] = "Vconv.Monotone/f322s32_r";
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("property"));
  document["deviations"][0]["claim"] = "Vconv.Nothing/f322s32_r";
  item_with(document["properties"], "property", "MatchesOracle")["rows_deviating"] = 0;
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("of which it has no unit"));
  // A time-out that ended no unit.
  document["deviations"][0]["claim"] = "Vconv.EveryListedValue/f322s32_r";
  document["deviations"][0]["verdict"] = "TIMEOUT";
  EXPECT_THAT(problem_of_verifying(sealed(document)), HasSubstr("no unit of it ended with that"));
}

// These come from the tables, not from the run, and somebody may have edited them.
TEST(CertificatePlan, TextsAreThoseOfTheTables) {
  for (const char* field : {"family", "source", "destination", "rounding", "status"}) {
    EXPECT_THAT(
        problem_of_verifying(edited_certificate([&](json& d) { d["rows"][0][field] = "x"; })),
        testing::AnyOf(HasSubstr(std::string(" says ") + field),
                       HasSubstr("is of a family that was not run")))
        << field;
  }
  EXPECT_THAT(
      problem_of_verifying(edited_certificate([](json& d) { d["rules"][0]["status"] = "x"; })),
      HasSubstr("it says that the rule"));
  EXPECT_THAT(
      problem_of_verifying(edited_certificate([](json& d) { d["properties"][0]["claim"] = "x"; })),
      HasSubstr("property MatchesOracle claims that"));
  EXPECT_THAT(problem_of_verifying(
                  edited_certificate([](json& d) { d["families"].push_back(d["families"][0]); })),
              HasSubstr("a family is listed twice"));
}

TEST(CertificatePlan, ItIsToldWhenAnotherProgramWroteIt) {
  EXPECT_THAT(problem_of_verifying(edited_certificate([](json& d) {
                d["vconform_version"] = "0.0.7";
                d["units"].erase(0);
              })),
              HasSubstr("vconform 0.0.7"));
}

}  // namespace
}  // namespace vconform::suites
