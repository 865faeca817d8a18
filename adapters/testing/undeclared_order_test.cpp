#include "adapters/testing/undeclared_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"

namespace vconform::adapters::undeclared {
namespace {

constexpr const char* kLibrary = VCONFORM_TEST_LIBRARIES "/undeclared_order.so";

// Opens the backend with the variable set.
std::unique_ptr<InProcessBackend> open_with_order(const char* order) {
  setenv(kOrderVariable, order, 1);
  auto backend = open_backend(kLibrary);
  unsetenv(kOrderVariable);
  return backend;
}

// Two repeats of s32 to s64 in place: the orders give three different results.
spec::Case widening_in_place() {
  std::vector<std::uint64_t> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 1);
  spec::Case program = one_conversion("vconv_s322s64", numbers);
  vconv_of(program).dst.offset = 0;
  vconv_of(program).repeat = 2;
  return program;
}

TEST(UndeclaredOrder, FollowsTheOrderOfTheVariableWithoutDeclaringIt) {
  for (const std::string order : {"repeat", "block", "snapshot"}) {
    const auto undeclared = open_with_order(order.c_str());
    EXPECT_EQ(undeclared->overlap_order(), std::nullopt);
    for (const std::string other : {"repeat", "block", "snapshot"}) {
      const auto golden = open_backend("golden:walk.order=" + other);
      EXPECT_EQ(
          run(*undeclared, widening_in_place()).after == run(*golden, widening_in_place()).after,
          order == other)
          << order << " " << other;
    }
  }
}

TEST(UndeclaredOrder, WithoutTheVariableGoesByRepeat) {
  EXPECT_EQ(run(*open_backend(kLibrary), widening_in_place()).after,
            run(*open_backend("golden"), widening_in_place()).after);
}

TEST(UndeclaredOrder, AnotherWordIsRefused) {
  EXPECT_THAT(load_error([] { open_with_order("sideways"); }),
              ::testing::HasSubstr("VCONFORM_ORDER must be repeat, block or snapshot"));
  unsetenv(kOrderVariable);
}

}  // namespace
}  // namespace vconform::adapters::undeclared
