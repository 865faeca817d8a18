#include "adapters/intrinsics/core.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/abi/operand_addresses.h"
#include "adapters/abi/steps.h"
#include "adapters/golden/cast_deq/cast_deq.h"
#include "adapters/intrinsics/hazards.h"
#include "adapters/intrinsics/header/control.h"
#include "adapters/intrinsics/needs.h"
#include "adapters/intrinsics/operands/spans.h"
#include "adapters/intrinsics/operands/vector_step.h"
#include "adapters/intrinsics/records/recording.h"
#include "adapters/intrinsics/records/tracing.h"
#include "adapters/intrinsics/settings.h"
#include "adapters/load/open_backend.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/profiles/choices.h"

namespace vconform::adapters::intrinsics {

namespace {

// Bits of a stride that count under every reading of walk.stride-width.
constexpr int kCommonStrideBits = 12;

golden::Behaviour readings_of(std::string_view name, const InProcessBackend& backend) {
  constexpr std::string_view kPinned = "golden:";
  golden::Behaviour readings = golden::golden_behaviour();
  if (name.starts_with(kPinned) && name.find('=') != std::string_view::npos) {
    readings.pin(spec::choice_named(name.substr(kPinned.size())));
  } else if (backend.stride_bits() > kCommonStrideBits) {
    readings.pin(spec::choice("walk.stride-width", "16"));
  }
  return readings;
}

// dst, src, and the vectors of a DataCopy that has some; their spans are not known yet.
std::vector<Operand> operands_of(vconform_step& step, const spec::Cell& cell) {
  const OperandAddresses at = operand_addresses(step);
  std::vector<Operand> operands = {
      {static_cast<spec::MemoryId>(at.dst->memory), &at.dst->offset, 0, true},
      {static_cast<spec::MemoryId>(at.src->memory), &at.src->offset, 0, false}};
  if (is_vector(cell.conversion().deq_scale)) {
    operands.push_back({spec::MemoryId::kUb, &step.as.data_copy.deqTensorAddr, 0, false});
  }
  return operands;
}

bool is_on_chip(const Memories& memories, const Operand& operand) {
  return operand.memory != spec::MemoryId::kGm &&
         memories.offset_of(operand.memory, *operand.address).has_value();
}

// The operands as addresses of this process.
vconform_step resolved(const Memories& memories, vconform_step step, const spec::Cell& cell) {
  for (const Operand& operand : operands_of(step, cell)) {
    if (const auto offset = memories.offset_of(operand.memory, *operand.address)) {
      *operand.address = reinterpret_cast<std::uint64_t>(memories.at(operand.memory, 0)) + *offset;
    }
  }
  return step;
}

// With one nd block, strides between nd blocks have no effect, in range or not.
struct IdleStrides {
  std::uint64_t neutral;
  // Empty if they are in range.
  std::string problem;
};

IdleStrides idle_strides(const vconform_step& step, std::uint64_t nd_para) {
  IdleStrides idle{nd_para, ""};
  if (step.kind != VCONFORM_STEP_COPY_MATRIX || step.as.copy_matrix.NZ2ND_EN == 0 ||
      spec::kNdCount.of(nd_para) != 1) {
    return idle;
  }
  const std::uint64_t src = spec::kNdSrcStride.of(nd_para);
  if (src == 0 || src > spec::kMaxSrcNdStride) {
    idle.neutral = spec::kNdSrcStride.put(idle.neutral, 1);
    idle.problem = "src_nd_stride is " + std::to_string(src) + ", outside 1..512";
  }
  return idle;
}

// The registers as steps, in front of the instruction.
std::vector<vconform_step> program_of(const spec::Registers& registers,
                                      const vconform_step& instruction) {
  std::vector<vconform_step> steps = {
      abi_step(spec::SetMask{registers.mask}), abi_step(spec::SetCtrl{registers.ctrl}),
      abi_step(spec::SetDeqScale{registers.deq_scale, registers.deq_scale_is_tensor})};
  for (const spec::FixpipeRegisterName& each : spec::kFixpipeRegisters) {
    steps.push_back(abi_step(spec::SetFixpipe{each.id, registers.of(each.id)}));
  }
  steps.push_back(instruction);
  return steps;
}

}  // namespace

spec::Registers entry_registers() {
  spec::Registers registers;
  registers.mask = spec::kAllLanes;
  registers.ctrl = entry_ctrl();
  return registers;
}

Core::Core(std::string_view backend)
    : backend_(open_backend(backend)), readings_(readings_of(backend, *backend_)) {}

void Core::use(std::string_view backend) {
  std::unique_ptr<InProcessBackend> opened = open_backend(backend);
  readings_ = readings_of(backend, *opened);
  backend_ = std::move(opened);
}

// Most backends have all features and honour wide strides, and then the call need not be looked at.
std::optional<std::string> Core::lacked(const spec::Cell& cell,
                                        const vconform_step& instruction) const {
  const auto claimed = backend_->claims(cell);
  if (!claimed) {
    return spec::instruction_name(cell);
  }
  const bool honours_wide_strides = backend_->stride_bits() >= kCommonStrideBits;
  if (*claimed == spec::kAllFeatures && honours_wide_strides) {
    return std::nullopt;
  }
  const spec::FeatureSet needed = features_needed(readings_, cell, instruction, registers_);
  for (const std::string_view name : spec::names_of(needed)) {
    if (!claimed->has(spec::feature_named(name).value())) {
      return std::string(name) + " in " + spec::instruction_name(cell);
    }
  }
  const int bits = stride_bits_needed(readings_, cell, instruction, registers_);
  if (!honours_wide_strides && bits > backend_->stride_bits()) {
    return "strides of " + std::to_string(bits) + " bits in " + spec::instruction_name(cell);
  }
  return std::nullopt;
}

std::optional<std::string> Core::undefined(const spec::Cell& cell,
                                           const vconform_step& instruction) const {
  constexpr const char* kInACopy = "operands overlap within the copy, and no order is promised";
  if (instruction.kind == VCONFORM_STEP_COPY_MATRIX) {
    const bool overlap = has_hazard(
        golden::copy_matrix_walk(readings_, cell, instruction.as.copy_matrix, registers_));
    return overlap ? std::optional(kInACopy) : std::nullopt;
  }
  if (instruction.kind == VCONFORM_STEP_DATA_COPY) {
    const bool overlap =
        has_hazard(golden::data_copy_walk(readings_, cell, instruction.as.data_copy));
    return overlap ? std::optional(kInACopy) : std::nullopt;
  }
  if (backend_->overlap_order()) {
    return std::nullopt;
  }
  const auto walk = walk_of(readings_, cell, instruction, registers_);
  return walk && has_hazard(*walk) ? std::optional("operands overlap, and " + backend_->name() +
                                                   " declares no order for that")
                                   : std::nullopt;
}

Result Core::execute(vconform_step instruction) {
  instruction.struct_size = sizeof(vconform_step);
  const auto cell = cell_of_step(instruction);
  if (!cell) {
    return {VCONFORM_UNSUPPORTED, "the pages have no row with these types and places"};
  }
  std::uint64_t& nd_para = registers_.fixpipe[spec::index_of(spec::FixpipeRegister::kNdPara)];
  const IdleStrides idle = idle_strides(instruction, nd_para);
  if (tracing().is_on()) {
    // A stride without effect keeps nobody from knowing what the instruction touches.
    spec::Registers with_effect = registers_;
    with_effect.fixpipe[spec::index_of(spec::FixpipeRegister::kNdPara)] = idle.neutral;
    tracing().executes(resolved(memories_, instruction, *cell), with_effect);
  }
  if (auto lacking = lacked(*cell, instruction)) {
    return {VCONFORM_UNSUPPORTED, backend_->name() + " has no " + *lacking};
  }
  if (!idle.problem.empty() && is_strict()) {
    return {VCONFORM_REJECTED, idle.problem};
  }
  const std::uint64_t nd_para_before = std::exchange(nd_para, idle.neutral);
  const vconform_step as_called = instruction;
  Result result = run(*cell, instruction);
  result.instruction = as_called;
  nd_para = nd_para_before;
  if (!idle.problem.empty() && result.status == VCONFORM_OK) {
    return {VCONFORM_CALL_BAD_ARGUMENT, idle.problem + ", without effect: there is one nd block",
            as_called};
  }
  if (result.status == VCONFORM_OK || result.status == VCONFORM_CALL_UNDEFINED) {
    leave_registers(instruction);
  }
  return result;
}

// Spans take longer to find than most calls to execute, and only other places need them.
void Core::measure(const spec::Cell& cell, const vconform_step& instruction,
                   std::vector<Operand>& operands) const {
  if (std::ranges::all_of(operands,
                          [&](const Operand& operand) { return is_on_chip(memories_, operand); })) {
    return;
  }
  const Spans spans = spans_of(readings_, cell, instruction, registers_);
  const std::array bytes = {spans.dst, spans.src, spans.vectors};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    operands[i].bytes = bytes.at(i);
  }
}

