#include "generators/programs/systematic/copy_listed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "generators/copies/work.h"
#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/listed_values.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

// Only CTRL[48], as the caller sets it, and the row itself need a feature.
void expect_simple(const spec::Case& test_case) {
  constexpr std::uint32_t kHalfStates = 3;
  EXPECT_EQ(illegality(test_case), "") << spec::to_text(test_case);
  EXPECT_EQ(features_used(test_case).bits & ~kHalfStates, 0u) << spec::to_text(test_case);
}

TEST(CopySystematic, EveryRowHasCases) {
  for (const spec::Conversion& row : spec::kCopyRows) {
    const bool moves =
        row.source == row.destination && !row.relu && row.deq_scale == spec::DeqScale::kNone;
    const bool is_exhaustive = !moves && row.source == spec::NumberType::kF16;
    EXPECT_EQ(exhaustive_case_count(row) > 0, is_exhaustive) << spec::pair_name(row);
    EXPECT_EQ(listed_case_count(row) > 0, !is_exhaustive) << spec::pair_name(row);
  }
}

TEST(CopySystematic, CasesAreLegalAndContiguous) {
  for (const spec::Cell& cell : copy_cells()) {
    for (std::size_t i = 0; i < exhaustive_case_count(cell.conversion()); ++i) {
      expect_simple(exhaustive_case(cell, 0, i));
    }
    for (std::size_t i = 0; i < listed_case_count(cell.conversion(), {}); ++i) {
      expect_simple(listed_case(cell, std::uint64_t{1} << 48, i, {}));
    }
    for (std::size_t i = 0; i < listed_case_count(cell.conversion()); ++i) {
      EXPECT_EQ(illegality(listed_case(cell, 0, i)), "");
    }
  }
}

TEST(CopySystematic, HoldsEveryF16UnderEachHalf) {
  for (const spec::Cell& cell : copy_cells()) {
    std::map<std::uint64_t, std::set<std::uint64_t>> seen;
    for (std::size_t i = 0; i < exhaustive_case_count(cell.conversion()); ++i) {
      const spec::Case test_case = exhaustive_case(cell, 0, i);
      const auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
      const auto& patterns = std::get<spec::PlacePatterns>(test_case.placements.back());
      EXPECT_EQ(patterns.at, copy.src);
      for (std::uint64_t k = 0; k < patterns.count; ++k) {
        seen[copy.deq_value].insert((patterns.first + k * patterns.step) & 0xffff);
      }
    }
    for (const auto& [half, patterns] : seen) {
      EXPECT_EQ(patterns.size(), 65536u) << half;
    }
  }
}

// Each layout, a rest of columns, each mode and place of narrow results may have code of its own.
TEST(CopySystematic, HoldsEachWordInEachWayToLayItOut) {
  std::map<std::uint64_t, std::set<std::string>> ways;
  for (const char* name : {"copy_matrix_cc_to_gm_s322s8", "data_copy_deq8_s322s8"}) {
    const spec::Cell cell = *spec::cell_named(name);
    for (std::size_t i = 0; i < listed_case_count(cell.conversion()); ++i) {
      const spec::Case test_case = listed_case(cell, 0, i);
      std::uint64_t word = 0;
      for (const spec::Step& step : test_case.steps) {
        if (const auto* set = std::get_if<spec::SetFixpipe>(&step);
            set != nullptr && set->which == spec::FixpipeRegister::kQuantPre) {
          word = set->value;
        }
        if (const auto* copy = std::get_if<spec::CopyMatrix>(&step);
            copy != nullptr && copy->relu_pre == 0) {
          ways[word].insert(copy->nz2nd_en ? "ND" : copy->n_size < 16 ? "rest" : "NZ");
        }
        if (const auto* copy = std::get_if<spec::DataCopy>(&step); copy != nullptr) {
          const bool is_matrix = copy->block_mode == spec::BlockMode::kMatrix;
          ways[copy->deq_value].insert(is_matrix                  ? "MATRIX"
                                       : copy->sid_store_mode < 2 ? "half"
                                                                  : "VECTOR");
        }
      }
    }
  }
  const auto has_word = [&](std::uint64_t word) {
    return std::ranges::any_of(ways, [&](const auto& one) {
      return (one.first & 0xffffffff) == word && one.second.size() == 6;
    });
  };
  // Words under which a product that is not rounded to an f32 gives another result.
  for (const std::uint32_t word :
       {0x3dcccccdU, 0x3b829000U, 0x3b7f1800U, 0x3bb66000U, 0x33000000U}) {
    EXPECT_TRUE(has_word(word)) << std::hex << word;
  }
}

std::set<std::uint64_t> placed_sources(const spec::Case& test_case, const spec::Address& source,
                                       spec::NumberType type) {
  std::set<std::uint64_t> placed;
  for (const spec::Placement& placement : test_case.placements) {
    const auto* element = std::get_if<spec::PlaceElement>(&placement);
    if (element != nullptr && element->at == source && element->type == type) {
      placed.insert(element->pattern);
    }
  }
  return placed;
}

// The word that every element of the case is multiplied by, and the kind of its ReLU.
using Setting = std::tuple<std::uint64_t, int, bool>;

struct Copied {
  spec::Address source;
  Setting setting;
};

