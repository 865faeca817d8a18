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
  // The instruction of the family deq that converts.
  spec::Cell worker;
  // The registers that SetCtrl and SetMask write before the call.
  spec::Registers outside;
  // The registers that the instruction sees: a CastDeq may set both itself.
  spec::Registers inside;
  // The features left for the operands: the count form has no strides.
  spec::FeatureSet allowed;
  // A CastDeq without its operands.
  std::optional<spec::CastDeq> api;

  const spec::Conversion& row() const { return worker.conversion(); }
};

// Whether a call must have something to write, under every meaning that the pages give it.
enum class Writes { kMaybe, kAlways };

// Draws a call with operands that will lie in `region`. Every form of a CastDeq is drawn, the count
// form if kCounter is allowed, masks other than full ones if kMask is. Arguments are within the
// documented ranges: a contiguous mask of 1 to all elements, a bitwise mask with some bit set.
DeqCall draw_deq_call(ChoiceSource& choices, const spec::Cell& cell, spec::FeatureSet allowed,
                      const Region& region, Writes writes);

// The instruction or CastDeq with its operands.
spec::Step step_of(const DeqCall& call, const AddressingPlan& plan);

}  // namespace vconform::generators
