// A mistake is named, or said not to be explained.
#include "suites/diagnosis/diagnose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "suites/diagnosis/diagnosis_text.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

Subject backend(const std::string& name) {
  Subject subject = subject_of(adapters::open_backend(name));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  return subject;
}

Diagnosis diagnosis_of(const Subject& subject, const std::string& instruction) {
  return diagnose(subject, *spec::cell_named(instruction), {}, 1);
}

std::vector<std::string> first_names(const Diagnosis& diagnosis) {
  std::vector<std::string> names;
  if (!diagnosis.explanations.empty()) {
    for (const Explanation::Mistake& mistake : diagnosis.explanations.front().alike) {
      names.push_back(mistake.name);
    }
  }
  return names;
}

// Golden that runs another instruction in place of one.
Subject with_instruction_as(const std::string& instruction, const std::string& other) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, cell = *spec::cell_named(instruction),
                     as = *spec::cell_named(other)](const spec::Case& test_case,
                                                    const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    for (spec::Step& step : changed.steps) {
      auto* vconv = std::get_if<spec::Vconv>(&step);
      if (vconv != nullptr && vconv->cell == cell) {
        vconv->cell = as;
      }
    }
    return golden(changed, before);
  };
  return subject;
}

// Golden of which some results of a vconv, those that it finds in UB, are spoiled.
Subject spoiling(const std::function<bool(std::uint8_t)>& is_spoiled) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, is_spoiled](const spec::Case& test_case,
                                                           const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    auto& ub = outcome.after.of(spec::MemoryId::kUb);
    const auto& old = before.of(spec::MemoryId::kUb);
    for (std::size_t i = 0; i < ub.size(); ++i) {
      if (ub[i] != old[i] && is_spoiled(ub[i])) {
        ub[i] ^= 0x10;
      }
    }
    return outcome;
  };
  return subject;
}

TEST(Diagnosis, ARoundingThatIsAnotherOneIsNamedSo) {
  const Diagnosis diagnosis =
      diagnosis_of(with_instruction_as("vconv_f322s32f", "vconv_f322s32r"), "vconv_f322s32f");
  EXPECT_EQ(first_names(diagnosis).at(0), "rounds as r");
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, 0u);
  EXPECT_THAT(diagnosis_text({diagnosis}), HasSubstr("  f rounds as r   in f322s32 f\n"));
}

TEST(Diagnosis, RowsWithOneMistakeShareALine) {
  std::vector<Diagnosis> diagnoses;
  for (const char* letter : {"f", "c", "z"}) {
    const std::string instruction = std::string("vconv_f322s32") + letter;
    diagnoses.push_back(
        diagnosis_of(with_instruction_as(instruction, "vconv_f322s32r"), instruction));
  }
  EXPECT_THAT(diagnosis_text(diagnoses), HasSubstr("  f, c, z round as r   in f322s32 fcz\n"));
}

TEST(Diagnosis, AReadingIsNamed) {
  const Diagnosis diagnosis =
      diagnosis_of(backend("golden:deq.offset-sign=unsigned"), "vconv_deqs162b8h_s8");
  EXPECT_EQ(first_names(diagnosis).at(0), "deq.offset-sign=unsigned");
  EXPECT_EQ(diagnosis.unexplained, 0u);
}

TEST(Diagnosis, AMistakeOfEachFamilyIsNamed) {
  for (const auto& [mutant, instruction] :
       {std::pair("mutant:odd-is-nearest", "vconv_f322f16o"),
        std::pair("mutant:mask-off-at-block-edge", "vconv_f322s32r"),
        std::pair("mutant:nibbles-swapped-in-results", "vconv_f162s4r"),
        std::pair("mutant:s9-limits-too-small", "vconv_deqs162b8h_s8"),
        std::pair("mutant:cast-deq-always-high", "cast_deq_s162s8"),
        std::pair("mutant:fixpipe-mcb-ignored", "copy_matrix_cc_to_gm_s322s8"),
        std::pair("mutant:copy-halves-packed", "data_copy_deq8_s322s8")}) {
    const Diagnosis diagnosis = diagnosis_of(backend(mutant), instruction);
    EXPECT_THAT(first_names(diagnosis), testing::Contains(mutant)) << instruction;
    EXPECT_EQ(diagnosis.unexplained, 0u) << instruction;
  }
}

TEST(Diagnosis, WhatIsNotInTheTableIsNotNamed) {
  const Diagnosis diagnosis =
      diagnosis_of(spoiling([](std::uint8_t byte) { return byte == 0x37; }), "vconv_f322s16r");
  EXPECT_GT(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis.unexplained, diagnosis.wrong);
  EXPECT_TRUE(diagnosis.explanations.empty());
  EXPECT_EQ(diagnosis_text({diagnosis}), "\nDiagnosis\n  not explained: failures in f322s16 r\n");
}

// Golden that runs its instructions with changed arguments.
Subject misled(const std::function<void(spec::Vconv&)>& change) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, change](const spec::Case& test_case,
                                                       const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    for (spec::Step& step : changed.steps) {
      if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
        change(*vconv);
      }
    }
    return golden(changed, before);
  };
  return subject;
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
        call.src_block_stride = call.src_block_stride == 2 ? 1 : call.src_block_stride;
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
    wrong.push_back(misled(change));
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

TEST(Diagnosis, OfWhatConformsThereIsNone) {
  const Diagnosis diagnosis = diagnosis_of(backend("golden"), "vconv_f322s16r");
  EXPECT_EQ(diagnosis.wrong, 0u);
  EXPECT_EQ(diagnosis_text({diagnosis}), "");
}

}  // namespace
}  // namespace vconform::suites
