#include "generators/copies/work.h"
#include "generators/data_copy/discriminators.h"
#include "generators/data_copy/question.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using Row = spec::Conversion;

bool every(const Row&) {
  return true;
}
bool narrows(const Row& row) {
  return row.to().bits < row.from().bits;
}
bool is_vdeq(const Row& row) {
  return row.deq_scale == spec::DeqScale::kVdeq;
}

// Numbers from 8 on: some reading of copy.deq16-precision takes source / 2^17 as an f16, which is
// then not subnormal.
BlockQuestion numbered(const spec::Cell& cell) {
  BlockQuestion question = block_question(cell);
  question.source = {8, 113};
  question.old_destination = destination_numbers(cell.conversion());
  return question;
}

using Maker = BlockQuestion (*)(const spec::Cell& cell);

std::vector<DiscriminatingCase> cases_of(Concerns concerns, Maker make) {
  std::vector<DiscriminatingCase> cases;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kDataCopy, concerns)) {
    cases.push_back(block_case(make(cell)));
  }
  return cases;
}

// A block of two units, so that half of it is one unit.
BlockQuestion long_block(const spec::Cell& cell) {
  BlockQuestion question = numbered(cell);
  question.call.shape.length = 2;
  return question;
}

// Blocks that do not meet under any reading.
BlockQuestion apart(const spec::Cell& cell) {
  BlockQuestion question = numbered(cell);
  question.call.shape.count = 2;
  question.call.shape.src_gap = 2;
  question.call.shape.dst_gap = 4;
  put_word(question.call, question.call.words.word);
  return question;
}

// The halves 1, 2 and 4 at 0, 32 and 128 bytes from the address.
BlockQuestion different_vectors(const spec::Cell& cell) {
  constexpr std::uint64_t kHalfTwo = 0x4000;
  constexpr std::uint64_t kHalfFour = 0x4400;
  BlockQuestion question = apart(cell);
  question.call.shape.src_gap = 0;
  question.call.shape.dst_gap = 0;
  for (auto& [number, word] : question.call.words.planted) {
    const std::uint64_t vector = number / spec::kDeqVectorElements;
    word = vector == 0 ? word : vector < 4 ? kHalfTwo : kHalfFour;
  }
  return question;
}

template <spec::SidStoreMode kMode>
BlockQuestion one_half(const spec::Cell& cell) {
  BlockQuestion question = numbered(cell);
  question.call.shape.sid = static_cast<std::uint64_t>(kMode);
  return question;
}

std::vector<DiscriminatingCase> block_length_cases() {
  return cases_of(narrows, long_block);
}
std::vector<DiscriminatingCase> block_stride_cases() {
  return cases_of(every, apart);
}
std::vector<DiscriminatingCase> block_vector_cases() {
  return cases_of(is_vdeq, different_vectors);
}
std::vector<DiscriminatingCase> block_half_cases() {
  std::vector<DiscriminatingCase> cases = cases_of(is_b8, one_half<spec::SidStoreMode::kFirstHalf>);
  for (const DiscriminatingCase& made :
       cases_of(is_b8, one_half<spec::SidStoreMode::kSecondHalf>)) {
    cases.push_back(made);
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> block_layout_discriminators() {
  return {
      {460, {spec::cite("copy.block-len-unit")}, block_length_cases},
      {470, {spec::cite("copy.strides")}, block_stride_cases},
      {480, {spec::cite("copy.vdeq-advance")}, block_vector_cases},
      {490, {spec::cite("copy.sid-halves")}, block_half_cases},
  };
}

}  // namespace vconform::generators
