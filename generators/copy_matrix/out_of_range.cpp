#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "generators/copies/work.h"
#include "generators/copy_matrix/cases.h"
#include "generators/copy_matrix/out_of_range.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using Row = spec::Conversion;

// The arguments that a fault spoils: the shape, further arguments, the places of operands.
struct Draft {
  MatrixShape shape;
  std::uint8_t sid = 0;
  std::uint8_t unit_flag_mode = 0;
  std::uint8_t relu_pre = 0;
  std::uint64_t quant_pre = 0;
  std::uint64_t dst_off = 0;
  std::uint64_t src_off = 0;
};

// `some` may be any number.
using Spoil = void (*)(const Row& row, std::uint64_t some, Draft& draft);

struct Fault {
  // Numbers to spoil by: the smallest illegal values, and those that a field of a few bits takes
  // for a legal one.
  std::span<const std::uint64_t> listed;
  // Whether the fault needs a case with NZ2ND_EN.
  bool nd;
  spec::FeatureSet needs;
  bool (*concerns)(const Row& row);
  Spoil spoil;
};

constexpr spec::FeatureSet kNothing = {};
constexpr spec::FeatureSet kStrides = {static_cast<std::uint32_t>(Feature::kStrides)};
constexpr spec::FeatureSet kRelu = {static_cast<std::uint32_t>(Feature::kRelu)};
// The stride that is exact for whole blocks is another one for split ones.
constexpr spec::FeatureSet kSplitAndStrides = {static_cast<std::uint32_t>(Feature::kChannelSplit) |
                                               kStrides.bits};

// clang-format off
constexpr std::array<std::uint64_t, 1> kOnly = {0};
constexpr std::array<std::uint64_t, 2> kTwo = {0, 1};
constexpr std::array<std::uint64_t, 5> kFive = {0, 1, 2, 3, 4};
constexpr std::array<std::uint64_t, 15> kMultiples = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
// One less than the value, in a byte.
constexpr std::array<std::uint64_t, 15> kBytes = {0, 1, 2, 3, 6, 7, 14, 15, 30, 31, 62, 63, 126, 127, 254};
// Four less.
constexpr std::array<std::uint64_t, 14> kReluCodes = {0, 1, 2, 3, 4, 11, 12, 27, 28, 59, 60, 123, 124, 251};
constexpr std::array<std::uint64_t, 32> kCodes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
// One less than bytes beside an aligned address.
constexpr std::array<std::uint64_t, 11> kOffsets = {0, 1, 3, 7, 14, 15, 30, 31, 32, 47, 62};
// 513 less than a stride of nd blocks.
constexpr std::array<std::uint64_t, 14> kNdStrides = {0, 1, 510, 511, 512, 1534, 1535, 1536, 3583, 7679, 15871, 15872, 32255, 59999};
// clang-format on

bool all(const Row&) {
  return true;
}
bool takes_one_column(const Row& row) {
  return !is_b4(row);
}
bool is_to_l1(const Row& row) {
  return row.path == spec::kToCbuf;
}
bool may_split(const Row& row) {
  return row.source == spec::NumberType::kF32 && row.destination == spec::NumberType::kF32;
}
bool may_not_split(const Row& row) {
  return !may_split(row);
}

std::uint64_t other_code(const Row& row, std::uint64_t some) {
  constexpr std::array<std::uint64_t, 4> kNoCodes = {2, 63, 255, std::uint64_t{1} << 32 | 9};
  std::vector<std::uint64_t> codes(kNoCodes.begin(), kNoCodes.end());
  const spec::QuantCode& own = spec::quant_code_of(row);
  for (const spec::QuantCode& code : spec::kQuantCodes) {
    for (const std::uint64_t one : {code.scalar, code.vector}) {
      if (one != 0 && one != own.scalar && one != own.vector) {
        codes.push_back(one);
      }
    }
  }
  return codes[static_cast<std::size_t>(some % codes.size())];
}

