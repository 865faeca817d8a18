// A part of a program that runs one instruction under registers that change.
#pragma once

#include <algorithm>
#include <variant>
#include <vector>

#include "generators/programs/state/shifted.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// A drawn case of one instruction as a part of the program.
struct Part {
  spec::FeatureSet allowed;
  std::vector<spec::Step> writes;
  spec::Step instruction;
  // Where its memories begin in those of the program, and their sizes.
  PerMemory base = {};
  PerMemory size = {};

  const spec::Conversion& row() const { return spec::cell_of(instruction)->conversion(); }
  // CTRL and MASK are written in every case of an instruction that reads them.
  bool has_ctrl_bit(int bit) const {
    return std::ranges::any_of(writes, [&](const spec::Step& step) {
      const auto* set = std::get_if<spec::SetCtrl>(&step);
      return set != nullptr && spec::ctrl_bit(set->value, bit);
    });
  }
  bool in_counter_mode() const { return has_ctrl_bit(spec::kCtrlCounterMode); }
};

bool is_mask_or_ctrl(const spec::Step& write);
bool write_one_register(const spec::Step& a, const spec::Step& b);

// For a copy_matrix: the mode of its ReLU, and whether it takes quant words or alphas by column.
bool is_leaky(const Part& part);
bool reads_vector(const Part& part);

// Whether a call sets MASK, and perhaps CTRL[56], by itself.
bool sets_mask(const spec::Step& instruction);
// Copies read neither MASK nor, except for CTRL[48] of FIXPIPE, CTRL.
bool reads(const Part& part, const spec::Step& write);
// Whether the instruction has a meaning while the register is zero. In counter mode its other
// arguments are garbage; a call needs a mask with an element; at address 0 there is no vector; and
// nd_para has at least one nd block.
bool may_be_zero(const spec::Step& write, const Part& part);
// Whether `part` may run under whatever MASK and CTRL the other one needs.
bool runs_under_registers_of(const Part& other, const Part& part);
// Whether every mask is legal for the part, as another one may leave it.
bool suits_any_mask(const Part& part);

// Whether one or the other case of a program is such that a certain register, or a bit of one,
// matters. A few draws look for it.
using Focus = bool (*)(const Part&, bool is_first);
bool anything(const Part& part, bool is_first);
std::vector<Focus> foci_of(const spec::Conversion& row);

}  // namespace vconform::generators
