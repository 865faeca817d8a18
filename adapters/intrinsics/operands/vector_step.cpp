#include "adapters/intrinsics/operands/vector_step.h"

#include "adapters/abi/cell.h"
#include "adapters/golden/cast_deq/cast_deq.h"

namespace vconform::adapters::intrinsics {

namespace {

// The arguments of a DEQ are those of a vconv.
vconform_vconv as_vconv(const vconform_deq& deq) {
  vconform_vconv vconv{};
  vconv.repeat = deq.repeat;
  vconv.dst = deq.dst;
  vconv.src = deq.src;
  vconv.dstBlockStride = deq.dstBlockStride;
  vconv.srcBlockStride = deq.srcBlockStride;
  vconv.dstRepeatStride = deq.dstRepeatStride;
  vconv.srcRepeatStride = deq.srcRepeatStride;
  return vconv;
}

}  // namespace

std::optional<golden::VectorWalk> walk_of(const golden::Behaviour& behaviour,
                                          const spec::Cell& cell, const vconform_step& step,
                                          spec::Registers registers) {
  if (step.kind == VCONFORM_STEP_VCONV) {
    return golden::vector_walk(behaviour, cell, step.as.vconv, registers);
  }
  if (step.kind == VCONFORM_STEP_DEQ) {
    return golden::vector_walk(behaviour, cell, as_vconv(step.as.deq), registers);
  }
  if (step.kind != VCONFORM_STEP_CAST_DEQ) {
    return std::nullopt;
  }
  const vconform_cast_deq& call = step.as.cast_deq;
  golden::set_mask_of(behaviour, call, registers);
  const vconform_deq deq = golden::instruction_of(call, cell.conversion());
  const auto lowered = deq_cell_of(deq.form, deq.destination_type);
  return golden::vector_walk(behaviour, lowered.value(), as_vconv(deq), registers);
}

}  // namespace vconform::adapters::intrinsics
