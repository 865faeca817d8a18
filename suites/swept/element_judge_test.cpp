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

// Above 65504 an f16 rounded down is that number, or inf.
TEST(ElementJudge, ResultsOfDifferentReadingsAreApart) {
  const generators::SweepDomain domain{.cell = *spec::cell_named("vconv_f322f16f"),
                                       .ctrl = std::uint64_t{1} << 48};
  constexpr std::uint64_t kLarge = 0x7f000000;
  constexpr std::uint64_t kMax = 0x7bff;
  constexpr std::uint64_t kInf = 0x7c00;
  spec::Choices open = spec::choices_of_golden();
  open.leave_open(spec::cite("overflow.directed"));
  const ElementJudge oracle(domain, kLarge, open);
  EXPECT_TRUE(oracle.permits(kMax));
  EXPECT_TRUE(oracle.permits(kInf));
  EXPECT_EQ(oracle.readings_apart(kInf, kMax),
            (std::vector{spec::choice("overflow.directed", "inf-after-rounding"),
                         spec::choice("overflow.directed", "inf-beyond-max")}));
  EXPECT_TRUE(oracle.readings_apart(kMax, kMax).empty());
  EXPECT_TRUE(oracle.readings_apart(1, kMax).empty());
  EXPECT_TRUE(ElementJudge(domain, 0x3f800000, open).readings_apart(0x3c00, 0x3c00).empty());
}

}  // namespace
}  // namespace vconform::suites
