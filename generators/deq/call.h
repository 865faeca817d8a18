// One dequantisation with the registers it runs under: an instruction of the family deq, or one of
// the API forms of the family cast_deq.
#pragma once

#include <optional>

#include "generators/choices/choice_source.h"
#include "generators/vector/addressing.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct DeqCall {
  // The instruction of the family deq that does the work.
  spec::Cell worker;
  // What SetCtrl and SetMask write before it.
  spec::Registers outside;
  // What the instruction meets: a CastDeq may set both itself.
  spec::Registers inside;
  // What is left for the operands: the count form has no strides.
  spec::FeatureSet allowed;
  // A CastDeq without its operands.
  std::optional<spec::CastDeq> api;

  const spec::Conversion& row() const { return worker.conversion(); }
};

// Whether a call must have something to write, by a meaning that the pages give it.
enum class Writes { kMaybe, kAlways };

// Operands are to lie in `region`. Of a CastDeq every form is drawn: by count where kCounter is
// allowed, by other masks than full ones where kMask is. The documented ranges are kept: a
// contiguous mask of 1 to all elements, a bitwise one of some element.
DeqCall draw_deq_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                      const Region& region, Writes writes);

// The instruction itself.
spec::Step step_of(const DeqCall& call, const AddressingPlan& plan);

}  // namespace vconform::generators
