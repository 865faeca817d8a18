// A mistake that no hypothesis describes is traced to the first step that differs, or to none. That
// a whole diagnosis says so is tested in diagnosis_full_test.cpp.
#include "suites/diagnosis/first_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oracle/predict/predict.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "suites/diagnosis/diagnosis_text.h"
#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/step_values.h"
#include "suites/diagnosis/wrong_backends.h"

namespace vconform::suites {
namespace {

using oracle::PredictedElement;

double offset_of_deq(const PredictedElement& element) {
  const auto bits = static_cast<int>(spec::kFactorOffset.of(element.scale));
  return bits >= 256 ? bits - 512 : bits;
}

struct Fault {
  const char* other;
  const char* instruction;
  IsWrong is_wrong;
  WrongStep step;
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.other << ' ' << fault.instruction;
}

class FirstStep : public testing::TestWithParam<Fault> {};

std::vector<const Observed*> pointers_to(const std::vector<Observed>& all) {
  std::vector<const Observed*> pointers;
  for (const Observed& one : all) {
    pointers.push_back(&one);
  }
  return pointers;
}

std::vector<WrongStep> steps_of(const Subject& subject, const std::string& instruction) {
  const Evidence evidence =
      evidence_about(subject, *spec::cell_named(instruction), {}, 1, Thoroughness::kOfAll);
  EXPECT_FALSE(evidence.wrong.empty());
  return first_wrong_steps(pointers_to(evidence.wrong), pointers_to(evidence.right),
                           subject.pinned);
}

// Each is wrong for some values that the step meets.
TEST_P(FirstStep, IsNamed) {
  EXPECT_THAT(steps_of(partly(GetParam().other, GetParam().is_wrong), GetParam().instruction),
              testing::ElementsAre(GetParam().step));
}

INSTANTIATE_TEST_SUITE_P(
    EachChain, FirstStep,
    testing::Values(
        Fault{"golden:deq.s9-rounding=a",
              "vconv_deqs162b8h_s8",
              [](const PredictedElement& one) { return is_third(product_of_deq(one)); },
              {"integer", "deq.s9-rounding"}},
        Fault{"golden:deq.s9-rounding=f",
              "cast_deq_s162u8",
              [](const PredictedElement& one) { return is_third(product_of_deq(one)); },
              {"integer", "deq.s9-rounding"}},
        Fault{"golden:deq.offset-order=before-rounding",
              "vconv_deqs162b8h_s8",
              [](const PredictedElement& one) {
                return is_third(product_of_deq(one) + offset_of_deq(one));
              },
              {"offset", "deq.offset-order"}},
        Fault{"golden:fixpipe.offset-sign=unsigned",
              "copy_matrix_cc_to_gm_s322s8",
              [](const PredictedElement& one) { return spec::kQuantOffset.of(one.scale) % 3 == 0; },
              {"offset", "fixpipe.offset-sign"}},
        Fault{"mutant:fixpipe-mcb-ignored",
              "copy_matrix_cc_to_gm_s322s8",
              [](const PredictedElement& one) { return spec::kQuantShift.of(one.scale) % 2 == 0; },
              {"start", "fixpipe.mcb"}},
        Fault{"golden:copy.offset-sign=unsigned",
              "data_copy_deq8_s322s8",
              [](const PredictedElement& one) {
                return spec::kDeqValueOffset.of(one.scale) % 3 == 0;
              },
              {"offset", "copy.offset-sign"}}));

TEST(FirstStep, IsNotNamedWhereResultsDependOnTheLane) {
  EXPECT_TRUE(steps_of(partly("golden:deq.s9-rounding=a",
                              [](const PredictedElement& one) { return one.lane % 2 == 0; }),
                       "vconv_deqs162b8h_s8")
                  .empty());
}

TEST(FirstStep, IsNotNamedWhereNoValueOfAStepExplainsTheResult) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute](const spec::Case& test_case,
                                               const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    auto& ub = outcome.after.of(spec::MemoryId::kUb);
    const auto& old = before.of(spec::MemoryId::kUb);
    for (std::size_t i = 0; i < ub.size(); ++i) {
      const bool is_spoiled = ub[i] != old[i] && ub[i] % 8 == 3;
      ub[i] = static_cast<std::uint8_t>(ub[i] ^ (is_spoiled ? 0x24 : 0));
    }
    return outcome;
  };
  EXPECT_TRUE(steps_of(subject, "vconv_deqs162b8h_s8").empty());
}

TEST(FirstStep, RowsThatDifferAtOneStepShareALine) {
  Diagnosis one;
  one.cell = *spec::cell_named("vconv_deqs162b8h_s8");
  one.unexplained = 1;
  one.unexplained_inputs = {{InputClass::kTie, 3}};
  one.first_steps = {{"integer", "deq.s9-rounding"}, {"sum", "deq.add"}};
  Diagnosis other = one;
  other.cell = *spec::cell_named("vconv_deqs162b8l_s8");
  Diagnosis none = one;
  none.cell = *spec::cell_named("vconv_deqs162b8h_u8");
  none.first_steps.clear();
  EXPECT_EQ(diagnosis_text({one, other, none}),
            "\nDiagnosis\n"
            "  not explained: failures in deqs162b8h_s8, deqs162b8l_s8; the first step that "
            "differs: integer, `deq.s9-rounding`, or sum, `deq.add`; of 6 wrong elements looked at "
            "100 % ties\n"
            "  not explained: failures in deqs162b8h_u8; of 3 wrong elements looked at 100 % "
            "ties\n");
}

TEST(StepValues, HoldTheNeighboursAndTheOtherWidths) {
  const auto has = [](std::string_view step, const oracle::ExactValue& exact, int value) {
    const std::vector<oracle::ExactValue> values = values_of_step(step, exact);
    const oracle::ExactValue wanted =
        oracle::finite_value(value < 0, static_cast<std::uint64_t>(value < 0 ? -value : value), 0);
    return std::ranges::any_of(
        values, [&](const oracle::ExactValue& one) { return oracle::equal_values(one, wanted); });
  };
  const oracle::ExactValue half = oracle::finite_value(true, 5, -1);
  EXPECT_TRUE(has("integer", half, -2) && has("integer", half, -3));
  EXPECT_FALSE(has("integer", half, -1) || has("integer", half, 3));
  const oracle::ExactValue large = oracle::finite_value(false, 300, 0);
  EXPECT_TRUE(has("s9", large, 255) && has("s9", large, 300) && has("s9", large, -212));
  EXPECT_FALSE(has("s9", large, 254));
  EXPECT_TRUE(values_of_step("no such step", large).empty());
  EXPECT_TRUE(values_of_step("s9", oracle::infinite_value(false)).empty());
}

}  // namespace
}  // namespace vconform::suites
