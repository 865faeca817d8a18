#include "adapters/lowering/recorder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "adapters/abi/operand_addresses.h"
#include "adapters/intrinsics/records/call_status.h"
#include "adapters/intrinsics/witness.h"

namespace vconform::adapters::lowering {

namespace {

std::string_view end_of_path(const char* file) {
  const std::string_view path = file == nullptr ? "" : file;
  return path.substr(path.rfind('/') + 1);
}

template <std::size_t N>
void copy_text(std::string_view text, char (&to)[N]) {
  const std::size_t length = std::min(text.size(), N - 1);
  std::copy_n(text.data(), length, to);
}

// The offset of an address in the memory where it lies; any other value as it is, such as the
// address of an array of the host that stands for a memory.
std::int64_t offset_of(std::int64_t value) {
  constexpr std::array<std::uint64_t, VCONFORM_MEMORY_COUNT> kLargest = {
      256 * 1024, 1024 * 1024, 256 * 1024, 16 * 1024 * 1024, 64 * 1024};
  for (int memory = 0; memory < VCONFORM_MEMORY_COUNT; ++memory) {
    const auto start = reinterpret_cast<std::uint64_t>(vconform_memory_at(memory, 0));
    const std::uint64_t distance = static_cast<std::uint64_t>(value) - start;
    if (distance < kLargest[static_cast<std::size_t>(memory)]) {
      return static_cast<std::int64_t>(distance);
    }
  }
  return value;
}

vconform_step placed(vconform_step instruction) {
  const OperandAddresses at = operand_addresses(instruction);
  for (vconform_address* operand : {at.dst, at.src}) {
    operand->offset =
        static_cast<std::uint64_t>(offset_of(static_cast<std::int64_t>(operand->offset)));
  }
  return instruction;
}

bool is_operand(const vconform_argument& argument) {
  constexpr std::array<std::string_view, 6> kOperands = {"dst",  "src",      "src0",
                                                         "src1", "dstLocal", "srcLocal"};
  return std::ranges::find(kOperands, argument.name) != kOperands.end();
}

}  // namespace

void Recorder::begin() {
  count_ = 0;
  issued_.clear();
  problem_.clear();
  const vconform_observer witness = {sizeof(vconform_observer), 0, this, called};
  vconform_intrinsics_witness(&witness);
}

void Recorder::end() {
  vconform_intrinsics_witness(nullptr);
}

void Recorder::called(void* context, const vconform_call* call, std::uint32_t status,
                      const char* message) {
  static_cast<Recorder*>(context)->note(*call, status, message);
}

void Recorder::note(const vconform_call& call, std::uint32_t status, const char* message) {
  ++count_;
  if (status != VCONFORM_OK && problem_.empty()) {
    problem_ = std::string(end_of_path(call.file)) + ":" + std::to_string(call.line) + ": " +
               call.function + ": " + std::string(intrinsics::word_for(status)) + ": " + message;
  }
  if (issued_.size() == VCONFORM_MOST_ISSUED) {
    return;
  }
  vconform_issued issued{};
  copy_text(call.function, issued.function);
  copy_text(end_of_path(call.file), issued.file);
  issued.line = call.line;
  issued.status = status;
  issued.argument_count = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(call.argument_count, VCONFORM_ISSUED_ARGUMENTS));
  for (std::uint32_t i = 0; i < issued.argument_count; ++i) {
    const vconform_argument& argument = call.arguments[i];
    issued.arguments[i] = is_operand(argument) ? offset_of(argument.value) : argument.value;
  }
  if (const vconform_step* instruction = vconform_intrinsics_instruction()) {
    issued.instruction = placed(*instruction);
  }
  issued.mask[0] = vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 0);
  issued.mask[1] = vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1);
  issued.ctrl = vconform_intrinsics_register(VCONFORM_REGISTER_CTRL, 0);
  issued.deqscale = vconform_intrinsics_register(VCONFORM_REGISTER_DEQSCALE, 0);
  for (std::uint32_t i = 0; i < 4; ++i) {
    issued.fixpipe[i] = vconform_intrinsics_register(VCONFORM_REGISTER_ND_PARA + i, 0);
  }
  issued_.push_back(issued);
}

vconform_report Recorder::report() const {
  vconform_report report{};
  report.struct_size = sizeof report;
  report.issued_size = sizeof(vconform_issued);
  report.issued_count = count_;
  report.recorded_count = issued_.size();
  report.issued = issued_.data();
  report.problem = problem_.c_str();
  report.ctrl = vconform_intrinsics_register(VCONFORM_REGISTER_CTRL, 0);
  report.mask[0] = vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 0);
  report.mask[1] = vconform_intrinsics_register(VCONFORM_REGISTER_MASK, 1);
  report.deqscale = vconform_intrinsics_register(VCONFORM_REGISTER_DEQSCALE, 0);
  for (std::uint32_t i = 0; i < 4; ++i) {
    report.fixpipe[i] = vconform_intrinsics_register(VCONFORM_REGISTER_ND_PARA + i, 0);
  }
  return report;
}

}  // namespace vconform::adapters::lowering
