#include "generators/data_copy/magnitudes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "generators/choices/magnitudes.h"
#include "generators/choices/pairwise.h"
#include "generators/data_copy/question.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kMostField = 0xffff;
// The most bytes that a case copies: all of UB, in rows that move as another one does only where
// large numbers, or further forms of blocks, are wanted.
constexpr std::uint64_t kMostCopied = 192 * 1024;
constexpr std::uint64_t kMostOfEachRow = 32 * 1024;
constexpr std::uint64_t kMostWithEqualFactors = 512;
// The most bytes of a memory where two arguments are large.
constexpr std::uint64_t kMostOfPairs = 32 * 1024;

class Blocks {
 public:
  Blocks(const spec::Cell& cell, std::uint64_t ctrl)
      : row_(cell.conversion()), plain_(block_question(cell)) {
    plain_.call.ctrl = ctrl;
    plain_.source = source_numbers(row_);
    plain_.old_destination = destination_numbers(row_);
  }

  std::vector<MagnitudeCase> all(Pairs pairs) {
    add_fields();
    if (pairs == Pairs::kAll && !moves_like_another(row_)) {
      add_furthest();
      add_pairs();
    }
    add_places();
    for (const BlockShape& form : further_forms()) {
      plain_.call.shape = form;
      is_further_ = true;
      add_fields();
    }
    return std::move(all_);
  }

 private:
  // The other ways to lay out a block of the row, with arguments at powers of two only: modes and
  // places of narrow results change what an argument is multiplied by.
  std::vector<BlockShape> further_forms() const {
    std::vector<BlockShape> forms;
    if (!row_.is_plain_path()) {
      forms.push_back({.mode = spec::BlockMode::kMatrix});
    }
    if (!row_.is_plain_path() && row_.to().bits == 8) {
      forms.push_back({.mode = spec::BlockMode::kVector, .sid = 0});
      forms.push_back({.mode = spec::BlockMode::kVector, .sid = 1});
    }
    return forms;
  }

  bool is_late(const Magnitude& one, std::uint64_t limit) const {
    return one.is_extra || (is_further_ && one.value != limit && !std::has_single_bit(one.value));
  }

  void add_fields() {
    for (const Magnitude& count : magnitudes(spec::kMaxBlockCount)) {
      add({.count = std::max<std::uint64_t>(count.value, 1)}, is_late(count, spec::kMaxBlockCount));
    }
    for (const Magnitude& length : magnitudes(kMostField)) {
      add({.length = std::max<std::uint64_t>(length.value, 1)}, is_late(length, kMostField));
    }
    // Many blocks, none of them short.
    add({.count = 10, .length = is_further_ ? 2U : 20U}, moves_like_another(row_));
    for (const Magnitude& one : magnitudes(kMostField)) {
      const bool late = is_late(one, kMostField);
      // Used once, and multiplied.
      add_gap(2, one.value, late);
      add_gap(5, one.value, late || moves_like_another(row_));
      // Nothing lies behind the only block.
      add({.src_gap = one.value, .dst_gap = one.value}, late);
    }
  }

  // The most bytes of a memory with the operands, and the room behind them.
  std::uint64_t most_of(const spec::CaseMemory& memory) const {
    if (memory.id != MemoryId::kGm) {
      return size_of(row_.products, memory.id) + kRoomBehind;
    }
    return memory.is_sparse ? spec::kMaxGmBytes : kMostOfGm + kRoomBehind;
  }

  bool is_small(const BlockQuestion& question) const {
    const Room room = plain_room(block_pieces(question.call), question.gap);
    return copied_bytes(question) <= kMostOfPairs / 2 &&
           std::ranges::all_of(room.memories, [](const spec::CaseMemory& memory) {
             return memory.is_sparse || memory.size <= kMostOfPairs;
           });
  }

  std::uint64_t copied_bytes(const BlockQuestion& question) const {
    return block_elements(row_, question.call.shape) * question.call.shape.blocks() *
           static_cast<std::uint64_t>(row_.from().bits) / 8;
  }

  bool fits(const BlockQuestion& question) const {
    const std::vector<Piece> pieces = block_pieces(question.call);
    const Room room = plain_room(pieces, question.gap);
    return copied_bytes(question) <= kMostCopied &&
           std::all_of(
               room.memories.begin(), room.memories.end(),
               [&](const spec::CaseMemory& memory) { return memory.size <= most_of(memory); });
  }

