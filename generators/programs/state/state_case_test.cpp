#include "generators/programs/state/state_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/operands.h"
#include "generators/programs/state/shifted.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "spec/case/case_text.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

using spec::Feature;

std::vector<ClaimedCell> others(spec::FeatureSet features) {
  std::vector<ClaimedCell> cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    cells.push_back({cell, features});
  }
  return cells;
}

spec::Case program_of(const spec::Cell& cell, std::uint64_t seed, spec::FeatureSet allowed) {
  RapidCheckSource choices{rc::Random(seed)};
  const std::vector<ClaimedCell> cells = others(allowed);
  return state_case(choices, cell, {allowed, kUbBlocks, cells});
}

bool is_instruction(const spec::Step& step) {
  return spec::cell_of(step).has_value();
}

// The program up to each of its instructions.
std::vector<spec::Case> beginnings(const spec::Case& program) {
  std::vector<spec::Case> cases;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (is_instruction(program.steps[i])) {
      cases.push_back(program);
      cases.back().steps.resize(i + 1);
    }
  }
  return cases;
}

// Copies do not read MASK and these bits of CTRL, which another instruction may need.
spec::FeatureSet allowed_after_others(const spec::Case& one, spec::FeatureSet allowed) {
  constexpr std::uint32_t kUnreadByCopies = static_cast<std::uint32_t>(Feature::kMask) |
                                            static_cast<std::uint32_t>(Feature::kCounter) |
                                            static_cast<std::uint32_t>(Feature::kCtrl59);
  const bool is_copy = spec::cell_of(one.steps.back())->conversion().is_copy();
  return {allowed.bits | (is_copy ? kUnreadByCopies : 0)};
}

TEST(StateCases, AreLegalAndWithinWhatIsAllowed) {
  constexpr std::array<spec::FeatureSet, 3> kAllowed = {
      spec::kAllFeatures, spec::kAllFeatures.without(Feature::kCounter).without(Feature::kSaturate),
      spec::kAllFeatures.without(Feature::kMask).without(Feature::kKeepInf)};
  for (const spec::Cell& cell : spec::first_cells()) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const spec::FeatureSet allowed = kAllowed[seed % kAllowed.size()];
      for (const spec::Case& one : beginnings(program_of(cell, seed, allowed))) {
        ASSERT_EQ(illegality(one), "") << spec::to_text(one);
        ASSERT_TRUE(allowed_after_others(one, allowed).includes(features_used(one)))
            << spec::to_text(one);
      }
    }
  }
}

TEST(StateCases, RunWithEachRegisterUnwrittenAndWrittenLast) {
  const spec::Cell cell = *spec::cell_named("vconv_deqs162b8h_s8");
  std::array<int, 3> unwritten = {};
  std::array<int, 3> last = {};
  int unchanged = 0;
  const auto kind_of = [](const spec::Step& step) -> std::size_t {
    return std::holds_alternative<spec::SetCtrl>(step)       ? 0
           : std::holds_alternative<spec::SetMask>(step)     ? 1
           : std::holds_alternative<spec::SetDeqScale>(step) ? 2
                                                             : 3;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::array<bool, 3> written = {};
    const std::vector<spec::Step> steps = program_of(cell, seed, spec::kAllFeatures).steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::size_t kind = kind_of(steps[i]);
      if (kind < 3) {
        written[kind] = true;
        continue;
      }
      for (std::size_t which = 0; which < 3; ++which) {
        unwritten[which] += is_instruction(steps[i]) && !written[which] ? 1 : 0;
        last[which] += i > 0 && kind_of(steps[i - 1]) == which ? 1 : 0;
      }
      unchanged += i > 0 && is_instruction(steps[i - 1]) ? 1 : 0;
    }
  }
  for (std::size_t which = 0; which < 3; ++which) {
    EXPECT_GE(unwritten[which], 40) << which;
    EXPECT_GE(last[which], 100) << which;
  }
  EXPECT_GE(unchanged, 100);
}

std::optional<spec::Address> source_in(spec::Step step) {
  return is_instruction(step) ? std::optional(source_of(step)) : std::nullopt;
}

TEST(StateCases, ReadWhatAnotherInstructionHasWritten) {
  for (const char* const name : {"vconv_f162f32", "vconv_deq", "vconv_vdeqs162b8h_s8",
                                 "cast_deq_s322f16", "data_copy_vecout_gm_s16"}) {
    const spec::Cell cell = *spec::cell_named(name);
    int reads = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<spec::Step> steps = program_of(cell, seed, spec::kAllFeatures).steps;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          spec::Step before = steps[j];
          const bool is_other = is_instruction(before) && spec::cell_of(before) != cell;
          reads += is_other && source_in(steps[i]) == destination_of(before) ? 1 : 0;
        }
      }
    }
    EXPECT_GE(reads, 5) << name;
  }
}

