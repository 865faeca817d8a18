// The classes of elements, with values from pencil and paper.
#include "suites/coverage/element_classes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"

namespace vconform::suites {
namespace {

std::string names_of(Dim dim, ClassSet classes) {
  std::string names;
  for (std::size_t i = 0; i < dimension_of(dim).classes.size(); ++i) {
    if ((classes & only(i)) != 0) {
      names += (names.empty() ? "" : ", ") + std::string(dimension_of(dim).classes[i]);
    }
  }
  return names;
}

constexpr std::uint64_t kKeepInf = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);

// "source | rounding | result".
std::string classes_of(const spec::Step& step, const oracle::ElementInput& input,
                       std::uint64_t ctrl = 0) {
  const Sample sample = element_sample(setting_of(step, ctrl), input, spec::choices_of_golden());
  return names_of(Dim::kSource, sample[Dim::kSource]) + " | " +
         names_of(Dim::kRounding, sample[Dim::kRounding]) + " | " +
         names_of(Dim::kResult, sample[Dim::kResult]);
}

std::string vconv(std::string_view name, std::uint64_t source, std::uint64_t ctrl = 0) {
  spec::Vconv step;
  step.cell = spec::cell_named(name).value();
  return classes_of(step, {source, 0, 0}, ctrl);
}

TEST(ElementClasses, OfAnF32ThatBecomesAnF16) {
  const std::string_view r = "vconv_f322f16r";
  EXPECT_EQ(vconv(r, 0x3f800000), "ordinary | exact | ordinary");  // 1
  EXPECT_EQ(vconv(r, 0xbf000000), "-below 1 | exact | ordinary");  // -1/2
  // Between 2048 and 4096 an f16 holds even numbers: 2048 = 1024 * 2, 2050 = 1025 * 2.
  EXPECT_EQ(vconv(r, 0x45001000), "ordinary | tie, even | ordinary");    // 2049
  EXPECT_EQ(vconv(r, 0x45003000), "ordinary | tie, odd | ordinary");     // 2051
  EXPECT_EQ(vconv(r, 0x45000fff), "ordinary | below a tie | ordinary");  // just below 2049
  EXPECT_EQ(vconv(r, 0x45001001), "ordinary | above a tie | ordinary");  // just above it
  // 4095 = 2047.5 * 2 becomes 4096, and with z 4094.
  EXPECT_EQ(vconv(r, 0x457ff000), "ordinary | tie, odd | ordinary, carry into the exponent");
  EXPECT_EQ(vconv("vconv_f322f16z", 0x457ff000), "ordinary | tie, odd | ordinary");
}

TEST(ElementClasses, AtTheLimitOfAnF16) {
  const std::string_view r = "vconv_f322f16r";
  EXPECT_EQ(vconv(r, 0x477fe000), "ordinary | exact | largest");  // 65504
  // 65519 is below 65520, the tie between 65504 and 65536.
  EXPECT_EQ(vconv(r, 0x477fef00), "ordinary | below a tie | largest, rounded back into range");
  const std::string tie = "ordinary | tie, odd | carry into the exponent, overflow by rounding, ";
  EXPECT_EQ(vconv(r, 0x477ff000), tie + "saturated");
  EXPECT_EQ(vconv(r, 0x477ff000, kKeepInf), tie + "inf");
  EXPECT_EQ(vconv(r, 0x47800000), "ordinary | exact | overflow, saturated");  // 65536
  EXPECT_EQ(vconv(r, 0xc7800000, kKeepInf), "-ordinary | exact | overflow, inf");
  EXPECT_EQ(vconv(r, 0x7f7fffff),
            "largest | above a tie | carry into the exponent, overflow, "
            "saturated");
}

TEST(ElementClasses, AtTheSmallestF16) {
  const std::string_view r = "vconv_f322f16r";
  // 2^-25 lies half-way between 0 and the smallest subnormal, 2^-24.
  EXPECT_EQ(vconv(r, 0x33000000), "below 1 | tie, even | 0");
  EXPECT_EQ(vconv(r, 0x33000001), "below 1 | above a tie | subnormal");
  EXPECT_EQ(vconv(r, 0x33800000), "below 1 | exact | subnormal");
  // 2^-14 is the smallest normal number; the f32 before it is 1023.99994 * 2^-24.
  EXPECT_EQ(vconv(r, 0x38800000), "below 1 | exact | smallest normal");
  EXPECT_EQ(vconv(r, 0x387fffff),
            "below 1 | above a tie | smallest normal, carry into the exponent");
  EXPECT_EQ(vconv(r, 0x00000001), "subnormal | below a tie | 0");
  EXPECT_EQ(vconv(r, 0x80800000), "-smallest normal | below a tie | 0");
}

TEST(ElementClasses, OfSpecialSources) {
  EXPECT_EQ(vconv("vconv_f322f16r", 0x00000000), "0 | exact | 0");
  EXPECT_EQ(vconv("vconv_f322f16r", 0x80000000), "-0 | exact | 0");
  EXPECT_EQ(vconv("vconv_f322f16r", 0x7fc00000), "quiet NaN |  | 0, 0 for a NaN");
  EXPECT_EQ(vconv("vconv_f322f16r", 0xffc00000, kKeepInf), "quiet NaN |  | NaN");
  EXPECT_EQ(vconv("vconv_f322f16r", 0x7f800001, kKeepInf), "signalling NaN |  | NaN");
  EXPECT_EQ(vconv("vconv_f322f16r", 0xff800000), "-inf |  | saturated");
  EXPECT_EQ(vconv("vconv_f322f16r", 0x7f800000, kKeepInf), "inf |  | inf");
}

TEST(ElementClasses, OfIntegers) {
  EXPECT_EQ(vconv("vconv_f162s8r", 0x57f8),
            "ordinary | tie, odd | carry into the exponent, "
            "overflow by rounding, saturated");  // 127.5
  EXPECT_EQ(vconv("vconv_f162s8z", 0x57f8),
            "ordinary | tie, odd | largest, rounded back into range");
  EXPECT_EQ(vconv("vconv_f162s8r", 0xd800), "-ordinary | exact | largest");        // -128
  EXPECT_EQ(vconv("vconv_f162s8r", 0x4248), "ordinary | below a tie | ordinary");  // 3.140625
  EXPECT_EQ(vconv("vconv_f162u8r", 0xbc00), "-ordinary | exact | 0, overflow, saturated");  // -1
  EXPECT_EQ(vconv("vconv_f162u8r", 0xb800), "-below 1 | tie, even | 0, rounded back into range");
  EXPECT_EQ(vconv("vconv_s322f32r", 0x7fffffff),
            "largest | above a tie | ordinary, carry into the exponent");
  EXPECT_EQ(vconv("vconv_s322f32r", 0x80000000), "-largest | exact | ordinary");
  EXPECT_EQ(vconv("vconv_s322f32r", 0xffffffff), "-1 | exact | ordinary");
  EXPECT_EQ(vconv("vconv_s322s16", 0x00010000), "power of two | exact | overflow, saturated");
  EXPECT_EQ(vconv("vconv_s322s64", 0xfffffffc), "-power of two | exact | ordinary");
}

// deqs162b8h: the rounding is that of the product to an s9; the offset comes after it.
TEST(ElementClasses, OfADequantisation) {
  spec::Vconv step;
  step.cell = spec::cell_named("vconv_deqs162b8h_s8").value();
  const auto deq = [&](int source, std::uint32_t scale, int offset) {
    return classes_of(step, {static_cast<std::uint64_t>(source) & 0xffff,
                             spec::deq_factor(scale, offset, true), 0});
  };
  constexpr std::uint32_t kOne = 0x3f800000;
  constexpr std::uint32_t kHalf = 0x3f000000;
  EXPECT_EQ(deq(3, kHalf, 0), "ordinary | tie, odd | ordinary, carry into the exponent");  // 1.5
  EXPECT_EQ(deq(5, kHalf, 0), "ordinary | tie, even | ordinary");                          // 2.5
  EXPECT_EQ(deq(1, kOne, -1), "1 | exact | 0");
  EXPECT_EQ(deq(-128, kOne, 0), "-power of two | exact | largest");
  // 127.5 becomes 128, one too many; had it become 127, the sum would be in range.
  EXPECT_EQ(deq(255, kHalf, 0),
            "ordinary | tie, odd | carry into the exponent, overflow by "
            "rounding, saturated");
  EXPECT_EQ(deq(1000, kOne, 0), "ordinary | exact | overflow, saturated, clamped on the way");
  EXPECT_EQ(deq(1000, kOne, -200), "ordinary | exact | ordinary, clamped on the way");  // 55
  EXPECT_EQ(deq(1, 0x7f800000, 0), "1 |  | open");
}

TEST(ElementClasses, OfWords) {
  spec::Vconv step;
  step.cell = spec::cell_named("vconv_deqs162b8h_s8").value();
  const auto word = [&](std::uint64_t factor, Dim dim) {
    const Sample sample =
        element_sample(setting_of(step, 0), {1, factor, 0}, spec::choices_of_golden());
    return names_of(dim, sample[dim]);
  };
  EXPECT_EQ(word(spec::deq_factor(0x3f801000, -256, false), Dim::kOffset), "smallest");
  EXPECT_EQ(word(spec::deq_factor(0x3f801000, 255, false), Dim::kOffset), "largest");
  EXPECT_EQ(word(spec::deq_factor(0x3f801000, 7, false), Dim::kOffset), "positive");
  EXPECT_EQ(word(spec::deq_factor(0x3f801000, -256, false), Dim::kScale), "ordinary");
  EXPECT_EQ(word(spec::deq_factor(0x3f801000, 0, false), Dim::kWord),
            "sign 0, reserved zero, low bits of M set");
  EXPECT_EQ(word(spec::deq_factor(0x00002000, 0, true) | std::uint64_t{1} << 63, Dim::kWord),
            "sign 1, reserved set, low bits of M 0");
  EXPECT_EQ(word(spec::deq_factor(0x00002000, 0, true), Dim::kScale), "subnormal");
}

TEST(ElementClasses, OfCopies) {
  spec::CopyMatrix matrix;
  matrix.cell = spec::cell_named("copy_matrix_cc_to_cbuf_s322s16").value();
  matrix.quant_pre = spec::quant_code_of(matrix.cell.conversion()).scalar;
  // 3 >> 1 is the floor of 1.5; 2^20 >> 1 is beyond an s16.
  EXPECT_EQ(classes_of(matrix, {3, 0, 0}), "ordinary | tie, odd | ordinary");
  EXPECT_EQ(classes_of(matrix, {1 << 20, 0, 0}),
            "power of two | exact | saturated, clamped on the way");
  spec::DataCopy copy;
  copy.cell = spec::cell_named("data_copy_relu_f322f16").value();
  copy.is_relu = true;
  EXPECT_EQ(classes_of(copy, {0x3f800000, 0, 0}), "ordinary | exact | ordinary");
  EXPECT_EQ(classes_of(copy, {0xbf800000, 0, 0}), "-ordinary | exact | 0");
}

}  // namespace
}  // namespace vconform::suites