Result Core::run(const spec::Cell& cell, vconform_step& instruction) {
  std::vector<Operand> operands = operands_of(instruction, cell);
  measure(cell, instruction, operands);
  // The factors of a VDEQ, which DEQSCALE names by their offset: UB is needed as it is.
  std::uint64_t factors = 0;
  if (const auto walk = walk_of(readings_, cell, instruction, registers_);
      walk && is_vdeq(walk->cell.conversion().deq)) {
    operands.push_back({spec::MemoryId::kUb, &factors, 0, false});
  }
  Placement placement(memories_, operands);
  if (placement.problem()) {
    return {placement.problem()->status, placement.problem()->line};
  }
  const PlacedStep placed{readings_, cell, instruction, registers_};
  Recording* const recorder = recording();
  if (recorder != nullptr) {
    recorder->take(placed, placement.passed());
  }
  Result result;
  result.status =
      backend_->run(program_of(registers_, instruction), placement.passed(), result.message);
  if (result.status == VCONFORM_OK) {
    if (recorder != nullptr) {
      recorder->keep(placed);
    }
    placement.write_back();
    if (auto reason = undefined(cell, instruction)) {
      result = {VCONFORM_CALL_UNDEFINED, *std::move(reason)};
    }
  }
  return result;
}

void Core::leave_registers(const vconform_step& instruction) {
  if (instruction.kind == VCONFORM_STEP_CAST_DEQ) {
    const std::uint64_t ctrl = registers_.ctrl;
    golden::set_mask_of(readings_, instruction.as.cast_deq, registers_);
    golden::leave_registers(readings_, instruction.as.cast_deq, ctrl, registers_);
  }
}

Core& core() {
  static Core& only = *[] {
    const char* chosen = std::getenv("VCONFORM_ON");
    return std::make_unique<Core>(chosen == nullptr ? "golden" : chosen).release();
  }();
  return only;
}

}  // namespace vconform::adapters::intrinsics
