// The backend behind the prototypes, and what becomes known of calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/vconform_intrinsics_declared.h"

namespace vconform::adapters::intrinsics {
namespace {

using ::testing::HasSubstr;

template <typename T>
T* at(std::uint64_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(offset);
}

std::int32_t rounded(float source) {
  alignas(32) std::array<float, 64> src{};
  alignas(32) std::array<std::int32_t, 64> dst{};
  src.fill(source);
  vconv_f322s32r(dst.data(), src.data(), 1, 1, 1, 8, 8);
  return dst[0];
}

TEST(Backends, AreChosenByName) {
  const Observed observed;
  EXPECT_EQ(rounded(2.5F), 2);
  EXPECT_EQ(vconform_intrinsics_use("mutant:round-half-away"), 0);
  EXPECT_EQ(rounded(2.5F), 3);
  EXPECT_EQ(vconform_intrinsics_use("golden:subnormal.inputs=flushed"), 0);
  EXPECT_EQ(rounded(2.5F), 2);
}

TEST(Backends, ABadNameSaysWhyAndChangesNothing) {
  const Observed observed;
  ASSERT_EQ(vconform_intrinsics_use("mutant:round-half-away"), 0);
  EXPECT_EQ(vconform_intrinsics_use("goldn"), 1);
  EXPECT_THAT(vconform_intrinsics_error(), HasSubstr("did you mean 'golden'"));
  EXPECT_EQ(vconform_intrinsics_use("./no_such_library.so"), 2);
  EXPECT_THAT(vconform_intrinsics_error(), HasSubstr("no such file"));
  EXPECT_EQ(vconform_intrinsics_use(nullptr), 1);
  EXPECT_EQ(rounded(2.5F), 3);
  EXPECT_EQ(vconform_intrinsics_use("golden"), 0);
  EXPECT_STREQ(vconform_intrinsics_error(), "");
}

TEST(Backends, ARowThatOneLacksIsUnsupported) {
  Observed observed;
  ASSERT_EQ(vconform_intrinsics_use("eigen"), 0);
  EXPECT_EQ(rounded(3.0F), 3);
  const std::uint32_t line = __LINE__ + 1;
  vconv_deq(at<half>(0), at<std::int32_t>(4096), 1, 1, 1, 4, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_UNSUPPORTED);
  EXPECT_EQ(observed.last().message, "eigen has no vconv_deq");
  EXPECT_EQ(observed.last().line, line);
}

// Nothing for a call that the library few_features can execute.
template <typename Call>
std::string lacked(const Call& call) {
  Observed observed;
  EXPECT_EQ(vconform_intrinsics_use(VCONFORM_FEW_FEATURES), 0) << vconform_intrinsics_error();
  call();
  EXPECT_EQ(observed.last().status,
            observed.last().message.empty() ? VCONFORM_OK : VCONFORM_UNSUPPORTED);
  return observed.last().message;
}

void convert(std::uint64_t dst, int repeat, int block_stride, int repeat_stride) {
  vconv_f322f16r(at<half>(dst), at<float>(0), repeat, block_stride, 1, repeat_stride, 8);
}

TEST(Backends, AFeatureThatARowLacksIsUnsupported) {
  EXPECT_EQ(lacked([] { convert(0x8000, 1, 1, 77); }), "");
  EXPECT_EQ(lacked([] { convert(0x8000, 3, 1, 4); }), "");
  const auto lack = [](const std::string& feature) {
    return "few-features has no " + feature + " in vconv_f322f16r";
  };
  EXPECT_EQ(lacked([] { convert(0x8000, 3, 1, 8); }), lack("strides"));
  EXPECT_EQ(lacked([] { convert(0x8000, 1, 2, 4); }), lack("strides"));
  EXPECT_EQ(lacked([] { convert(0, 1, 1, 4); }), lack("in-place"));
  EXPECT_EQ(lacked([] {
              set_vector_mask(0, ~std::uint64_t{0});
              convert(0x8000, 1, 1, 4);
            }),
            "")
      << "64 lanes";
  EXPECT_EQ(lacked([] {
              set_vector_mask(0, 1);
              convert(0x8000, 1, 1, 4);
            }),
            lack("mask"));
  EXPECT_EQ(lacked([] {
              set_mask_count();
              set_vector_mask(0, 64);
              convert(0x8000, 1, 1, 4);
            }),
            lack("counter"));
  EXPECT_EQ(lacked([] {
              set_ctrl(std::uint64_t{1} << 48);
              convert(0x8000, 1, 1, 4);
            }),
            lack("keep-inf"));
  EXPECT_EQ(lacked([] {
              set_ctrl(std::uint64_t{1} << 59);
              convert(0x8000, 1, 1, 4);
            }),
            lack("ctrl59"));
}

TEST(Backends, AStrideOfMoreBitsThanOneHonoursIsUnsupported) {
  const auto convert_by = [](int repeat, int block_stride, int repeat_stride) {
    return lacked([=] {
      vconv_f322s32r(at<std::int32_t>(0x10000), at<float>(0), repeat, 1, block_stride, 8,
                     repeat_stride);
    });
  };
  const std::string lack = "few-features has no strides of 9 bits in vconv_f322s32r";
  EXPECT_EQ(convert_by(2, 1, 255), "");
  EXPECT_EQ(convert_by(2, 1, 256), lack);
  EXPECT_EQ(convert_by(1, 256, 8), lack);
  EXPECT_EQ(convert_by(1, 1, 256), "") << "one repeat";
}

TEST(Backends, FeaturesOfCopiesAreLackedToo) {
  const auto copy = [](QuantMode_t quant, int relu, int nd) {
    return lacked([=] {
      copy_matrix_cc_to_gm(at<std::int8_t>(0), at<std::int32_t>(0), 0, 16, 16, 16, 16, 0, quant,
                           relu, 0, nd);
    });
  };
  const auto lack = [](const std::string& feature) {
    return "few-features has no " + feature + " in copy_matrix_cc_to_gm_s322s8";
  };
  EXPECT_EQ(copy(REQ8, 0, 0), "");
  EXPECT_EQ(copy(VREQ8, 0, 0), lack("vector-quant"));
  EXPECT_EQ(copy(REQ8, 1, 0), lack("relu-normal"));
  EXPECT_EQ(copy(REQ8, 2, 0), "");
  EXPECT_EQ(copy(REQ8, 0, 1), lack("nd"));
}

TEST(Backends, StridesOfAMatrixAreLackedToo) {
  const auto copy = [](int columns, int rows, std::uint32_t dst_stride, int src_stride) {
    return lacked([=] {
      copy_matrix_cc_to_gm(at<std::int8_t>(0), at<std::int32_t>(0), 0, columns, rows, dst_stride,
                           src_stride, 0, REQ8, 0, 0, 0);
    });
  };
  const std::string lack = "few-features has no strides in copy_matrix_cc_to_gm_s322s8";
  EXPECT_EQ(copy(16, 16, 16, 16), "");
  EXPECT_EQ(copy(16, 16, 16, 32), lack);
  EXPECT_EQ(copy(16, 16, 17, 16), lack);
  EXPECT_EQ(copy(64, 17, 17, 32), "") << "rows rounded up to fractals";
  EXPECT_EQ(copy(64, 17, 32, 32), lack);
  EXPECT_EQ(lacked([] {
              copy_matrix_cc_to_gm(at<float>(0), at<float>(0), 0, 32, 16, 32, 16, 0, NoQuant, 0, 0,
                                   0);
            }),
            "")
      << "a row of a block is 64 bytes";
}

TEST(Backends, StridesBetweenNdBlocksAreLackedToo) {
  const auto copy = [](std::uint64_t count, std::uint64_t src_nd_stride,
                       std::uint64_t dst_nd_stride, std::uint32_t dst_d) {
    return lacked([=] {
      set_nd_para(count | src_nd_stride << 16 | dst_nd_stride << 32);
      copy_matrix_cc_to_gm(at<std::int8_t>(0), at<std::int32_t>(0), 0, 32, 17, dst_d, 32, 0, REQ8,
                           0, 0, 1);
    });
  };
  const auto lack = [](const std::string& feature) {
    return "few-features has no " + feature + " in copy_matrix_cc_to_gm_s322s8";
  };
  EXPECT_EQ(copy(1, 7, 7, 32), lack("nd")) << "one nd block";
  EXPECT_EQ(copy(1, 7, 7, 33), lack("strides"));
  EXPECT_EQ(copy(2, 4, 17 * 32, 32), lack("nd")) << "one after another";
  EXPECT_EQ(copy(2, 5, 17 * 32, 32), lack("strides"));
  EXPECT_EQ(copy(2, 4, 17 * 32 + 1, 32), lack("strides"));
}

// The status of a conversion of f32 to f32 on a backend that declares no order.
std::uint32_t status_without_order(std::uint64_t dst, std::uint64_t src, int repeat,
                                   int dst_repeat_stride) {
  Observed observed;
  EXPECT_EQ(vconform_intrinsics_use(VCONFORM_UNDECLARED_ORDER), 0) << vconform_intrinsics_error();
  vconv_f322f32r(at<float>(dst), at<float>(src), repeat, 1, 1, dst_repeat_stride, 8);
  return observed.last().status;
}

TEST(Backends, AHazardThatOneDoesNotOrderIsUndefinedHere) {
  EXPECT_EQ(status_without_order(0, 4096, 2, 8), VCONFORM_OK);
  EXPECT_EQ(status_without_order(4096, 4096, 2, 8), VCONFORM_OK) << "in place, block by block";
  EXPECT_EQ(status_without_order(32, 0, 1, 8), VCONFORM_CALL_UNDEFINED) << "a block apart";
  EXPECT_EQ(status_without_order(256, 0, 2, 8), VCONFORM_CALL_UNDEFINED) << "read later";
  EXPECT_EQ(status_without_order(0, 256, 2, 8), VCONFORM_OK) << "read earlier";
  EXPECT_EQ(status_without_order(0, 4096, 2, 4), VCONFORM_CALL_UNDEFINED) << "written twice";
}

TEST(Backends, InPlaceNeedsEqualWidths) {
  Observed observed;
  ASSERT_EQ(vconform_intrinsics_use(VCONFORM_UNDECLARED_ORDER), 0);
  set_vector_mask(0, 0xff);
  // One block each, at the same place.
  vconv_f322f16r(at<half>(0), at<float>(0), 1, 1, 1, 4, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_CALL_UNDEFINED);
}

TEST(Backends, GoldenOrdersEveryHazard) {
  Observed observed;
  vconv_f322f32r(at<float>(32), at<float>(0), 2, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_OK);
}

TEST(Backends, WhereAVdeqWritesItsFactorsIsAHazardToo) {
  Observed observed;
  ASSERT_EQ(vconform_intrinsics_use(VCONFORM_UNDECLARED_ORDER), 0);
  set_deqscale(std::uint64_t{0x1000 >> 5});
  vconv_vdeqs162b8l(at<std::int8_t>(0x1000 + 64), at<std::int16_t>(0x8000), 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_CALL_UNDEFINED);
}

TEST(Backends, ADeclaredNameIsNotModelledAndLosesToWhatIs) {
  Observed observed;
  const std::uint32_t line = __LINE__ + 1;
  vadd(at<half>(0), at<half>(0), at<half>(0), 1, 1, 1, 1, 8, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_UNSUPPORTED);
  EXPECT_EQ(observed.last().message, "not modelled: vadd");
  EXPECT_EQ(observed.last().line, line);
  const std::int64_t zero = get_acc_val();
  EXPECT_EQ(zero, 0);
  vector_dup(at<half>(0), 1.0F, 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().status, VCONFORM_OK);
  vector_dup(at<double>(0), 1.0, 1, 1, 1, 8, 8);
  EXPECT_EQ(observed.last().message, "not modelled: vector_dup");
}

TEST(Backends, OrderAndQueriesAreSeen) {
  Observed observed;
  set_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
  wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID3);
  pipe_barrier(PIPE_ALL);
  EXPECT_EQ(get_block_num(), 1);
  ASSERT_EQ(observed.calls().size(), 4u);
  EXPECT_EQ(observed.calls()[0].function, "set_flag");
  EXPECT_EQ(observed.calls()[0].values.back(), EVENT_ID3);
  EXPECT_EQ(observed.calls()[3].function, "get_block_num");
}

// The line on stderr, once for each place, and the count.
TEST(Backends, WithoutAnObserverFailuresAreLinesOnStderr) {
  {
    const Observed reset;
  }
  const std::uint64_t before = vconform_intrinsics_failures();
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    vconv_f322s32r(at<std::int32_t>(4), at<float>(0), 1, 1, 1, 8, 8);
  }
  const std::string printed = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(vconform_intrinsics_failures() - before, 3u);
  EXPECT_EQ(std::ranges::count(printed, '\n'), 1);
  EXPECT_THAT(printed, HasSubstr("backends_test.cpp:"));
  EXPECT_THAT(printed, HasSubstr(": vconv_f322s32r: rejected: dst at byte 4 is not 32-byte"));
}

TEST(BackendsDeathTest, TrapNamesItsLineAndEndsTheProgram) {
  {
    const Observed reset;
  }
  EXPECT_DEATH(trap(), "backends_test.cpp:[0-9]+: trap: rejected");
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
