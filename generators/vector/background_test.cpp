#include "generators/vector/background.h"

#include <gtest/gtest.h>

#include "spec/case/memory_image.h"

namespace vconform::generators {
namespace {

std::int64_t last(const NumberRange& range) {
  return range.low + static_cast<std::int64_t>(range.modulus) - 1;
}

bool is_prime(std::uint64_t n) {
  for (std::uint64_t divisor = 2; divisor * divisor <= n; ++divisor) {
    if (n % divisor == 0) {
      return false;
    }
  }
  return n > 1;
}

TEST(Background, NumbersAreExactInSourceAndDestinationSoNoTwoHaveOneResult) {
  for (const spec::Conversion& row : spec::kConversions) {
    const NumberRange numbers = source_numbers(row);
    for (std::int64_t value = numbers.low; value <= last(numbers); ++value) {
      ASSERT_TRUE(spec::represents_integer(row.from(), value)) << spec::pair_name(row) << value;
      ASSERT_TRUE(spec::represents_integer(row.to(), value)) << spec::pair_name(row) << value;
    }
  }
}

TEST(Background, RepeatsAtAPrimeDistance) {
  for (const spec::Conversion& row : spec::kConversions) {
    EXPECT_TRUE(is_prime(source_numbers(row).modulus)) << spec::pair_name(row);
  }
}

TEST(Background, OldDestinationNumbersAreExactAndNoResults) {
  for (const spec::Conversion& row : spec::kConversions) {
    const NumberRange old = destination_numbers(row);
    const NumberRange numbers = source_numbers(row);
    EXPECT_TRUE(last(old) < numbers.low || old.low > last(numbers)) << spec::pair_name(row);
    for (std::int64_t value = old.low; value <= last(old); ++value) {
      ASSERT_TRUE(spec::represents_integer(row.to(), value)) << spec::pair_name(row) << value;
    }
  }
}

}  // namespace
}  // namespace vconform::generators