// Whether what is read begins with the results, or a little behind the first ones.
bool begins_in(const std::optional<spec::Address>& read, const spec::Address& results) {
  return read == results || read == spec::Address{results.memory, results.offset + kLate};
}

TEST(StateCases, FactorsAreWrittenAfterTheirAddress) {
  const std::vector<ClaimedCell> writer = {
      {*spec::cell_named("vconv_f322s32r"), spec::kAllFeatures}};
  int written = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RapidCheckSource choices{rc::Random(seed)};
    const spec::Cell cell = *spec::cell_named("vconv_vdeqs162b8h_s8");
    std::uint64_t address = 0;
    for (spec::Step& step :
         state_case(choices, cell, {spec::kAllFeatures, kUbBlocks, writer}).steps) {
      if (const auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
        address = spec::kVectorAddress.of(scale->value) * spec::kVectorAddressUnit;
      } else if (is_instruction(step) && spec::cell_of(step) == writer.front().cell) {
        written += begins_in(destination_of(step), {spec::MemoryId::kUb, address}) ? 1 : 0;
      }
    }
  }
  EXPECT_GE(written, 10);
}

std::vector<spec::Case> programs_of(const char* name, std::uint64_t count) {
  std::vector<spec::Case> programs;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    programs.push_back(program_of(*spec::cell_named(name), seed, spec::kAllFeatures));
  }
  return programs;
}

TEST(StateCases, MostRunsHaveADestinationOfTheirOwn) {
  for (const spec::Case& program : programs_of("vconv_f322s32r", 10)) {
    std::set<std::uint64_t> places;
    for (spec::Step step : program.steps) {
      if (is_instruction(step) && destination_of(step).memory == spec::MemoryId::kUb) {
        places.insert(destination_of(step).offset);
      }
    }
    EXPECT_GE(places.size(), 8u);
  }
}

// A backend that keeps results by instruction would not run it again.
TEST(StateCases, TheSameInstructionReadsWhatWasWrittenInBetween) {
  for (const char* const name :
       {"vconv_f162f32", "cast_deq_s322f16", "data_copy_gm_vecin_s16", "data_copy_vecout_gm_s16"}) {
    for (const spec::Case& program : programs_of(name, 10)) {
      int again = 0;
      for (std::size_t i = 0; i < program.steps.size(); ++i) {
        bool is_written = false;
        for (std::size_t j = i + 1; j < program.steps.size() && is_instruction(program.steps[i]);
             ++j) {
          const bool is_same = program.steps[j] == program.steps[i];
          again += is_same && is_written ? 1 : 0;
          spec::Step between = program.steps[j];
          is_written =
              is_written || (is_instruction(between) &&
                             begins_in(source_in(program.steps[i]), destination_of(between)));
        }
      }
      EXPECT_GE(again, 1) << name;
    }
  }
}

TEST(StateCases, CopiesBringWhatVectorInstructionsReadAndTakeWhatTheyWrite) {
  std::map<std::pair<spec::Family, spec::Family>, int> met;
  for (const char* const name : {"vconv_f162f32", "vconv_deq", "data_copy_vecout_gm_s16",
                                 "data_copy_gm_vecin_s16", "data_copy_vecin_veccalc_s16"}) {
    for (const spec::Case& program : programs_of(name, 40)) {
      std::vector<std::pair<spec::Address, spec::Family>> writers;
      for (spec::Step step : program.steps) {
        if (!is_instruction(step)) {
          continue;
        }
        const spec::Family family = spec::cell_of(step)->conversion().family;
        const auto writer = std::ranges::find_if(
            writers.rbegin(), writers.rend(),
            [&](const auto& one) { return begins_in(source_of(step), one.first); });
        if (writer != writers.rend()) {
          ++met[{writer->second, family}];
        }
        writers.emplace_back(destination_of(step), family);
      }
    }
  }
  constexpr std::array<spec::Family, 3> kVectors = {spec::Family::kVconv, spec::Family::kDeq,
                                                    spec::Family::kCastDeq};
  for (const spec::Family vector : kVectors) {
    EXPECT_GE((met[{vector, spec::Family::kDataCopy}]), 5) << static_cast<int>(vector);
  }
  EXPECT_GE((met[{spec::Family::kDataCopy, spec::Family::kVconv}]), 5);
  EXPECT_GE((met[{spec::Family::kDataCopy, spec::Family::kDeq}]), 5);
  EXPECT_GE((met[{spec::Family::kCopyMatrix, spec::Family::kDataCopy}]), 5);
}

