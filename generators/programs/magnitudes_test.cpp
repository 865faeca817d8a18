#include "generators/programs/magnitudes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "generators/copies/room.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "generators/testing/sample_cases.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr Held kEverything{spec::kAllFeatures, spec::kMaxGmBytes, 16};

TEST(Magnitudes, CasesAreLegal) {
  for (const spec::Cell& cell : spec::first_cells()) {
    const std::vector<spec::Case> cases = magnitude_cases(cell, kEverything, kAll);
    EXPECT_GE(cases.size(), 50u) << spec::instruction_name(cell);
    for (const spec::Case& test_case : cases) {
      ASSERT_EQ(illegality(test_case), "") << spec::to_text(test_case);
    }
  }
}

// Each row lacks one feature, the next row another one.
TEST(Magnitudes, CasesUseOnlyWhatIsClaimed) {
  constexpr std::array<spec::Feature, 11> kFeatures = {
      spec::Feature::kMask,        spec::Feature::kRepeat,   spec::Feature::kStrides,
      spec::Feature::kCounter,     spec::Feature::kInPlace,  spec::Feature::kSaturate,
      spec::Feature::kNd,          spec::Feature::kRelu,     spec::Feature::kChannelSplit,
      spec::Feature::kVectorQuant, spec::Feature::kReluPrelu};
  std::size_t row = 0;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::FeatureSet claimed =
        spec::kAllFeatures.without(kFeatures[row++ % kFeatures.size()]);
    for (const spec::Case& test_case : magnitude_cases(cell, {claimed, spec::kMaxGmBytes}, kAll)) {
      ASSERT_TRUE(claimed.includes(features_used(test_case))) << spec::to_text(test_case);
    }
  }
}

std::uint64_t largest_memory(const std::vector<spec::Case>& cases) {
  std::uint64_t largest = 0;
  for (const spec::Case& test_case : cases) {
    for (const spec::CaseMemory& memory : test_case.memories) {
      largest = std::max(largest, memory.size);
    }
  }
  return largest;
}

TEST(Magnitudes, NoMemoryIsLargerThanWhatIsHeld) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    const bool uses_gm =
        row.path.from == spec::PositionId::kGm || row.path.to == spec::PositionId::kGm;
    EXPECT_LE(largest_memory(magnitude_cases(cell, {spec::kAllFeatures}, kAll)),
              spec::kMaxMemoryBytes);
    EXPECT_EQ(largest_memory(magnitude_cases(cell, kEverything, kAll)) > spec::kMaxGmBytes / 4,
              uses_gm)
        << spec::instruction_name(cell);
  }
}

TEST(Magnitudes, StridesOfVconvReachWhatIsHonoured) {
  const spec::Cell cell = *spec::cell_named("vconv_f322s32r");
  for (const auto& [bits, widest] : {std::pair(8, 255), std::pair(10, 1023), std::pair(16, 4095)}) {
    int most = 0;
    int most_of_blocks = 0;
    for (const spec::Case& test_case :
         magnitude_cases(cell, {spec::kAllFeatures, spec::kMaxGmBytes, bits}, kAll)) {
      const auto& call = std::get<spec::Vconv>(test_case.steps.back());
      most = std::max<int>({most, call.dst_repeat_stride, call.src_repeat_stride});
      most_of_blocks =
          std::max<int>({most_of_blocks, call.dst_block_stride, call.src_block_stride});
    }
    EXPECT_EQ(most, widest);
    // Eight blocks must lie within UB.
    EXPECT_GE(most_of_blocks, std::min(widest, 512));
  }
  for (const spec::Case& test_case :
       magnitude_cases(*spec::cell_named("vconv_deqs162b8h_s8"), kEverything, kAll)) {
    EXPECT_LE(std::get<spec::Vconv>(test_case.steps.back()).dst_repeat_stride, 255);
  }
}

