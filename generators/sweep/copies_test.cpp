#include "generators/sweep/copies.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/sweep/memory.h"
#include "generators/testing/features_used.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

std::vector<SweepDomain> copies() {
  std::vector<SweepDomain> domains;
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (can_be_swept(row)) {
      domains.push_back({{row.number, spec::Rounding::kNull}, 0});
    }
  }
  return domains;
}

TEST(SweptCopies, AreThoseThatCompute) {
  std::map<CopyWork, int> rows;
  for (const SweepDomain& domain : copies()) {
    ++rows[work_of(domain.cell.conversion())];
  }
  EXPECT_EQ(rows.size(), 5u);
  EXPECT_FALSE(rows.contains(CopyWork::kMoves));
}

// Element i of the source is value number i, and meets its word wherever the copy has one.
TEST(SweptCopies, ElementsHoldTheirValues) {
  for (const SweepDomain& domain : copies()) {
    const spec::Conversion& row = domain.cell.conversion();
    for (const bool is_varied : {false, true}) {
      constexpr std::uint64_t kFirst = 3 * kSweptElements;
      SweepProgram program;
      program.domain = domain;
      program.first = kFirst;
      program.copy = std::make_shared<const SweptCopy>(
          swept_copy(domain, spec::kAllFeatures, kFirst, is_varied));
      const spec::MemoryImage image = spec::initial_image(case_of(program));
      const spec::Address at = program.copy->at(1);
      for (std::uint64_t i = 0; i < kSweptElements; i += 61) {
        ASSERT_EQ(spec::load_element(image.of(at.memory), at.offset, row.from(), i),
                  sweep_value(domain, kFirst + i).source);
      }
      const std::uint64_t word = sweep_value(domain, kFirst).scale;
      if (const auto* call = std::get_if<MatrixCall>(&program.copy->call)) {
        for (std::uint64_t n = 0; n < call->shape.columns(); ++n) {
          ASSERT_EQ(call->words.word_of(row, n), word);
        }
      } else {
        const auto& block = std::get<BlockCall>(program.copy->call);
        for (std::uint64_t j = 0; j < block.shape.blocks(); ++j) {
          ASSERT_EQ(block.words.word_of(row, j, 15), word);
        }
      }
    }
  }
}

TEST(SweptCopies, WordsVaryAndMostlyLetResultsShow) {
  const spec::Conversion& row = spec::cell_named("copy_matrix_cc_to_gm_s322s8")->conversion();
  std::set<std::uint64_t> words;
  int offsets = 0;
  for (std::uint64_t part = 0; part < 1024; ++part) {
    const std::uint64_t word = swept_word(row, part * kSweptElements * 97 & 0xffffffff);
    words.insert(word);
    offsets += copy_scale(row, word).offset != 0 ? 1 : 0;
  }
  EXPECT_GT(words.size(), 1000u);
  EXPECT_GT(offsets, 300);
}

TEST(SweptCopies, LayoutsVary) {
  const SweepDomain domain{*spec::cell_named("copy_matrix_cc_to_gm_s322s8"), 0};
  std::set<std::uint64_t> columns;
  int nd = 0;
  int vectors = 0;
  for (std::uint64_t part = 0; part < 64; ++part) {
    const SweptCopy copy = swept_copy(domain, spec::kAllFeatures, part * kSweptElements, true);
    const auto& call = std::get<MatrixCall>(copy.call);
    columns.insert(call.shape.n_size);
    nd += call.shape.nz2nd ? 1 : 0;
    vectors += call.words.quant_vector ? 1 : 0;
  }
  EXPECT_EQ(columns.size(), 5u);
  EXPECT_GT(nd, 10);
  EXPECT_EQ(vectors, 64);
}

}  // namespace
}  // namespace vconform::generators
