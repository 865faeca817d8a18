// A mistake is named, or said not to be explained.
#include "suites/diagnosis/diagnose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/mutants/mutants.h"
#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/magnitudes.h"
#include "oracle/predict/predict.h"
#include "suites/diagnosis/account.h"
#include "suites/diagnosis/diagnose_all.h"
#include "suites/diagnosis/diagnosis_text.h"
#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/wrong_backends.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(Diagnosis, ARoundingThatIsAnotherOneIsNamedSo) {
  const Diagnosis diagnosis =
      diagnosis_of(with_instruction_as("vconv_f322s32f", "vconv_f322s32r"), "vconv_f322s32f");
  EXPECT_EQ(first_names(diagnosis).at(0), "rounds as r");
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, 0u);
  EXPECT_THAT(diagnosis_text({diagnosis}), HasSubstr("  f rounds as r   in f322s32 f\n"));
}

TEST(Diagnosis, ABareNameThatIsNoRIsNamedSo) {
  const Diagnosis diagnosis =
      diagnosis_of(with_instruction_as("vconv_f322f16", "vconv_f322f16z"), "vconv_f322f16");
  EXPECT_EQ(first_names(diagnosis).at(0), "rounds as z");
  EXPECT_EQ(diagnosis.unexplained, 0u);
  EXPECT_THAT(diagnosis_text({diagnosis}),
              HasSubstr("  the bare name rounds as z   in f322f16 -\n"));
}

TEST(Diagnosis, SuspectsThatExplainAllAreTheAnswer) {
  const Subject subject = backend("mutant:fixpipe-mcb-ignored");
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_s322u8");
  const Diagnosis diagnosis = diagnose(
      subject, cell, {}, 1, {.suspects = {"mutant:fixpipe-mcb-ignored", "fixpipe.add=wrap9"}});
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, 0u);
  EXPECT_EQ(first_names(diagnosis), std::vector<std::string>{"mutant:fixpipe-mcb-ignored"});
}

TEST(Diagnosis, SuspectsThatDoNotExplainAllHideNothing) {
  const Subject subject = backend("mutant:fixpipe-mcb-ignored");
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_s322u8");
  const Diagnosis diagnosis = diagnose(subject, cell, {}, 1, {.suspects = {"fixpipe.add=wrap9"}});
  EXPECT_EQ(diagnosis.unexplained, 0u);
  EXPECT_EQ(diagnosis.explanations, diagnose(subject, cell, {}, 1).explanations);
}

// Golden whose vconvs of one row read their sources without strides, and whose others of the family
// round wrongly.
Subject wrong_in_siblings() {
  Subject subject = backend("golden");
  subject.execute =
      [without = misled<spec::Vconv>([](spec::Vconv& call) { call.src_repeat_stride = 8; }).execute,
       spoils = spoiling([](std::uint8_t result) { return result % 37 == 11; }).execute](
          const spec::Case& test_case, const spec::MemoryImage& before) {
        const spec::Cell misled = *spec::cell_named("vconv_f322s32r");
        return std::ranges::any_of(test_case.steps,
                                   [&](const spec::Step& step) { return cell_of(step) == misled; })
                   ? without(test_case, before)
                   : spoils(test_case, before);
      };
  return subject;
}

std::vector<FailingRow> failing(const std::vector<std::string>& instructions) {
  std::vector<FailingRow> rows;
  for (const std::string& name : instructions) {
    rows.push_back({*spec::cell_named(name), {}});
  }
  return rows;
}

TEST(Diagnosis, AFaultInAnArgumentIsNotNamedIfMoreOfTheFamilyRefuteIt) {
  const std::vector<Diagnosis> alone =
      diagnose_all(failing({"vconv_f322s32r", "vconv_f322s16r"}), 1, wrong_in_siblings, 1);
  EXPECT_EQ(first_names(alone.at(0)).at(0), "src repeat stride is taken for 8");
  EXPECT_THAT(alone.at(1).explanations, testing::IsEmpty());
  const std::vector<Diagnosis> refuted = diagnose_all(
      failing({"vconv_f322s32r", "vconv_f322s16r", "vconv_f322f16r"}), 1, wrong_in_siblings, 1);
  for (const Diagnosis& diagnosis : refuted) {
    EXPECT_GT(diagnosis.wrong, 0u);
    EXPECT_THAT(diagnosis.explanations, testing::IsEmpty());
    EXPECT_EQ(diagnosis.unexplained, diagnosis.wrong);
  }
}

