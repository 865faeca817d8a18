#include "generators/programs/programs.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "generators/dequantise/call.h"
#include "generators/dequantise/scale_words.h"
#include "generators/number/interesting_values.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/register_choices.h"
#include "generators/vector/vector_place.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

// Room for four repeats of eight blocks, so that a count of one repeat of the row with the most
// elements, 128, fits the row with the fewest, 32.
constexpr std::uint64_t kMostRepeats = 4;
constexpr std::uint64_t kOperandBlocks = kMostRepeats * spec::kBlocksPerRepeat;
constexpr std::uint64_t kOperands = 6;
// The region of two operands, for which a count is drawn.
constexpr Region kBothOperands = {0, 2 * kOperandBlocks};

constexpr std::uint64_t first_block(std::uint64_t operand) {
  return kVectorBlocks + operand * kOperandBlocks;
}

class Program {
 public:
  Program(ChoiceSource& choices, std::vector<spec::Cell> drawn, spec::FeatureSet allowed)
      : choices_(choices),
        drawn_(std::move(drawn)),
        needs_(register_needs(drawn_, allowed, kBothOperands)),
        case_(empty_case(first_block(kOperands) + 1)) {
    // Each operand has room for this many repeats, even if the other one has fewer blocks.
    for (const spec::Cell& cell : drawn_) {
      const auto elements = static_cast<std::uint64_t>(cell.conversion().elements);
      needs_.max_count = std::min(needs_.max_count, kMostRepeats * elements);
    }
  }

  spec::Case made() {
    fill_operands();
    fill_vector();
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
      is_first_ = i == 0;
      add(drawn_[i]);
    }
    return std::move(case_);
  }

 private:
  void fill_operands();
  void fill_vector();
  void add(const spec::Cell& cell);
  void add_instruction(const spec::Cell& cell);
  void add_call(const spec::Cell& cell);
  void set_registers(const spec::Conversion& row);
  void set_scale(const spec::Conversion& row, bool is_vector, bool is_tensor);
  AddressingPlan draw_plan(const spec::Conversion& row);

  bool counter_mode() const { return spec::ctrl_bit(registers_.ctrl, spec::kCtrlCounterMode); }

  ChoiceSource& choices_;
  std::vector<spec::Cell> drawn_;
  RegisterNeeds needs_;
  spec::Case case_;
  spec::Registers registers_;
  bool is_first_ = true;
  // DEQSCALE may be read as the address of the vector. The mask of an API form is drawn for that
  // form only: it is not a count for others, and it may split a pair of s4.
  bool has_scale_ = false;
  bool scale_is_address_ = false;
  bool mask_suits_all_ = true;
  // The count form leaves registers of which the pages say nothing (cast.count-leaves).
  bool registers_are_open_ = false;
  std::uint64_t last_destination_ = 0;
};

// Patterns from all over the range, and a few interesting ones in the first operand.
void Program::fill_operands() {
  constexpr std::uint64_t kStep = 0x9e3779b1;
  const spec::Conversion& row = drawn_.front().conversion();
  const std::uint64_t first = choices_.bits(32);
  const std::uint64_t bytes = kOperands * kOperandBlocks * spec::kBlockBytes;
  const auto place = [&](std::uint64_t operand) {
    return spec::Address{spec::MemoryId::kUb, first_block(operand) * spec::kBlockBytes};
  };
  case_.placements.emplace_back(
      spec::PlacePatterns{place(0), spec::NumberType::kU16, bytes / 2, first, kStep});
  const std::uint64_t planted = choices_.below(8);
  for (std::uint64_t i = 0; i < planted; ++i) {
    const std::uint64_t index = choices_.below(static_cast<std::uint64_t>(row.elements));
    const std::uint64_t pattern = row.family == spec::Family::kVconv
                                      ? interesting_pattern(choices_, row)
                                      : choices_.bits(row.from().bits);
    case_.placements.emplace_back(spec::PlaceElement{place(0), row.source, index, pattern});
  }
}

void Program::fill_vector() {
  const spec::Address at{spec::MemoryId::kUb, 0};
  const spec::Conversion* vector_row = nullptr;
  for (const spec::Cell& cell : drawn_) {
    if (cell.conversion().source == spec::NumberType::kS16 &&
        cell.conversion().family != spec::Family::kVconv) {
      vector_row = &cell.conversion();
    }
  }
  if (vector_row == nullptr) {
    return;
  }
  const std::uint64_t word = draw_scale_word(choices_, *vector_row);
  const std::uint64_t other = draw_scale_word(choices_, *vector_row);
  const std::uint64_t which = choices_.below(spec::kVectorFactors);
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    case_.placements.emplace_back(
        spec::PlaceElement{at, spec::NumberType::kS64, i, i == which ? other : word});
  }
}

