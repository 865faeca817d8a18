#include "generators/operation/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generators/choices/draws.h"
#include "generators/choices/random_words.h"
#include "generators/operation/shape.h"
#include "generators/operation/sources.h"
#include "generators/operation/words.h"
#include "spec/case/case_limits.h"
#include "spec/case/memory_image.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"

namespace vconform::generators {
namespace {

using spec::NumberType;
using spec::Rounding;

spec::Cell declared(const std::string& name, NumberType from, NumberType to,
                    spec::OperationLimits limits = {}) {
  return spec::declare_operation({{name, from, {{Rounding::kNearestEven, to}}, 0, 1}, limits});
}

// One operation for each kind of limit.
std::vector<spec::Cell> samples() {
  return {declared("any", NumberType::kF32, NumberType::kF16),
          declared("aligned", NumberType::kF16, NumberType::kS8, {.unaligned = false}),
          declared("unaligned", NumberType::kF16, NumberType::kS32, {.aligned = false}),
          declared("dense", NumberType::kS16, NumberType::kF32, {.strides = false}),
          declared("nibbles", NumberType::kF16, NumberType::kS4),
          declared("narrow", NumberType::kS32, NumberType::kF32,
                   {.most_rows = 2, .most_cols = 24, .cols_multiple = 8}),
          declared("wide", NumberType::kS64, NumberType::kF32, {.scratch_bytes = 8192}),
          declared("gm", NumberType::kBf16, NumberType::kF32,
                   {.dst = spec::MemoryId::kGm, .src = spec::MemoryId::kGm}),
          declared("no_row", NumberType::kF32, NumberType::kU8)};
}

spec::Cell quantising(const std::string& name, NumberType from, NumberType to,
                      spec::Quantisation how, spec::OperationLimits limits) {
  return spec::declare_operation({{name, from, {{Rounding::kNull, to}}, 0, 1, how}, limits});
}

// One operation for each kind of word and layout.
std::vector<spec::Cell> quantising_samples() {
  using spec::DeqScale;
  using spec::Family;
  using spec::MemoryId;
  const spec::OperationLimits rows = {
      .dst = MemoryId::kGm, .src = MemoryId::kL0c, .parameters = MemoryId::kFixpipe};
  const spec::OperationLimits fractals = {
      .unaligned = false, .cols_multiple = 16, .src = MemoryId::kL0c, .rows_multiple = 16};
  return {quantising("deq", NumberType::kS16, NumberType::kS8, {Family::kCastDeq}, {}),
          quantising("vdeq", NumberType::kS16, NumberType::kU8,
                     {Family::kCastDeq, DeqScale::kNone, 0, true}, {.unaligned = false}),
          quantising("half", NumberType::kS32, NumberType::kF16, {Family::kCastDeq}, {}),
          quantising("fix", NumberType::kS32, NumberType::kS8,
                     {Family::kCopyMatrix, DeqScale::kNone, 2, false, 16}, rows),
          quantising("columns", NumberType::kF32, NumberType::kS4,
                     {Family::kCopyMatrix, DeqScale::kNone, 3, true, 16},
                     {.cols_multiple = 64,
                      .dst = MemoryId::kGm,
                      .src = MemoryId::kL0c,
                      .parameters = MemoryId::kFixpipe}),
          quantising("cast", NumberType::kF32, NumberType::kF16,
                     {Family::kCopyMatrix, DeqScale::kNone, 0, false, 16, 16},
                     {.unaligned = false, .dst = MemoryId::kL1, .src = MemoryId::kL0c}),
          quantising("copy", NumberType::kS32, NumberType::kF16,
                     {Family::kDataCopy, DeqScale::kVdeq16, 0, true, 16, 16}, fractals),
          quantising("few", NumberType::kS32, NumberType::kS8,
                     {Family::kDataCopy, DeqScale::kVdeq8, 1, true, 16, 16},
                     {.unaligned = false,
                      .strides = false,
                      .most_rows = 16,
                      .most_cols = 16,
                      .cols_multiple = 16,
                      .src = MemoryId::kL0c,
                      .rows_multiple = 16}),
          quantising("dense_rows", NumberType::kS32, NumberType::kS8,
                     {Family::kCopyMatrix, DeqScale::kNone, 0, false, 16},
                     {.unaligned = false,
                      .strides = false,
                      .dst = MemoryId::kGm,
                      .src = MemoryId::kL0c,
                      .rows_multiple = 16}),
          quantising("dense_l1", NumberType::kS16, NumberType::kS8, {Family::kCastDeq},
                     {.strides = false, .dst = MemoryId::kL1})};
}

bool is_aligned(const spec::Operation& step) {
  return step.src.offset % 32 == 0 && step.dst.offset % 32 == 0;
}

// Whether each row of an operand in ND begins at a multiple of 32 bytes, if the operand does.
bool has_rows_on_blocks(const spec::Operation& step, std::uint64_t stride, NumberType type,
                        std::uint32_t block) {
  const auto bits = static_cast<std::uint64_t>(spec::format_of(type).bits);
  return step.rows == 1 || block != 0 || stride * bits % (32 * 8) == 0;
}

void expect_rows_on_blocks(const spec::Operation& step) {
  const spec::OperationLimits& limits = spec::limits_of(step.cell);
  const spec::Quantisation& how = spec::operation_of(step.cell).quantisation;
  const spec::Conversion& row = step.cell.conversion();
  const auto is_on_blocks = [&](spec::MemoryId memory) {
    return !limits.unaligned || memory == spec::MemoryId::kL1 || memory == spec::MemoryId::kL0c;
  };
  EXPECT_TRUE(!is_on_blocks(step.dst.memory) ||
              has_rows_on_blocks(step, step.dst_stride, row.destination, how.dst_block))
      << spec::instruction_name(step.cell);
  EXPECT_TRUE(!is_on_blocks(step.src.memory) ||
              has_rows_on_blocks(step, step.src_stride, row.source, how.src_block))
      << spec::instruction_name(step.cell);
}

void expect_permitted(spec::Case test_case) {
  const auto problem = spec::case_problem(test_case);
  ASSERT_FALSE(problem) << *problem;
  const spec::Operation& step = operation_in(test_case);
  const spec::OperationLimits& limits = spec::limits_of(step.cell);
  const std::string name = spec::instruction_name(step.cell);
  EXPECT_TRUE(is_aligned(step) ? limits.aligned : limits.unaligned) << name;
  EXPECT_TRUE(limits.most_rows == 0 || step.rows <= limits.most_rows) << name;
  EXPECT_TRUE(limits.most_cols == 0 || step.cols <= limits.most_cols) << name;
  EXPECT_EQ(step.cols % limits.cols_multiple, 0U) << name;
  EXPECT_EQ(step.rows % limits.rows_multiple, 0U) << name;
  const bool is_nd = spec::operation_of(step.cell).quantisation.dst_block == 0;
  EXPECT_TRUE(limits.strides || !is_nd || step.dst_stride == step.cols) << name;
  EXPECT_EQ(step.dst.memory, limits.dst) << name;
  expect_rows_on_blocks(step);
}

std::vector<spec::Cell> all_samples() {
  std::vector<spec::Cell> all = samples();
  const std::vector<spec::Cell> more = quantising_samples();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(OperationCases, AreWhatTheTablePermits) {
  for (const spec::Cell& cell : all_samples()) {
    for (const MagnitudeCase& one : operation_sizes(cell, 0, Pairs::kAll)) {
      expect_permitted(one.made.test_case);
    }
    RandomWords words(1);
    for (int i = 0; i < 200; ++i) {
      Draws draws;
      for (int draw = 0; draw < 40; ++draw) {
        draws.push_back(words.next());
      }
      ReplaySource choices(draws);
      expect_permitted(operation_case(choices, cell, Bounds(spec::kAllFeatures)));
    }
    const std::size_t count = operation_source_case_count(cell.conversion(), spec::kAllFeatures);
    ASSERT_GT(count, 0U);
    expect_permitted(operation_source_case(cell, 0, 0, spec::kAllFeatures));
    expect_permitted(operation_source_case(cell, 0, count - 1, spec::kAllFeatures));
  }
}

// 2048 rows of a column in NZ span 131,012 of the 131,072 bytes of L0C.
TEST(OperationCases, ALeastRectangleThatDoesNotFitIsBadInput) {
  const spec::Cell tall =
      quantising("tall", NumberType::kS32, NumberType::kS8,
                 {spec::Family::kCopyMatrix, spec::DeqScale::kNone, 0, false, 16},
                 {.dst = spec::MemoryId::kGm, .src = spec::MemoryId::kL0c, .rows_multiple = 2048});
  try {
    operation_sizes(tall, 0, Pairs::kAll);
    FAIL() << "it is laid out";
  } catch (const spec::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "operation 'tall': its least rectangle, 2048 x 1, does not fit in L0C: lower "
                 "rows_multiple, cols_multiple or scratch_bytes");
  }
}

// Both with aligned operands and with others.
TEST(OperationCases, MeetEverySource) {
  for (const spec::Cell& cell : samples()) {
    const std::vector<std::uint64_t>& sources = operation_sources(cell);
    const spec::NumberFormat& from = cell.conversion().from();
    EXPECT_EQ(std::set(sources.begin(), sources.end()).size(), sources.size());
    EXPECT_TRUE(from.bits > 16 || sources.size() == from.pattern_mask() + 1);
    std::set<std::uint64_t> met[2];
    const std::size_t count = operation_source_case_count(cell.conversion(), spec::kAllFeatures);
    for (std::size_t i = 0; i < count; ++i) {
      spec::Case test_case = operation_source_case(cell, 0, i, spec::kAllFeatures);
      const spec::Operation step = operation_in(test_case);
      const spec::MemoryImage image = spec::initial_image(test_case);
      for (std::uint64_t row = 0; row < step.rows; ++row) {
        for (std::uint64_t col = 0; col < step.cols; ++col) {
          met[is_aligned(step)].insert(spec::load_element(
              image.of(step.src.memory), step.src.offset, from, row * step.src_stride + col));
        }
      }
    }
    const spec::OperationLimits& limits = spec::limits_of(cell);
    EXPECT_EQ(met[1].size(), limits.aligned ? sources.size() : 0) << cell.row;
    EXPECT_EQ(met[0].size(), limits.unaligned ? sources.size() : 0) << cell.row;
  }
}

// Each word meets each of its sources, or where sources are exhausted every one is met.
TEST(OperationCases, EveryWordMeetsItsSources) {
  for (const spec::Cell& cell : quantising_samples()) {
    const std::vector<std::uint64_t>& words = operation_words(cell);
    const bool is_exhausted = cell.conversion().from().bits <= 16;
    std::map<std::uint64_t, std::set<std::uint64_t>> met;
    const std::size_t count = operation_source_case_count(cell.conversion(), spec::kAllFeatures);
    for (std::size_t i = 0; i < count; ++i) {
      spec::Case test_case = operation_source_case(cell, 0, i, spec::kAllFeatures);
      const spec::Operation step = operation_in(test_case);
      const spec::MemoryImage image = spec::initial_image(test_case);
      const bool by_column = spec::operation_parameters(cell.row).words;
      const std::uint32_t block = spec::operation_of(cell).quantisation.src_block;
      for (std::uint64_t at = 0; at < std::uint64_t{step.rows} * step.cols; ++at) {
        const std::uint64_t col = at % step.cols;
        const std::uint64_t word =
            by_column ? spec::load_element(image.of(step.quants.memory), step.quants.offset,
                                           spec::format_of(NumberType::kU64), col)
                      : step.quant;
        const std::uint64_t source =
            spec::load_element(image.of(step.src.memory), step.src.offset, cell.conversion().from(),
                               spec::element_index(at / step.cols, col, step.src_stride, block));
        // Whether a DataCopy shifts is the same in all columns of a case.
        met[is_exhausted ? 0 : word & ~(std::uint64_t{1} << 36)].insert(source);
      }
    }
    for (std::size_t word = 0; word < words.size(); ++word) {
      const std::set<std::uint64_t>& there =
          met[is_exhausted ? 0 : words[word] & ~(std::uint64_t{1} << 36)];
      const std::vector<std::uint64_t>& wanted = quantised_sources(cell, word);
      EXPECT_TRUE(
          std::ranges::all_of(wanted, [&](std::uint64_t source) { return there.contains(source); }))
          << spec::instruction_name(cell) << " " << word;
    }
  }
}

TEST(OperationCases, MeetTheLimitsOfARepeatAndOf255) {
  const spec::Cell cell = samples().front();
  std::set<std::pair<bool, std::uint32_t>> met;
  std::set<std::uint64_t> ctrls;
  std::set<bool> strided;
  for (MagnitudeCase& one : operation_sizes(cell, 0, Pairs::kAll)) {
    const spec::Operation& step = operation_in(one.made.test_case);
    met.emplace(is_aligned(step), step.cols);
    ctrls.insert(step.ctrl);
    strided.insert(step.dst_stride > step.cols + 8);
    EXPECT_NE(step.mask, spec::kAllLanes);
    EXPECT_NE(step.deq_scale, 0U);
  }
  EXPECT_EQ(ctrls.size(), 4U);
  for (const bool aligned : {false, true}) {
    for (const std::uint32_t cols : {1U, 63U, 64U, 65U, 255U * 64 - 1, 255U * 64, 255U * 64 + 1}) {
      EXPECT_TRUE(met.contains({aligned, cols})) << aligned << " " << cols;
    }
  }
}

}  // namespace
}  // namespace vconform::generators
