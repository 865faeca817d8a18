// The parameterised test of library attacks, shared by the quick and the full test binary.
#pragma once

#include <gtest/gtest.h>

#include "adapters/testing/temporary_folder.h"
#include "suites/attacks/attack_fixture.h"
#include "suites/attacks/library_attack_run.h"

namespace vconform::suites::attacks {

class LibraryAttacked : public testing::TestWithParam<Target> {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }
};

TEST_P(LibraryAttacked, GivesNoFalseGreen) {
  const adapters::TemporaryFolder folder;
  const Ended run = run_attacked(GetParam(), folder / "out");
  expect_none(name_of(GetParam()), run, problems(GetParam(), run, folder / "out"));
}

inline std::string target_name(const testing::TestParamInfo<Target>& info) {
  return name_of(info.param);
}

}  // namespace vconform::suites::attacks
