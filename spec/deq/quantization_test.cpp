#include "spec/deq/quantization.h"

#include <gtest/gtest.h>

namespace vconform::spec {
namespace {

TEST(Quantization, PacksAsThePageSays) {
  // sign<<46 | (offset & 0x1ff)<<37 | bits(scale), of 0.5: 0x3f000000.
  EXPECT_EQ(deq_factor(0x3f000000, 0, false), 0x3f000000u);
  EXPECT_EQ(deq_factor(0x3f000000, 1, true), 0x400000000000u + 0x2000000000u + 0x3f000000u);
  EXPECT_EQ(deq_factor(0, -1, false), 0x1ffull << 37);
  EXPECT_EQ(deq_factor(0, -256, false), 0x100ull << 37);
}

TEST(Quantization, UnpacksWhatItPacks) {
  const std::uint64_t factor = deq_factor(0x3bb66000, -3, true);
  EXPECT_EQ(kFactorScale.of(factor), 0x3bb66000u);
  EXPECT_EQ(kFactorOffset.of(factor), 0x1fdu);
  EXPECT_EQ(kFactorSign.of(factor), 1u);
}

TEST(Quantization, FieldsOfAWordDoNotOverlap) {
  for (const WordField& a : kWordFields) {
    for (const WordField& b : kWordFields) {
      EXPECT_TRUE(&a == &b || a.word != b.word || (a.mask() & b.mask()) == 0) << a.name << b.name;
    }
  }
}

TEST(Quantization, TheRestIsReserved) {
  // Bits 36..32 and 63..47.
  EXPECT_EQ(reserved_bits(Word::kFactor), 0xffff'8000'0000'0000u | 0x1f'0000'0000u);
  EXPECT_EQ(reserved_bits(Word::kVector), ~std::uint64_t{0x3fff});
  EXPECT_EQ(reserved_bits(Word::kHalf), ~std::uint64_t{0xffff});
}

TEST(Quantization, SaysAWordInItsFields) {
  EXPECT_EQ(word_text(Word::kFactor, deq_factor(0x3bb66000, 0, true)),
            "M=0x3bb66000 offset=0x000 sign=1");
  EXPECT_EQ(word_text(Word::kFactor, std::uint64_t{1} << 47),
            "M=0x00000000 offset=0x000 sign=0 reserved=0x800000000000");
  EXPECT_EQ(word_text(Word::kVector, 0x10), "address=0x0010");
  EXPECT_EQ(word_text(Word::kHalf, 0x3c00), "M=0x3c00");
}

TEST(Quantization, SaysThePublishedDeqValue) {
  // data_copy_enhanced: M = 1.0f, sign = 1.
  EXPECT_EQ(word_text(Word::kDeqValue, 70369809530880),
            "M=0x3f800000 N=0x0 MCB=0 offset=0x000 sign=1 relu=0");
  EXPECT_EQ(reserved_bits(Word::kNdPara), 0xffff'0000'0000'0000u);
}

TEST(Quantization, FormatsOfIntermediateValues) {
  EXPECT_EQ(kScaleFormat.bias(), 127);
  EXPECT_EQ(kScaleFormat.precision(), 11);
  EXPECT_EQ(kS9.pattern_mask(), 0x1ffu);
}

}  // namespace
}  // namespace vconform::spec
