// The first line of the diagnosis, for every mutant that the plan catches and for faults that are
// no mutants; and whole diagnoses that take long.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "suites/diagnosis/diagnosis_text.h"
#include "suites/diagnosis/program_faults/call_faults.h"
#include "suites/diagnosis/wrong_backends.h"
#include "suites/diagnosis/wrong_worlds.h"
#include "suites/judging/level.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {
namespace {

enum class Named { kRight, kWrong, kNotExplained };

Named named(const adapters::mutants::Mutant& mutant, const Diagnosis& diagnosis) {
  if (diagnosis.explanations.empty()) {
    return Named::kNotExplained;
  }
  const std::vector<Explanation::Mistake>& alike = diagnosis.explanations.front().alike;
  const std::string name = "mutant:" + std::string(mutant.name);
  return std::ranges::find(alike, name, &Explanation::Mistake::name) != alike.end() ? Named::kRight
                                                                                    : Named::kWrong;
}

TEST(DiagnosisOfMutants, NamesTheMistakeOrNothing) {
  std::size_t right = 0;
  std::size_t all = 0;
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const Hunt found = hunt(mutant, level_named("quick"), 1);
    ASSERT_TRUE(found.caught) << mutant.name;
    const Diagnosis diagnosis =
        diagnose(found.subject, found.unit->cell, {found.caught->smallest}, 1);
    ++all;
    switch (named(mutant, diagnosis)) {
      case Named::kRight:
        ++right;
        break;
      case Named::kWrong:
        ADD_FAILURE() << mutant.name << " is called "
                      << diagnosis.explanations.front().alike.front().sentence;
        break;
      case Named::kNotExplained:
        fmt::print("not explained: {} in {}, {} {}\n", mutant.name,
                   spec::instruction_name(found.unit->cell), found.caught->verdict,
                   found.caught->rule);
    }
  }
  fmt::print("{} of {} mutants are named right\n", right, all);
  EXPECT_GE(right * 100, all * 95);
}

// Faults without golden's hooks, none of which is in the table.
TEST(Diagnosis, NothingGetsAWrongName) {
  std::vector<Subject> wrong;
  for (unsigned i = 0; i < 24; ++i) {
    const auto byte = static_cast<std::uint8_t>(37 * i + 11);
    wrong.push_back(spoiling([byte](std::uint8_t result) { return result == byte; }));
  }
  const std::vector<std::function<void(spec::Vconv&)>> changes = {
      [](spec::Vconv& call) { call.repeat = call.repeat == 3 ? 2 : call.repeat; },
      [](spec::Vconv& call) { call.repeat = call.repeat > 200 ? 200 : call.repeat; },
      [](spec::Vconv& call) {
        call.src_block_stride = call.src_block_stride == 2 ? 3 : call.src_block_stride;
      },
      [](spec::Vconv& call) {
        call.src_repeat_stride = call.src_repeat_stride == 9 ? 8 : call.src_repeat_stride;
      },
      [](spec::Vconv& call) { call.src.offset = call.src.offset == 0x40 ? 0x20 : call.src.offset; },
      [](spec::Vconv& call) {
        call.repeat = call.repeat > 1 && call.src_block_stride == 0 ? 1 : call.repeat;
      },
  };
  for (const auto& change : changes) {
    wrong.push_back(misled<spec::Vconv>(change));
  }
  std::size_t seen = 0;
  const char* const instructions[] = {"vconv_f322s16r", "vconv_f162s8f", "vconv_s642s32",
                                      "vconv_f322bf16o", "vconv_deqs162b8l_u8"};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const char* const instruction = instructions[i % std::size(instructions)];
    const Diagnosis diagnosis = diagnosis_of(wrong[i], instruction);
    seen += diagnosis.wrong > 0 ? 1 : 0;
    EXPECT_TRUE(diagnosis.explanations.empty())
        << i << ' ' << instruction << ": " << diagnosis_text({diagnosis});
  }
  EXPECT_GE(seen, 24u);
}

bool has_odd_repeat(const spec::Vconv& call) {
  return call.repeat % 2 == 1;
}