TEST(StateCases, CopiesBringFactorsAfterTheirAddress) {
  for (const char* const name :
       {"vconv_vdeqs162b8h_s8", "cast_deq_s162s8", "data_copy_vdeq_s322f16"}) {
    int brought = 0;
    for (const spec::Case& program : programs_of(name, 40)) {
      std::set<std::uint64_t> written;
      std::uint64_t scale = 0;
      for (spec::Step step : program.steps) {
        if (const auto* set = std::get_if<spec::SetDeqScale>(&step)) {
          scale = spec::kVectorAddress.of(set->value) * spec::kVectorAddressUnit;
        }
        const auto* copy = std::get_if<spec::DataCopy>(&step);
        const bool is_plain = copy != nullptr && copy->cell.conversion().is_plain_path();
        if (is_plain && copy->dst.memory == spec::MemoryId::kUb) {
          written.insert(copy->dst.offset);
        } else if (is_instruction(step) && spec::cell_of(step) == spec::cell_named(name)) {
          const std::uint64_t address = copy != nullptr ? copy->deq_tensor_addr : scale;
          brought += written.contains(address) ? 1 : 0;
        }
      }
    }
    EXPECT_GE(brought, 10) << name;
  }
}

// How often an instruction directly follows one that reads and writes at the same places, but is
// another one.
int changed_in_place(const spec::Case& program, const spec::Cell& cell) {
  int changed = 0;
  for (std::size_t i = 1; i < program.steps.size(); ++i) {
    spec::Step before = program.steps[i - 1];
    spec::Step after = program.steps[i];
    changed += is_instruction(before) && is_instruction(after) && before != after &&
                       spec::cell_of(before) == cell && source_of(before) == source_of(after) &&
                       destination_of(before) == destination_of(after)
                   ? 1
                   : 0;
  }
  return changed;
}

// A backend that keeps what it worked out by the places of the operands would do the same again.
TEST(StateCases, HaveArgumentsChangedWhereThePlacesStayTheSame) {
  for (const char* const name :
       {"vconv_f322s32r", "vconv_f162f32", "vconv_deqs162b8h_s8", "vconv_vdeqs162b8l_s8",
        "cast_deq_s162s8", "copy_matrix_cc_to_gm_s322s8", "data_copy_deq8_s322s8",
        "data_copy_gm_vecin_s16"}) {
    int changed = 0;
    for (const spec::Case& program : programs_of(name, 10)) {
      changed += changed_in_place(program, *spec::cell_named(name));
    }
    EXPECT_GE(changed, 10) << name;
  }
}

TEST(StateCases, HaveAnotherRoundingOrHalfWhereAllElseStaysTheSame) {
  for (const char* const name : {"vconv_f322s32r", "vconv_deqs162b8h_s8", "vconv_vdeqs162b8l_u8"}) {
    int other = 0;
    for (const spec::Case& program : programs_of(name, 10)) {
      for (std::size_t i = 1; i < program.steps.size(); ++i) {
        const auto* before = std::get_if<spec::Vconv>(&program.steps[i - 1]);
        const auto* after = std::get_if<spec::Vconv>(&program.steps[i]);
        if (before != nullptr && after != nullptr && before->cell != after->cell) {
          spec::Vconv as_after = *before;
          as_after.cell = after->cell;
          other += as_after == *after ? 1 : 0;
        }
      }
    }
    EXPECT_GE(other, 8) << name;
  }
}

TEST(StateCases, HaveOneMatrixLessWhereAllElseStaysTheSame) {
  int less = 0;
  for (const spec::Case& program : programs_of("copy_matrix_cc_to_gm_s322s8", 20)) {
    std::optional<std::uint64_t> before;
    for (const spec::Step& step : program.steps) {
      const auto* set = std::get_if<spec::SetFixpipe>(&step);
      if (set != nullptr && set->which == spec::FixpipeRegister::kNdPara) {
        const std::uint64_t fewer = spec::kNdCount.of(set->value) + 1;
        less += before && *before == spec::kNdCount.put(set->value, fewer) ? 1 : 0;
        before = set->value;
      }
    }
  }
  EXPECT_GE(less, 3);
}

TEST(StateCases, SomeAreLongAndSomeFollowAnIllegalProgram) {
  std::size_t is_long = 0;
  std::size_t follow = 0;
  for (const spec::Case& program : programs_of("vconv_f322s32r", 200)) {
    is_long += program.steps.size() > 514 ? 1 : 0;
    follow += program.earlier.size();
  }
  EXPECT_GE(is_long, 2u);
  EXPECT_LE(is_long, 20u);
  EXPECT_GE(follow, 70u);
  EXPECT_LE(follow, 130u);
}

}  // namespace
}  // namespace vconform::generators
