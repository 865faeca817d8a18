#include "suites/coverage/counted/possible_bins.h"

#include <algorithm>
#include <string_view>

namespace vconform::suites {

namespace {

struct Record {
  std::string_view instruction;
  PossibleBins bins;
};

// clang-format off
constexpr Record kRecords[] = {
#include "suites/coverage/counted/possible_bins.inc"
};
// clang-format on

}  // namespace

PossibleBins possible_bins(const spec::Cell& cell) {
  const auto* found =
      std::ranges::find(kRecords, spec::instruction_name(cell), &Record::instruction);
  return found == std::end(kRecords) ? PossibleBins{} : found->bins;
}

}  // namespace vconform::suites