// A new CTRL needs a new mask: an old mask is not a valid count, and the other way round.
void Program::set_registers(const spec::Conversion& row) {
  enum class New { kNone, kMask, kBoth };
  constexpr std::array<New, 4> kNew = {New::kNone, New::kMask, New::kBoth, New::kNone};
  const New drawn = choices_.pick(kNew);
  const bool both = is_first_ || registers_are_open_ || drawn == New::kBoth;
  registers_are_open_ = false;
  if (both) {
    registers_.ctrl = draw_ctrl(choices_, needs_);
    case_.steps.emplace_back(spec::SetCtrl{registers_.ctrl});
  }
  if (both || drawn == New::kMask || !mask_suits_all_) {
    registers_.mask = draw_mask_register(choices_, needs_, registers_.ctrl, row);
    mask_suits_all_ = true;
    case_.steps.emplace_back(spec::SetMask{registers_.mask});
  }
}

// A word with address bits of UB+0 still serves as a factor or a half.
void Program::set_scale(const spec::Conversion& row, bool is_vector, bool is_tensor) {
  std::uint64_t word = draw_scale_word(choices_, row);
  scale_is_address_ = is_vector || choices_.below(2) != 0;
  if (scale_is_address_) {
    word = spec::kVectorAddress.put(word, 0);
  }
  has_scale_ = true;
  case_.steps.emplace_back(spec::SetDeqScale{is_tensor ? 0 : word, is_tensor});
}

AddressingPlan Program::draw_plan(const spec::Conversion& row) {
  const bool equal_width = row.from().bits == row.to().bits;
  const bool in_place = needs_.allowed.has(Feature::kInPlace);
  const std::uint64_t source_kind = choices_.below(2);
  const std::uint64_t source = choices_.below(kOperands);
  const std::uint64_t destination_kind = choices_.below(4);
  const std::uint64_t ahead = 1 + choices_.below(kOperands - 1);
  const std::uint64_t repeat = choices_.below(kMostRepeats + 1);
  AddressingPlan plan;
  const std::uint64_t src = source_kind == 0 ? last_destination_ : source;
  std::uint64_t dst = (src + ahead) % kOperands;
  if (destination_kind == 1 && last_destination_ != src) {
    dst = last_destination_;
  }
  if (destination_kind == 2 && equal_width && in_place) {
    dst = src;
  }
  plan.src = {first_block(src), contiguous_strides(src_blocks(row))};
  plan.dst = {first_block(dst), contiguous_strides(dst_blocks(row))};
  plan.repeat = needs_.allowed.has(Feature::kRepeat)
                    ? static_cast<std::uint8_t>((repeat + 1) % (kMostRepeats + 1))
                    : std::uint8_t{1};
  plan.repeats = plan.repeat;
  last_destination_ = dst;
  return plan;
}

void Program::add(const spec::Cell& cell) {
  if (cell.conversion().family == spec::Family::kCastDeq) {
    add_call(cell);
  } else {
    add_instruction(cell);
  }
}

void Program::add_instruction(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  set_registers(row);
  if (row.family == spec::Family::kDeq) {
    const bool is_vector = spec::is_vdeq(row.deq);
    const bool anew = choices_.below(3) == 0;
    if (anew || !has_scale_ || (is_vector && !scale_is_address_)) {
      set_scale(row, is_vector, false);
    }
  }
  case_.steps.emplace_back(instruction(cell, draw_plan(row)));
}

void Program::add_call(const spec::Cell& cell) {
  const spec::Conversion& api = cell.conversion();
  const auto blocks = static_cast<std::uint64_t>(api.source_blocks + api.destination_blocks);
  const DeqCall call = draw_deq_call(choices_, cell, needs_.allowed.without(Feature::kStrides),
                                     {0, kMostRepeats * blocks}, Writes::kMaybe);
  registers_ = call.outside;
  case_.steps.emplace_back(spec::SetCtrl{registers_.ctrl});
  case_.steps.emplace_back(spec::SetMask{registers_.mask});
  mask_suits_all_ = !counter_mode() && !needs_.pairs;
  registers_are_open_ = call.api->form == spec::CastDeqForm::kCount;
  const bool is_vector = call.api->is_vec_deq && cell.conversion().source == spec::NumberType::kS16;
  set_scale(call.row(), is_vector, is_vector);
  case_.steps.emplace_back(step_of(call, draw_plan(call.row())));
}

}  // namespace

bool runs_in_programs(const spec::Conversion& row) {
  return spec::is_vconv_step(row) || row.family == spec::Family::kCastDeq;
}

spec::Case program_case(ChoiceSource& choices, std::span<const spec::Cell> cells,
                        spec::FeatureSet allowed) {
  assert(!cells.empty());
  const std::uint64_t count = 2 + choices.below(kMostProgramSteps - 1);
  std::vector<spec::Cell> drawn;
  for (std::uint64_t i = 0; i < count; ++i) {
    drawn.push_back(choices.pick(cells));
  }
  // One count for all rows is several repeats of some.
  const bool counts = allowed.has(Feature::kRepeat);
  return Program(choices, std::move(drawn), counts ? allowed : allowed.without(Feature::kCounter))
      .made();
}

}  // namespace vconform::generators
