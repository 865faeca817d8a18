#include "adapters/golden/program.h"

#include <utility>

#include "adapters/abi_cell.h"
#include "adapters/golden/cast_deq.h"
#include "adapters/golden/convert.h"
#include "adapters/golden/dequantise.h"

namespace vconform::adapters::golden {

namespace {

// The arguments of a DEQ are those of a vconv.
vconform_vconv walked(const vconform_deq& deq) {
  return {
      0,       deq.destination_type, VCONFORM_ROUND_NULL, deq.repeat,          deq.dst,
      deq.src, deq.dstBlockStride,   deq.srcBlockStride,  deq.dstRepeatStride, deq.srcRepeatStride};
}

std::string types_text(std::uint32_t source, std::uint32_t destination) {
  return "types " + std::to_string(source) + " to " + std::to_string(destination);
}

class Planner {
 public:
  Planner(const Behaviour& behaviour, std::uint64_t ub_size)
      : behaviour_(behaviour), ub_size_(ub_size) {}

  void add(const vconform_step& step) {
    switch (step.kind) {
      case VCONFORM_STEP_SET_REGISTER:
        return set(step.as.set_register);
      case VCONFORM_STEP_VCONV:
        return add(step.as.vconv);
      case VCONFORM_STEP_DEQ:
        return add(step.as.deq);
      case VCONFORM_STEP_CAST_DEQ:
        return add(step.as.cast_deq);
      default:
        return refuse(VCONFORM_UNSUPPORTED, "no steps of kind " + std::to_string(step.kind));
    }
  }

  void refuse(std::uint32_t status, const std::string& message) {
    planned_.status = status;
    planned_.message = message;
  }

  PlannedProgram& planned() { return planned_; }

 private:
  // The other registers are read by no instruction that is offered here.
  void set(const vconform_set_register& write) {
    if (write.register_id == VCONFORM_REGISTER_MASK) {
      registers_.mask = {write.value[1], write.value[0]};
    } else if (write.register_id == VCONFORM_REGISTER_CTRL) {
      registers_.ctrl = write.value[0];
    } else if (write.register_id == VCONFORM_REGISTER_DEQSCALE) {
      registers_.deq_scale = write.value[0];
      registers_.deq_scale_is_tensor = write.value[1] != 0;
    }
  }

  bool supports(const std::optional<spec::Cell>& cell) const {
    return cell && (behaviour_.supports == nullptr || behaviour_.supports(*cell));
  }

  void add(const vconform_vconv& vconv) {
    const auto cell = cell_of(vconv.source_type, vconv.destination_type, vconv.rounding);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED,
                    "no vconv with " + types_text(vconv.source_type, vconv.destination_type) +
                        " and rounding " + std::to_string(vconv.rounding));
    }
    plan(*cell, spec::instruction_name(*cell), vconv);
  }

  void add(const vconform_deq& deq) {
    const auto cell = deq_cell_of(deq.form, deq.destination_type);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED, "no deq of form " + std::to_string(deq.form) +
                                              " to type " + std::to_string(deq.destination_type));
    }
    plan(*cell, spec::instruction_name(*cell), walked(deq));
  }

  void add(vconform_cast_deq call) {
    const auto cell = cast_deq_cell_of(call.source_type, call.destination_type);
    if (!supports(cell) || call.form > VCONFORM_CAST_DEQ_BITWISE) {
      return refuse(VCONFORM_UNSUPPORTED, "no cast_deq of form " + std::to_string(call.form) +
                                              " with " +
                                              types_text(call.source_type, call.destination_type));
    }
    if (behaviour_.cast_deq != nullptr) {
      behaviour_.cast_deq(call);
    }
    const std::string name = spec::instruction_name(*cell);
    if (const auto problem = cast_deq_problem(call, cell->conversion(), registers_)) {
      return refuse(VCONFORM_REJECTED, name + ": " + *problem);
    }
    const std::uint64_t ctrl = registers_.ctrl;
    set_mask_of(call, registers_);
    const vconform_deq deq = instruction_of(call, cell->conversion());
    plan(deq_cell_of(deq.form, deq.destination_type).value(), name, walked(deq));
    registers_.ctrl = ctrl;
  }

  void plan(const spec::Cell& cell, const std::string& name, const vconform_vconv& arguments) {
    if (arguments.dst.memory != VCONFORM_UB || arguments.src.memory != VCONFORM_UB) {
      return refuse(VCONFORM_REJECTED, name + ": an operand is not in UB");
    }
    const VectorWalk walk = vector_walk(behaviour_, cell, arguments, registers_);
    if (const auto problem = walk_problem(walk, ub_size_)) {
      return refuse(VCONFORM_REJECTED, name + ": " + *problem);
    }
    planned_.walks.push_back(walk);
  }

  const Behaviour& behaviour_;
  std::uint64_t ub_size_;
  spec::Registers registers_;
  PlannedProgram planned_;
};

void convert_lanes(const Behaviour& behaviour, const VectorWalk& walk, const LaneGroup& group,
                   std::span<std::uint64_t> results) {
  const ElementConversion element = element_conversion(behaviour, walk.cell, walk.registers.ctrl);
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = convert(behaviour, element, group.patterns[i]);
  }
  if (behaviour.result == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = behaviour.result(walk.cell, walk.registers.ctrl, group.patterns[i], results[i]);
  }
}

}  // namespace

std::span<std::uint8_t> ub_of(const vconform_memories& memories) {
  const vconform_memory& ub = memories.memory[VCONFORM_UB];
  return ub.data == nullptr ? std::span<std::uint8_t>() : std::span(ub.data, ub.size);
}

PlannedProgram plan_program(const Behaviour& behaviour, const vconform_step* steps,
                            std::uint64_t step_count, const vconform_memories& memories) {
  Planner planner(behaviour, ub_of(memories).size());
  // A suite built against a later header may send longer steps; the first fields are the same.
  const auto* step = reinterpret_cast<const unsigned char*>(steps);
  for (std::uint64_t i = 0; i < step_count && planner.planned().status == VCONFORM_OK; ++i) {
    const auto& current = *reinterpret_cast<const vconform_step*>(step);
    if (current.struct_size < sizeof(vconform_step)) {
      planner.refuse(VCONFORM_ERROR, "step of " + std::to_string(current.struct_size) +
                                         " bytes, expected " +
                                         std::to_string(sizeof(vconform_step)) + " or more");
      break;
    }
    planner.add(current);
    step += current.struct_size;
  }
  return std::move(planner.planned());
}

std::uint32_t execute(const Behaviour& behaviour, const vconform_step* steps,
                      std::uint64_t step_count, const vconform_memories& memories,
                      std::string& message) {
  const PlannedProgram program = plan_program(behaviour, steps, step_count, memories);
  if (program.status != VCONFORM_OK) {
    message = program.message;
    return program.status;
  }
  for (const VectorWalk& walk : program.walks) {
    const bool is_deq = walk.cell.conversion().family == spec::Family::kDeq;
    const auto convert_group = [&](const LaneGroup& group, std::span<std::uint64_t> results) {
      (is_deq ? dequantise : convert_lanes)(behaviour, walk, group, results);
      return std::uint32_t{VCONFORM_OK};
    };
    run_walk(behaviour, walk, ub_of(memories), convert_group);
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters::golden
