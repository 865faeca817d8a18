#include "adapters/abi/issued_report.h"

#include <algorithm>
#include <cstddef>
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

std::optional<vconform_report> whole_report(const vconform_report* report) {
  // Those of the first version.
  constexpr std::size_t kSmallestReport =
      offsetof(vconform_report, fixpipe) + sizeof(vconform_report::fixpipe);
  constexpr std::size_t kSmallestIssued =
      offsetof(vconform_issued, function) + sizeof(vconform_issued::function);
  if (report == nullptr || report->struct_size < kSmallestReport) {
    return std::nullopt;
  }
  vconform_report whole{};
  std::memcpy(&whole, report, std::min<std::size_t>(report->struct_size, sizeof whole));
  if (whole.issued == nullptr) {
    whole.recorded_count = 0;
  }
  const bool is_readable = whole.recorded_count == 0 || whole.issued_size >= kSmallestIssued;
  return is_readable ? std::optional(whole) : std::nullopt;
}

vconform_issued issued_at(const vconform_report& report, std::uint64_t i) {
  vconform_issued issued{};
  const auto* bytes = reinterpret_cast<const unsigned char*>(report.issued);
  std::memcpy(&issued, bytes + i * report.issued_size,
              std::min<std::size_t>(report.issued_size, sizeof issued));
  return issued;
}

std::optional<spec::IssuedReport> report_of(const vconform_report* said) {
  const std::optional<vconform_report> report = whole_report(said);
  if (!report) {
    return std::nullopt;
  }
  spec::IssuedReport read;
  read.count = report->issued_count;
  const auto recorded = std::min<std::uint64_t>(report->recorded_count, VCONFORM_MOST_ISSUED);
  for (std::uint64_t i = 0; i < recorded; ++i) {
    read.calls.push_back(call_of(issued_at(*report, i)));
  }
  read.problem = report->problem == nullptr ? "" : one_line(report->problem);
  read.left.ctrl = report->ctrl;
  read.left.mask = {report->mask[1], report->mask[0]};
  read.left.deq_scale = report->deqscale;
  std::copy_n(report->fixpipe, read.left.fixpipe.size(), read.left.fixpipe.begin());
  return read;
}

}  // namespace vconform::adapters