TEST(Diagnosis, AReadingIsNamed) {
  const Diagnosis diagnosis =
      diagnosis_of(backend("golden:deq.offset-sign=unsigned"), "vconv_deqs162b8h_s8");
  EXPECT_EQ(first_names(diagnosis).at(0), "deq.offset-sign=unsigned");
  EXPECT_EQ(diagnosis.unexplained, 0u);
}

// Each mutant that shows nowhere does what golden does.
TEST(Diagnosis, AReadingOfGoldenIsNotNamedWithTheMutantsThatFollowIt) {
  Subject judged_by_pages = backend("golden");
  judged_by_pages.pinned = spec::choices_of(spec::profile_named("pages"));
  for (const spec::Choice& choice : backend("golden").pinned.all()) {
    if (!judged_by_pages.pinned.reading(choice.rule)) {
      judged_by_pages.pinned.pin(choice);
    }
  }
  const Diagnosis diagnosis = diagnosis_of(judged_by_pages, "vconv_deqs162b8h_s8");
  EXPECT_EQ(first_names(diagnosis), std::vector<std::string>{"deq.add=no-wrap"});
  ASSERT_EQ(diagnosis.explanations.size(), 1u);
  EXPECT_EQ(diagnosis.explanations[0].alike.size(), 1u);
}

TEST(Diagnosis, WhatIsNotInTheTableIsNotNamed) {
  const Diagnosis diagnosis =
      diagnosis_of(spoiling([](std::uint8_t byte) { return byte == 0x37; }), "vconv_f322s16r");
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, diagnosis.wrong);
  EXPECT_TRUE(diagnosis.explanations.empty());
  EXPECT_THAT(diagnosis_text({diagnosis}),
              MatchesRegex("\nDiagnosis\n  not explained: failures in f322s16 r; of [0-9]+ wrong "
                           "elements looked at [^\n]+\n"));
}

// Some cases of a mistake that is in no table look like others that are.
TEST(Diagnosis, WhatExplainsSomeCasesByChanceIsNotNamed) {
  const Diagnosis diagnosis = diagnosis_of(
      with_instruction_as("vconv_vdeqs162b8h_u8", "vconv_deqs162b8h_u8",
                          [](const spec::Vconv& call) { return call.repeat % 2 == 1; }),
      "vconv_vdeqs162b8h_u8");
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, diagnosis.wrong);
  EXPECT_TRUE(diagnosis.explanations.empty()) << diagnosis_text({diagnosis});
}

// A cap that is none for odd numbers resembles a cap in what failed.
TEST(Diagnosis, OtherValuesOfAnArgumentRefuteWhatOnlyResemblesAFault) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_f322f16");
  std::vector<spec::Case> failing = generators::magnitude_cases_alone(cell, {spec::kAllFeatures});
  std::erase_if(failing, [](const spec::Case& one) {
    const auto& copy = std::get<spec::CopyMatrix>(one.steps.back());
    return copy.m_size <= 64 || copy.m_size % 2 != 0 || copy.nz2nd_en;
  });
  ASSERT_GE(failing.size(), 4u);
  failing.resize(4);
  const auto capped = [&](std::uint16_t beyond) {
    return diagnose(misled<spec::CopyMatrix>([beyond](spec::CopyMatrix& copy) {
                      copy.m_size = copy.m_size > 64 ? 64 + copy.m_size % beyond : copy.m_size;
                    }),
                    cell, failing, 1);
  };
  EXPECT_EQ(first_names(capped(1)).at(0), "MSize is capped at 64");
  const Diagnosis folded = capped(2);
  EXPECT_GT(folded.wrong, 0u);
  EXPECT_EQ(folded.unexplained, folded.wrong);
  EXPECT_TRUE(folded.explanations.empty()) << diagnosis_text({folded});
}