  BlockShape in_the_mode(BlockShape shape) const {
    shape.mode = plain_.call.shape.mode;
    shape.sid = plain_.call.shape.sid;
    return shape;
  }
  BlockQuestion shaped(const BlockShape& shape) const {
    BlockQuestion question = plain_;
    question.call.shape = in_the_mode(shape);
    if (shape.count == 1) {
      // The factors of a long block differ, so that another one's shows.
      question.call.words.planted.clear();
    } else if (shape.count <= kMostWithEqualFactors) {
      // Factors placed one by one: a case has at most 2^16 of them.
      put_word(question.call, question.call.words.word);
    }
    return question;
  }
  // Returns whether the case fits.
  bool add(const BlockShape& shape, bool is_extra) { return add(shaped(shape), is_extra); }
  bool add(const BlockQuestion& question, bool is_extra) {
    if (!fits(question)) {
      return false;
    }
    const bool is_of_each_row = copied_bytes(question) <= kMostOfEachRow;
    all_.push_back({block_case(question),
                    is_extra || (!is_of_each_row && (is_further_ || moves_like_another(row_)))});
    return true;
  }

  void add_gap(std::uint64_t count, std::uint64_t gap, bool is_extra) {
    if (!add({.count = count, .src_gap = gap, .dst_gap = gap}, is_extra)) {
      add({.count = count, .src_gap = gap}, is_extra);
      add({.count = count, .dst_gap = gap}, is_extra);
    }
  }

  // As many blocks as can be, as far apart as can be: their offsets in bytes need more than 32
  // bits.
  void add_furthest() {
    const BlockShape most = {.count = spec::kMaxBlockCount};
    for (const bool src : {false, true}) {
      BlockShape shape = most;
      (src ? shape.src_gap : shape.dst_gap) = kMostField;
      add(shape, true);
    }
  }

  // Each two of them at powers of two.
  void add_pairs() {
    const std::vector<std::uint64_t> counts = values_for_pairs(spec::kMaxBlockCount, 1);
    const std::vector<std::uint64_t> fields = values_for_pairs(kMostField, 1);
    const std::array<std::size_t, 4> sizes = {counts.size(), fields.size(), fields.size() + 1,
                                              fields.size() + 1};
    const auto shape_of = [&](const Indices& row) -> BlockShape {
      const auto gap = [&](std::size_t index) { return index == 0 ? 0 : fields[index - 1]; };
      return {.count = counts[row[0]],
              .length = fields[row[1]],
              .src_gap = gap(row[2]),
              .dst_gap = gap(row[3])};
    };
    BlockQuestion question = plain_;
    const auto is_legal = [&](const Indices& row) {
      question.call.shape = in_the_mode(shape_of(row));
      return fits(question) && is_small(question);
    };
    for (const Indices& row : pairwise(sizes, is_legal)) {
      add(shape_of(row), true);
    }
  }

  void add_places() {
    const std::vector<Piece> pieces = block_pieces(plain_.call);
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const std::uint64_t unit = pieces[piece].alignment;
      const MemoryId memory = pieces[piece].memory;
      const std::uint64_t size =
          memory == MemoryId::kGm ? spec::kMaxGmBytes : size_of(row_.products, memory);
      for (const auto& [units, is_extra] : magnitudes(size / unit)) {
        BlockQuestion question = plain_;
        question.gap = {piece, units * unit};
        add(question, is_extra);
        if (std::has_single_bit(units) && !moves_like_another(row_)) {
          add_across(piece, units * unit);
        }
      }
      if (size_of(row_.products, memory) == size) {
        BlockQuestion at_the_end = plain_;
        at_the_end.gap = {.piece = piece, .size = size};
        add(at_the_end, false);
      }
    }
  }

  // Blocks of several units on both sides of an address.
  void add_across(std::size_t piece, std::uint64_t address) {
    BlockQuestion question = shaped({.count = 3, .length = 3, .src_gap = 1, .dst_gap = 1});
    const Piece at = block_pieces(question.call)[piece];
    const std::uint64_t before = at.bytes / at.alignment / 2 * at.alignment;
    if (address >= before) {
      question.gap = {piece, address - before};
      add(question, false);
    }
  }

  const spec::Conversion& row_;
  BlockQuestion plain_;
  bool is_further_ = false;
  std::vector<MagnitudeCase> all_;
};

}  // namespace

std::vector<MagnitudeCase> block_magnitudes(const spec::Cell& cell, std::uint64_t ctrl,
                                            Pairs pairs) {
  return Blocks(cell, ctrl).all(pairs);
}

}  // namespace vconform::generators