// No page says what it does to other types than f32, nor under NZ2ND_EN.
void contest_split(const Row&, std::uint64_t, Draft& draft) {
  draft.shape.channel_split = true;
}
void spoil_split_columns(const Row&, std::uint64_t some, Draft& draft) {
  draft.shape.channel_split = true;
  draft.shape.n_size = 8 * (1 + some % 3) + 1 + some / 3 % 7;
}
void spoil_n_size(const Row& row, std::uint64_t some, Draft& draft) {
  const std::uint64_t odd = is_b4(row) ? 0 : some % 2;
  draft.shape = contiguous_matrix(row, spec::kMaxNSize + 1 + odd, 1);
  draft.shape.src_stride = 0;
}
// One row of so many columns, which are those of 16 over and over. With one row any stride will do:
// a small one keeps the same columns in NZ small too.
void make_wide(const Row& row, std::uint64_t columns, Draft& draft) {
  draft.shape = contiguous_nd(row, columns, 1, 1);
  draft.shape.dst_stride = 2;
  draft.shape.src_stride = 0;
}
void spoil_nd_columns(const Row& row, std::uint64_t, Draft& draft) {
  make_wide(row, spec::kMaxSizeOfNd + (is_b4(row) ? 64 : 1), draft);
}
// Beyond the limit of one reading of fixpipe.nd-limit.
void contest_nd_columns(const Row& row, std::uint64_t some, Draft& draft) {
  make_wide(row, spec::kMaxNSize + 1 + 64 * (some % 65), draft);
}
void contest_nd_rows(const Row& row, std::uint64_t, Draft& draft) {
  draft.shape = contiguous_nd(row, 1, spec::kMaxSizeOfNd + 1, 1);
}
void spoil_columns_b4(const Row&, std::uint64_t some, Draft& draft) {
  constexpr std::array<std::uint64_t, 5> kColumns = {32, 65, 1, 63, 16};
  draft.shape.n_size = kColumns[some % kColumns.size()];
}

// clang-format off
constexpr std::array<Fault, 20> kFaults = {{
    {kBytes, false, kNothing, all, [](const Row&, std::uint64_t some, Draft& d) { d.sid = static_cast<std::uint8_t>(1 + some % 255); }},
    {kBytes, false, kNothing, all, [](const Row&, std::uint64_t some, Draft& d) { d.unit_flag_mode = static_cast<std::uint8_t>(1 + some % 255); }},
    {kOnly, false, kStrides, all, [](const Row&, std::uint64_t, Draft& d) { d.shape.dst_stride = 0; }},
    {kMultiples, false, kStrides, all, [](const Row&, std::uint64_t some, Draft& d) { d.shape.src_stride += 1 + some % 15; }},
    {kReluCodes, false, kRelu, all, [](const Row&, std::uint64_t some, Draft& d) { d.relu_pre = static_cast<std::uint8_t>(4 + some % 252); }},
    {kCodes, false, kNothing, all, [](const Row& row, std::uint64_t some, Draft& d) { d.quant_pre = other_code(row, some); }},
    {kOffsets, false, kNothing, all, [](const Row&, std::uint64_t some, Draft& d) { d.src_off = 1 + some % 63; }},
    {kOffsets, false, kNothing, is_to_l1, [](const Row&, std::uint64_t some, Draft& d) { d.dst_off = 1 + some % 31; }},
    {kOnly, false, kSplitAndStrides, may_not_split, contest_split},
    {kFive, false, kSplitAndStrides, may_split, spoil_split_columns},
    {kOnly, true, kSplitAndStrides, may_split, contest_split},
    {kTwo, false, kStrides, all, spoil_n_size},
    {kFive, false, kNothing, is_b4, spoil_columns_b4},
    {kOnly, true, kNothing, all, [](const Row&, std::uint64_t, Draft& d) { d.shape.src_nd_stride = 0; }},
    {kNdStrides, true, kNothing, all, [](const Row&, std::uint64_t some, Draft& d) { d.shape.src_nd_stride = 513 + some % 60000; }},
    {kOnly, true, kStrides, is_b4, [](const Row&, std::uint64_t, Draft& d) { d.shape.dst_stride += 1; }},
    {kFive, true, kStrides, is_b4, [](const Row&, std::uint64_t some, Draft& d) { d.shape.dst_nd_stride += 1 + 2 * (some % 3); }},
    {kOnly, true, kStrides, all, spoil_nd_columns},
    {kTwo, true, kStrides, all, contest_nd_columns},
    {kOnly, true, kNothing, takes_one_column, contest_nd_rows},
}};
// clang-format on

