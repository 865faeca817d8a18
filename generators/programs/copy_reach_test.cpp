// Checks that each intended bias of the cases of copies occurs.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "generators/testing/sample_cases.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

using Counts = std::map<std::string, int>;

void expect_all(Counts& seen, const std::vector<std::string>& wanted, int least) {
  for (const std::string& what : wanted) {
    EXPECT_GE(seen[what], least) << what;
  }
}

std::uint64_t register_of(const spec::Case& test_case, spec::FixpipeRegister which) {
  for (const spec::Step& step : test_case.steps) {
    const auto* set = std::get_if<spec::SetFixpipe>(&step);
    if (set != nullptr && set->which == which) {
      return set->value;
    }
  }
  return 0;
}

std::string beside(std::uint64_t value, std::uint64_t exact) {
  return value == exact ? "exact" : value > exact ? "larger" : "smaller";
}

void count_shape(const spec::Case& test_case, Counts& seen) {
  const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
  const spec::Conversion& row = copy.cell.conversion();
  const std::string bits = "b" + std::to_string(row.to().bits);
  ++seen["NSize " + std::to_string(copy.n_size)];
  ++seen["MSize " + std::to_string(copy.m_size)];
  ++seen[bits + " NSize " + std::to_string(copy.n_size)];
  seen["odd column blocks of b8"] += row.to().bits == 8 && (copy.n_size + 15) / 16 % 2 != 0 ? 1 : 0;
  seen["split NSize " + std::to_string(copy.n_size)] += copy.channel_split ? 1 : 0;
  ++seen["srcStride " + beside(copy.src_stride, (copy.m_size + 15u) / 16 * 16)];
  const std::uint64_t count = register_of(test_case, spec::FixpipeRegister::kNdPara) & 0xffff;
  if (copy.nz2nd_en) {
    ++seen["dst_D " + beside(copy.dst_stride_dst_d, copy.n_size)];
    ++seen["nd count " + std::to_string(count)];
  } else {
    const std::uint64_t channels = copy.channel_split ? 8 : row.to().bits == 8 ? 32 : 16;
    const auto exact = copy.m_size * channels * static_cast<std::uint64_t>(row.to().bits) / 256;
    seen["dstStride " + beside(copy.dst_stride_dst_d, exact)] += row.to().bits >= 8 ? 1 : 0;
    seen["nd count of at least 1 without NZ2ND_EN"] += count > 0 ? 1 : 0;
  }
  seen["GM at an odd byte"] +=
      copy.dst.memory == spec::MemoryId::kGm && copy.dst.offset % 2 != 0 ? 1 : 0;
  seen["L0C of the product"] +=
      spec::memory_size(test_case, spec::MemoryId::kL0c) == 128 * 1024 ? 1 : 0;
  seen["L1 of the product"] +=
      spec::memory_size(test_case, spec::MemoryId::kL1) == 512 * 1024 ? 1 : 0;
}

TEST(CopyMatrixReach, ShapesHaveEveryEdge) {
  Counts seen;
  for (const spec::Cell& cell : copy_cells()) {
    for (std::uint64_t seed = 0;
         cell.conversion().family == spec::Family::kCopyMatrix && seed < 1000; ++seed) {
      count_shape(sample_instruction(cell, seed), seen);
    }
  }
  expect_all(seen, {"NSize 0",           "NSize 1",
                    "NSize 15",          "NSize 16",
                    "NSize 17",          "NSize 48",
                    "MSize 0",           "MSize 1",
                    "MSize 15",          "MSize 16",
                    "MSize 17",          "MSize 32",
                    "b4 NSize 64",       "b4 NSize 128",
                    "b4 NSize 192",      "odd column blocks of b8",
                    "split NSize 8",     "split NSize 24",
                    "srcStride exact",   "srcStride larger",
                    "srcStride smaller", "dst_D exact",
                    "dst_D larger",      "nd count 0",
                    "nd count 1",        "nd count 2",
                    "nd count 5",        "dstStride exact",
                    "dstStride larger",  "nd count of at least 1 without NZ2ND_EN",
                    "GM at an odd byte"},
             50);
  expect_all(seen, {"NSize 4095", "L0C of the product", "L1 of the product"}, 10);
  expect_all(seen, {"MSize 2048"}, 1);
}

void count_word(std::uint64_t word, int offset_bits, Counts& seen) {
  ++seen["offset " + std::to_string(word >> 37 & ((1u << offset_bits) - 1))];
  ++seen["N " + std::to_string(word >> 32 & 15)];
  seen["MCB"] += (word >> 36 & 1) != 0 ? 1 : 0;
  seen["negative scale"] += (word >> 31 & 1) != 0 ? 1 : 0;
  seen["zero scale"] += (word & 0x7fffffff) == 0 ? 1 : 0;
  seen["low bits"] += (word & 0x1fff) != 0 ? 1 : 0;
  seen["reserved bits"] += word >> 48 != 0 ? 1 : 0;
  ++seen[(word >> 46 & 1) != 0 ? "s8" : "u8"];
}

const std::vector<std::string>& wanted_words() {
  static const std::vector<std::string> wanted = {
      "offset 256", "offset 511", "offset 0", "offset 1",      "offset 255",     "N 0", "N 15",
      "MCB",        "zero scale", "low bits", "reserved bits", "negative scale", "s8",  "u8"};
  return wanted;
}

