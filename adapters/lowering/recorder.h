// The calls of one operation, as the witness of the intrinsics sees them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/intrinsics/header/control.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::lowering {

class Recorder {
 public:
  // Forgets everything, and sees every call until end(), whatever the lowering observes.
  void begin();
  void end();

  // The report of all that was seen; registers are those of now. Valid until begin().
  vconform_report report() const;

 private:
  static void called(void* context, const vconform_call* call, std::uint32_t status,
                     const char* message);
  void note(const vconform_call& call, std::uint32_t status, const char* message);

  std::uint64_t count_ = 0;
  std::vector<vconform_issued> issued_;
  std::string problem_;
};

}  // namespace vconform::adapters::lowering