// Some of the changed programs overlap their operands or leave UB, and have no certain result.
// The small cases that show it may be some in which a reading does the same.
TEST(Diagnosis, TellingCasesRefuteWhatOnlyResemblesAReading) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_s322f16");
  const auto holds = [&](const Subject& subject) {
    const std::vector<Hypothesis> hypotheses = hypotheses_about(subject.pinned, cell);
    const auto exact = std::ranges::find(hypotheses, "fixpipe.deqf16=exact", &Hypothesis::name);
    WrongWorlds worlds(subject.pinned);
    Evidence evidence;
    add_telling_cases(subject, cell, evidence);
    EXPECT_FALSE(evidence.wrong.empty());
    return holds_since({}, {.told = {{.alike = {&*exact}, .explains = {}}}, .left = {}}, evidence,
                       worlds);
  };
  EXPECT_TRUE(holds(backend("golden:fixpipe.deqf16=exact")));
  EXPECT_FALSE(holds(cutting_sources()));
}

TEST(Diagnosis, WhatACallIsTakenForIsNamed) {
  EXPECT_THAT(first_names(diagnosis_of(misled<spec::Vconv>([](spec::Vconv& call) {
                                         std::swap(call.dst_repeat_stride, call.src_repeat_stride);
                                       }),
                                       "vconv_f322s64z")),
              testing::Contains("the repeat strides are exchanged"));
  EXPECT_THAT(first_names(diagnosis_of(
                  misled<spec::DataCopy>([](spec::DataCopy& call) { call.is_relu = false; }),
                  "data_copy_vdeq8_s322s8")),
              testing::Contains("isRelu is taken for 0"));
  EXPECT_THAT(
      first_names(diagnosis_of(with_instruction_as("vconv_vdeqs162b8h_u8", "vconv_deqs162b8h_u8"),
                               "vconv_vdeqs162b8h_u8")),
      testing::Contains("is executed as vconv_deqs162b8h_u8"));
}

// Golden that spoils the results of those sources that are in a class.
Subject wrong_for(const std::function<bool(std::uint32_t source)>& is_wrong) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, is_wrong](const spec::Case& test_case,
                                                         const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    const oracle::World world =
        oracle::predict(test_case, before, spec::choices_of(spec::profile_named("a2"))).front();
    for (const oracle::PredictedElement& element : world.elements) {
      if (element.source_pattern && is_wrong(static_cast<std::uint32_t>(*element.source_pattern))) {
        outcome.after.of(element.memory)[element.destination / oracle::kNibblesPerByte] ^= 0x10;
      }
    }
    return outcome;
  };
  return subject;
}

TEST(Diagnosis, WhatIsNotExplainedHasTheClassesOfItsInputs) {
  const auto is_nan = [](std::uint32_t source) { return (source & 0x7fffffff) > 0x7f800000; };
  const auto is_inf = [](std::uint32_t source) { return (source & 0x7fffffff) == 0x7f800000; };
  const auto is_tie = [](std::uint32_t source) { return source == 0x40200000; };
  const std::vector<std::pair<std::function<bool(std::uint32_t)>, InputClass>> faults = {
      {is_nan, InputClass::kNan}, {is_inf, InputClass::kInf}, {is_tie, InputClass::kTie}};
  for (const auto& [is_wrong, input] : faults) {
    const Diagnosis diagnosis = diagnosis_of(wrong_for(is_wrong), "vconv_f322s16r");
    ASSERT_EQ(diagnosis.unexplained_inputs.size(), 1u) << name_of(input);
    EXPECT_EQ(diagnosis.unexplained_inputs[0].input, input) << name_of(input);
    EXPECT_THAT(diagnosis_text({diagnosis}),
                HasSubstr(" wrong elements looked at 100 % " + std::string(name_of(input))));
  }
}

