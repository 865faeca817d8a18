#include "adapters/abi/issued_report.h"

#include <algorithm>
#include <cstring>

#include "adapters/abi/checked_table.h"
#include "adapters/abi/spec_step.h"
#include "adapters/intrinsics/header/control.h"

namespace vconform::adapters {

std::string text_in(std::span<const char> bytes) {
  const std::string text(bytes.data(), ::strnlen(bytes.data(), bytes.size()));
  return one_line(text.c_str());
}

spec::IssuedCall call_of(const vconform_issued& issued) {
  spec::IssuedCall call;
  call.function = text_in(issued.function);
  call.file = text_in(issued.file);
  call.line = issued.line;
  // A bad argument without effect keeps no instruction from being executed.
  call.was_executed =
      issued.status == VCONFORM_OK || (issued.status == VCONFORM_CALL_BAD_ARGUMENT &&
                                       issued.instruction.kind != VCONFORM_STEP_SET_REGISTER);
  const std::uint32_t count =
      std::min<std::uint32_t>(issued.argument_count, VCONFORM_ISSUED_ARGUMENTS);
  call.arguments.assign(issued.arguments, issued.arguments + count);
  call.instruction = spec_step(issued.instruction);
  call.registers.mask = {issued.mask[1], issued.mask[0]};
  call.registers.ctrl = issued.ctrl;
  call.registers.deq_scale = issued.deqscale;
  std::copy_n(issued.fixpipe, call.registers.fixpipe.size(), call.registers.fixpipe.begin());
  return call;
}

std::optional<spec::IssuedReport> report_of(const vconform_report* report) {
  if (report == nullptr) {
    return std::nullopt;
  }
  spec::IssuedReport read;
  read.count = report->issued_count;
  const auto recorded = std::min<std::uint64_t>(report->recorded_count, VCONFORM_MOST_ISSUED);
  for (const vconform_issued& issued : std::span(report->issued, recorded)) {
    read.calls.push_back(call_of(issued));
  }
  read.problem = report->problem == nullptr ? "" : one_line(report->problem);
  read.left.ctrl = report->ctrl;
  read.left.mask = {report->mask[1], report->mask[0]};
  read.left.deq_scale = report->deqscale;
  std::copy_n(report->fixpipe, read.left.fixpipe.size(), read.left.fixpipe.begin());
  return read;
}

}  // namespace vconform::adapters
