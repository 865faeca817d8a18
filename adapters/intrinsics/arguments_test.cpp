// Arguments that the prototypes' types would truncate are seen, named with their line, and refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::intrinsics {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;

struct Buffers {
  alignas(32) std::array<half, 64> dst{};
  alignas(32) std::array<float, 64> src{};
};

TEST(Arguments, ARepeatOf256IsNamedWithItsLineAndNotExecuted) {
  Observed observed;
  Buffers buffers;
  buffers.src.fill(1.0F);
  const std::uint32_t line = __LINE__ + 1;
  vconv_f322f16r(buffers.dst.data(), buffers.src.data(), 256, 1, 1, 8, 8);
  ASSERT_EQ(observed.calls().size(), 1u);
  const SeenCall& call = observed.last();
  EXPECT_EQ(call.status, VCONFORM_CALL_BAD_ARGUMENT);
  EXPECT_EQ(call.message, "repeat is 256, outside 0..255; not executed");
  EXPECT_EQ(call.function, "vconv_f322f16r");
  EXPECT_EQ(call.types, "half*, float*");
  EXPECT_EQ(call.line, line);
  EXPECT_THAT(call.file, EndsWith("arguments_test.cpp"));
  EXPECT_THAT(call.names, ElementsAre("dst", "src", "repeat", "dstBlockStride", "srcBlockStride",
                                      "dstRepeatStride", "srcRepeatStride"));
  EXPECT_THAT(std::vector(call.values.begin() + 2, call.values.end()),
              ElementsAre(256, 1, 1, 8, 8));
  EXPECT_EQ(float{buffers.dst[0]}, 0.0F);
}

// The message of a conversion with these arguments, which must not be executed.
std::string refusal(std::int64_t repeat, std::int64_t block_stride, std::int64_t repeat_stride) {
  Observed observed;
  Buffers buffers;
  vconv_f322f16r(buffers.dst.data(), buffers.src.data(), repeat, block_stride, 1, repeat_stride, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_CALL_BAD_ARGUMENT);
  return observed.last().message;
}

TEST(Arguments, BothEndsOfEachRangeAreChecked) {
  EXPECT_EQ(refusal(-1, 1, 8), "repeat is -1, outside 0..255; not executed");
  EXPECT_EQ(refusal(2, 65536, 8), "dstBlockStride is 65536, outside 0..65535; not executed");
  EXPECT_EQ(refusal(2, -1, 8), "dstBlockStride is -1, outside 0..65535; not executed");
  EXPECT_EQ(refusal(2, 1, 65536), "dstRepeatStride is 65536, outside 0..65535; not executed");
  EXPECT_EQ(refusal(300, 1, -8),
            "repeat is 300, outside 0..255; dstRepeatStride is -8, outside 0..65535; not executed");
}

TEST(Arguments, RepeatStridesOfADequantisationHaveEightBits) {
  Observed observed;
  std::array<std::int8_t, 64> dst{};
  std::array<std::int16_t, 64> src{};
  vconv_deqs162b8h(dst.data(), src.data(), 2, 1, 1, 256, 8);
  EXPECT_EQ(observed.last().message, "dstRepeatStride is 256, outside 0..255; not executed");
}

TEST(Arguments, ARepeatStrideWithoutEffectIsNamedAndTheCallExecuted) {
  Observed observed;
  Buffers buffers;
  buffers.src.fill(1.5F);
  vconv_f322f16r(buffers.dst.data(), buffers.src.data(), 1, 1, 1, 65536, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_CALL_BAD_ARGUMENT);
  EXPECT_EQ(observed.last().message, "dstRepeatStride is 65536, outside 0..65535, without effect");
  EXPECT_EQ(float{buffers.dst[63]}, 1.5F);
}

TEST(Arguments, InCounterModeARepeatStrideHasAnEffectWhateverRepeatIs) {
  Observed observed;
  Buffers buffers;
  set_mask_count();
  set_vector_mask(0, 128);
  vconv_f322f16r(buffers.dst.data(), buffers.src.data(), 1, 1, 1, 65536, 8);
  EXPECT_EQ(observed.last().message, "dstRepeatStride is 65536, outside 0..65535; not executed");
}

