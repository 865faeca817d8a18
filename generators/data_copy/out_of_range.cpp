#include <array>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "generators/data_copy/cases.h"
#include "generators/data_copy/out_of_range.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using Row = spec::Conversion;

// The arguments that a fault spoils: the shape, the words, the place of an operand.
struct Draft {
  BlockCall call;
  std::uint64_t dst_off = 0;
  std::uint64_t src_off = 0;
  std::uint64_t vector_off = 0;
  // The number of blocks, unless it is that of the call, which the memories have room for.
  std::optional<std::uint64_t> count;
};

struct Fault {
  // Numbers to spoil by: the smallest illegal values, and those that a field of a few bits takes
  // for a legal one.
  std::span<const std::uint64_t> listed;
  spec::FeatureSet needs;
  bool (*concerns)(const Row& row);
  // `some` may be any number.
  void (*spoil)(std::uint64_t some, Draft& draft);
};

constexpr spec::FeatureSet kNothing = {};
constexpr spec::FeatureSet kRepeat = {static_cast<std::uint32_t>(Feature::kRepeat)};

constexpr std::array<std::uint64_t, 1> kOnly = {0};
constexpr std::array<std::uint64_t, 2> kNoneAndMany = {0, 7};
// Three less than the value, in a byte.
constexpr std::array<std::uint64_t, 14> kSidModes = {0,  1,  2,  5,  12,  13,  14,
                                                     28, 29, 60, 61, 125, 126, 252};
// One less than bytes beside an aligned address.
constexpr std::array<std::uint64_t, 9> kOffsets = {0, 1, 3, 7, 14, 15, 23, 29, 30};
constexpr std::array<std::uint64_t, 16> kFactors = {0, 1, 2,  3,  4,  5,  6,  7,
                                                    8, 9, 10, 11, 12, 13, 14, 15};

bool all(const Row&) {
  return true;
}
bool from_co1(const Row& row) {
  return !row.is_plain_path();
}
bool is_8_bit(const Row& row) {
  return from_co1(row) && row.to().bits == 8;
}
bool dst_is_aligned(const Row& row) {
  return row.path.to != spec::PositionId::kGm;
}
bool src_is_aligned(const Row& row) {
  return row.path.from != spec::PositionId::kGm;
}
bool has_vector(const Row& row) {
  return spec::is_vector(row.deq_scale);
}
// Otherwise blocks that the memories have no room for would reach what else they hold.
bool writes_alone(const Row& row) {
  return !has_vector(row) && spec::memory_of(row.path.from) != spec::memory_of(row.path.to);
}
bool has_mcb_vector(const Row& row) {
  return has_vector(row) && row.deq_scale != spec::DeqScale::kVdeq;
}

std::uint64_t alignment(spec::PositionId position) {
  return spec::memory_of(spec::memory_of(position)).alignment;
}

void spoil_count(std::uint64_t some, Draft& draft) {
  const bool many = some % 8 == 7;
  draft.call.shape.count = many ? spec::kMaxBlockCount + 1 : 0;
  if (many) {
    draft.call.shape.mode = spec::BlockMode::kVector;
    draft.call.shape.length = 1;
    draft.call.shape.src_gap = 0;
    draft.call.shape.dst_gap = 0;
  }
}
// Fields of 12 to 15 bits take these for 1, 2, the limit and others.
constexpr std::array<std::uint64_t, 11> kTooMany = {4097, 4098,  4111,  5001,  8190, 8191,
                                                    8193, 16385, 32769, 65534, 65535};
constexpr std::array<std::uint64_t, 11> kElevenCounts = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
void raise_count(std::uint64_t some, Draft& draft) {
  draft.count = kTooMany[some % kTooMany.size()];
}
void spoil_mcb(std::uint64_t some, Draft& draft) {
  const std::uint64_t which = some % spec::kDeqVectorElements;
  const std::uint64_t word = draft.call.words.factor(draft.call.row(), which);
  draft.call.words.planted[which] = word ^ spec::kDeqValueMcb.mask();
}

// clang-format off
constexpr std::array<Fault, 9> kFaults = {{
    {kOnly, kNothing, all, [](std::uint64_t, Draft& d) { d.call.shape.length = 0; }},
    {kNoneAndMany, kRepeat, all, spoil_count},
    {kOnly, kNothing, from_co1, [](std::uint64_t, Draft& d) { d.call.shape.mode = spec::BlockMode::kNormal; }},
    {kSidModes, kNothing, is_8_bit, [](std::uint64_t some, Draft& d) { d.call.shape.sid = 3 + some % 253; }},
    {kOffsets, kNothing, dst_is_aligned, [](std::uint64_t some, Draft& d) { d.dst_off = 1 + some % (alignment(d.call.row().path.to) - 1); }},
    {kOffsets, kNothing, src_is_aligned, [](std::uint64_t some, Draft& d) { d.src_off = 1 + some % (alignment(d.call.row().path.from) - 1); }},
    {kOffsets, kNothing, has_vector, [](std::uint64_t some, Draft& d) { d.vector_off = 1 + some % (spec::kDeqTensorAlignment - 1); }},
    {kFactors, kNothing, has_mcb_vector, spoil_mcb},
    {kElevenCounts, kRepeat, writes_alone, raise_count},
}};
// clang-format on

std::vector<const Fault*> faults_of(const Row& row, spec::FeatureSet allowed) {
  std::vector<const Fault*> faults;
  for (const Fault& fault : kFaults) {
    if (allowed.includes(fault.needs) && fault.concerns(row)) {
      faults.push_back(&fault);
    }
  }
  return faults;
}

}  // namespace

std::vector<Draws> block_illegal_draws(const Row& row, spec::FeatureSet allowed) {
  std::vector<Draws> draws;
  const std::vector<const Fault*> faults = faults_of(row, allowed);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::size_t count = moves_like_another(row) ? 1 : faults[i]->listed.size();
    for (const std::uint64_t some : faults[i]->listed.first(count)) {
      draws.push_back({i, some});
    }
  }
  return draws;
}

spec::Case block_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                   const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const Fault& fault = *choices.pick(faults_of(cell.conversion(), allowed));
  const std::uint64_t some = choices.below(std::uint64_t{1} << 20);
  Draft draft;
  draft.call = draw_block_call(choices, cell, allowed);
  fault.spoil(some, draft);
  std::vector<Piece> pieces = block_pieces(draft.call);
  for (Piece& piece : pieces) {
    piece.bytes += 64;
  }
  const Room room = draw_room(choices, cell.conversion().products, pieces);
  spec::Case test_case = assembled_block_case(choices, draft.call, room);
  auto& copy = std::get<spec::DataCopy>(test_case.steps.back());
  copy.dst.offset += draft.dst_off;
  copy.src.offset += draft.src_off;
  copy.deq_tensor_addr += draft.vector_off;
  copy.block_count = static_cast<std::uint16_t>(draft.count.value_or(copy.block_count));
  return test_case;
}

}  // namespace vconform::generators
