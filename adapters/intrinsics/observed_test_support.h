// An observer that keeps the calls it sees; for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/intrinsics/header/control.h"

namespace vconform::adapters::intrinsics {

struct SeenCall {
  std::string function;
  std::string types;
  std::string file;
  std::uint32_t line = 0;
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  std::uint32_t status = 0;
  std::string message;
};

// Observes while it lives, from the registers that a kernel meets, on golden.
class Observed {
 public:
  Observed() {
    const vconform_observer observer = {sizeof(vconform_observer), 0, this, called};
    vconform_intrinsics_observe(&observer);
    vconform_intrinsics_use("golden");
    vconform_intrinsics_reset();
  }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;
  ~Observed() { vconform_intrinsics_observe(nullptr); }

  const std::vector<SeenCall>& calls() const { return calls_; }
  const SeenCall& last() const { return calls_.back(); }

 private:
  static void called(void* context, const vconform_call* call, std::uint32_t status,
                     const char* message) {
    SeenCall seen{call->function, call->types, call->file == nullptr ? "" : call->file,
                  call->line,     {},          {},
                  status,         message};
    for (std::uint64_t i = 0; i < call->argument_count; ++i) {
      seen.names.emplace_back(call->arguments[i].name);
      seen.values.push_back(call->arguments[i].value);
    }
    static_cast<Observed*>(context)->calls_.push_back(seen);
  }

  std::vector<SeenCall> calls_;
};

}  // namespace vconform::adapters::intrinsics
