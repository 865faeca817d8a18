#include "generators/data_copy/magnitudes.h"

#include <algorithm>
#include <utility>

#include "generators/choices/magnitudes.h"
#include "generators/data_copy/question.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kMostOfGm = 1 << 20;
constexpr std::uint64_t kMostField = 0xffff;
// The most bytes that a case copies.
constexpr std::uint64_t kMostCopied = 64 * 1024;
constexpr std::uint64_t kMostWithEqualFactors = 512;

class Blocks {
 public:
  Blocks(const spec::Cell& cell, std::uint64_t ctrl)
      : row_(cell.conversion()), plain_(block_question(cell)) {
    plain_.call.ctrl = ctrl;
    plain_.source = source_numbers(row_);
    plain_.old_destination = destination_numbers(row_);
  }

  std::vector<MagnitudeCase> all() {
    for (const auto& [count, is_extra] : magnitudes(spec::kMaxBlockCount)) {
      add({.count = std::max<std::uint64_t>(count, 1)}, is_extra);
    }
    for (const auto& [length, is_extra] : magnitudes(kMostField)) {
      add({.length = std::max<std::uint64_t>(length, 1)}, is_extra);
    }
    for (const auto& [gap, is_extra] : magnitudes(kMostField)) {
      if (!add({.count = 2, .src_gap = gap, .dst_gap = gap}, is_extra)) {
        add({.count = 2, .src_gap = gap}, is_extra);
        add({.count = 2, .dst_gap = gap}, is_extra);
      }
      // Nothing lies behind the only block.
      add({.src_gap = gap, .dst_gap = gap}, is_extra);
    }
    add_places();
    return std::move(all_);
  }

 private:
  std::uint64_t most_of(MemoryId id) const {
    return id == MemoryId::kGm ? kMostOfGm : size_of(row_.products, id);
  }

  bool fits(const BlockQuestion& question) const {
    const std::vector<Piece> pieces = block_pieces(question.call);
    const Room room = plain_room(pieces, question.gap);
    return pieces.front().bytes <= most_of(pieces.front().memory) &&
           block_elements(row_, question.call.shape) * question.call.shape.blocks() *
                   static_cast<std::uint64_t>(row_.from().bits) / 8 <=
               kMostCopied &&
           std::all_of(room.memories.begin(), room.memories.end(),
                       [&](const spec::CaseMemory& memory) {
                         return memory.size <= most_of(memory.id) + kRoomBehind;
                       });
  }

  // Returns whether the case fits.
  bool add(BlockShape shape, bool is_extra) {
    shape.mode = plain_.call.shape.mode;
    shape.sid = plain_.call.shape.sid;
    BlockQuestion question = plain_;
    question.call.shape = shape;
    // Factors placed one by one: a case has at most 2^16 of them.
    if (shape.count <= kMostWithEqualFactors) {
      put_word(question.call, question.call.words.word);
    }
    return add(question, is_extra);
  }
  bool add(const BlockQuestion& question, bool is_extra) {
    if (!fits(question)) {
      return false;
    }
    all_.push_back({block_case(question), is_extra});
    return true;
  }

  void add_places() {
    const std::vector<Piece> pieces = block_pieces(plain_.call);
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const std::uint64_t unit = pieces[piece].alignment;
      for (const auto& [units, is_extra] : magnitudes(most_of(pieces[piece].memory) / unit)) {
        BlockQuestion question = plain_;
        question.gap = {piece, units * unit};
        add(question, is_extra);
      }
    }
  }

  const spec::Conversion& row_;
  BlockQuestion plain_;
  std::vector<MagnitudeCase> all_;
};

}  // namespace

std::vector<MagnitudeCase> block_magnitudes(const spec::Cell& cell, std::uint64_t ctrl) {
  return Blocks(cell, ctrl).all();
}

}  // namespace vconform::generators
