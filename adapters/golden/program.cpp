#include "adapters/golden/program.h"

#include "adapters/abi_cell.h"
#include "adapters/golden/convert.h"

namespace vconform::adapters::golden {

namespace {

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
    }
  }

  void add(const vconform_vconv& vconv) {
    const auto cell = cell_of(vconv.source_type, vconv.destination_type, vconv.rounding);
    if (!cell || (behaviour_.supports != nullptr && !behaviour_.supports(*cell))) {
      return refuse(VCONFORM_UNSUPPORTED, "no vconv with types " +
                                              std::to_string(vconv.source_type) + " to " +
                                              std::to_string(vconv.destination_type) +
                                              " and rounding " + std::to_string(vconv.rounding));
    }
    const std::string name = spec::instruction_name(*cell);
    if (vconv.dst.memory != VCONFORM_UB || vconv.src.memory != VCONFORM_UB) {
      return refuse(VCONFORM_REJECTED, name + ": an operand is not in UB");
    }
    const VectorWalk walk = vector_walk(behaviour_, *cell, vconv, registers_);
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

void convert_lanes(const Behaviour& behaviour, const VectorWalk& walk,
                   const ElementConversion& element, std::span<const std::uint64_t> sources,
                   std::span<std::uint64_t> results) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    results[i] = convert(behaviour, element, sources[i]);
  }
  if (behaviour.result == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    results[i] = behaviour.result(walk.cell, walk.registers.ctrl, sources[i], results[i]);
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
    const ElementConversion element = element_conversion(behaviour, walk.cell, walk.registers.ctrl);
    const auto convert_group = [&](std::span<const std::uint64_t> sources,
                                   std::span<std::uint64_t> results) {
      convert_lanes(behaviour, walk, element, sources, results);
      return std::uint32_t{VCONFORM_OK};
    };
    run_walk(behaviour, walk, ub_of(memories), convert_group);
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters::golden
