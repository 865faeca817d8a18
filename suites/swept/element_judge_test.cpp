#include "suites/swept/element_judge.h"

#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

// A rule that nothing pins permits what its readings give, except those that a page contradicts.
TEST(ElementJudge, WhatAPageContradictsIsWrongWhileItsRuleIsOpen) {
  constexpr std::uint64_t kValues = std::uint64_t{1} << 35;
  constexpr std::uint64_t kStep = 99'999'989;
  const generators::SweepDomain domain{*spec::cell_named("vconv_deqs162b8l_s8")};
  const spec::Choices page = spec::choices_of_golden();
  spec::Choices departing = page;
  spec::pin_from_text(departing, "deq.offset-sign=unsigned");
  spec::Choices open = page;
  open.leave_open(spec::cite("deq.offset-sign"));
  int told = 0;
  for (std::uint64_t number = 0; number < kValues; number += kStep) {
    const ElementJudge by_page(domain, number, page);
    const ElementJudge by_departing(domain, number, departing);
    const ElementJudge by_either(domain, number, open);
    EXPECT_TRUE(by_either.permits(by_page.expected())) << number;
    if (by_departing.expected() != by_page.expected()) {
      ++told;
      EXPECT_FALSE(by_either.permits(by_departing.expected())) << number;
    }
  }
  EXPECT_GT(told, 0);
}

}  // namespace
}  // namespace vconform::suites