// The two blocks of a case lie as far apart as any stride takes them.
TEST(Magnitudes, SparseMemoriesAreReachedToTheirEnds) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_f322f32");
  std::set<std::uint64_t> strides;
  for (const spec::Case& test_case : magnitude_cases(cell, kEverything, kAll)) {
    const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
    if (!copy.nz2nd_en && copy.n_size > 16) {
      strides.insert(copy.dst_stride_dst_d);
    }
    ASSERT_EQ(spec::case_problem(test_case).value_or(""), "") << spec::to_text(test_case);
  }
  for (std::uint64_t power = 16; power <= 1u << 31; power *= 2) {
    EXPECT_TRUE(strides.contains(power)) << power;
  }
  EXPECT_TRUE(strides.contains(0xffffffff));
}

// A loop over tiles ends, and begins the next one, in rows and in columns.
TEST(Magnitudes, SizesAreLargeTogetherToo) {
  for (const spec::Cell& cell : copy_cells()) {
    int nz = 0;
    int nd = 0;
    int both = 0;
    int blocks = 0;
    for (const spec::Case& test_case : magnitude_cases(cell, kEverything, kAll)) {
      if (const auto* copy = std::get_if<spec::CopyMatrix>(&test_case.steps.back())) {
        const bool is_large = copy->n_size > 128 && copy->m_size > 128;
        nz += is_large && !copy->nz2nd_en ? 1 : 0;
        nd += is_large && copy->nz2nd_en ? 1 : 0;
        const bool reads_words = copy->quant_pre == spec::quant_code_of(cell.conversion()).vector;
        const bool reads_alphas = copy->relu_pre == static_cast<int>(spec::ReluPre::kPrelu);
        both += copy->n_size > 128 && reads_words && reads_alphas ? 1 : 0;
      } else {
        const auto& call = std::get<spec::DataCopy>(test_case.steps.back());
        blocks += call.block_count > 8 && call.block_len > 16 ? 1 : 0;
      }
    }
    const std::string name = spec::instruction_name(cell);
    const spec::Conversion& row = cell.conversion();
    if (row.family == spec::Family::kCopyMatrix) {
      EXPECT_GE(nz, 1) << name;
      EXPECT_GE(nd, 1) << name;
      EXPECT_TRUE(both > 0 || !spec::quant_code_of(row).reads_quant_word()) << name;
    } else if (spec::is_vector(row.deq_scale) || row.deq_scale == spec::DeqScale::kDeq8) {
      EXPECT_GE(blocks, 1) << name;
    }
  }
}

TEST(Magnitudes, TheSmallestCasesComeFirst) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_f322f32");
  const std::uint64_t all = magnitude_cases(cell, kEverything, kAll).size();
  EXPECT_EQ(magnitude_case_count(cell, kEverything, 0), 0u);
  EXPECT_LT(magnitude_case_count(cell, kEverything, 1 << 17), all);
  EXPECT_EQ(magnitude_case_count(cell, kEverything, std::nullopt), all);
}

// The values of each argument, over all cases of an instruction.
using Seen = std::map<std::string, std::set<std::uint64_t>>;

struct Noting {
  Seen& seen;