std::vector<const Fault*> faults_of(const Row& row, spec::FeatureSet allowed) {
  std::vector<const Fault*> faults;
  for (const Fault& fault : kFaults) {
    const bool nd = !fault.nd || allowed.has(Feature::kNd);
    if (nd && allowed.includes(fault.needs) && fault.concerns(row)) {
      faults.push_back(&fault);
    }
  }
  return faults;
}

MatrixShape legal_shape(ChoiceSource& choices, const Row& row, bool nd) {
  constexpr std::array<std::uint64_t, 4> kColumns = {16, 48, 32, 64};
  constexpr std::array<std::uint64_t, 4> kRows = {16, 1, 17, 5};
  const std::uint64_t drawn = choices.pick(kColumns);
  const std::uint64_t n = is_b4(row) ? 64 : drawn;
  const std::uint64_t m = choices.pick(kRows);
  return nd ? contiguous_nd(row, n, m, 1) : contiguous_matrix(row, n, m);
}

// The bytes that the destination takes in either layout.
std::uint64_t in_any_layout(const Row& row, const MatrixShape& shape) {
  MatrixShape nz = shape;
  nz.nz2nd = false;
  MatrixShape split = nz;
  nz.channel_split = false;
  // Blocks of 8 channels, whatever their width.
  const std::uint64_t split_bytes = (shape.columns() / 8 * nz.dst_stride + shape.rows()) * 32;
  return std::max({destination_bytes(row, shape), destination_bytes(row, nz),
                   destination_bytes(row, split), shape.channel_split ? split_bytes : 0});
}

// Makes room for both vectors where FPC points, whatever part of them is read.
void make_room_for_vectors(std::uint64_t columns, Room& room) {
  const std::uint64_t end = std::max(room.offsets[2], room.offsets[3]) +
                            (columns + 2 * spec::kC0) * spec::kQuantWordBytes;
  for (spec::CaseMemory& memory : room.memories) {
    if (memory.id == spec::MemoryId::kFixpipe) {
      memory.size = std::max(memory.size, (end + 63) / 64 * 64);
    }
  }
}

}  // namespace

std::vector<Draws> matrix_illegal_draws(const Row& row, spec::FeatureSet allowed) {
  std::vector<Draws> draws;
  const std::vector<const Fault*> faults = faults_of(row, allowed);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (const std::uint64_t some : faults[i]->listed) {
      draws.push_back({i, some});
    }
  }
  return draws;
}

spec::Case matrix_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                    const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const Row& row = cell.conversion();
  const Fault& fault = *choices.pick(faults_of(row, allowed));
  const std::uint64_t some = choices.below(std::uint64_t{1} << 20);
  Draft draft;
  draft.shape = legal_shape(choices, row, fault.nd);
  fault.spoil(row, some, draft);
  MatrixCall call = draw_matrix_call(choices, cell, allowed, draft.shape);
  call.words.unread = 0;
  std::vector<Piece> pieces = matrix_pieces(call);
  pieces[0].bytes = in_any_layout(row, draft.shape) + 64;
  pieces[1].bytes += 64;
  Room room = draw_room(choices, call.row().products, pieces);
  make_room_for_vectors(draft.shape.columns(), room);
  spec::Case test_case = assembled_matrix_case(choices, call, room);
  auto& copy = std::get<spec::CopyMatrix>(test_case.steps.back());
  copy.sid = draft.sid;
  copy.unit_flag_mode = draft.unit_flag_mode;
  copy.relu_pre = draft.relu_pre != 0 ? draft.relu_pre : copy.relu_pre;
  copy.quant_pre = draft.quant_pre != 0 ? draft.quant_pre : copy.quant_pre;
  copy.dst.offset += draft.dst_off;
  copy.src.offset += draft.src_off;
  return test_case;
}

}  // namespace vconform::generators
