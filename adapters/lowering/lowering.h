// A lowering in this process: its operations, called on the memories of the intrinsics.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapters/lowering/quiet_memories.h"
#include "adapters/lowering/recorder.h"
#include "adapters/vconform_adapter.h"
#include "adapters/vconform_lowering.h"

namespace vconform::adapters::lowering {

class Lowering {
 public:
  // Opens the library. Throws std::runtime_error if it cannot be loaded, or its table is none.
  explicit Lowering(const std::string& path);

  const vconform_operations& table() const { return *table_; }
  const vconform_capabilities& capabilities() const { return capabilities_; }
  // A status of the ABI, with error() for all but VCONFORM_OK.
  std::uint32_t execute(const vconform_step* steps, std::uint64_t count,
                        const vconform_memories& memories);
  const vconform_report* report() const { return has_report_ ? &report_ : nullptr; }
  const std::string& error() const { return error_; }

 private:
  const vconform_operation* operation_named(const std::string& name) const;
  std::uint32_t call(const vconform_operation& operation, const vconform_operation_step& step);
  std::uint32_t failed(std::uint32_t status, std::string why);

  std::shared_ptr<void> handle_;
  const vconform_operations* table_ = nullptr;
  vconform_capabilities capabilities_{};
  Recorder recorder_;
  QuietMemories memories_;
  vconform_report report_{};
  bool has_report_ = false;
  std::string error_;
};

}  // namespace vconform::adapters::lowering