  void operator()(const spec::SetMask& set) const { seen["count"].insert(set.mask.mask0); }
  void operator()(const spec::SetCtrl&) const {}
  void operator()(const spec::SetDeqScale& set) const {
    seen["vector"].insert(set.is_tensor ? set.value & 0xffff : 0);
  }
  void operator()(const spec::SetFixpipe& set) const {
    if (set.which == spec::FixpipeRegister::kNdPara) {
      seen["nd count"].insert(set.value & 0xffff);
      seen["src_nd_stride"].insert(set.value >> 16 & 0xffff);
      seen["dst_nd_stride"].insert(set.value >> 32 & 0xffff);
    }
    if (set.which == spec::FixpipeRegister::kFpc) {
      seen["alphas"].insert(set.value & 0xff);
      seen["quant words"].insert(set.value >> 8 & 0xff);
    }
  }
  void operator()(const spec::Vconv& v) const {
    note_strides(v.repeat, v.dst_block_stride, v.src_block_stride, v.dst_repeat_stride,
                 v.src_repeat_stride);
    note_places(v.dst.offset / 32, v.src.offset / 32);
  }
  void operator()(const spec::CastDeq& c) const {
    note_strides(c.repeat_time, c.dst_blk_stride, c.src_blk_stride, c.dst_rep_stride,
                 c.src_rep_stride);
    note_places(c.dst.offset / 32, c.src.offset / 32);
    seen["API count"].insert(c.count);
  }
  void operator()(const spec::CopyMatrix& c) const {
    seen["NSize"].insert(c.n_size);
    seen["MSize"].insert(c.m_size);
    seen["srcStride"].insert(c.src_stride / 16);
    seen[c.nz2nd_en ? "dst_D" : "dstStride"].insert(c.dst_stride_dst_d);
    note_places(c.dst.offset / (c.dst.memory == spec::MemoryId::kGm ? 1 : 32), c.src.offset / 64);
  }
  void operator()(const spec::Operation&) const {}
  void operator()(const spec::DataCopy& c) const {
    seen["blockCount"].insert(c.block_count);
    seen["blockLen"].insert(c.block_len);
    seen["srcStride"].insert(c.src_stride);
    seen["dstStride"].insert(c.dst_stride);
    seen["vector"].insert(c.deq_tensor_addr / 32);
  }

 private:
  void note_strides(std::uint64_t repeat, std::uint64_t dst_block, std::uint64_t src_block,
                    std::uint64_t dst_repeat, std::uint64_t src_repeat) const {
    seen["repeat"].insert(repeat);
    seen["dst block stride"].insert(dst_block);
    seen["src block stride"].insert(src_block);
    seen["dst repeat stride"].insert(dst_repeat);
    seen["src repeat stride"].insert(src_repeat);
  }
  void note_places(std::uint64_t dst, std::uint64_t src) const {
    seen["dst"].insert(dst);
    seen["src"].insert(src);
  }
};

void expect_powers(const Seen& seen, const std::string& instruction, const std::string& argument,
                   std::uint64_t least, std::uint64_t limit) {
  ASSERT_TRUE(seen.contains(argument)) << instruction << " " << argument;
  for (std::uint64_t power = 2; power <= limit; power *= 2) {
    for (const std::uint64_t value : {power - 1, power, power + 1}) {
      const bool is_legal = value >= least && value <= limit;
      EXPECT_TRUE(!is_legal || seen.at(argument).contains(value))
          << instruction << " " << argument << " " << value;
    }
  }
  EXPECT_TRUE(seen.at(argument).contains(limit)) << instruction << " " << argument << " " << limit;
}

Seen seen_in(const spec::Cell& cell) {
  Seen seen;
  for (const spec::Case& test_case : magnitude_cases(cell, kEverything, kAll)) {
    for (const spec::Step& step : test_case.steps) {
      std::visit(Noting{seen}, step);
    }
  }
  return seen;
}

void expect_vector(const spec::Cell& cell) {
  const std::string name = spec::instruction_name(cell);
  const spec::Conversion& row = cell.conversion();
  const Seen seen = seen_in(cell);
  expect_powers(seen, name, "repeat", 1, 255);
  expect_powers(seen, name, "dst block stride", 1, 255);
  expect_powers(seen, name, "src block stride", 0, 255);
  expect_powers(seen, name, "dst repeat stride", 1, 255);
  expect_powers(seen, name, "src repeat stride", 0, 255);
  for (const char* operand : {"dst", "src"}) {
    for (std::uint64_t power = 1; power <= 4096; power *= 2) {
      EXPECT_TRUE(seen.at(operand).contains(power)) << name << " " << operand << " " << power;
    }
  }
  // More repeats than fit into the eight bits of normal mode.
  const bool is_api = row.family == spec::Family::kCastDeq;
  const std::set<std::uint64_t>& counts = seen.at(is_api ? "API count" : "count");
  for (std::uint64_t power = 2; power <= 256 * static_cast<std::uint64_t>(row.elements);
       power *= 2) {
    EXPECT_TRUE(counts.contains(power)) << name << " count " << power;
  }
}

