// A backend that fails now and then: each fault gets its verdict and its case, none is lost, and no
// other verdict changes.
#include "suites/faults/fault_test_support.h"

namespace vconform::suites {
namespace {

TEST(Faults, AHundredInAQuickRunEachGetTheirVerdictAndNoOtherChanges) {
  const adapters::TemporaryFolder folder;
  FaultRunOptions options;
  options.level = "quick";
  options.faults = weighted(150, 6);
  options.other = options.faults;
  options.time_limit = 0.1;
  options.folder = folder.path().string();
  expect_nothing_lost(run_with_faults(options), 100);
}

}  // namespace
}  // namespace vconform::suites