Copied copied_by(const spec::Case& test_case) {
  if (const auto* block = std::get_if<spec::DataCopy>(&test_case.steps.back())) {
    const bool relu = block->is_relu;
    return {block->src,
            {block->deq_value & ~(std::uint64_t{1} << 47), block->deq_value >> 47 & 1, relu}};
  }
  const auto& matrix = std::get<spec::CopyMatrix>(test_case.steps.back());
  std::uint64_t word = 0;
  for (const spec::Step& step : test_case.steps) {
    const auto* set = std::get_if<spec::SetFixpipe>(&step);
    word = set != nullptr && set->which == spec::FixpipeRegister::kQuantPre ? set->value : word;
  }
  return {matrix.src, {word, matrix.relu_pre, false}};
}

std::map<Setting, std::set<std::uint64_t>> listed_by_setting(const spec::Cell& cell) {
  std::map<Setting, std::set<std::uint64_t>> listed;
  for (std::size_t i = 0; i < listed_case_count(cell.conversion()); ++i) {
    const spec::Case test_case = listed_case(cell, 0, i);
    const Copied copied = copied_by(test_case);
    listed[copied.setting].merge(
        placed_sources(test_case, copied.source, cell.conversion().source));
  }
  return listed;
}

// Rounded to an f32 such a source is a tie, and cut off it stays below.
TEST(CopySystematic, HoldsSourcesThatAreRoundedToATie) {
  constexpr std::uint64_t kToTie = 3 * (std::uint64_t{1} << 24) - 1;
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    const bool to_integers = work_of(row) == CopyWork::kToB8 || work_of(row) == CopyWork::kToB4;
    if (row.source != spec::NumberType::kS32 || !to_integers) {
      continue;
    }
    std::set<std::uint64_t> all;
    for (const auto& [setting, sources] : listed_by_setting(cell)) {
      all.insert(sources.begin(), sources.end());
    }
    EXPECT_TRUE(all.contains(kToTie)) << spec::pair_name(row);
  }
}

TEST(CopySystematic, HoldsEverySourceOfEachWord) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    std::set<std::uint64_t> all;
    for (const auto& [setting, sources] : listed_by_setting(cell)) {
      all.insert(sources.begin(), sources.end());
    }
    for (const std::uint64_t word :
         listed_case_count(row) > 0 ? copy_grid(row) : std::vector<std::uint64_t>()) {
      for (const std::uint64_t source : listed_copied(row, word)) {
        EXPECT_TRUE(all.contains(source)) << spec::pair_name(row) << " " << source;
      }
    }
  }
}

// The limits of a type, and each power of two with its neighbours and with both signs.
std::vector<std::uint64_t> must_be_listed(const spec::NumberFormat& format) {
  std::vector<std::uint64_t> wanted = {0};
  const auto bits = static_cast<unsigned>(format.bits);
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  const std::uint64_t ones = top | (top - 1);
  if (!format.is_floating()) {
    for (unsigned k = 0; k < bits; ++k) {
      const std::uint64_t power = std::uint64_t{1} << k;
      const std::vector<std::uint64_t> positive = {power - 1, power, power + 1};
      wanted.insert(wanted.end(), positive.begin(), positive.end());
      if (format.is_signed()) {
        const std::vector<std::uint64_t> negative = {~power & ones, (~power + 1) & ones};
        wanted.insert(wanted.end(), negative.begin(), negative.end());
      }
    }
    wanted.push_back(ones);
    return wanted;
  }
  const auto fraction = static_cast<unsigned>(format.fraction_bits);
  const std::uint64_t one = std::uint64_t{1} << fraction;
  const std::uint64_t infinity = top - one;
  const auto add = [&](std::uint64_t magnitude) {
    wanted.push_back(magnitude);
    wanted.push_back(magnitude | top);
  };
  for (std::uint64_t normal = one; normal < infinity; normal += one) {
    add(normal - 1);
    add(normal);
    add(normal + 1);
  }
  for (std::uint64_t subnormal = 1; subnormal < one; subnormal *= 2) {
    add(subnormal);
  }
  for (const std::uint64_t special :
       {std::uint64_t{0}, infinity - 1, infinity, infinity + 1, infinity + one / 2, top - 1}) {
    add(special);
  }
  return wanted;
}

TEST(CopySystematic, EachTypeHasItsLimitsAndPowersUnderEveryRelu) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (exhaustive_case_count(row) > 0) {
      continue;
    }
    // By the kind of ReLU.
    std::map<std::pair<int, bool>, std::set<std::uint64_t>> listed;
    for (auto& [setting, sources] : listed_by_setting(cell)) {
      listed[{std::get<1>(setting), std::get<2>(setting)}].merge(std::set(sources));
    }
    const bool is_matrix = row.family == spec::Family::kCopyMatrix;
    const bool has_bit =
        row.deq_scale == spec::DeqScale::kDeq8 || row.deq_scale == spec::DeqScale::kDeq16;
    const bool is_scaled = row.deq_scale != spec::DeqScale::kNone;
    EXPECT_EQ(listed.size(), is_matrix   ? 4u
                             : has_bit   ? 3u
                             : is_scaled ? 2u
                                         : 1u)
        << spec::pair_name(row);
    for (const auto& [relu, sources] : listed) {
      for (const std::uint64_t wanted : must_be_listed(row.from())) {
        EXPECT_TRUE(sources.contains(wanted & row.from().pattern_mask()))
            << spec::pair_name(row) << std::hex << " " << wanted;
      }
    }
  }
}

}  // namespace
}  // namespace vconform::generators
