// The components of the targets, without an engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "adapters/load/open_backend.h"
#include "fuzz/edits/edits.h"
#include "fuzz/edits/input.h"
#include "fuzz/edits/mutate.h"
#include "fuzz/family_cases.h"
#include "fuzz/fuzz_one_case.h"
#include "fuzz/minimal.h"
#include "fuzz/running_time.h"
#include "generators/choices/rapidcheck_source.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"
#include "suites/judging/subject.h"

namespace vconform::fuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(Input, EveryByteStringIsOneAndIsWrittenAsItWasRead) {
  for (std::size_t size = 0; size < 100; ++size) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < size; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(i * 37 + size));
    }
    const Input input = decoded(bytes);
    ASSERT_LE(input.edits.size(), kMostEdits);
    EXPECT_EQ(decoded(encoded(input)), input);
    const std::size_t edits = 1 + 8 * input.edits.size();
    EXPECT_EQ(input.choices.size(), size > edits ? size - edits : 0);
  }
}

TEST(Input, AnEditIsEightBytesLittleEndian) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0xaa};
  const Input input = decoded(bytes);
  ASSERT_THAT(input.edits, SizeIs(1));
  EXPECT_EQ(input.edits[0], (Edit{2, 3, 0x0504, 0x09080706}));
  EXPECT_EQ(input.choices, (std::vector<std::uint8_t>{0xaa}));
}

spec::Case small_case() {
  return spec::case_from_text(
      "vconform-case 1\nmemory UB size=4096 background=1\n"
      "place UB+0x0 f32 numbers count=64 low=0 modulus=64\n"
      "place UB+0x0 f32 element index=0 pattern=0x3f812345\n"
      "ctrl 0x0\nmask 0x0 0xff\ndeqscale 0x3f800000\n"
      "vconv_f322f16r dst=UB+0x400 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
      "dstRepeatStride=4 srcRepeatStride=8\n");
}

std::string changed_lines(const Edit& edit) {
  const spec::Case before = small_case();
  std::istringstream was(spec::to_text(before));
  std::istringstream is(spec::to_text(edited(before, {&edit, 1})));
  std::string changed;
  for (std::string a, b; std::getline(is, b);) {
    changed += std::getline(was, a) && a == b ? "" : b + "\n";
  }
  return changed;
}

Edit edit_of(Change change, std::uint16_t knob, std::uint8_t amount = 0, std::uint32_t value = 0) {
  return {static_cast<std::uint8_t>(change), amount, knob, value};
}

// The knobs are CTRL, mask0, mask1, DEQSCALE, dst, src, repeat, four strides, the element.
TEST(Edits, ChangeOneNumber) {
  EXPECT_THAT(changed_lines(edit_of(Change::kFlipBit, 0, 0, 1)),
              testing::StartsWith("ctrl 0x0100000000000000"));
  EXPECT_THAT(changed_lines(edit_of(Change::kFlipBit, 2, 0, 3)),
              testing::StartsWith("mask 0x0000000000000008 0x00000000000000ff"));
  EXPECT_THAT(changed_lines(edit_of(Change::kNudge, 4, 1, 0)), HasSubstr("dst=UB+0x3ff "));
  EXPECT_THAT(changed_lines(edit_of(Change::kNudge, 4, 1, 1)), HasSubstr("dst=UB+0x3e0 "));
  EXPECT_THAT(changed_lines(edit_of(Change::kList, 6, 13)), HasSubstr("repeat=255 "));
  EXPECT_THAT(changed_lines(edit_of(Change::kNudge, 8, 1)), HasSubstr("srcBlockStride=0 "));
  EXPECT_THAT(changed_lines(edit_of(Change::kList, 7, 0)), HasSubstr("dstBlockStride=0 "));
}

TEST(Edits, MoveAnElementToTheTieBesideIt) {
  const std::vector<std::string> patterns = {"0x3f813000", "0x3f813000", "0x3f813001",
                                             "0x3f812fff"};
  for (std::uint32_t beside = 0; beside < 4; ++beside) {
    // An f16 has 13 bits less than an f32.
    EXPECT_THAT(changed_lines(edit_of(Change::kTie, 11, 12, beside)),
                HasSubstr("pattern=" + patterns[beside]));
  }
}

