// Right results at wrong places are named by a rule about places; wrong values are not.
#include "suites/judging/wrong_results/place_fault.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "adapters/load/open_backend.h"
#include "generators/choices/draws.h"
#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/instruction_cases.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

using spec::MemoryId;
using Bytes = spec::MemoryBytes;

// Changes a memory to what the faulty backend reads there.
using Misread = std::function<void(const spec::Case&, MemoryId, Bytes&)>;

// Golden on memories that are misread. What it does not write keeps its value.
Subject misreading_golden(const Misread& misread) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute = [golden = subject.execute, misread](const spec::Case& test_case,
                                                        const spec::MemoryImage& before) {
    spec::MemoryImage misread_image = before;
    for (const spec::CaseMemory& memory : test_case.memories) {
      misread(test_case, memory.id, misread_image.of(memory.id));
    }
    spec::Outcome outcome = golden(test_case, misread_image);
    for (const spec::CaseMemory& memory : test_case.memories) {
      Bytes& after = outcome.after.of(memory.id);
      for (std::size_t i = 0; i < after.size(); ++i) {
        after[i] = after[i] == misread_image.of(memory.id)[i] ? before.of(memory.id)[i] : after[i];
      }
    }
    return outcome;
  };
  return subject;
}

void rotate(Bytes& bytes, std::size_t first, std::size_t size, std::size_t by) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(first);
  std::rotate(begin, begin + static_cast<std::ptrdiff_t>(by),
              begin + static_cast<std::ptrdiff_t>(size));
}

spec::Case case_of(const std::string& instruction, std::uint64_t seed) {
  generators::RapidCheckSource choices{rc::Random(seed)};
  return generators::instruction_case(
      choices, *spec::cell_named(instruction),
      spec::kAllFeatures.without(spec::Feature::kInPlace).without(spec::Feature::kStrides));
}

// The findings of many cases that are named by rules about values and about places.
struct Named {
  int as_values = 0;
  int as_places = 0;
};

Named named_in(const Subject& subject, const std::string& instruction) {
  Named named;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const Finding& finding : matches_oracle(subject, case_of(instruction, seed)).findings) {
      const bool is_place =
          finding.rule && spec::rule_of(*finding.rule).about == spec::About::kPlaces;
      (is_place ? named.as_places : named.as_values) += 1;
    }
  }
  return named;
}

TEST(PlaceFaults, ASourceOfAnotherLaneIsNoWrongValue) {
  for (const auto& [instruction, by] :
       {std::pair("vconv_f322f16r", 4), std::pair("vconv_f162s8", 2),
        std::pair("vconv_f322s32r", 32), std::pair("vconv_deqs162b8h_s8", 2)}) {
    const Subject subject =
        misreading_golden([&](const spec::Case& test_case, MemoryId, Bytes& ub) {
          const std::size_t source = instruction_of(test_case).src.offset;
          rotate(ub, source, 256, static_cast<std::size_t>(by));
        });
    const Named named = named_in(subject, instruction);
    EXPECT_GE(named.as_places, 15) << instruction;
    EXPECT_LE(named.as_values, named.as_places / 20) << instruction;
  }
  const Subject columns = misreading_golden([](const spec::Case&, MemoryId id, Bytes& bytes) {
    if (id == MemoryId::kL0c) {
      rotate(bytes, 0, bytes.size(), 4);
    }
  });
  const Named named = named_in(columns, "copy_matrix_cc_to_gm_f322f16");
  EXPECT_GE(named.as_places, 15);
  EXPECT_LE(named.as_values, named.as_places / 20);
}

