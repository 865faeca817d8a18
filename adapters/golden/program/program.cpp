#include "adapters/golden/program/program.h"

#include <algorithm>
#include <array>
#include <utility>

#include "adapters/abi/cell.h"
#include "adapters/golden/cast_deq/cast_deq.h"
#include "adapters/golden/copies/memory.h"
#include "adapters/golden/deq/elements.h"
#include "adapters/golden/deq/packed.h"
#include "adapters/golden/vconv/convert.h"
#include "adapters/golden/vconv/kernel.h"

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
  Planner(const Behaviour& behaviour, const vconform_memories& memories)
      : behaviour_(behaviour), memories_(memories) {}

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
      case VCONFORM_STEP_COPY_MATRIX:
        return add(step.as.copy_matrix);
      case VCONFORM_STEP_DATA_COPY:
        return add(step.as.data_copy);
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
  void set(const vconform_set_register& write) {
    if (write.register_id == VCONFORM_REGISTER_MASK) {
      registers_.mask = {write.value[1], write.value[0]};
    } else if (write.register_id == VCONFORM_REGISTER_CTRL) {
      registers_.ctrl = write.value[0];
    } else if (write.register_id == VCONFORM_REGISTER_DEQSCALE) {
      registers_.deq_scale = write.value[0];
      registers_.deq_scale_is_tensor = write.value[1] != 0;
    } else if (write.register_id >= VCONFORM_REGISTER_ND_PARA &&
               write.register_id <= VCONFORM_REGISTER_FPC) {
      const auto which = static_cast<spec::FixpipeRegister>(write.register_id);
      registers_.fixpipe[spec::index_of(which)] = write.value[0];
    }
  }

  bool supports(const std::optional<spec::Cell>& cell) const {
    return cell && (behaviour_.supports == nullptr || behaviour_.supports(*cell));
  }

  void add(const vconform_vconv& vconv) {
    const auto cell =
        cell_of(spec::Family::kVconv, 0, vconv.source_type, vconv.destination_type, vconv.rounding);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED,
                    "no vconv with " + types_text(vconv.source_type, vconv.destination_type) +
                        " and rounding " + std::to_string(vconv.rounding));
    }
    plan(*cell, *cell, vconv);
  }

  void add(const vconform_deq& deq) {
    const auto cell = deq_cell_of(deq.form, deq.destination_type);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED, "no deq of form " + std::to_string(deq.form) +
                                              " to type " + std::to_string(deq.destination_type));
    }
    plan(*cell, *cell, walked(deq));
  }

  void add(vconform_cast_deq call) {
    const auto cell = cell_of(spec::Family::kCastDeq, 0, call.source_type, call.destination_type);
    if (!supports(cell) || call.form > VCONFORM_CAST_DEQ_BITWISE) {
      return refuse(VCONFORM_UNSUPPORTED, "no cast_deq of form " + std::to_string(call.form) +
                                              " with " +
                                              types_text(call.source_type, call.destination_type));
    }
    behaviour_.cast_deq(call, registers_);
    if (const auto problem = cast_deq_problem(call, cell->conversion(), registers_)) {
      return reject(*cell, *problem);
    }
    const std::uint64_t ctrl = registers_.ctrl;
    set_mask_of(behaviour_, call, registers_);
    const vconform_deq deq = instruction_of(call, cell->conversion());
    plan(deq_cell_of(deq.form, deq.destination_type).value(), *cell, walked(deq));
    leave_registers(behaviour_, call, ctrl, registers_);
  }

  void add(const vconform_copy_matrix& call) {
    const auto cell = cell_of(spec::Family::kCopyMatrix, call.dst.memory, call.source_type,
                              call.destination_type);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED, "no copy_matrix with " +
                                              types_text(call.source_type, call.destination_type) +
                                              " to memory " + std::to_string(call.dst.memory));
    }
    const CopyMatrixWalk walk = copy_matrix_walk(behaviour_, *cell, call, registers_);
    add(*cell, walk, copy_matrix_problem(walk, memories_));
  }

  void add(const vconform_data_copy& call) {
    const auto cell = data_copy_cell_of(call);
    if (!supports(cell)) {
      return refuse(VCONFORM_UNSUPPORTED,
                    "no data_copy with " + types_text(call.source_type, call.destination_type) +
                        ", positions " + std::to_string(call.source_position) + " to " +
                        std::to_string(call.destination_position) + ", deqScale " +
                        std::to_string(call.deqScale));
    }
    const DataCopyWalk walk = data_copy_walk(behaviour_, *cell, call);
    add(*cell, walk, data_copy_problem(walk, memories_));
  }

  void add(const spec::Cell& cell, const Instruction& instruction,
           const std::optional<std::string>& problem) {
    if (problem) {
      return reject(cell, *problem);
    }
    planned_.instructions.push_back(instruction);
  }

  // Instruction names are made only for messages: making one takes longer than planning.
  void reject(const spec::Cell& named, const std::string& problem) {
    refuse(VCONFORM_REJECTED, spec::instruction_name(named) + ": " + problem);
  }

  // `named` is the instruction that the program has.
  void plan(const spec::Cell& cell, const spec::Cell& named, const vconform_vconv& arguments) {
    if (arguments.dst.memory != VCONFORM_UB || arguments.src.memory != VCONFORM_UB) {
      return reject(named, "an operand is not in UB");
    }
    const VectorWalk walk = vector_walk(behaviour_, cell, arguments, registers_);
    if (const auto problem = walk_problem(walk, ub_of(memories_).size())) {
      return reject(named, *problem);
    }
    planned_.instructions.emplace_back(walk);
  }

  const Behaviour& behaviour_;
  const vconform_memories& memories_;
  spec::Registers registers_;
  PlannedProgram planned_;
};

void convert_lanes(const Behaviour& behaviour, const VectorWalk& walk, const LaneGroup& group,
                   std::span<std::uint64_t> results) {
  const ElementConversion element = element_conversion(behaviour, walk.cell, walk.registers.ctrl);
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = convert(behaviour, element, group.patterns[i]);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    behaviour.result(walk.cell, walk.registers.ctrl, group.patterns[i], results[i]);
  }
}

// A copy of all memory, to be restored if a program is rejected after it began to run.
class Snapshot {
 public:
  explicit Snapshot(const vconform_memories& memories) {
    for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
      const auto bytes = memory_of(memories, static_cast<spec::MemoryId>(id));
      bytes_[id].assign(bytes.begin(), bytes.end());
    }
  }

  void restore(const vconform_memories& memories) const {
    for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
      const auto bytes = memory_of(memories, static_cast<spec::MemoryId>(id));
      std::copy(bytes_[id].begin(), bytes_[id].end(), bytes.begin());
    }
  }

 private:
  std::array<std::vector<std::uint8_t>, spec::kMemoryCount> bytes_;
};

// Runs an instruction; returns a reason for rejection that only the memory contents show, or
// nullopt.
class Runner {
 public:
  Runner(const Behaviour& behaviour, const vconform_memories& memories)
      : behaviour_(behaviour), memories_(memories) {}

  std::optional<std::string> operator()(const VectorWalk& walk) const {
    if (runs_packed(walk)) {
      return std::nullopt;
    }
    const bool is_deq = walk.cell.conversion().family == spec::Family::kDeq;
    const auto convert_group = [&](const LaneGroup& group, std::span<std::uint64_t> results) {
      (is_deq ? dequantise : convert_lanes)(behaviour_, walk, group, results);
      return std::uint32_t{VCONFORM_OK};
    };
    run_walk(behaviour_, walk, ub_of(memories_), convert_group);
    return std::nullopt;
  }

  std::optional<std::string> operator()(const CopyMatrixWalk& walk) const {
    run_copy_matrix(behaviour_, walk, memories_);
    return std::nullopt;
  }

  std::optional<std::string> operator()(const DataCopyWalk& walk) const {
    if (auto problem = vector_problem(walk, memories_)) {
      return spec::instruction_name(walk.cell) + ": " + *problem;
    }
    run_data_copy(behaviour_, walk, memories_);
    return std::nullopt;
  }

 private:
  // Runs the walk by a kernel; returns false if there is none.
  bool runs_packed(const VectorWalk& walk) const {
    if (!can_be_packed(behaviour_, walk)) {
      return false;
    }
    if (walk.cell.conversion().family == spec::Family::kDeq) {
      return dequantise_packed(behaviour_, walk, ub_of(memories_));
    }
    const auto kernel = vconv_kernel(behaviour_, walk.cell, walk.registers.ctrl);
    if (kernel) {
      run_packed(walk, ub_of(memories_), packed_converter(*kernel));
    }
    return kernel.has_value();
  }

  const Behaviour& behaviour_;
  const vconform_memories& memories_;
};

// Whether an instruction after the first one may be rejected when it runs.
bool may_be_undone(const PlannedProgram& program) {
  const auto& all = program.instructions;
  return std::any_of(all.begin() + (all.empty() ? 0 : 1), all.end(), [](const Instruction& one) {
    const auto* copy = std::get_if<DataCopyWalk>(&one);
    return copy != nullptr && copy->needs_equal_mcb;
  });
}

}  // namespace

std::span<std::uint8_t> ub_of(const vconform_memories& memories) {
  return memory_of(memories, spec::MemoryId::kUb);
}

PlannedProgram plan_program(const Behaviour& behaviour, const vconform_step* steps,
                            std::uint64_t step_count, const vconform_memories& memories) {
  Planner planner(behaviour, memories);
  // A suite built against a later header may send longer steps; their first fields are the same.
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
  const std::optional<Snapshot> before =
      may_be_undone(program) ? std::optional<Snapshot>(memories) : std::nullopt;
  const Runner run(behaviour, memories);
  for (const Instruction& instruction : program.instructions) {
    if (const auto problem = std::visit(run, instruction)) {
      if (before) {
        before->restore(memories);
      }
      message = *problem;
      return VCONFORM_REJECTED;
    }
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters::golden