TEST(Arguments, MatrixSizesAndFlagsAreChecked) {
  Observed observed;
  std::array<half, 16> dst{};
  std::array<float, 16> src{};
  copy_matrix_cc_to_gm(dst.data(), src.data(), 0, 65536, 1, 1, 16, 0, F322F16, 0, 0, 0);
  EXPECT_EQ(observed.last().message, "NSize is 65536, outside 0..65535; not executed");
  copy_matrix_cc_to_gm(dst.data(), src.data(), 0, 16, 1, std::int64_t{1} << 32, 16, 0, F322F16, 0,
                       0, 0);
  EXPECT_EQ(observed.last().message,
            "dstStride_dst_D is 4294967296, outside 0..4294967295; not executed");
  copy_matrix_cc_to_gm(dst.data(), src.data(), 0, 16, 1, 1, 16, 0, F322F16, 0, 2, 0);
  EXPECT_EQ(observed.last().message, "channelSplit is 2, outside 0..1; not executed");
  set_flag(PIPE_V, PIPE_MTE3, 8);
  EXPECT_EQ(observed.last().message, "event is 8, outside 0..7; not executed");
  vector_dup(dst.data(), 1.0F, 256, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().message, "repeat is 256, outside 0..255; not executed");
}

TEST(Arguments, ParametersOfTheApiLayerAreChecked) {
  Observed observed;
  const std::uint32_t line = __LINE__ + 1;
  const AscendC::DataCopyParams params(65536, 1, 0, 0);
  EXPECT_EQ(params.blockCount, 1);
  EXPECT_EQ(observed.last().line, line);
  EXPECT_EQ(observed.last().message, "blockCount is 65536, outside 0..65535; not executed");
  const AscendC::UnaryRepeatParams strides(1, 1, 256, 8);
  EXPECT_EQ(observed.last().message, "dstRepStride is 256, outside 0..255; not executed");
  const AscendC::LocalTensor<half> dst(AscendC::TPosition::VECCALC, 0);
  const AscendC::LocalTensor<std::int32_t> src(AscendC::TPosition::VECCALC, 4096);
  AscendC::CastDeq(dst, src, std::int64_t{1} << 32);
  EXPECT_EQ(observed.last().message, "count is 4294967296, outside 0..4294967295; not executed");
  AscendC::CastDeq(dst, src, 64, 256, AscendC::UnaryRepeatParams());
  EXPECT_EQ(observed.last().message, "repeatTime is 256, outside 0..255; not executed");
  const std::uint32_t scale_line = __LINE__ + 1;
  AscendC::SetDeqScale(1.0F, 256, true);
  EXPECT_EQ(observed.last().line, scale_line);
  EXPECT_EQ(observed.last().message, "offset is 256, outside -256..255; not executed");
}

// Plain calls with literals, with the types of the pages, and with wide ones find one function.
TEST(Arguments, EveryIntegerTypeIsTaken) {
  Observed observed;
  Buffers buffers;
  const std::uint8_t repeat = 1;
  const std::uint16_t stride = 1;
  vconv_f322f16(buffers.dst.data(), buffers.src.data(), repeat, stride, stride, stride, stride);
  vconv_f322f16(buffers.dst.data(), buffers.src.data(), std::size_t{1}, 1L, 1U, 8LL, 8ULL);
  vconv_f322f16(buffers.dst.data(), buffers.src.data(), 1, true, EVENT_ID1, 8, 8);
  set_deqscale(0);
  set_deqscale(half(1.0));
  EXPECT_EQ(vconform_intrinsics_register(VCONFORM_REGISTER_DEQSCALE, 0), 0x3c00u);
  for (const SeenCall& call : observed.calls()) {
    EXPECT_EQ(call.status, VCONFORM_OK) << call.function << ": " << call.message;
  }
}

template <typename T, typename = void>
struct TakesDeqScale : std::false_type {};
template <typename T>
struct TakesDeqScale<T, std::void_t<decltype(set_deqscale(std::declval<T>()))>> : std::true_type {};

static_assert(TakesDeqScale<half>::value && TakesDeqScale<std::uint64_t>::value &&
              TakesDeqScale<int>::value);
// They would silently become integers.
static_assert(!TakesDeqScale<float>::value && !TakesDeqScale<double>::value &&
              !TakesDeqScale<bfloat16_t>::value);

}  // namespace
}  // namespace vconform::adapters::intrinsics
