#include "generators/programs/discriminators.h"

#include "generators/copies/work.h"
#include "generators/copy_matrix/question.h"
#include "generators/data_copy/question.h"
#include "spec/number/word_fields.h"

namespace vconform::generators {

namespace {

using Row = spec::Conversion;
using Cases = std::vector<DiscriminatingCase>;

// A word and sources of a row.
struct Asked {
  std::uint64_t word;
  std::vector<std::uint64_t> patterns;
};

void add_matrix(Cases& cases, const spec::Cell& cell, const Asked& witnesses) {
  for (const std::uint64_t ctrl : both_ctrl48(cell.conversion())) {
    MatrixQuestion question = matrix_question(cell);
    question.call.registers.ctrl = ctrl;
    question.call.words.word = witnesses.word;
    question.patterns = witnesses.patterns;
    cases.push_back(matrix_case(question));
  }
}

void add_block(Cases& cases, const spec::Cell& cell, const Asked& witnesses) {
  BlockQuestion question = block_question(cell);
  put_word(question.call, witnesses.word);
  question.patterns = witnesses.patterns;
  cases.push_back(block_case(question));
}

bool is_half(const Row& row) {
  return work_of(row) == CopyWork::kToHalf;
}
bool casts(const Row& row) {
  return work_of(row) == CopyWork::kCasts;
}
bool is_integer_of_f32(const Row& row) {
  return row.source == spec::NumberType::kF32 &&
         (work_of(row) == CopyWork::kToB8 || work_of(row) == CopyWork::kToB4);
}

// 2^-15 and -2^-14 + 2^-24 are subnormal in f16 only. For bf16 the sources are subnormal too, and
// so are the results, except that the largest becomes the smallest normal number.
Asked cast_witnesses(const Row& row) {
  return row.destination == spec::NumberType::kF16
             ? Asked{0, {0x38000000, 0xb87fc000}}
             : Asked{0, {0x00350000, 0x80350000, 0x007fffff, 0x807fffff}};
}

// With M = 2^-15 the product of 1 is subnormal; those of 256 and 1024 are if the source counts as /
// 2^17. For an f16 source, 2^-15 times 1024 is normal.
std::vector<Asked> half_witnesses(const Row& row) {
  const bool half = copy_word_of(row) == spec::Word::kHalf;
  const std::uint64_t small = half ? 0x0200 : 0x38000000;
  if (row.source == spec::NumberType::kS32) {
    return {{small, source_patterns(row, {1, -1, 256, -1024})}};
  }
  return {{0x1800, {0x1800, 0x9800}}, {0x6400, {0x0200, 0x8200}}};
}

Cases copied_nibble_cases() {
  Cases cases;
  const auto is_b4 = [](const Row& row) { return work_of(row) == CopyWork::kToB4; };
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, is_b4)) {
    MatrixQuestion question = matrix_question(cell);
    question.source = {1, 2};
    cases.push_back(matrix_case(question));
  }
  return cases;
}

Cases copied_subnormal_cases() {
  Cases cases;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, casts)) {
    add_matrix(cases, cell, cast_witnesses(cell.conversion()));
  }
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kDataCopy, casts)) {
    add_block(cases, cell, cast_witnesses(cell.conversion()));
  }
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, is_half)) {
    for (const Asked& witnesses : half_witnesses(cell.conversion())) {
      add_matrix(cases, cell, witnesses);
    }
  }
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kDataCopy, is_half)) {
    for (const Asked& witnesses : half_witnesses(cell.conversion())) {
      add_block(cases, cell, witnesses);
    }
  }
  // 2^-127 times 2^127.
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, is_integer_of_f32)) {
    add_matrix(cases, cell, {0x7f000000 | spec::kQuantSign.put(0, 1), {0x00400000}});
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> copy_discriminators() {
  return {
      {10, {spec::cite("s4.nibble")}, copied_nibble_cases},
      {220,
       {spec::cite("subnormal.results"), spec::cite("subnormal.inputs")},
       copied_subnormal_cases},
  };
}

}  // namespace vconform::generators
