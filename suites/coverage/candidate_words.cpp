#include "suites/coverage/candidate_words.h"

#include <array>
#include <initializer_list>
#include <vector>

#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "suites/coverage/candidate_sources.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/number_classes.h"

namespace vconform::suites {

namespace {

using spec::Conversion;
using spec::DeqScale;
using spec::Family;
using Patterns = std::vector<std::uint64_t>;

// Every class of an f32, with and without bits that 1-8-10 has no room for; scales that take small
// sources to halves and quarters, and large ones to the limits of the results.
constexpr std::array<std::uint64_t, 43> kScales = {
    0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3e800000, 0x3f400000, 0x40000000, 0xc0000000,
    0x3f800001, 0xbf801fff, 0x3f001000, 0x3e801fff, 0x3b800000, 0xbb800000, 0x3c000000, 0x38800000,
    0x37800000, 0xb7800000, 0x33800000, 0x2f800000, 0x3a83126f, 0x43000000, 0x47000000, 0x477fe000,
    0x477ff000, 0x4f000000, 0xcf000000, 0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fe000,
    0x807fe000, 0x00800000, 0x80800000, 0x00802000, 0x7f7fe000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
    0xff800000, 0x7fc00000, 0x7f800001};
constexpr std::array<std::uint64_t, 6> kFewScales = {0x3f800000, 0xbf800000, 0x3f000000,
                                                     0x3e800000, 0x3b800000, 0x47000000};
// The same of a half.
constexpr std::array<std::uint64_t, 27> kHalfScales = {
    0x3c00, 0xbc00, 0x3800, 0xb800, 0x3400, 0x3a00, 0x3bff, 0x1400, 0x0400,
    0x8400, 0x0001, 0x8001, 0x0003, 0x03ff, 0x83ff, 0x0401, 0x4000, 0x5800,
    0x7800, 0x7bff, 0xfbff, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x7c01};

constexpr std::array<std::int64_t, 40> kIntegers = {
    0,     1,      -1,    2,     -2,     3,      -3,    4,     -4,    5,
    -5,    6,      7,     -7,    9,      100,    -100,  127,   128,   -128,
    255,   256,    -256,  257,   -511,   1000,   2047,  -2048, 2049,  16383,
    16384, -16385, 32766, 32767, -32767, -32768, 65504, 65519, 65520, -65537};
constexpr std::array<std::int64_t, 12> kWideIntegers = {
    16777217,    -16777219,  33554431,    2147483520, 2147483647, -2147483647,
    -2147483648, 1073741824, -1073741824, 98765432,   -98765432,  1052672};

Patterns integer_sources(const spec::NumberFormat& from) {
  Patterns sources;
  const auto add = [&](std::int64_t number) {
    sources.push_back(static_cast<std::uint64_t>(number) & from.pattern_mask());
  };
  for (const std::int64_t number : kIntegers) {
    if (from.bits > 16 || (number >= -32768 && number <= 32767)) {
      add(number);
    }
  }
  for (const std::int64_t number : kWideIntegers) {
    if (from.bits > 16) {
      add(number);
    }
  }
  return sources;
}

// f32: small numbers, halves and quarters, values beside powers of two, limits, tiny ones.
constexpr std::array<std::uint64_t, 46> kFloats = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0xbfc00000,
    0x40200000, 0xc0200000, 0x3e800000, 0x3f400000, 0xbf400000, 0x40400000, 0x40e00000, 0x41780000,
    0x417c0000, 0xc1780000, 0x41700000, 0xc1800000, 0x42fe0000, 0x42ff0000, 0x43000000, 0xc3000000,
    0xc3008000, 0x437f0000, 0x437f8000, 0xc3800000, 0xc3808000, 0x43ff0000, 0x49742400, 0xc9742400,
    0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0x00800001, 0xbeffffff};

Patterns sources_of(const Conversion& row) {
  if (!row.from().is_floating()) {
    return integer_sources(row.from());
  }
  if (row.from().bits == kBruteForceBits) {
    return every_source(row.from());
  }
  Patterns sources(kFloats.begin(), kFloats.end());
  if (row.to().is_floating()) {
    const Patterns solved = solved_sources(row);
    sources.insert(sources.end(), solved.begin(), solved.end());
  }
  return sources;
}

// The elements of a step under a word, for every source.
struct Visitor {
  const spec::Cell& cell;
  const VisitElement& visit;
  Patterns sources = sources_of(cell.conversion());
  // CTRL[48] matters to halves only.
  std::vector<std::uint64_t> ctrls = {0, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)};

  void all(const spec::Step& step, std::uint64_t word, std::uint32_t alpha = 0) const {
    const bool is_half = cell.conversion().to().is_floating() && cell.conversion().to().bits == 16;
    for (const std::uint64_t source : sources) {
      for (std::size_t i = 0; i < (is_half ? ctrls.size() : 1); ++i) {
        visit(step, ctrls[i], {source, word, alpha});
      }
    }
  }
};

constexpr std::array<int, 9> kOffsetsOfS9 = {0, 1, -1, 100, -128, 127, 128, 255, -256};
constexpr std::array<int, 7> kOffsetsOfS5 = {0, 1, -1, 7, -8, 15, -16};

// The instruction, or the call that stands for it.
spec::Step deq_step(const spec::Cell& cell) {
  if (cell.conversion().family == Family::kCastDeq) {
    spec::CastDeq call;
    call.cell = cell;
    return call;
  }
  spec::Vconv vconv;
  vconv.cell = cell;
  return vconv;
}