TEST(Diagnosis, RowsWhoseFailuresAreOfOneClassShareALine) {
  Diagnosis nans;
  nans.cell = *spec::cell_named("vconv_f322s16r");
  nans.unexplained = 1;
  nans.unexplained_inputs = {{InputClass::kNan, 9}, {InputClass::kTie, 1}};
  Diagnosis more = nans;
  more.cell = *spec::cell_named("vconv_f322s16f");
  more.unexplained_inputs = {{InputClass::kNan, 10}};
  Diagnosis ties = nans;
  ties.cell = *spec::cell_named("vconv_f322s32r");
  ties.unexplained_inputs = {{InputClass::kTie, 2}};
  ties.depends_on = kEarlierPrograms;
  EXPECT_EQ(diagnosis_text({nans, more, ties}),
            "\nDiagnosis\n"
            "  not explained: failures in f322s16 rf; of 20 wrong elements looked at 95 % NaN, 5 % "
            "ties\n"
            "  not explained: failures in f322s32 r, which depend on earlier programs; of 2 wrong "
            "elements looked at 100 % ties\n");
}

TEST(Diagnosis, LargeMemoriesAreComparedWhereTheyAreTouched) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_f322f32");
  const generators::Held held{spec::kAllFeatures, spec::kMaxGmBytes};
  const std::vector<spec::Case> cases = generators::magnitude_cases(
      cell, held, generators::magnitude_case_count(cell, held, 1 << 20));
  const auto huge = std::ranges::find_if(cases, [](const spec::Case& one) {
    return std::ranges::any_of(one.memories, [](const spec::CaseMemory& memory) {
      return memory.size > spec::kMaxMemoryBytes;
    });
  });
  ASSERT_NE(huge, cases.end());
  const Subject golden = backend("golden");
  const spec::MemoryImage before = spec::initial_image(*huge);
  const Observed one{*huge, before, golden.execute(*huge, before),
                     oracle::predict(*huge, before, golden.pinned).front()};
  spec::Outcome other = golden.execute(*huge, before);
  EXPECT_TRUE(did_the_same(one, other));
  spec::MemoryBytes& gm = other.after.of(spec::MemoryId::kGm);
  gm[gm.size() / 2] ^= 1;
  EXPECT_FALSE(did_the_same(one, other));
}

// Golden with two bundled mutants at once.
Subject with_both(const std::string& one, const std::string& other) {
  const auto index_of = [](const std::string& name) {
    const auto all = adapters::mutants::mutants();
    return static_cast<std::size_t>(std::ranges::find(all, name, &adapters::mutants::Mutant::name) -
                                    all.begin());
  };
  const std::array indices = {index_of(one), index_of(other)};
  Subject subject = subject_of(adapters::open_golden(adapters::mutants::golden_with(indices, {})));
  subject.pinned = backend("golden").pinned;
  return subject;
}

TEST(Diagnosis, TwoMistakesThatShowAtOnceAreBothNamed) {
  for (const auto& [one, other] : {std::pair("wraps", "count-from-narrower-type"),
                                   std::pair("nan-is-int-min", "inf-is-int-zero")}) {
    const Diagnosis diagnosis = diagnosis_of(with_both(one, other), "vconv_f322s16r");
    EXPECT_EQ(diagnosis.unexplained, 0u) << one << ' ' << other;
    ASSERT_EQ(diagnosis.explanations.size(), 2u) << one << ' ' << other;
    std::vector<std::string> names;
    for (const Explanation& explanation : diagnosis.explanations) {
      names.push_back(explanation.alike.front().name);
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre(std::string("mutant:") + one,
                                                     std::string("mutant:") + other));
  }
}

TEST(Diagnosis, WhatDoesNotFailAgainIsNotExplained) {
  generators::ReplaySource simplest({});
  const spec::Cell cell = *spec::cell_named("vconv_f322s16r");
  const Diagnosis diagnosis =
      diagnose(backend("golden"), cell,
               {generators::instruction_case(simplest, cell, spec::kAllFeatures)}, 1);
  EXPECT_EQ(diagnosis.unexplained, 1u);
  EXPECT_THAT(diagnosis_text({diagnosis}), HasSubstr("not explained: failures in f322s16 r"));
}

TEST(Diagnosis, OfWhatConformsThereIsNone) {
  const Diagnosis diagnosis = diagnosis_of(backend("golden"), "vconv_f322s16r");
  EXPECT_EQ(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis_text({diagnosis}), "");
}

}  // namespace
}  // namespace vconform::suites