TEST(PlaceFaults, AFactorOfAnotherLaneIsNamed) {
  const Subject subject = misreading_golden([](const spec::Case& test_case, MemoryId, Bytes& ub) {
    const std::uint64_t vector =
        spec::kVectorAddress.of(deq_scale_of(test_case).value) * spec::kVectorAddressUnit;
    rotate(ub, vector, 128, 8);
  });
  int named = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const spec::Case test_case = case_of("vconv_vdeqs162b8l_s8", seed);
    for (const Finding& finding : matches_oracle(subject, test_case).findings) {
      (finding.rule == spec::cite("vdeq.factor-index") ? named : others) += 1;
    }
  }
  EXPECT_GE(named, 10);
  EXPECT_LE(others, named / 10);
}

// A program may set DEQSCALE again after the instruction, to what is no address of a vector.
TEST(PlaceFaults, TheVectorIsTheOneThatTheInstructionMet) {
  const Subject subject = misreading_golden([](const spec::Case& test_case, MemoryId, Bytes& ub) {
    spec::Case before = test_case;
    before.steps.pop_back();
    const std::uint64_t vector =
        spec::kVectorAddress.of(deq_scale_of(before).value) * spec::kVectorAddressUnit;
    rotate(ub, vector, 128, 8);
  });
  int named = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    spec::Case program = case_of("vconv_vdeqs162b8l_s8", seed);
    program.steps.emplace_back(spec::SetDeqScale{0, true});
    for (const Finding& finding : matches_oracle(subject, program).findings) {
      named += finding.rule == spec::cite("vdeq.factor-index") ? 1 : 0;
    }
  }
  EXPECT_GE(named, 10);
}

TEST(PlaceFaults, AWrongValueKeepsItsRule) {
  Subject subject = subject_of(adapters::open_backend("mutant:odd-is-nearest"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  const Named named = named_in(subject, "vconv_f322f16o");
  EXPECT_GE(named.as_values, 10);
  EXPECT_EQ(named.as_places, 0);
}

// Golden, instruction by instruction: each one by itself, under the registers written so far.
Executor step_by_step(const Executor& golden) {
  return [golden](const spec::Case& program, const spec::MemoryImage& before) {
    spec::Outcome outcome;
    outcome.after = before;
    spec::Case one = program;
    one.steps.clear();
    for (const spec::Step& step : program.steps) {
      one.steps.push_back(step);
      if (spec::cell_of(step)) {
        outcome = golden(one, spec::MemoryImage(outcome.after));
        one.steps.pop_back();
      }
    }
    return outcome;
  };
}

// 64 numbers to s32, and these results back to f32.
spec::Case there_and_back() {
  generators::ReplaySource simplest({});
  std::vector<std::uint64_t> sources;
  for (std::uint64_t i = 0; i < 64; ++i) {
    sources.push_back(0x41200000 + (i << 20));
  }
  spec::Case program =
      with_sources(generators::instruction_case(simplest, *spec::cell_named("vconv_f322s32r"),
                                                spec::kAllFeatures),
                   sources);
  spec::Vconv back = instruction_of(program);
  back.cell = *spec::cell_named("vconv_s322f32r");
  back.src = back.dst;
  back.dst.offset = program.memories.front().size;
  program.memories.front().size += 256;
  program.steps.emplace_back(back);
  return program;
}

const std::string kToF32 = "vconv_s322f32r";

bool is_second(const spec::Case& one) {
  return spec::instruction_name(instruction_of(one).cell) == kToF32;
}

TEST(PlaceFaults, AreNamedInAProgramWhoseSourcesItWroteItself) {
  Subject subject = misreading_golden([](const spec::Case& one, MemoryId, Bytes& ub) {
    if (is_second(one)) {
      rotate(ub, instruction_of(one).src.offset, 256, 4);
    }
  });
  subject.execute = step_by_step(subject.execute);
  const spec::Case program = there_and_back();
  const CheckResult result = matches_oracle(subject, program);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].rule, spec::cite("walk.blocks"));
  EXPECT_EQ(result.findings[0].step, program.steps.size() - 1);
  EXPECT_EQ(result.findings[0].in_short,
            "repeat 0, block 0, lane 0 holds what repeat 0, block 0, lane 1 should");
}

