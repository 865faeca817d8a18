#include "spec/case_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/case_limits.h"
#include "spec/error.h"

namespace vconform::spec {
namespace {

using testing::HasSubstr;

constexpr std::string_view kText =
    "vconform-case 1\n"
    "claim Vconv.MatchesOracle/f322s32_r\n"
    "seed 7\n"
    "memory UB size=196608 background=1\n"
    "place UB+0x100 f32 numbers count=128 low=-125 modulus=251\n"
    "place UB+0x900 s32 patterns count=128 first=0x7f7f7f7f step=0x0\n"
    "place UB+0x100 f32 element index=3 pattern=0x40200000\n"
    "ctrl 0x0001000000000000\n"
    "mask 0x0000000000000000 0xffffffffffffffff\n"
    "vconv_f322s32r dst=UB+0x900 src=UB+0x100 repeat=2 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

std::string error_of(std::string text) {
  try {
    case_from_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The text with one part of it replaced.
std::string with(std::string_view part, std::string_view replacement) {
  std::string text(kText);
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), replacement);
}

TEST(CaseText, RoundTrips) {
  const Case test_case = case_from_text(kText);
  EXPECT_EQ(to_text(test_case), kText);
  EXPECT_EQ(case_from_text(to_text(test_case)), test_case);
}

TEST(CaseText, CommentsBlankLinesAndFieldOrderDoNotMatter) {
  EXPECT_EQ(case_from_text(with("seed 7\n", "\n  # the seed\nseed 7   # seven\r\n")),
            case_from_text(kText));
  EXPECT_EQ(case_from_text(with("low=-125 modulus=251", "modulus=0xfb low=-125")),
            case_from_text(kText));
  EXPECT_EQ(case_from_text(kText.substr(0, kText.size() - 1)), case_from_text(kText));
}

TEST(CaseText, ErrorsNameTheLineAndTheThing) {
  EXPECT_THAT(error_of(""), HasSubstr("empty"));
  EXPECT_THAT(error_of("hello"), HasSubstr("line 1: this is no case file"));
  EXPECT_THAT(error_of(with("case 1", "case 2")), HasSubstr("line 1: case format 2"));
  EXPECT_THAT(error_of(with("memory UB", "memory UBX")), HasSubstr("line 4: 'UBX' is no memory"));
  EXPECT_THAT(error_of(with("background=1", "background=9")), HasSubstr("background version 9"));
  EXPECT_THAT(error_of(with(" f32 numbers", " f33 numbers")), HasSubstr("'f33' is no type"));
  EXPECT_THAT(error_of(with("modulus=251", "moduls=251")), HasSubstr("field modulus= is missing"));
  EXPECT_THAT(error_of(with("modulus=251", "modulus=251 x=1")), HasSubstr("unexpected 'x=1'"));
  EXPECT_THAT(error_of(with("count=128", "count=-1")), HasSubstr("'-1' is no count"));
  EXPECT_THAT(error_of(with("repeat=2", "repeat=256")), HasSubstr("'256' is no repeat"));
  EXPECT_THAT(error_of(with("repeat=2", "repeat=0x")), HasSubstr("'0x' is no repeat"));
  EXPECT_THAT(error_of(with("dst=UB+0x900", "dst=UB")), HasSubstr("is no address"));
  EXPECT_THAT(error_of(with("dst=UB+0x900", "dst=UB+x")), HasSubstr("'x' is no offset"));
  EXPECT_THAT(error_of(with("vconv_f322s32r", "vconv_f322s32q")), HasSubstr("line 10"));
  EXPECT_THAT(error_of(with("index=3", "index=99999")), HasSubstr("do not fit"));
}

TEST(CaseText, OddBytesAreQuotedSafely) {
  EXPECT_THAT(error_of(with("modulus=251", "modulus=251 \x1b[31m")), HasSubstr("'?[31m'"));
}

TEST(CaseText, EveryTruncationIsReadOrRefusedCleanly) {
  for (std::size_t length = 0; length < kText.size(); ++length) {
    const std::string error = error_of(std::string(kText.substr(0, length)));
    EXPECT_EQ(error.find('\n'), std::string::npos);
    EXPECT_LT(error.size(), 200u);
  }
}

TEST(CaseText, HugeTextIsRefused) {
  EXPECT_THAT(error_of(std::string(kMaxCaseTextBytes + 1, 'a')), HasSubstr("at most"));
}

}  // namespace
}  // namespace vconform::spec
