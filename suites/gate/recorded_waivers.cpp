#include "suites/gate/recorded_waivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/gate/apply_waivers.h"
#include "suites/gate/waiver_file.h"

namespace vconform::suites {

void check_waived(const CertificateRecord& record) {
  if (record.waivers.empty()) {
    return;
  }
  std::vector<Waiver> waivers;
  std::ranges::transform(record.waivers, std::back_inserter(waivers),
                         &CertificateRecord::WaiverRecord::waiver);
  // As the file was read that they come from.
  waivers_from_text(to_json(waivers));
  for (const DeviationRecord& deviation : record.deviations) {
    if (!deviation.waived_by) {
      continue;
    }
    const Waiver& waiver = waivers.at(*deviation.waived_by);
    if (std::ranges::none_of(waiver.observed, [&](const std::string& text) {
          return names(waiver, text, deviation);
        })) {
      throw spec::InputError(fmt::format(
          "a deviation of {} is waived by waiver {}, which does not name it: {}",
          in_quotes(deviation.instruction), *deviation.waived_by, one_line(deviation.example)));
    }
  }
}

}  // namespace vconform::suites
