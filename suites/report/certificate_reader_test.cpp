#include "suites/report/certificate_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/json_file.h"
#include "suites/gate/apply_waivers.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

// A certificate with one deviation that is waived and one that is not, and what explains them.
std::string written() {
  Certificate certificate =
      certificate_with({deviation("ctrl.48", 1), deviation("round.floor", 1)});
  apply_waivers(certificate, {{"vconv_f322s32r", "ctrl.48", {"MISMATCH *"}, "it does so", ""}});
  Diagnosis diagnosis;
  diagnosis.cell = *spec::cell_named("vconv_f322s32r");
  diagnosis.explanations = {{{{"rounds as a", "rounds as a"}, {"mutant:x", "it is wrong"}}}};
  diagnosis.unexplained = 1;
  diagnosis.unexplained_inputs = {{InputClass::kNan, 9}, {InputClass::kTie, 1}};
  diagnosis.depends_on = kPositionOrLength;
  certificate.diagnoses = {diagnosis};
  certificate.coverage = reachable_parts({kToS32});
  certificate.coverage.front().reached = 1;
  return to_json(certificate);
}

// The error that reading the text reports.
std::string problem_of_reading(const std::string& text) {
  try {
    certificate_from_text(text);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

using Edit = std::function<void(json&)>;

// The certificate after an edit by somebody who computes its digests anew.
std::string written_but_edited(const Edit& edit) {
  json document = json::parse(written());
  edit(document);
  seal_certificate(document);
  return document.dump();
}

json& first_claimed(json& document) {
  for (json& row : document["rows"]) {
    if (row["claimed"] == true) {
      return row;
    }
  }
  return document["rows"][0];
}

TEST(CertificateRecord, ReadsWhatWasWritten) {
  const CertificateRecord record = certificate_from_text(written());
  EXPECT_EQ(record.backend, "stub");
  EXPECT_EQ(record.level, "quick");
  EXPECT_EQ(record.verdict, "does not conform");
  EXPECT_EQ(record.rows.size(), 91u);
  ASSERT_EQ(record.deviations.size(), 2u);
  EXPECT_EQ(record.deviations[0].waived_by, 0u);
  EXPECT_EQ(record.deviations[1].waived_by, std::nullopt);
  EXPECT_EQ(record.deviations[1].rule, "round.floor");
  ASSERT_EQ(record.waivers.size(), 1u);
  EXPECT_EQ(record.waivers[0].waiver.reason, "it does so");
  ASSERT_TRUE(record.diagnosis.has_value());
  ASSERT_EQ(record.diagnosis->mistakes.size(), 1u);
  EXPECT_EQ(record.diagnosis->mistakes[0].sentence, "r rounds as a");
  EXPECT_EQ(record.diagnosis->mistakes[0].alike,
            (std::vector<std::string>{"rounds as a", "mutant:x"}));
  EXPECT_EQ(record.diagnosis->mistakes[0].instructions, std::vector<std::string>{"vconv_f322s32r"});
  EXPECT_EQ(record.diagnosis->not_explained, std::vector<std::string>{"vconv_f322s32r"});
  ASSERT_TRUE(record.diagnosis->unexplained.has_value());
  ASSERT_EQ(record.diagnosis->unexplained->size(), 1u);
  EXPECT_EQ(record.diagnosis->unexplained->at(0).depends_on, "position or length");
  ASSERT_EQ(record.diagnosis->unexplained->at(0).inputs.size(), 2u);
  EXPECT_EQ(record.diagnosis->unexplained->at(0).inputs[0].input, "NaN");
  EXPECT_EQ(record.diagnosis->unexplained->at(0).inputs[0].elements, 9u);
  EXPECT_TRUE(record.diagnosis->unexplained->at(0).first_steps.empty());
}

TEST(CertificateRecord, HasTheFirstStepThatDiffers) {
  const CertificateRecord record = certificate_from_text(written_but_edited([](json& d) {
    json& one = d["diagnosis"]["unexplained"][0];
    one["depends_on"] = nullptr;
    one["first_steps"] = {{{"step", "integer"}, {"rule", "deq.s9-rounding"}}};
  }));
  const UnexplainedRecord& one = record.diagnosis->unexplained->at(0);
  ASSERT_EQ(one.first_steps.size(), 1u);
  EXPECT_EQ(one.first_steps[0].step, "integer");
  EXPECT_EQ(one.first_steps[0].rule, "deq.s9-rounding");
}

TEST(CertificateRecord, HasTheCoverageIfItWasCounted) {
  const CertificateRecord record = certificate_from_text(written());
  ASSERT_TRUE(record.coverage.has_value());
  EXPECT_EQ(record.coverage->model, kCoverageModel);
  const CoverageRecord::Part& first = record.coverage->parts.front();
  EXPECT_EQ(first.family, "vconv");
  EXPECT_EQ(first.bins, "values");
  EXPECT_FALSE(first.is_pair);
  EXPECT_GT(first.reachable, 20u);
  EXPECT_EQ(first.reached, 1u);
  EXPECT_FALSE(certificate_from_text(written_but_edited([](json& d) {
                 d.erase("coverage");
               })).coverage.has_value());
}

TEST(CertificateRecord, OneWithoutClassesOfInputsHasNoneRecorded) {
  const CertificateRecord record = certificate_from_text(
      written_but_edited([](json& d) { d["diagnosis"].erase("unexplained"); }));
  ASSERT_TRUE(record.diagnosis.has_value());
  EXPECT_FALSE(record.diagnosis->unexplained.has_value());
}

TEST(CertificateRecord, OneWithoutADiagnosisHasNoneRecorded) {
  const CertificateRecord record =
      certificate_from_text(written_but_edited([](json& d) { d.erase("diagnosis"); }));
  EXPECT_FALSE(record.diagnosis.has_value());
}

TEST(CertificateRecord, AnElementIsOneThatCouldBeWrong) {
  const json good = {{"step", 0},
                     {"source_type", "f32"},
                     {"source", "0x3f000000"},
                     {"scale", "0x0"},
                     {"alpha", "0x0"},
                     {"type", "s32"},
                     {"expected", json::array({"0x00000000"})},
                     {"got", "0x00000001"}};
  const auto with = [&](const char* name, const json& value) {
    return problem_of_reading(written_but_edited([&](json& d) {
      d["deviations"][1]["element"] = good;
      d["deviations"][1]["element"][name] = value;
    }));
  };
  EXPECT_EQ(with("step", 0), "");
  EXPECT_THAT(with("step", 2), HasSubstr("a step that its case has not"));
  EXPECT_THAT(with("got", "0x00000000"), HasSubstr("a result that is permitted"));
  EXPECT_THAT(with("got", "0x1"), HasSubstr("'0x1' is no pattern of s32"));
  EXPECT_THAT(with("source", "0x13f000000"), HasSubstr("is no pattern of f32"));
  EXPECT_THAT(with("type", "s33"), HasSubstr("'s33' is no type of numbers"));
  EXPECT_THAT(with("alpha", "0x100000000"), HasSubstr("is no word"));
  EXPECT_THAT(problem_of_reading(written_but_edited(
                  [](json& d) { d["deviations"][1]["case"] = "vconform-case 1\n"; })),
              HasSubstr("steps"));
}

TEST(CertificateRecord, ADeviationHasAFileOfAFailure) {
  for (const char* file : {"x.case", "../failures/x.case", "failures/../../x.case", "/x.case"}) {
    EXPECT_THAT(
        problem_of_reading(written_but_edited([&](json& d) { d["deviations"][0]["file"] = file; })),
        HasSubstr("is no file of a failure"))
        << file;
  }
}

TEST(CertificateRecord, ABackendHasTheNamesOfOne) {
  for (const char* field : {"name", "version"}) {
    for (const std::string& text : {std::string(65, 'n'), std::string("a\nb")}) {
      EXPECT_THAT(
          problem_of_reading(written_but_edited([&](json& d) { d["backend"][field] = text; })),
          HasSubstr("the name or the version of its backend"));
    }
  }
  EXPECT_THAT(
      problem_of_reading(written_but_edited([](json& d) { d["run"]["mode"] = "supplied"; })),
      HasSubstr("its results were supplied as files"));
}

TEST(CertificateRecord, EachDigestIsThatOfItsPart) {
  const json document = json::parse(written());
  EXPECT_EQ(problem_of_reading(document.dump(4)), "");
  json later = document;
  later["run"]["seconds"] = 12345.5;
  EXPECT_EQ(digest_of_certificate(later), document["digest"].get<std::string>());
  EXPECT_THAT(problem_of_reading(later.dump()), HasSubstr("run.digest"));
  later["run"]["digest"] = digest_of_run(later);
  EXPECT_EQ(problem_of_reading(later.dump()), "");
  // A field on which nothing else depends.
  json other = document;
  other["deviations"][0]["example"] = "0x1 -> 0x2, not 0x4";
  EXPECT_THAT(problem_of_reading(other.dump()), HasSubstr("its digest"));
  other["digest"] = digest_of_certificate(other);
  EXPECT_THAT(problem_of_reading(other.dump()), HasSubstr("run.digest"));
}

TEST(CertificateRecord, EveryFieldOfTheRunIsCovered) {
  const json document = json::parse(written());
  const std::string run = digest_of_run(document);
  for (const auto& [name, value] : document["run"].items()) {
    const bool covers = name != "digest" && name != "signature";
    json other = document;
    other["run"][name] = json::array({1});
    EXPECT_EQ(digest_of_run(other) != run, covers) << name;
    EXPECT_THAT(problem_of_reading(other.dump()), HasSubstr("run.")) << name;
    other["run"].erase(name);
    EXPECT_THAT(problem_of_reading(other.dump()),
                HasSubstr(name == "signed_by" ? "run." : "run." + name));
  }
}

TEST(CertificateRecord, ARunIsOneThatCouldBe) {
  const auto run = [](const char* name, const json& value) {
    return problem_of_reading(written_but_edited([&](json& d) { d["run"][name] = value; }));
  };
  EXPECT_THAT(run("started", "yesterday"), HasSubstr("run.started 'yesterday'"));
  EXPECT_THAT(run("started", "2026-01-31 09:08:07Z"), HasSubstr("run.started"));
  EXPECT_THAT(run("seconds", -1), HasSubstr("run.seconds"));
  // The sum of several such numbers could not be written.
  EXPECT_THAT(run("seconds", 1e308), HasSubstr("run.seconds"));
  EXPECT_THAT(run("mode", "none"), HasSubstr("run.mode 'none'"));
  EXPECT_THAT(run("jobs", -1), HasSubstr("run.jobs"));
  EXPECT_THAT(run("library", "sha1:00"), HasSubstr("run.library 'sha1:00'"));
  EXPECT_THAT(run("containment", {1}), HasSubstr("run.containment"));
  EXPECT_THAT(run("note", 1), HasSubstr("'note'"));
  EXPECT_EQ(run("jobs", ~std::uint64_t{0}), "");
}

TEST(CertificateRecord, WhateverIsCutOffIsRefused) {
  const std::string text = written();
  for (std::size_t size = 0; size < text.size() - 1; size += 97) {
    EXPECT_NE(problem_of_reading(text.substr(0, size)), "") << size;
  }
  EXPECT_THAT(problem_of_reading(text.substr(0, text.size() / 2)), HasSubstr("cut off"));
}

TEST(CertificateRecord, EveryFieldMustBeThereAndOfItsType) {
  const json document = json::parse(written());
  for (const auto& [name, value] : document.items()) {
    json without = document;
    without.erase(name);
    EXPECT_THAT(problem_of_reading(without.dump()),
                HasSubstr(name == "diagnosis" || name == "coverage" ? "its digest" : name));
    json other = document;
    other[name] = json::array({json::array()});
    EXPECT_THAT(problem_of_reading(other.dump()), HasSubstr(name));
  }
  for (const char* list : {"rows", "units", "properties", "rules", "deviations", "waivers"}) {
    for (const auto& [name, value] : document[list][0].items()) {
      json other = document;
      other[list][0].erase(name);
      EXPECT_THAT(problem_of_reading(other.dump()), HasSubstr(std::string(list) + "[0]." + name));
    }
  }
}

TEST(CertificateRecord, UnknownFieldsAreRefused) {
  EXPECT_THAT(problem_of_reading(written_but_edited([](json& d) { d["note"] = 1; })),
              HasSubstr("'note'"));
  EXPECT_THAT(problem_of_reading(written_but_edited([](json& d) { d["rows"][2]["note"] = 1; })),
              HasSubstr("rows[2]"));
}

TEST(CertificateRecord, OtherFormatsAreNamed) {
  EXPECT_THAT(
      problem_of_reading(written_but_edited([](json& d) { d["format"] = "vconform-probe"; })),
      HasSubstr("not the certificate.json"));
  EXPECT_THAT(problem_of_reading(written_but_edited([](json& d) { d["format_version"] = 1; })),
              HasSubstr("format version 1"));
  EXPECT_THAT(problem_of_reading(written_but_edited([](json& d) { d["format_version"] = 4; })),
              HasSubstr("reads 2 and 3"));
  // A certificate of format 3 does not pass for one of format 2, which says less.
  EXPECT_THAT(problem_of_reading(written_but_edited([](json& d) { d["format_version"] = 2; })),
              HasSubstr("no field of this format"));
  EXPECT_THAT(problem_of_reading("[]"), HasSubstr("no JSON object"));
}

TEST(CertificateRecord, CountsMustAddUp) {
  const auto count = [](const char* name, int by) {
    return written_but_edited(
        [=](json& d) { d["counts"][name] = d["counts"][name].get<int>() + by; });
  };
  for (const char* name :
       {"rows", "rows_claimed", "rows_conforming", "rows_waived", "rows_required", "cases",
        "elements", "deviations", "deviations_waived"}) {
    EXPECT_THAT(problem_of_reading(count(name, 1)), HasSubstr(std::string("counts.") + name));
  }
  EXPECT_NE(problem_of_reading(written_but_edited([](json& d) {
              d["properties"][0]["cases"] = d["properties"][0]["cases"].get<int>() + 1;
            })),
            "");
  EXPECT_NE(problem_of_reading(written_but_edited([](json& d) {
              first_claimed(d)["cases"] = first_claimed(d)["cases"].get<int>() + 1;
            })),
            "");
}

TEST(CertificateRecord, CountsDoNotWrapAround) {
  const std::string text = written_but_edited([](json& d) {
    const std::uint64_t first = d["properties"][0]["cases"].get<std::uint64_t>();
    const std::uint64_t second = d["properties"][1]["cases"].get<std::uint64_t>();
    d["properties"][0]["cases"] = ~std::uint64_t{0};
    d["properties"][1]["cases"] = first + second + 1;
  });
  EXPECT_THAT(problem_of_reading(text), HasSubstr("more than can be counted"));
}

TEST(CertificateRecord, AnObjectHasSoManyFields) {
  json many = json::object();
  for (std::size_t i = 0; i <= kMostJsonFields; ++i) {
    many[std::to_string(i)] = 1;
  }
  EXPECT_THAT(problem_of_reading(many.dump()), HasSubstr("more than 1000 fields"));
}

TEST(CertificateRecord, VerdictsMustFollow) {
  const std::vector<Edit> edits = {
      [](json& d) { d["verdict"] = "conforms"; },
      [](json& d) { d["headline"] = headline_of(kRequired); },
      [](json& d) { first_claimed(d)["conforms"] = true; },
      [](json& d) { first_claimed(d)["waived"] = true; },
      [](json& d) { first_claimed(d)["deviations"] = json::array(); },
      [](json& d) { first_claimed(d)["deviations"] = {0, 0}; },
      [](json& d) { first_claimed(d)["deviations"] = {0, 7}; },
      [](json& d) { d["deviations"][1]["waived_by"] = 0; },
      [](json& d) { d["deviations"][0]["waived_by"] = 5; },
      [](json& d) { d["deviations"][0]["instruction"] = "vconv_f322s32f"; },
      [](json& d) { d["deviations"][0]["rule"] = "round.none"; },
      [](json& d) { d["rules"][0]["broken"] = true; },
      [](json& d) { d["weakenings"] = {"mask.inactive-lanes=undefined"}; },
      [](json& d) { d["rows"][1]["instruction"] = d["rows"][0]["instruction"]; },
      [](json& d) { d["rows"][0]["family"] = "deq"; },
      [](json& d) { d["required"] = {"vconv"}; },
      [](json& d) { d["required"] = {"copy_matrix"}; },
      [](json& d) { d["waivers"][0]["deviations"] = 2; },
      [](json& d) { d["waivers"][0]["reason"] = " "; },
      [](json& d) { d["diagnosis"]["mistakes"][0]["instructions"] = {"vconv_f322s32f"}; },
      [](json& d) { d["diagnosis"]["mistakes"][0]["instructions"] = json::array(); },
      [](json& d) { d["diagnosis"]["mistakes"][0]["alike"] = json::array(); },
      [](json& d) { d["diagnosis"]["mistakes"][0].erase("sentence"); },
      [](json& d) { d["diagnosis"]["not_explained"] = {"vconv_f322s32"}; },
      [](json& d) { d["diagnosis"]["note"] = 1; },
      [](json& d) { d["coverage"]["parts"][0]["reachable"] = 1; },
      [](json& d) { d["coverage"]["parts"][0]["reached"] = 100000; },
      [](json& d) { d["coverage"]["parts"][0]["family"] = "deq"; },
      [](json& d) { d["coverage"]["parts"][0]["pairs"] = true; },
      [](json& d) { d["coverage"]["parts"].erase(0); },
      [](json& d) { d["coverage"]["parts"][0]["bins"] = "state"; },
      [](json& d) { d["diagnosis"]["unexplained"] = json::array(); },
      [](json& d) { d["diagnosis"]["unexplained"][0]["instruction"] = "vconv_f322s32f"; },
      [](json& d) { d["diagnosis"]["unexplained"][0]["depends_on"] = "the weather"; },
      [](json& d) { d["diagnosis"]["unexplained"][0]["inputs"][0]["class"] = "large"; },
      [](json& d) { d["diagnosis"]["unexplained"][0]["inputs"][0]["elements"] = 0; },
      [](json& d) { d["diagnosis"]["unexplained"][0]["inputs"][0]["class"] = "ties"; },
      [](json& d) {
        d["diagnosis"]["unexplained"][0]["first_steps"] = {{{"step", "M"}, {"rule", "no.such"}}};
      },
  };
  for (std::size_t i = 0; i < edits.size(); ++i) {
    EXPECT_NE(problem_of_reading(written_but_edited(edits[i])), "") << "edit " << i;
  }
}

TEST(CertificateRecord, CasesThatAreNotListedCannotBeWaived) {
  Certificate certificate = certificate_with({deviation("ctrl.48", 1)});
  apply_waivers(certificate, {{"vconv_f322s32r", "ctrl.48", {"MISMATCH *"}, "it does so", ""}});
  json document = json::parse(to_json(certificate));
  first_claimed(document)["further_failing_cases"] = 1;
  seal_certificate(document);
  EXPECT_THAT(problem_of_reading(document.dump()), HasSubstr("waived"));
}

TEST(JsonFile, RefusesWhatNoCertificateNeeds) {
  EXPECT_THROW(json_from_text(std::string(kMostJsonBytes + 1, ' ')), spec::InputError);
  EXPECT_THROW(json_from_text(std::string(100000, '[')), spec::InputError);
  std::string many = "[";
  while (many.size() < 4 * kMostJsonValues) {
    many += "{},";
  }
  EXPECT_THROW(json_from_text(many + "{}]"), spec::InputError);
  EXPECT_THROW(json_from_text(R"({"a": {"b": 1, "b": 2}})"), spec::InputError);
  // The parser would stop there.
  EXPECT_THROW(json_from_text(std::string("{}\0{}", 5)), spec::InputError);
  EXPECT_THROW(json_from_text(std::string("{}\0", 3)), spec::InputError);
  EXPECT_NO_THROW(json_from_text(R"({"a": {"b": 1}, "c": {"b": 2}, "b": [{"b": 1}, {"b": 1}]})"));
}

}  // namespace
}  // namespace vconform::suites
