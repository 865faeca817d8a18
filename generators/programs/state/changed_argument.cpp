#include "generators/programs/state/changed_argument.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "generators/programs/operands.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using spec::Step;

struct Strides {
  std::uint16_t& block;
  std::uint16_t& repeat;
};

// Those of the source, of an instruction that has them.
std::optional<Strides> source_strides(Step& step) {
  if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
    return Strides{vconv->src_block_stride, vconv->src_repeat_stride};
  }
  auto* cast = std::get_if<spec::CastDeq>(&step);
  if (cast != nullptr && cast->form != spec::CastDeqForm::kCount) {
    return Strides{cast->src_blk_stride, cast->src_rep_stride};
  }
  return std::nullopt;
}

// Each changes one argument of an instruction of the part; false if that has no such argument, or
// nothing would be another one. `drawn` is the same instruction with other arguments.
using Change = bool (*)(const Part& part, const Step& drawn, Step& step);

bool first_block_only(const Part& part, const Step&, Step& step) {
  const auto strides = source_strides(step);
  return strides && part.allowed.has(Feature::kStrides) && std::exchange(strides->block, 0) != 0;
}

bool first_repeat_only(const Part& part, const Step&, Step& step) {
  const auto strides = source_strides(step);
  return strides && part.allowed.has(Feature::kStrides) && std::exchange(strides->repeat, 0) != 0;
}

bool other_half(const Part&, const Step&, Step& step) {
  auto* cast = std::get_if<spec::CastDeq>(&step);
  if (cast == nullptr || cast->cell.conversion().to().bits != 8) {
    return false;
  }
  cast->half_block = !cast->half_block;
  return true;
}

// A size of one of the two kinds of copies.
template <typename Copy>
bool one_less(Step& step, std::uint16_t Copy::* size) {
  auto* copy = std::get_if<Copy>(&step);
  if (copy == nullptr || copy->*size < 2) {
    return false;
  }
  --(copy->*size);
  return true;
}

bool one_row_less(const Part&, const Step&, Step& step) {
  return one_less(step, &spec::CopyMatrix::m_size);
}

bool one_unit_less(const Part&, const Step&, Step& step) {
  return one_less(step, &spec::DataCopy::block_len);
}

bool relu_or_not(const Part& part, const Step&, Step& step) {
  constexpr auto kNone = static_cast<std::uint8_t>(spec::ReluPre::kNone);
  constexpr auto kNormal = static_cast<std::uint8_t>(spec::ReluPre::kNormal);
  if (auto* copy = std::get_if<spec::CopyMatrix>(&step)) {
    copy->relu_pre = copy->relu_pre == kNone ? kNormal : kNone;
    return copy->relu_pre == kNone || part.allowed.has(Feature::kReluNormal);
  }
  auto* copy = std::get_if<spec::DataCopy>(&step);
  const bool is_of_row =
      part.row().path == spec::kCo1ToCo2 && part.row().deq_scale == spec::DeqScale::kNone;
  if (copy == nullptr || is_of_row || !part.allowed.has(Feature::kRelu)) {
    return false;
  }
  copy->is_relu = !copy->is_relu;
  return true;
}

bool other_word(const Part&, const Step& drawn, Step& step) {
  auto* copy = std::get_if<spec::DataCopy>(&step);
  return copy != nullptr &&
         std::exchange(copy->deq_value, std::get<spec::DataCopy>(drawn).deq_value) !=
             copy->deq_value;
}

constexpr std::array<Change, 7> kChanges = {first_block_only, first_repeat_only, other_half,
                                            one_row_less,     relu_or_not,       one_unit_less,
                                            other_word};

// Whether the other one differs in its rounding alone or, of the page of DEQ, in the half of the
// block that it writes.
bool means_the_same(const spec::Cell& other, const Step& step) {
  const auto* vconv = std::get_if<spec::Vconv>(&step);
  if (vconv == nullptr) {
    return false;
  }
  const spec::Conversion& own = vconv->cell.conversion();
  const spec::Conversion& row = other.conversion();
  if (own.family == spec::Family::kVconv) {
    return vconv->cell.row == other.row;
  }
  spec::Vconv as_other = *vconv;
  as_other.cell = other;
  return row.family == own.family && row.source == own.source &&
         row.destination == own.destination &&
         reads_scale_as_address(as_other) == reads_scale_as_address(step);
}

}  // namespace

void run_with_each_change(const Part& part, const Part& drawn, std::span<const ClaimedCell> others,
                          StateProgram& program) {
  program.add(part.writes);
  const auto run_changed = [&](Step changed) {
    Step own = part.instruction;
    spec::Address& results = destination_of(own);
    const std::size_t i = index_of(results.memory);
    if (const auto place = program.reserved(results.memory, part.size[i])) {
      results.offset += *place - part.base[i];
      destination_of(changed) = results;
      program.add(own);
      program.add(changed);
    }
  };
  for (const Change change : kChanges) {
    Step changed = part.instruction;
    if (change(part, drawn.instruction, changed)) {
      run_changed(changed);
    }
  }
  std::vector<spec::Cell> alike;
  for (const ClaimedCell& other : others) {
    if (other.cell != spec::cell_of(part.instruction) && other.features.includes(part.allowed) &&
        means_the_same(other.cell, part.instruction)) {
      alike.push_back(other.cell);
    }
  }
  if (!alike.empty()) {
    spec::Vconv changed = std::get<spec::Vconv>(part.instruction);
    changed.cell = program.choices().pick(alike);
    run_changed(changed);
  }
}

}  // namespace vconform::generators