TEST(Edits, SetAFieldOfAWord) {
  const auto offset = static_cast<std::uint8_t>(
      std::find_if(spec::kWordFields.begin(), spec::kWordFields.end(),
                   [](const spec::WordField& field) { return field.name == "offset"; }) -
      spec::kWordFields.begin());
  // Only the sign bit is set: -256.
  EXPECT_EQ(changed_lines(edit_of(Change::kField, 3, offset, 2)), "deqscale 0x000020003f800000\n");
}

TEST(Edits, PlantDropAndCopy) {
  EXPECT_THAT(changed_lines(edit_of(Change::kPlant, 5, 0, 0x7fc00000)),
              HasSubstr("place UB+0x0 f32 element index=5 pattern=0x7fc00000\n"));
  const Edit drop = edit_of(Change::kDrop, 1);
  EXPECT_THAT(spec::to_text(edited(small_case(), {&drop, 1})), Not(HasSubstr("mask")));
  const Edit copy = edit_of(Change::kCopy, 3, 0);
  EXPECT_THAT(edited(small_case(), {&copy, 1}).steps, SizeIs(5));
}

std::size_t keep(std::uint8_t* /*bytes*/, std::size_t size, std::size_t /*most*/) {
  return size;
}

TEST(RunningTime, CountsOfManyElementsInOnePlaceAreTooLong) {
  const auto is_long = [](const std::string& steps, const char* reading) {
    spec::Choices readings;
    spec::pin_from_text(readings, reading);
    return runs_too_long(
        spec::case_from_text(
            "vconform-case 1\nmemory UB size=8192 background=1\nctrl 0x0100000000000000\n" + steps),
        readings);
  };
  const std::string vconv =
      "vconv_f322s32r dst=UB+0x400 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
      "dstRepeatStride=0 srcRepeatStride=0\n";
  EXPECT_TRUE(is_long("mask 0 0xffffffff\n" + vconv, "cast.mask-form-ctrl56=kept"));
  EXPECT_FALSE(is_long("mask 0 0x1000\n" + vconv, "cast.mask-form-ctrl56=kept"));
  EXPECT_FALSE(is_long("mask 0 0xffffffff\nctrl 0x0\n" + vconv, "cast.mask-form-ctrl56=kept"));
  // The mask that the call sets is a count if the call leaves counter mode on.
  const std::string call =
      "cast_deq_s322f16 dst=UB+0x480 src=UB+0x460 mask=64 repeat_time=1 dstBlkStride=1 "
      "srcBlkStride=0 dstRepStride=0 srcRepStride=0 is_set_mask=1 is_vec_deq=0 half_block=0\n";
  EXPECT_TRUE(is_long(call, "cast.mask-form-ctrl56=kept"));
  EXPECT_FALSE(is_long(call, "cast.mask-form-ctrl56=cleared"));
}

TEST(Mutate, TheSameSeedGivesTheSameBytesWithinTheirRoom) {
  std::size_t different = 0;
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    std::vector<std::uint8_t> first(300, 7);
    std::vector<std::uint8_t> second = first;
    const std::size_t size = seed % 300;
    const std::size_t a = mutate(first, size, seed, keep);
    const std::size_t b = mutate(second, size, seed, keep);
    ASSERT_LE(a, first.size());
    ASSERT_EQ(a, b);
    ASSERT_EQ(first, second);
    different += a != size || first[0] != 7 ? 1 : 0;
  }
  EXPECT_GT(different, 1500u);
}

suites::Subject golden() {
  return suites::subject_of(adapters::open_backend("golden"));
}

TEST(FamilyCases, DrawEveryInstructionOfTheFamilyAndNoOther) {
  const FamilyCases cases(spec::Family::kDeq, golden());
  std::map<std::uint16_t, int> rows;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed)};
    const std::optional<spec::Cell> cell = spec::cell_of(cases.draw(choices).steps.back());
    ASSERT_TRUE(cell);
    ASSERT_EQ(cell->conversion().family, spec::Family::kDeq);
    ++rows[cell->row];
  }
  EXPECT_EQ(rows.size(), cases.cells().size());
}

