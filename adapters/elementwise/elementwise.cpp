#include "adapters/elementwise/elementwise.h"

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/elementwise/cast_deq_call.h"
#include "adapters/elementwise/copy_operands.h"
#include "adapters/elementwise/data_copy_walk.h"
#include "adapters/elementwise/fixpipe_walk.h"

namespace vconform::adapters {

namespace {

// Steps for execute(), after writes of all registers.
using Executed = std::vector<vconform_step>;
using Part = std::variant<ElementwiseWalk, FixpipeWalk, DataCopyWalk, Executed>;

vconform_step write_of(std::uint32_t id, std::uint64_t value, std::uint64_t second = 0) {
  vconform_step step{};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_SET_REGISTER;
  step.as.set_register = {id, 0, {value, second}};
  return step;
}

Executed writes_of(const spec::Registers& registers) {
  Executed steps = {write_of(VCONFORM_REGISTER_MASK, registers.mask.mask0, registers.mask.mask1),
                    write_of(VCONFORM_REGISTER_CTRL, registers.ctrl),
                    write_of(VCONFORM_REGISTER_DEQSCALE, registers.deq_scale,
                             registers.deq_scale_is_tensor ? 1 : 0)};
  for (const spec::FixpipeRegisterName& one : spec::kFixpipeRegisters) {
    steps.push_back(write_of(static_cast<std::uint32_t>(one.id), registers.of(one.id)));
  }
  return steps;
}

// The arguments of a DEQ are those of a vconv.
vconform_vconv arguments_of(const vconform_deq& deq) {
  return {
      0,       deq.destination_type, VCONFORM_ROUND_NULL, deq.repeat,          deq.dst,
      deq.src, deq.dstBlockStride,   deq.srcBlockStride,  deq.dstRepeatStride, deq.srcRepeatStride};
}

// The parts of a program, or the reason why it does not run: every step of a walk is checked before
// the first one runs, so that a program that it rejects writes nothing.
class Program {
 public:
  Program(const vconform_adapter& table, const Capabilities& claimed,
          const vconform_memories& memories)
      : table_(table), claimed_(claimed), memories_(memories) {}

  void add(const vconform_step& step) {
    if (step.kind == VCONFORM_STEP_SET_REGISTER) {
      set(step.as.set_register);
      if (is_executing()) {
        std::get<Executed>(parts_.back()).push_back(step);
      }
      return;
    }
    const std::optional<spec::Cell> cell = cell_of_step(step);
    if (table_.execute != nullptr && (!cell || form_of(claimed_, *cell) == Form::kExecute)) {
      add_executed(step);
    } else if (!cell && step.kind == VCONFORM_STEP_VCONV) {
      refuse(VCONFORM_UNSUPPORTED, "no vconv with types " +
                                       std::to_string(step.as.vconv.source_type) + " to " +
                                       std::to_string(step.as.vconv.destination_type) +
                                       " and rounding " + std::to_string(step.as.vconv.rounding));
    } else if (!cell || !has_function_for(*cell)) {
      refuse(VCONFORM_UNSUPPORTED,
             "no steps of kind " + std::to_string(step.kind) +
                 ": convert() serves vconv, element() dequantisations and copies that compute");
    } else {
      add_walked(step, *cell);
    }
  }

  std::uint32_t status() const { return status_; }
  const std::string& message() const { return message_; }
  std::vector<Part>& parts() { return parts_; }
  // No instruction is walked, so that the library may have the program as it is: register writes
  // in other places would hide what it keeps of an earlier one.
  bool is_executed() const { return parts_.size() == 1 && is_executing(); }

 private:
  bool has_function_for(const spec::Cell& cell) const {
    const spec::Conversion& row = cell.conversion();
    return row.family == spec::Family::kVconv ? table_.convert != nullptr
                                              : table_.element != nullptr && !row.is_plain_path();
  }

  bool is_executing() const {
    return !parts_.empty() && std::holds_alternative<Executed>(parts_.back());
  }

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

  void add_executed(const vconform_step& step) {
    if (!is_executing()) {
      parts_.emplace_back(writes_of(registers_));
    }
    std::get<Executed>(parts_.back()).push_back(step);
    if (step.kind == VCONFORM_STEP_CAST_DEQ) {
      registers_ = registers_after(step.as.cast_deq, registers_);
    }
  }