// Mistakes that are in no table, and in some cases do what one in the table does.
TEST(Diagnosis, NothingGetsTheNameOfWhatItResemblesInPart) {
  const std::vector<std::pair<Subject, const char*>> wrong = {
      {misled<spec::SetFixpipe>([](spec::SetFixpipe& set) {
         if (set.which == spec::FixpipeRegister::kQuantPre) {
           set.value &= 0xffffffff;
         }
       }),
       "copy_matrix_cc_to_gm_f322s8"},
      {misled<spec::SetCtrl>([](spec::SetCtrl& set) { set.value ^= std::uint64_t{1} << 48; }),
       "vconv_f322f16r"},
      {misled<spec::Vconv>(
           [](spec::Vconv& call) { std::swap(call.dst_repeat_stride, call.src_block_stride); }),
       "vconv_f322s64z"},
      {misled<spec::DataCopy>([](spec::DataCopy& call) {
         call.dst_stride = static_cast<std::uint16_t>(call.dst_stride + call.block_len);
       }),
       "data_copy_deq8_s322s8"},
      {with_instruction_as("vconv_vdeqs162b8h_s8", "vconv_deqs162b8h_s8", has_odd_repeat),
       "vconv_vdeqs162b8h_s8"},
      {with_instruction_as("vconv_vdeqs162b8l_s8", "vconv_deqs162b8l_s8", has_odd_repeat),
       "vconv_vdeqs162b8l_s8"},
  };
  for (const auto& [subject, instruction] : wrong) {
    const Diagnosis diagnosis = diagnosis_of(subject, instruction);
    EXPECT_GT(diagnosis.wrong, 0u) << instruction;
    EXPECT_TRUE(diagnosis.explanations.empty())
        << instruction << ": " << diagnosis_text({diagnosis});
  }
}

// A row of each family.
TEST(DiagnosisOfCallFaults, NamesTheFaultOrNothing) {
  std::size_t right = 0;
  std::size_t seen = 0;
  for (const char* const instruction : {"vconv_f322f16r", "vconv_vdeqs162b8h_s8", "cast_deq_s162s8",
                                        "copy_matrix_cc_to_gm_s322s8", "data_copy_deq8_s322s8"}) {
    for (const ProgramFault& fault : call_faults(*spec::cell_named(instruction))) {
      Subject wrong = backend("golden");
      wrong.execute = with_program(wrong.execute, fault.change);
      const Diagnosis diagnosis = diagnosis_of(wrong, instruction);
      const std::vector<std::string> names = first_names(diagnosis);
      const bool is_right = std::ranges::find(names, fault.name) != names.end();
      seen += diagnosis.wrong > 0 ? 1 : 0;
      right += is_right ? 1 : 0;
      EXPECT_TRUE(is_right || names.empty())
          << instruction << " " << fault.name << ": " << diagnosis_text({diagnosis});
      if (!is_right) {
        fmt::print("not named: {}: {}, {} wrong cases\n", instruction, fault.name, diagnosis.wrong);
      }
    }
  }
  fmt::print("{} of {} call faults that show are named right\n", right, seen);
  EXPECT_GE(right * 100, seen * 95);
  EXPECT_GE(seen, 50U);
}

TEST(Diagnosis, HasTheFirstStepWhereNoHypothesisExplains) {
  const Diagnosis diagnosis = diagnosis_of(
      partly("golden:deq.s9-rounding=a",
             [](const oracle::PredictedElement& one) { return is_third(product_of_deq(one)); }),
      "vconv_deqs162b8h_s8");
  EXPECT_TRUE(diagnosis.explanations.empty()) << diagnosis_text({diagnosis});
  EXPECT_THAT(
      diagnosis_text({diagnosis}),
      testing::HasSubstr("not explained: failures in deqs162b8h_s8; the first step that differs: "
                         "integer, `deq.s9-rounding`; of "));
}

TEST(Diagnosis, RowsWithOneMistakeShareALine) {
  std::vector<Diagnosis> diagnoses;
  for (const char* letter : {"f", "c", "z"}) {
    const std::string instruction = std::string("vconv_f322s32") + letter;
    diagnoses.push_back(
        diagnosis_of(with_instruction_as(instruction, "vconv_f322s32r"), instruction));
  }
  EXPECT_THAT(diagnosis_text(diagnoses),
              testing::HasSubstr("  f, c, z round as r   in f322s32 fcz\n"));
}

TEST(Diagnosis, AMistakeOfEachFamilyIsNamed) {
  for (const auto& [mutant, instruction] :
       {std::pair("mutant:odd-is-nearest", "vconv_f322f16o"),
        std::pair("mutant:s9-limits-too-small", "vconv_deqs162b8h_s8"),
        std::pair("mutant:cast-deq-always-high", "cast_deq_s162s8"),
        std::pair("mutant:fixpipe-mcb-ignored", "copy_matrix_cc_to_gm_s322s8"),
        std::pair("mutant:copy-halves-packed", "data_copy_deq8_s322s8")}) {
    const Diagnosis diagnosis = diagnosis_of(backend(mutant), instruction);
    EXPECT_THAT(first_names(diagnosis), testing::Contains(mutant)) << instruction;
    EXPECT_EQ(diagnosis.unexplained, 0u) << instruction;
  }
}

}  // namespace
}  // namespace vconform::suites
