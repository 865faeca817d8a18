// The core that the intrinsics drive: its registers, its memories, and the backend that executes
// its instructions, each as a program of its own that begins with the registers as they are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/intrinsics/memories.h"
#include "adapters/intrinsics/placement.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::intrinsics {

// The outcome of a call: VCONFORM_OK, or a status of control.h with one line about it.
struct Result {
  std::uint32_t status = VCONFORM_OK;
  std::string message;
  // The instruction that the backend was asked to execute, its operands as the call has them.
  std::optional<vconform_step> instruction = std::nullopt;
};

// Registers as at the entry of a kernel.
spec::Registers entry_registers();

class Core {
 public:
  // Runs on the named backend. Throws as open_backend() does, and std::runtime_error if there is
  // no room for the memories.
  explicit Core(std::string_view backend);

  // Throws as open_backend() does, and then stays with the backend it had.
  void use(std::string_view backend);

  const Memories& memories() const { return memories_; }
  spec::Registers& registers() { return registers_; }
  // The name and version of the backend.
  std::string backend_text() const { return backend_->name() + " " + backend_->version(); }

  // Executes an instruction whose addresses are the program's: pointers of the host, or offsets.
  Result execute(vconform_step instruction);

 private:
  // The row, or the feature of the row, that the backend does not have.
  std::optional<std::string> lacked(const spec::Cell& cell, const vconform_step& instruction) const;
  Result run(const spec::Cell& cell, vconform_step& instruction);
  void measure(const spec::Cell& cell, const vconform_step& instruction,
               std::vector<Operand>& operands) const;
  // A CastDeq leaves MASK and CTRL as the backend's reading of cast.count-leaves says, which is
  // known for golden; for any other backend it is the default.
  void leave_registers(const vconform_step& instruction);
  // Why the result is not defined, in half a sentence; nullopt if it is.
  std::optional<std::string> undefined(const spec::Cell& cell,
                                       const vconform_step& instruction) const;

  Memories memories_;
  spec::Registers registers_ = entry_registers();
  std::unique_ptr<InProcessBackend> backend_;
  // Golden's with the readings of the backend, as far as its name tells them.
  golden::Behaviour readings_;
};

// The core of this process, on the backend that VCONFORM_ON names, otherwise on golden. Never
// destroyed. Throws as its constructor does, when it is called first.
Core& core();

}  // namespace vconform::adapters::intrinsics