  void add_walked(const vconform_step& step, const spec::Cell& cell) {
    switch (step.kind) {
      case VCONFORM_STEP_VCONV:
        return add_vector(cell, cell, step.as.vconv, registers_);
      case VCONFORM_STEP_DEQ:
        return add_vector(cell, cell, arguments_of(step.as.deq), registers_);
      case VCONFORM_STEP_CAST_DEQ:
        return add_cast_deq(cell, step.as.cast_deq);
      case VCONFORM_STEP_COPY_MATRIX:
        return add_copy(FixpipeWalk(cell, step.as.copy_matrix, registers_));
      default:
        return add_copy(DataCopyWalk(cell, step.as.data_copy, registers_.ctrl));
    }
  }

  void add_vector(const spec::Cell& named, const spec::Cell& cell, const vconform_vconv& arguments,
                  const spec::Registers& registers) {
    const ElementwiseWalk walk(named, cell, arguments, registers);
    const std::uint64_t ub_size = bytes_of_memory(memories_, spec::MemoryId::kUb).size();
    if (const auto problem = elementwise_problem(walk, ub_size)) {
      return reject(named, *problem);
    }
    parts_.emplace_back(walk);
  }

  void add_cast_deq(const spec::Cell& cell, const vconform_cast_deq& call) {
    const spec::Conversion& row = cell.conversion();
    if (const auto problem = cast_deq_call_problem(call, row, registers_)) {
      return reject(cell, *problem);
    }
    add_vector(cell, instruction_in(call, row), arguments_in(call, row),
               registers_in(call, registers_));
    registers_ = registers_after(call, registers_);
  }

  template <typename Walk>
  void add_copy(const Walk& walk) {
    if (const auto problem = walk.problem(memories_)) {
      return reject(walk.cell(), *problem);
    }
    parts_.emplace_back(walk);
  }

  // Names are made only for messages: making one takes longer than planning.
  void reject(const spec::Cell& named, const std::string& problem) {
    refuse(VCONFORM_REJECTED, spec::instruction_name(named) + ": " + problem);
  }

  void refuse(std::uint32_t status, const std::string& message) {
    status_ = status;
    message_ = message;
  }

  const vconform_adapter& table_;
  const Capabilities& claimed_;
  const vconform_memories& memories_;
  // All zero, as at the start of a program.
  spec::Registers registers_;
  std::vector<Part> parts_;
  std::uint32_t status_ = VCONFORM_OK;
  std::string message_;
};

// Runs a part; returns its status.
class PartRunner {
 public:
  PartRunner(const Served& library, vconform_memories& memories, std::string& message)
      : library_(library), memories_(memories), message_(message) {}

  std::uint32_t operator()(const ElementwiseWalk& walk) const {
    return run_vector(library_, walk, bytes_of_memory(memories_, spec::MemoryId::kUb));
  }
  std::uint32_t operator()(const FixpipeWalk& walk) const {
    return walk.run(library_.table, library_.context, memories_);
  }
  std::uint32_t operator()(const DataCopyWalk& walk) const {
    if (const auto problem = walk.vector_problem(memories_)) {
      message_ = spec::instruction_name(walk.cell()) + ": " + *problem;
      return VCONFORM_REJECTED;
    }
    return walk.run(library_.table, library_.context, memories_);
  }
  std::uint32_t operator()(const Executed& steps) const {
    return library_.table.execute(library_.context, steps.data(), steps.size(), &memories_);
  }

 private:
  const Served& library_;
  vconform_memories& memories_;
  std::string& message_;
};

}  // namespace

std::uint32_t execute_elementwise(const Served& library, const Capabilities& claimed,
                                  std::span<const vconform_step> steps, vconform_memories& memories,
                                  std::string& message) {
  Program program(library.table, claimed, memories);
  for (const vconform_step& step : steps) {
    program.add(step);
    if (program.status() != VCONFORM_OK) {
      message = program.message();
      return program.status();
    }
  }
  if (program.is_executed()) {
    return library.table.execute(library.context, steps.data(), steps.size(), &memories);
  }
  const PartRunner run(library, memories, message);
  for (const Part& part : program.parts()) {
    if (const std::uint32_t status = std::visit(run, part); status != VCONFORM_OK) {
      return status;
    }
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters
