#include "adapters/containment/contain.h"

#include <gtest/gtest.h>

#include "adapters/containment/containment_test_support.h"

namespace vconform::adapters {
namespace {

TEST(Contain, PutsOnAllThatTheMachineHas) {
  const OpenFolder scratch;
  EXPECT_EQ(code_of([&] {
              const std::vector<Measure> measures = contain({scratch.path(), {}});
              if (measures.size() != 2 || !measures[0].holds || !measures[1].holds) {
                return 1;
              }
              const bool temporary = scratch.path() == getenv("TMPDIR");
              const bool signalled = kill(getppid(), SIGCONT) == 0;
              write_file("/tmp/vconform-contain-test", "x");
              const bool written = std::filesystem::exists("/tmp/vconform-contain-test");
              return temporary && !signalled && !written ? 0 : 2;
            }),
            0);
}

TEST(Contain, CanBePutOnTwice) {
  EXPECT_EQ(code_of([] {
              contain({});
              const std::vector<Measure> again = contain({});
              return again[0].holds && again[1].holds ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace vconform::adapters