void visit_deq(const Visitor& visitor) {
  const spec::Step step = deq_step(visitor.cell);
  if (visitor.cell.conversion().to().is_floating()) {
    for (const std::uint64_t scale : kHalfScales) {
      visitor.all(step, scale);
    }
    return;
  }
  for (const std::uint64_t scale : kScales) {
    for (const int offset : kOffsetsOfS9) {
      for (const bool sign : {false, true}) {
        visitor.all(step, spec::deq_factor(static_cast<std::uint32_t>(scale), offset, sign));
      }
    }
    visitor.all(step, spec::deq_factor(static_cast<std::uint32_t>(scale), 0, true) |
                          spec::reserved_bits(spec::Word::kFactor));
  }
}

// A quant word or deqValue.
struct WordParts {
  std::uint64_t scale = 0x3f800000;
  int offset = 0;
  bool sign = true;
  bool mcb = false;
  std::uint64_t shift = 0;
};

using MakeWord = std::function<std::uint64_t(const WordParts&)>;

// Words without ReLU: every scale under every offset, every shift under few scales.
std::vector<WordParts> word_parts(std::span<const int> offsets) {
  std::vector<WordParts> all;
  for (const std::uint64_t scale : kScales) {
    for (const int offset : offsets) {
      for (const bool sign : {false, true}) {
        all.push_back({scale, offset, sign, false, 0});
      }
    }
  }
  for (const std::uint64_t scale : kFewScales) {
    for (std::uint64_t shift = 0; shift < 16; ++shift) {
      for (const int offset : offsets.first(5)) {
        all.push_back({scale, offset, true, true, shift});
        all.push_back({scale, offset, false, true, shift});
      }
    }
  }
  return all;
}

void visit_matrix(const Visitor& visitor) {
  const Conversion& row = visitor.cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const bool is_b4 = row.destination == spec::NumberType::kS4;
  const auto word_of = [&](const WordParts& parts) {
    std::uint64_t word = spec::kQuantScale.put(0, parts.scale);
    word = (is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset)
               .put(word, static_cast<std::uint64_t>(parts.offset));
    word = spec::kQuantMcb.put(word, parts.mcb ? 1 : 0);
    word = spec::kQuantShift.put(word, parts.shift);
    return is_b4 ? word : spec::kQuantSign.put(word, parts.sign ? 1 : 0);
  };
  spec::CopyMatrix matrix;
  matrix.cell = visitor.cell;
  matrix.n_size = matrix.m_size = spec::kC0;
  matrix.quant_pre = code.scalar;
  std::vector<WordParts> words = {{}};
  if (code.reads_quant_word()) {
    words = word_parts(is_b4 ? std::span<const int>(kOffsetsOfS5) : kOffsetsOfS9);
  }
  for (const WordParts& parts : words) {
    visitor.all(matrix, word_of(parts));
  }
  Patterns relu_words = {word_of({})};
  if (code.reads_quant_word()) {
    visitor.all(matrix, word_of({}) | spec::reserved_bits(spec::quant_word_of(row)));
    for (const std::uint64_t scale : kFewScales) {
      relu_words.push_back(word_of({scale, -1, true, false, 0}));
      relu_words.push_back(word_of({scale, 0, false, true, 0}));
    }
  }
  for (const spec::ReluPre relu :
       {spec::ReluPre::kNormal, spec::ReluPre::kLeaky, spec::ReluPre::kPrelu}) {
    matrix.relu_pre = static_cast<std::uint8_t>(relu);
    for (const std::uint64_t word : relu_words) {
      for (const std::uint64_t alpha : kScales) {
        if ((number_class(spec::kF32, alpha) & kSpecialParameter) == 0) {
          visitor.all(matrix, word, static_cast<std::uint32_t>(alpha));
        }
      }
    }
  }
}

std::vector<std::uint64_t> deq_value_words(const Conversion& row) {
  std::vector<std::uint64_t> words;
  if (row.deq_scale == DeqScale::kNone) {
    return {0};
  }
  if (spec::deq_word_of(row.deq_scale) == spec::Word::kHalf) {
    words.assign(kHalfScales.begin(), kHalfScales.end());
    return words;
  }
  for (const WordParts& parts : word_parts(kOffsetsOfS9)) {
    std::uint64_t word = spec::kDeqValueScale.put(0, parts.scale);
    word = spec::kDeqValueOffset.put(word, static_cast<std::uint64_t>(parts.offset));
    word = spec::kDeqValueMcb.put(word, parts.mcb ? 1 : 0);
    word = spec::kDeqValueShift.put(word, parts.shift);
    words.push_back(spec::kDeqValueSign.put(word, parts.sign ? 1 : 0));
  }
  words.push_back(spec::kDeqValueScale.put(0, 0x3f800000) |
                  spec::reserved_bits(spec::Word::kDeqValue));
  return words;
}

void visit_data_copy(const Visitor& visitor) {
  const Conversion& row = visitor.cell.conversion();
  spec::DataCopy copy;
  copy.cell = visitor.cell;
  copy.block_mode = spec::BlockMode::kMatrix;
  for (const bool relu : {false, true}) {
    if (row.deq_scale == DeqScale::kNone && relu != row.relu) {
      continue;
    }
    copy.is_relu = relu;
    for (const std::uint64_t word : deq_value_words(row)) {
      visitor.all(copy, word);
    }
  }
}

}  // namespace

void visit_word_elements(const spec::Cell& cell, const VisitElement& visit) {
  const Visitor visitor{cell, visit};
  switch (cell.conversion().family) {
    case Family::kCopyMatrix:
      return visit_matrix(visitor);
    case Family::kDataCopy:
      return visit_data_copy(visitor);
    default:
      return visit_deq(visitor);
  }
}

}  // namespace vconform::suites
