#include "suites/presentation/reproducer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

using testing::HasSubstr;

oracle::WrongElement wrong(spec::NumberType from, std::uint64_t source, spec::NumberType to) {
  return {.step = 0,
          .source_type = from,
          .source = oracle::ElementInput{source},
          .type = to,
          .got = 1,
          .expected = {2}};
}

Reproducer of(std::string_view instruction, const oracle::WrongElement& element) {
  return reproducer_of(spec::cell_named(instruction).value(), element, 0);
}

TEST(Reproducer, CallsAFunctionWithThePatternAndComparesTheResult) {
  const oracle::WrongElement element =
      wrong(spec::NumberType::kF32, 0x3fc00000, spec::NumberType::kS32);
  const Reproducer made = of("vconv_f322s32r", element);
  EXPECT_THAT(made.c, HasSubstr("uint32_t mine(uint32_t f32);"));
  EXPECT_THAT(made.c, HasSubstr("return got != 0x00000002;"));
  EXPECT_THAT(made.numpy, HasSubstr("numpy.array([0x3fc00000], 'uint32').view('float32')"));
  EXPECT_THAT(made.numpy, HasSubstr("view('uint32')[0]\nassert result == 0x00000002"));
  EXPECT_THAT(reproducer_of(spec::cell_named("vconv_f322s32r").value(), element, 1ull << 48).c,
              HasSubstr("under CTRL 0x0001000000000000"));
}

TEST(Reproducer, HoldsEachTypeAsItsLanguageDoes) {
  const Reproducer small =
      of("vconv_f162s4r", wrong(spec::NumberType::kF16, 0x3c00, spec::NumberType::kS4));
  EXPECT_THAT(small.c, HasSubstr("uint8_t mine(uint16_t f16);"));
  EXPECT_EQ(small.numpy, "");
  EXPECT_THAT(
      of("vconv_f322bf16r", wrong(spec::NumberType::kF32, 1, spec::NumberType::kBf16)).numpy,
      HasSubstr("view('uint16')[0]"));
  EXPECT_THAT(of("vconv_u82f16", wrong(spec::NumberType::kU8, 1, spec::NumberType::kF16)).numpy,
              HasSubstr("'uint8').view('uint8')"));
}

TEST(Reproducer, IsEmptyWhereOneSourceDoesNotShowIt) {
  oracle::WrongElement element = wrong(spec::NumberType::kS16, 5, spec::NumberType::kS8);
  EXPECT_EQ(of("vconv_deqs162b8h_s8", element).c, "");
  element = wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16);
  element.expected = {};
  EXPECT_EQ(of("vconv_f322f16r", element).c, "");
  element = wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16);
  element.source.reset();
  EXPECT_EQ(of("vconv_f322f16r", element).c, "");
}

}  // namespace
}  // namespace vconform::suites