// The second step does nothing where the first one wrote.
TEST(PlaceFaults, AnEarlierStepsResultIsNoWrongValue) {
  spec::Case program = there_and_back();
  auto& second = std::get<spec::Vconv>(program.steps.back());
  second.src.offset = 0;
  second.dst = second.src;
  second.dst.offset = std::get<spec::Vconv>(*(program.steps.end() - 2)).dst.offset;
  Subject subject = misreading_golden([](const spec::Case&, MemoryId, Bytes&) {});
  subject.execute = step_by_step(
      [golden = subject.execute](const spec::Case& one, const spec::MemoryImage& before) {
        spec::Outcome nothing;
        nothing.after = before;
        return is_second(one) ? nothing : golden(one, before);
      });
  const CheckResult result = matches_oracle(subject, program);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].rule, spec::cite("walk.blocks"));
  EXPECT_NE(result.findings[0].details.find("what the steps before left"), std::string::npos);
}

// The first run is wrong in the same way, so that the second finds its own wrong results.
TEST(PlaceFaults, AWrongValueThatAnEarlierStepLeftTooIsOne) {
  Subject subject = subject_of(adapters::open_backend("mutant:round-half-away"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  const spec::Case program = spec::case_from_text(
      "vconform-case 1\nmemory UB size=4096 background=1\n"
      "place UB+0x0 f32 element index=3 pattern=0x3f000000\nctrl 0x0\n"
      "mask 0xffffffffffffffff 0xffffffffffffffff\n"
      "vconv_f322s32r dst=UB+0x400 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
      "dstRepeatStride=8 srcRepeatStride=8\n"
      "mask 0x0 0x8\n"
      "vconv_f322s32r dst=UB+0x400 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
      "dstRepeatStride=8 srcRepeatStride=8\n");
  const CheckResult result = matches_oracle(subject, program);
  ASSERT_FALSE(result.findings.empty());
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.rule, spec::cite("round.nearest-ties-to-even")) << finding.details;
  }
}

// Not by itself: the fault is in what one instruction does to the next.
TEST(PlaceFaults, AStepThatIsRightByItselfIsNoPlaceFault) {
  Subject subject = misreading_golden([](const spec::Case& one, MemoryId, Bytes& ub) {
    if (is_second(one)) {
      rotate(ub, instruction_of(one).src.offset, 256, 4);
    }
  });
  subject.execute = [right = step_by_step(subject_of(adapters::open_backend("golden")).execute),
                     wrong = step_by_step(subject.execute)](const spec::Case& program,
                                                            const spec::MemoryImage& before) {
    return (spec::instruction_count(program) > 1 ? wrong : right)(program, before);
  };
  const CheckResult result = matches_oracle(subject, there_and_back());
  ASSERT_FALSE(result.findings.empty());
  for (const Finding& finding : result.findings) {
    EXPECT_NE(spec::rule_of(*finding.rule).about, spec::About::kPlaces);
  }
}

TEST(PlaceFaults, SayWhoseResultItIs) {
  const Subject subject = misreading_golden([](const spec::Case& test_case, MemoryId, Bytes& ub) {
    rotate(ub, instruction_of(test_case).src.offset, 256, 4);
  });
  generators::ReplaySource simplest({});
  const spec::Cell cell = *spec::cell_named("vconv_f322s32r");
  std::vector<std::uint64_t> sources;
  for (std::uint64_t i = 0; i < 64; ++i) {
    sources.push_back(0x41200000 + (i << 20));
  }
  const CheckResult result = matches_oracle(
      subject,
      with_sources(generators::instruction_case(simplest, cell, spec::kAllFeatures), sources));
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].rule, spec::cite("walk.blocks"));
  EXPECT_EQ(result.findings[0].in_short,
            "repeat 0, block 0, lane 0 holds what repeat 0, block 0, lane 1 should");
}

}  // namespace
}  // namespace vconform::suites
