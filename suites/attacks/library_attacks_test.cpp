// Every attack of a library, with each command that meets it.
#include <gtest/gtest.h>

#include "suites/attacks/attack_fixture.h"
#include "suites/attacks/library_attack_run.h"

namespace vconform::suites::attacks {
namespace {

class LibraryAttacked : public testing::TestWithParam<Target> {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }
};

TEST_P(LibraryAttacked, GivesNoFalseGreen) {
  const AttackFolder folder;
  const Ended run = run_attacked(GetParam(), folder / "out");
  expect_none(name_of(GetParam()), run, problems(GetParam(), run, folder / "out"));
}

std::string test_name(const testing::TestParamInfo<Target>& info) {
  return name_of(info.param);
}

INSTANTIATE_TEST_SUITE_P(Quick, LibraryAttacked, testing::ValuesIn(targets(false)), test_name);
INSTANTIATE_TEST_SUITE_P(Slow, LibraryAttacked, testing::ValuesIn(targets(true)), test_name);

}  // namespace
}  // namespace vconform::suites::attacks
