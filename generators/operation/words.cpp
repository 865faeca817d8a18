#include "generators/operation/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <variant>

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/deq/listed_values.h"
#include "generators/dequantise/scale_words.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "spec/number/word_fields.h"
#include "spec/rows/operation_rows.h"

namespace vconform::generators {

namespace {

struct Fields {
  // The bits of an f32.
  std::uint32_t scale;
  int offset;
  // The bits by which a source is shifted first; 0: it is not.
  std::uint64_t shift;
};

constexpr std::array<Fields, 13> kListed = {{{0x3f800000, 0, 0},
                                             {0x3f000000, 1, 0},
                                             {0xbf000000, -3, 0},
                                             {0x3eaaaaab, 0, 0},
                                             {0x3b801fff, 100, 0},
                                             {0x40400000, -128, 0},
                                             {0x37800000, 7, 0},
                                             {0x3f800000, 255, 0},
                                             {0x3f800000, -256, 0},
                                             {0x3dcccccd, 5, 4},
                                             {0x3f800000, 0, 1},
                                             {0x3f000000, -1, 16},
                                             {0x00000000, 9, 0}}};
// Among them one with low bits beyond 1-8-10, which some readings drop.
constexpr std::array<std::uint32_t, 6> kAlphas = {0x3f000000, 0x3c23d70a, 0x3f001000,
                                                  0x40000000, 0xbf800000, 0x00000000};

spec::Operation& step_of(spec::Case& test_case) {
  return std::get<spec::Operation>(test_case.steps.back());
}

bool is_deq(const spec::Conversion& row) {
  return row.family == spec::Family::kDeq;
}

// The kind of word; nothing for a chain that reads none.
std::optional<spec::Word> word_of(const spec::Conversion& row) {
  if (is_deq(row)) {
    return lane_word(row);
  }
  return reads_word(work_of(row)) ? std::optional(copy_word_of(row)) : std::nullopt;
}

const spec::Conversion& row_of(const spec::Cell& cell) {
  return spec::chain_of(cell).conversion();
}

// The word without what an operation's operand does not have.
std::uint64_t declared_word(const spec::Cell& cell, std::uint64_t word) {
  const std::optional<spec::Word> kind = word_of(row_of(cell));
  if (!kind) {
    return 0;
  }
  word &= ~spec::reserved_bits(*kind);
  if (*kind == spec::Word::kDeqValue) {
    word = spec::kDeqValueRelu.put(word, 0);
  }
  // The sign stands in the same place in all words that have one.
  const bool has_sign = *kind != spec::Word::kHalf && *kind != spec::Word::kQuantB4;
  return has_sign ? spec::kQuantSign.put(word, spec::kQuantSign.of(plain_operation_word(cell)))
                  : word;
}
static_assert(spec::kQuantSign.low == spec::kFactorSign.low);
static_assert(spec::kQuantSign.low == spec::kDeqValueSign.low);

std::uint64_t listed_word(const spec::Cell& cell, const Fields& fields) {
  const spec::Conversion& row = row_of(cell);
  const bool is_b4 = word_of(row) == spec::Word::kQuantB4;
  const auto offset = static_cast<std::uint64_t>(fields.offset);
  std::uint64_t word = spec::kQuantScale.put(0, fields.scale);
  word = (is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset).put(word, offset);
  if (!is_deq(row) && fields.shift > 0) {
    word = spec::kQuantShift.put(spec::kQuantMcb.put(word, 1), fields.shift - 1);
  }
  return declared_word(cell, word);
}

std::vector<std::uint64_t> listed_words(const spec::Cell& cell) {
  std::vector<std::uint64_t> words = {plain_operation_word(cell)};
  const std::optional<spec::Word> kind = word_of(row_of(cell));
  if (kind == spec::Word::kHalf) {
    // Every other one, the plain one first: the list has both signs, subnormal ones and limits.
    const std::span<const std::uint16_t> halves = listed_half_scales();
    for (std::size_t i = 1; i < halves.size(); i += 2) {
      words.push_back(halves[i]);
    }
  } else if (kind) {
    for (const Fields& fields : kListed) {
      words.push_back(listed_word(cell, fields));
    }
  }
  std::vector<std::uint64_t> distinct;
  for (const std::uint64_t word : words) {
    if (std::ranges::find(distinct, word) == distinct.end()) {
      distinct.push_back(word);
    }
  }
  return distinct;
}

// All MCB bits of one vector of a DataCopy are equal.
std::uint64_t word_of_vector(const spec::Cell& cell, std::uint64_t word, std::uint64_t like) {
  return word_of(row_of(cell)) == spec::Word::kDeqValue ? with_mcb_of(row_of(cell), word, like)
                                                        : word;
}

void place_columns(spec::Case& test_case, const spec::Address& at, spec::NumberType type,
                   std::uint64_t pattern) {
  const spec::Operation& step = step_of(test_case);
  test_case.placements.emplace_back(spec::PlacePatterns{at, type, step.cols, pattern, 0});
}

void place_word(spec::Case& test_case, std::uint64_t col, std::uint64_t word) {
  test_case.placements.emplace_back(
      spec::PlaceElement{step_of(test_case).quants, spec::NumberType::kU64, col, word});
}

void place_alphas(spec::Case& test_case, std::uint64_t number) {
  const spec::Operation step = step_of(test_case);
  for (std::uint64_t col = 0; col < step.cols; ++col) {
    test_case.placements.emplace_back(spec::PlaceElement{step.alphas, spec::NumberType::kU32, col,
                                                         kAlphas[(number + col) % kAlphas.size()]});
  }
}

std::uint64_t drawn_word(ChoiceSource& choices, const spec::Cell& cell) {
  const spec::Conversion& row = row_of(cell);
  const std::optional<spec::Word> kind = word_of(row);
  if (!kind) {
    return 0;
  }
  return declared_word(cell,
                       is_deq(row) ? draw_scale_word(choices, row) : draw_copy_word(choices, row));
}

}  // namespace

std::uint64_t plain_operation_word(const spec::Cell& cell) {
  const spec::Conversion& row = row_of(cell);
  return is_deq(row) ? plain_word(row) : plain_copy_word(row);
}

const std::vector<std::uint64_t>& operation_words(const spec::Cell& cell) {
  static std::map<std::uint16_t, std::vector<std::uint64_t>> known;
  std::vector<std::uint64_t>& words = known[cell.row];
  if (words.empty()) {
    words = listed_words(cell);
  }
  return words;
}

std::size_t word_number(const spec::Cell& cell, std::uint64_t number, std::uint64_t col) {
  const bool by_column = spec::operation_parameters(cell.row).words;
  return static_cast<std::size_t>((number + (by_column ? col : 0)) % operation_words(cell).size());
}

void set_listed_words(spec::Case& test_case, std::uint64_t number) {
  spec::Operation& step = step_of(test_case);
  const spec::Cell cell = step.cell;
  const spec::OperationParameters has = spec::operation_parameters(cell.row);
  const std::vector<std::uint64_t>& words = operation_words(cell);
  const std::uint64_t first = words[word_number(cell, number, 0)];
  step.quant = has.word ? first : 0;
  step.alpha = has.alpha ? kAlphas[number % kAlphas.size()] : 0;
  const std::uint64_t columns = has.words ? step.cols : 0;
  for (std::uint64_t col = 0; col < columns; ++col) {
    place_word(test_case, col, word_of_vector(cell, words[word_number(cell, number, col)], first));
  }
  if (has.alphas) {
    place_alphas(test_case, number);
  }
}

void set_uniform_words(spec::Case& test_case, std::uint64_t word, std::uint32_t alpha) {
  spec::Operation& step = step_of(test_case);
  const spec::OperationParameters has = spec::operation_parameters(step.cell.row);
  step.quant = has.word ? word : 0;
  step.alpha = has.alpha ? alpha : 0;
  const spec::Address quants = step.quants;
  const spec::Address alphas = step.alphas;
  if (has.words) {
    place_columns(test_case, quants, spec::NumberType::kU64, word);
  }
  if (has.alphas) {
    place_columns(test_case, alphas, spec::NumberType::kU32, alpha);
  }
}

void draw_words(ChoiceSource& choices, spec::Case& test_case) {
  const spec::Cell cell = step_of(test_case).cell;
  const bool by_column = spec::operation_parameters(cell.row).words;
  const std::uint64_t number = choices.below(operation_words(cell).size());
  set_listed_words(test_case, number);
  constexpr int kMostColumns = 8;
  const std::uint64_t first = operation_words(cell)[word_number(cell, number, 0)];
  for (int i = 0; i < (by_column ? kMostColumns : 1); ++i) {
    const bool is_drawn = choices.one_in(2);
    const std::uint64_t word = drawn_word(choices, cell);
    const std::uint64_t col = choices.below(step_of(test_case).cols);
    if (is_drawn && by_column) {
      place_word(test_case, col, word_of_vector(cell, word, first));
    } else if (is_drawn) {
      step_of(test_case).quant = word;
    }
  }
}

}  // namespace vconform::generators