TEST(CopyMatrixReach, WordsHaveEveryLimit) {
  Counts seen;
  Counts relus;
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    for (std::uint64_t seed = 0; row.family == spec::Family::kCopyMatrix && seed < 400; ++seed) {
      const spec::Case test_case = sample_instruction(cell, seed);
      const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
      ++relus["ReLUPRE " + std::to_string(copy.relu_pre)];
      ++relus["QuantPRE " + std::to_string(copy.quant_pre)];
      if (copy.quant_pre == 9 || copy.quant_pre == 24) {
        count_word(register_of(test_case, spec::FixpipeRegister::kQuantPre), 9, seen);
      }
    }
  }
  expect_all(seen, wanted_words(), 10);
  expect_all(
      relus,
      {"ReLUPRE 1", "ReLUPRE 2", "ReLUPRE 3", "QuantPRE 0", "QuantPRE 1", "QuantPRE 8",
       "QuantPRE 9", "QuantPRE 10", "QuantPRE 11", "QuantPRE 12", "QuantPRE 13", "QuantPRE 16",
       "QuantPRE 21", "QuantPRE 22", "QuantPRE 23", "QuantPRE 24", "QuantPRE 25", "QuantPRE 26"},
      100);
}

TEST(CopyMatrixReach, MostVectorsHaveADifferentWordForEveryColumnAndSomeNearlyEqualOnes) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_gm_s322s8");
  int vectors = 0;
  int different = 0;
  int equal_at_first = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const spec::Case test_case = sample_instruction(cell, seed);
    const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
    if (copy.quant_pre != 8 || copy.n_size < 2) {
      continue;
    }
    const spec::MemoryImage image = spec::initial_image(test_case);
    const std::uint64_t at =
        (register_of(test_case, spec::FixpipeRegister::kFpc) >> 8 & 0xff) * 128;
    std::vector<std::string> words;
    for (std::uint64_t n = 0; n < copy.n_size; ++n) {
      const auto& bytes = image.of(spec::MemoryId::kFixpipe);
      words.emplace_back(&bytes[at + 8 * n], &bytes[at + 8 * n] + 8);
    }
    ++vectors;
    const std::set<std::string> all(words.begin(), words.end());
    different += all.size() == copy.n_size ? 1 : 0;
    equal_at_first += words[0] == words[1] && all.size() > 1 ? 1 : 0;
  }
  EXPECT_GE(vectors, 100);
  EXPECT_GE(different, vectors * 3 / 4);
  EXPECT_GE(equal_at_first, vectors / 50);
}

// A product exactly half way between two integers, in the arithmetic of doubles, which holds the 32
// bits of a source times the 11 of a scale.
TEST(CopyMatrixReach, SourcesMakeTiesOfTheirScales) {
  const spec::Cell cell = *spec::cell_named("copy_matrix_cc_to_cbuf_f322s8");
  int ties = 0;
  for (std::uint64_t seed = 0; seed < 2200; ++seed) {
    const spec::Case test_case = sample_instruction(cell, seed);
    const auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
    const std::uint64_t word = register_of(test_case, spec::FixpipeRegister::kQuantPre);
    const float scale = std::bit_cast<float>(static_cast<std::uint32_t>(word & 0xffffe000));
    for (const spec::Placement& placement : test_case.placements) {
      const auto* element = std::get_if<spec::PlaceElement>(&placement);
      if (copy.quant_pre == 24 && element != nullptr && element->type == spec::NumberType::kF32) {
        const double product =
            double{std::bit_cast<float>(static_cast<std::uint32_t>(element->pattern))} *
            double{scale};
        ties += std::abs(product) < 256 && std::abs(product - std::floor(product)) == 0.5 ? 1 : 0;
      }
    }
  }
  EXPECT_GE(ties, 200);
}

TEST(DataCopyReach, ShapesAndModesHaveEveryEdge) {
  Counts seen;
  for (const spec::Cell& cell : copy_cells()) {
    const spec::Conversion& row = cell.conversion();
    for (std::uint64_t seed = 0; row.family == spec::Family::kDataCopy && seed < 1000; ++seed) {
      if (row.is_plain_path() && seed >= 100) {
        break;
      }
      const spec::Case test_case = sample_instruction(cell, seed);
      const auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
      const std::string where = row.is_plain_path() ? "plain " : "CO1 ";
      ++seen[where + std::string(spec::kBlockModeNames[static_cast<std::size_t>(copy.block_mode)])];
      ++seen[where + "count " + std::to_string(copy.block_count)];
      seen["src gap"] += copy.src_stride != 0 ? 1 : 0;
      seen["dst gap"] += copy.dst_stride != 0 ? 1 : 0;
      seen["isRelu"] += copy.is_relu ? 1 : 0;
      const bool is_b8 = row.to().bits == 8 && !row.is_plain_path();
      seen["sid " + std::to_string(copy.sid_store_mode)] += is_b8 ? 1 : 0;
      if (row.deq_scale == spec::DeqScale::kDeq8) {
        count_word(copy.deq_value, 9, seen);
        seen["relu bit"] += (copy.deq_value >> 47 & 1) != 0 ? 1 : 0;
      }
      seen["adjacent"] += copy.dst.memory == copy.src.memory ? 1 : 0;
      seen["destination first"] +=
          copy.dst.memory == copy.src.memory && copy.dst.offset < copy.src.offset ? 1 : 0;
    }
  }
  expect_all(seen,
             {"plain NORMAL", "plain MATRIX", "plain VECTOR", "CO1 MATRIX", "CO1 VECTOR",
              "CO1 count 1", "CO1 count 2", "CO1 count 17", "plain count 3", "src gap", "dst gap",
              "isRelu", "sid 0", "sid 1", "sid 2", "relu bit", "adjacent", "destination first"},
             50);
  expect_all(seen, {"plain count 4095"}, 10);
  expect_all(seen, wanted_words(), 5);
}

}  // namespace
}  // namespace vconform::generators
