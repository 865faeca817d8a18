// Cases of copies with an argument at a magnitude: those in which something else changes the walk.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "generators/programs/magnitudes.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {
namespace {

std::vector<spec::Case> every_magnitude(const spec::Cell& cell) {
  return magnitude_cases(cell, {spec::kAllFeatures, spec::kMaxGmBytes, 16}, ~std::uint64_t{0});
}

// An argument is multiplied by another number in each mode and place of narrow results.
TEST(Magnitudes, DataCopiesReachPowersOfTwoInEachForm) {
  using Form = std::pair<spec::BlockMode, std::uint64_t>;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family != spec::Family::kDataCopy || row.is_plain_path()) {
      continue;
    }
    std::map<Form, std::array<std::set<std::uint64_t>, 4>> seen;
    for (const spec::Case& test_case : every_magnitude(cell)) {
      const auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
      std::array<std::set<std::uint64_t>, 4>& values = seen[{copy.block_mode, copy.sid_store_mode}];
      values[0].insert(copy.block_count);
      values[1].insert(copy.block_len);
      values[2].insert(copy.src_stride);
      values[3].insert(copy.dst_stride);
    }
    std::vector<Form> forms = {{spec::BlockMode::kVector, 2}, {spec::BlockMode::kMatrix, 2}};
    if (row.to().bits == 8) {
      forms.insert(forms.end(), {{spec::BlockMode::kVector, 0}, {spec::BlockMode::kVector, 1}});
    }
    for (const Form& form : forms) {
      for (std::size_t argument = 0; argument < 4; ++argument) {
        for (std::uint64_t power = 1; power <= 64; power *= 2) {
          EXPECT_TRUE(seen[form][argument].contains(power))
              << spec::instruction_name(cell) << " argument " << argument << " " << power
              << " in mode " << static_cast<int>(form.first) << ", sidStoreMode " << form.second;
        }
      }
    }
  }
}

// The factors of a long block differ, or one in place of another would not show.
TEST(Magnitudes, LongBlocksHaveFactorsThatDiffer) {
  std::size_t seen = 0;
  for (const spec::Case& test_case : every_magnitude(*spec::cell_named("data_copy_vdeq8_s322s8"))) {
    const auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
    if (copy.block_count != 1 || copy.block_len < 2) {
      continue;
    }
    ++seen;
    const spec::MemoryImage image = spec::initial_image(test_case);
    std::set<std::uint64_t> factors;
    for (std::uint64_t i = 0; i < spec::kDeqVectorElements; ++i) {
      factors.insert(spec::load_word<std::uint64_t>(image.of(spec::MemoryId::kUb).data() +
                                                    copy.deq_tensor_addr + i * 8));
    }
    ASSERT_EQ(factors.size(), spec::kDeqVectorElements) << spec::to_text(test_case);
  }
  EXPECT_GE(seen, 20U);
}

// Two arguments of which each is tried by itself meet: a layout, a vector, a rest, an address.
TEST(Magnitudes, LayoutsOfAMatrixMeetWhatElseChangesAWalk) {
  std::set<std::string> met;
  const auto note = [&](const char* name) {
    for (const spec::Case& test_case : every_magnitude(*spec::cell_named(name))) {
      const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
      const bool is_vector = copy.quant_pre == spec::quant_code_of(copy.cell.conversion()).vector;
      const auto meets = [&](bool holds, const char* what) {
        if (holds) {
          met.insert(what);
        }
      };
      meets(copy.channel_split && copy.dst_stride_dst_d >= 256 && copy.n_size > 8,
            "channelSplit and a large dstStride");
      meets(copy.channel_split && copy.src_stride >= 256 && copy.n_size > 16,
            "channelSplit and a large srcStride");
      meets(copy.nz2nd_en && copy.src_stride >= 256 && copy.n_size > 16,
            "ND and a large srcStride");
      meets(copy.n_size == 37 && copy.m_size == 2 && copy.nz2nd_en, "a rest behind two fractals");
      meets(is_vector && copy.nz2nd_en && copy.n_size > 128, "ND and many quant words");
      meets(is_vector && copy.m_size >= 128 && copy.n_size >= 32, "quant words and many rows");
      meets(copy.nz2nd_en && copy.m_size > 1 && copy.dst.memory == spec::MemoryId::kGm &&
                copy.dst.offset == 16,
            "ND from a half block on");
    }
  };
  note("copy_matrix_cc_to_gm_f322f32");
  note("copy_matrix_cc_to_gm_s322s8");
  EXPECT_EQ(met.size(), 7U) << testing::PrintToString(met);
}

}  // namespace
}  // namespace vconform::generators
