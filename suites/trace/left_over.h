// Registers that a kernel reads and never set, that hold what was set for something else, or that
// it leaves as they were not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/registers.h"
#include "suites/trace/effect.h"
#include "suites/trace/findings.h"

namespace vconform::suites {

class LeftOver {
 public:
  // A kernel begins. MASK of ones and CTRL are what it may expect; no other register is.
  explicit LeftOver(const spec::Registers& entry);

  // A call that is no instruction: it may set a register. `after` is what it left.
  void note_call(const std::string& function, const SourceLine& place,
                 const spec::Registers& after);
  // An instruction of the pages, a fill or a combination, under the registers that it meets.
  void note_reads(const std::vector<ReadRegister>& reads, const std::string& function,
                  const SourceLine& place, const spec::Registers& met, TraceFindings& findings);
  // A CastDeq sets MASK.
  void note_mask_set(const SourceLine& place);
  // The kernel ends: CTRL is to be as it was.
  void end_kernel(TraceFindings& findings) const;

 private:
  void note_ctrl(std::uint64_t ctrl, const SourceLine& place);
  void read_mask(bool as_count, const std::string& function, const SourceLine& place,
                 TraceFindings& findings);

  std::uint64_t entry_ctrl_;
  std::uint64_t ctrl_;
  // Where each bit of CTRL was changed last.
  std::array<SourceLine, 64> ctrl_changed_;
  std::array<bool, 7> is_set_{};
  SourceLine mask_set_;
  // How MASK was read since it was set.
  std::optional<bool> mask_read_as_count_;
};

}  // namespace vconform::suites
