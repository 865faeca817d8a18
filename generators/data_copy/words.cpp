#include "generators/data_copy/words.h"

#include <array>

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::DeqScale;

constexpr std::uint64_t kBlockVectorBytes = 128;
constexpr std::uint64_t kMostPlanted = 16;

// The difference between neighbouring factors. Every sixteenth element of a block uses the same
// one, and every block has a vector of its own.
std::uint64_t step_of(const spec::Conversion& row, const BlockWords& words) {
  constexpr std::uint64_t kHalfStep = 3;
  if (words.differing == Differing::kNothing || work_of(row) == CopyWork::kShifts) {
    return 0;
  }
  return row.deq_scale == DeqScale::kVdeq ? kHalfStep : step_of(words.differing);
}

std::uint64_t factors(const spec::Conversion& row, std::uint64_t blocks) {
  return vector_bytes(row, blocks) / spec::deq_element_bytes(row.deq_scale);
}

}  // namespace

bool BlockWords::shifts_differ(const spec::Conversion& row) const {
  return work_of(row) == CopyWork::kShifts && differing != Differing::kNothing;
}

std::uint64_t BlockWords::factor(const spec::Conversion& row, std::uint64_t number) const {
  const auto found = planted.find(number);
  if (found != planted.end()) {
    return found->second;
  }
  if (shifts_differ(row)) {
    return spec::kDeqValueShift.put(word, number % spec::kDeqVectorElements);
  }
  const std::uint64_t mask = row.deq_scale == DeqScale::kVdeq ? 0xffff : ~std::uint64_t{0};
  return (word + number * step_of(row, *this)) & mask;
}

std::uint64_t BlockWords::word_of(const spec::Conversion& row, std::uint64_t j,
                                  std::uint64_t i) const {
  return spec::is_vector(row.deq_scale)
             ? factor(row, j * spec::kDeqVectorElements + i % spec::kDeqVectorElements)
             : word;
}

bool reads_relu_bit(const spec::Conversion& row) {
  return row.deq_scale == DeqScale::kDeq8 || row.deq_scale == DeqScale::kDeq16;
}

BlockWords draw_block_words(ChoiceSource& choices, const spec::Conversion& row,
                            spec::FeatureSet allowed) {
  constexpr std::array<int, 6> kRelus = {0, 0, 0, 1, 2, 3};
  BlockWords words;
  words.word = draw_copy_word(choices, row);
  const int relu = choices.pick(kRelus);
  const std::uint64_t unread = choices.below(std::uint64_t{1} << 32);
  words.unread = unread * 0x9e3779b97f4a7c15;
  words.differing = differing_by(unread);
  if (allowed.has(spec::Feature::kRelu)) {
    words.is_relu = (relu & 1) != 0;
    const bool has_bit = reads_word(work_of(row)) && copy_word_of(row) == spec::Word::kDeqValue;
    words.word =
        has_bit ? spec::kDeqValueRelu.put(words.word, (relu & 2) != 0 ? 1 : 0) : words.word;
  }
  if (row.path == spec::kCo1ToCo2 && row.deq_scale == DeqScale::kNone) {
    words.is_relu = row.relu;
  }
  return words;
}

void draw_other_factors(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t blocks,
                        BlockWords& words) {
  if (!spec::is_vector(row.deq_scale)) {
    return;
  }
  for (std::uint64_t i = 0; i < kMostPlanted; ++i) {
    const std::uint64_t which = choices.below(blocks * spec::kDeqVectorElements + 1);
    if (which == 0) {
      return;
    }
    const std::uint64_t word = with_mcb_of(row, draw_copy_word(choices, row), words.word);
    words.planted.try_emplace(which - 1, row.deq_scale == DeqScale::kVdeq ? word & 0xffff : word);
  }
}

std::uint64_t vector_bytes(const spec::Conversion& row, std::uint64_t blocks) {
  return spec::is_vector(row.deq_scale) ? kBlockVectorBytes * blocks : 0;
}

std::vector<spec::Placement> vector_placements(const spec::Conversion& row, const BlockWords& words,
                                               std::uint64_t blocks, const spec::Address& at) {
  const bool halves = row.deq_scale == DeqScale::kVdeq;
  const spec::NumberType type = halves ? spec::NumberType::kU16 : spec::NumberType::kU64;
  const std::uint64_t count = factors(row, blocks);
  std::vector<spec::Placement> all;
  const bool shifts = words.shifts_differ(row);
  const std::uint64_t length = shifts ? spec::kDeqVectorElements : count;
  for (std::uint64_t done = 0; done < count; done += length) {
    const spec::Address from = {at.memory,
                                at.offset + done * spec::deq_element_bytes(row.deq_scale)};
    const std::uint64_t first = shifts ? spec::kDeqValueShift.put(words.word, 0) : words.word;
    const std::uint64_t step = shifts ? std::uint64_t{1} << 32 : step_of(row, words);
    all.emplace_back(spec::PlacePatterns{from, type, length, first, step});
  }
  for (const auto& [number, word] : words.planted) {
    all.emplace_back(spec::PlaceElement{at, type, number, word});
  }
  return all;
}

void put_words(const spec::Conversion& row, const BlockWords& words, std::uint64_t vector_address,
               spec::DataCopy& step) {
  const bool vector = spec::is_vector(row.deq_scale);
  const bool reads = !vector && row.deq_scale != DeqScale::kNone;
  step.deq_value = reads ? words.word : words.unread;
  step.deq_tensor_addr = vector ? vector_address : words.unread >> 40;
  step.is_relu = words.is_relu;
  step.pad_mode = static_cast<std::uint8_t>(words.unread >> 11);
  step.pad_value = words.unread >> 7;
}

}  // namespace vconform::generators
