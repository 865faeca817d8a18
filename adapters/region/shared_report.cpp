#include "adapters/region/shared_report.h"

#include <algorithm>
#include <cstring>

#include "adapters/abi/issued_report.h"

namespace vconform::adapters {

void write_report(const vconform_report* said, SharedReport& shared) {
  const std::optional<vconform_report> report = whole_report(said);
  shared.is_present = report ? 1 : 0;
  if (!report) {
    return;
  }
  shared.issued_count = report->issued_count;
  shared.recorded_count = std::min<std::uint64_t>(report->recorded_count, VCONFORM_MOST_ISSUED);
  shared.problem = {};
  if (report->problem != nullptr) {
    std::copy_n(report->problem, ::strnlen(report->problem, shared.problem.size() - 1),
                shared.problem.data());
  }
  shared.ctrl = report->ctrl;
  std::copy_n(report->mask, shared.mask.size(), shared.mask.data());
  shared.deqscale = report->deqscale;
  std::copy_n(report->fixpipe, shared.fixpipe.size(), shared.fixpipe.data());
  for (std::uint64_t i = 0; i < shared.recorded_count; ++i) {
    shared.issued[i] = issued_at(*report, i);
  }
}

std::optional<spec::IssuedReport> read_report(const SharedReport& shared) {
  if (shared.is_present != 1) {
    return std::nullopt;
  }
  spec::IssuedReport report;
  report.count = shared.issued_count;
  const std::uint64_t recorded =
      std::min<std::uint64_t>(shared.recorded_count, VCONFORM_MOST_ISSUED);
  for (std::uint64_t i = 0; i < recorded; ++i) {
    vconform_issued issued;
    std::memcpy(&issued, &shared.issued[i], sizeof issued);
    report.calls.push_back(call_of(issued));
  }
  report.problem = text_in(shared.problem);
  report.left.ctrl = shared.ctrl;
  report.left.mask = {shared.mask[1], shared.mask[0]};
  report.left.deq_scale = shared.deqscale;
  report.left.fixpipe = shared.fixpipe;
  return report;
}

}  // namespace vconform::adapters
