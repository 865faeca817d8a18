// Golden behind a table of another name, which may behave and declare otherwise; for tests.
#pragma once

#include <memory>

#include "adapters/golden/program/golden_adapter.h"

namespace vconform::adapters {

struct WrappedGolden {
  explicit WrappedGolden(golden::Behaviour (*behaviour)())
      : golden(golden::create_context(behaviour())), declared(*golden::capabilities(golden)) {
    // Some look through all bytes of a program's memories.
    declared.largest_memory = 0;
  }
  WrappedGolden(const WrappedGolden&) = delete;
  WrappedGolden& operator=(const WrappedGolden&) = delete;
  virtual ~WrappedGolden() { golden::destroy_context(golden); }

  void* golden;
  vconform_capabilities declared;
};

// `create` makes a WrappedGolden, or returns null; `kProblem` then says why.
template <const auto& kProblem>
constexpr vconform_adapter wrapped_table(const char* name, void* (*create)()) {
  vconform_adapter table = golden::adapter_table<golden::golden_behaviour>(name);
  table.create = create;
  table.destroy = [](void* context) {
    const std::unique_ptr<WrappedGolden> owned(static_cast<WrappedGolden*>(context));
  };
  table.last_error = [](void* context) -> const char* {
    return context == nullptr ? kProblem
                              : golden::last_error(static_cast<WrappedGolden*>(context)->golden);
  };
  table.capabilities = [](void* context) -> const vconform_capabilities* {
    return &static_cast<WrappedGolden*>(context)->declared;
  };
  table.execute = [](void* context, const vconform_step* steps, std::uint64_t step_count,
                     vconform_memories* memories) {
    return golden::execute_steps(static_cast<WrappedGolden*>(context)->golden, steps, step_count,
                                 memories);
  };
  return table;
}

}  // namespace vconform::adapters