TEST(FamilyCases, ProgramsHoldInstructionsOfEveryFamily) {
  const FamilyCases cases(std::nullopt, golden());
  std::map<spec::Family, int> seen;
  int mixed = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed)};
    std::map<spec::Family, int> in_program;
    for (const spec::Step& step : cases.draw(choices).steps) {
      if (const std::optional<spec::Cell> cell = spec::cell_of(step)) {
        ++in_program[cell->conversion().family];
      }
    }
    for (const auto& [family, count] : in_program) {
      seen[family] += count;
    }
    mixed += in_program.contains(spec::Family::kCopyMatrix) && in_program.size() > 1 ? 1 : 0;
  }
  for (const spec::FamilyName& family : spec::kFamilies) {
    EXPECT_GE(seen[family.family], 20) << family.name;
  }
  EXPECT_GE(mixed, 5);
}

// The lowering declares aligned operands and an even number of columns, at most 24.
TEST(FamilyCases, OperationsStayWithinWhatIsDeclaredWhateverIsEdited) {
  const spec::Cell cell = spec::declare_operation(
      {{"narrow", spec::NumberType::kF32, {{spec::Rounding::kFloor, spec::NumberType::kS16}}},
       {.unaligned = false, .most_rows = 3, .most_cols = 24, .cols_multiple = 2}});
  suites::Subject lowering;
  lowering.claims = [&](const spec::Cell& one) {
    return one == cell ? std::optional(spec::FeatureSet{}) : std::nullopt;
  };
  const FamilyCases cases(spec::Family::kOperation, lowering);
  ASSERT_THAT(cases.cells(), testing::ElementsAre(cell));
  int changed_cases = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed)};
    const spec::Case plain = cases.draw(choices);
    ASSERT_EQ(spec::case_problem(plain), std::nullopt);
    const std::array<Edit, 3> edits = {
        edit_of(Change::kNudge, static_cast<std::uint16_t>(seed), 5, 1),
        edit_of(Change::kFlipBit, static_cast<std::uint16_t>(seed / 3), 0, 7),
        edit_of(Change::kList, static_cast<std::uint16_t>(seed / 5), 14)};
    const spec::Case changed = edited(plain, edits);
    spec::Operation step = std::get<spec::Operation>(changed.steps.back());
    EXPECT_TRUE(step.rows <= 3 && step.cols <= 24 && step.cols % 2 == 0) << spec::to_text(changed);
    EXPECT_EQ(step.src.offset % spec::kBlockBytes, 0u);
    EXPECT_EQ(step.dst.offset % spec::kBlockBytes, 0u);
    changed_cases += changed == plain ? 0 : 1;
    const auto& before = std::get<spec::Operation>(plain.steps.back());
    step.mask = before.mask;
    step.deq_scale = before.deq_scale;
    EXPECT_EQ(step, before) << "only stale registers were changed";
  }
  EXPECT_GT(changed_cases, 400);
}

TEST(FamilyCases, MostCasesAreSmallAndAFewHaveAllOfUb) {
  const FamilyCases cases(spec::Family::kVconv, golden());
  int small = 0;
  int whole = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed)};
    const std::uint64_t size = cases.draw(choices).memories.front().size;
    small += size <= 64 * spec::kBlockBytes ? 1 : 0;
    whole += size == generators::kUbBlocks * spec::kBlockBytes ? 1 : 0;
  }
  EXPECT_GT(small, 3000);
  EXPECT_GT(whole, 5);
}