TEST(Magnitudes, VectorInstructionsReachEveryPowerOfTwo) {
  for (const spec::Cell& cell : spec::first_cells()) {
    if (!cell.conversion().is_copy()) {
      expect_vector(cell);
    }
  }
}

TEST(Magnitudes, CopiesOfAMatrixReachEveryPowerOfTwo) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family != spec::Family::kCopyMatrix) {
      continue;
    }
    const std::string name = spec::instruction_name(cell);
    const Seen seen = seen_in(cell);
    const bool is_b4 = row.to().bits == 4;
    if (!is_b4) {
      expect_powers(seen, name, "NSize", 0, 4095);
      expect_powers(seen, name, "dst_D", 1, 65535);
      expect_powers(seen, name, "dst_nd_stride", 1, 65535);
    }
    expect_powers(seen, name, "MSize", 0, 2048);
    expect_powers(seen, name, "srcStride", 0, is_b4 ? 32 : 4095);
    expect_powers(seen, name, "src_nd_stride", 1, 512);
    expect_powers(seen, name, "nd count", 0, 128);
    expect_powers(seen, name, "alphas", 0, 255);
    if (row.source == spec::NumberType::kS32 && row.destination == spec::NumberType::kS8) {
      expect_powers(seen, name, "quant words", 0, 255);
    }
    // With 64 columns the stride is always used.
    const std::uint64_t most = is_b4 ? 1 << 12 : 0xffffffff;
    for (std::uint64_t power = 4; power <= most; power *= 2) {
      EXPECT_TRUE(seen.at("dstStride").contains(power)) << name << " dstStride " << power;
    }
  }
}

TEST(Magnitudes, DataCopiesReachEveryPowerOfTwo) {
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family != spec::Family::kDataCopy) {
      continue;
    }
    const std::string name = spec::instruction_name(cell);
    const Seen seen = seen_in(cell);
    const bool is_within_ub = spec::memory_of(row.path.to) == spec::memory_of(row.path.from);
    expect_powers(seen, name, "blockCount", 1, row.is_plain_path() && !is_within_ub ? 2048 : 512);
    expect_powers(seen, name, "blockLen", 1, 1024);
    expect_powers(seen, name, "srcStride", 0, 65535);
    expect_powers(seen, name, "dstStride", 0, 65535);
    if (spec::is_vector(row.deq_scale)) {
      for (std::uint64_t power = 128; power <= 4096; power *= 2) {
        EXPECT_TRUE(seen.at("vector").contains(power)) << name << " vector " << power;
      }
    }
  }
}

spec::Address operand_of(const spec::Step& step, bool is_destination) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return is_destination ? matrix->dst : matrix->src;
  }
  const auto& copy = std::get<spec::DataCopy>(step);
  return is_destination ? copy.dst : copy.src;
}

// Only memories with a size: behind it the chip has none.
TEST(Magnitudes, OperandsOfCopiesEndWhereTheirMemoryDoes) {
  constexpr std::uint64_t kMostOfAnOperand = 16 * 1024;
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    const spec::MemoryId to = spec::memory_of(row.path.to);
    const spec::MemoryId from = spec::memory_of(row.path.from);
    const std::vector<spec::Case> cases = magnitude_cases(cell, kEverything, kAll);
    const auto ends = [&](spec::MemoryId id, bool is_destination) {
      const std::uint64_t size = row.family == spec::Family::kCopyMatrix
                                     ? spec::memory_of(id).a2_size
                                     : size_of(row.products, id);
      return size == 0 || std::ranges::any_of(cases, [&](const spec::Case& test_case) {
               return spec::memory_size(test_case, id) == size &&
                      operand_of(test_case.steps.back(), is_destination).offset +
                              kMostOfAnOperand >=
                          size;
             });
    };
    EXPECT_TRUE(ends(to, true)) << spec::instruction_name(cell);
    EXPECT_TRUE(ends(from, false)) << spec::instruction_name(cell);
  }
}

}  // namespace
}  // namespace vconform::generators