TEST(Minimal, DropsEditsAndTakesSimplerDrawsWhileTheyShowTheFinding) {
  const Try needs_a_five_and_an_edit = [](const Drawn& drawn) {
    const bool has_five =
        std::any_of(drawn.draws.begin(), drawn.draws.end(), [](std::uint64_t d) { return d >= 5; });
    Trial trial;
    const bool has_edit = std::any_of(drawn.edits.begin(), drawn.edits.end(),
                                      [](const Edit& e) { return e.knob == 3; });
    if (has_five && has_edit) {
      trial.shown = Shown{};
      trial.shown->finding.count = drawn.draws.size();
      trial.shown->finding.digest = drawn.edits.size();
    }
    return trial;
  };
  const Drawn drawn{{9, 1, 77, 0, 3}, {Edit{0, 0, 1, 0}, Edit{0, 0, 3, 0}, Edit{0, 0, 4, 0}}};
  const Shown shown = minimal(drawn, {}, needs_a_five_and_an_edit, 1000, [] { return false; });
  EXPECT_EQ(shown.finding.count, 1u);
  EXPECT_EQ(shown.finding.digest, 1u);
}

TEST(Minimal, StopsWhenTheTrialsHaveCostEnough) {
  std::size_t trials = 0;
  const Try never = [&](const Drawn&) {
    ++trials;
    return Trial{std::nullopt, 10};
  };
  const Drawn drawn{generators::Draws(50, 1000), {}};
  minimal(drawn, {}, never, 55, [] { return false; });
  EXPECT_EQ(trials, 6u);
}

TEST(Minimal, StopsWhenTheTimeIsOver) {
  std::size_t trials = 0;
  const Try never = [&](const Drawn&) {
    ++trials;
    return Trial{};
  };
  const Drawn drawn{generators::Draws(50, 1000), {}};
  minimal(drawn, {}, never, 1000, [&] { return trials == 3; });
  EXPECT_EQ(trials, 3u);
}

// A folder for findings, and inputs drawn at random.
class Finding : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "vconform-fuzz-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void fuzz(const std::string& backend, std::optional<spec::Family> family, std::uint32_t inputs) {
    Setting setting;
    setting.backend = backend;
    setting.findings = folder_.string();
    CaseFuzzer fuzzer(family, setting);
    std::vector<std::uint8_t> bytes(512);
    for (std::uint32_t seed = 0; seed < inputs; ++seed) {
      const std::size_t size = mutate(bytes, 0, seed, keep);
      fuzzer.run(std::span(bytes).first(size));
    }
  }
  std::vector<std::string> found() const {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      // Beside the case stands the fault, and nothing else is left.
      if (entry.path().extension() == ".why") {
        EXPECT_TRUE(std::filesystem::exists(
            std::filesystem::path(entry.path()).replace_extension(".case")));
        continue;
      }
      EXPECT_EQ(entry.path().extension(), ".case");
      std::ifstream file(entry.path());
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
  }

  std::filesystem::path folder_;
};

TEST_F(Finding, OfGoldenThereIsNone) {
  for (const spec::FamilyName& family : spec::kFamilies) {
    fuzz("golden", family.family, 1000);
  }
  fuzz("golden", std::nullopt, 1000);
  EXPECT_THAT(found(), SizeIs(0));
}

TEST_F(Finding, OfAMutantIsAMinimalCaseOncePerInstruction) {
  fuzz("mutant:round-half-away", spec::Family::kVconv, 3000);
  const std::vector<std::string> first = found();
  EXPECT_GT(first.size(), 5u);
  for (const std::string& text : first) {
    const spec::Case test_case = spec::case_from_text(text);
    EXPECT_THAT(test_case.claim, testing::StartsWith("Vconv.MatchesOracle/"));
    EXPECT_LE(test_case.placements.size(), 4u) << text;
    EXPECT_LE(test_case.steps.size(), 3u) << text;
  }
  fuzz("mutant:round-half-away", spec::Family::kVconv, 3000);
  EXPECT_EQ(found().size(), first.size());
}

TEST_F(Finding, AnUnknownBackendOrAMissingFolderIsBadInput) {
  EXPECT_THROW(fuzz("nonsense", spec::Family::kVconv, 1), spec::InputError);
  EXPECT_THROW(fuzz("eigen", spec::Family::kCopyMatrix, 1), spec::InputError);
}

}  // namespace
}  // namespace vconform::fuzz
