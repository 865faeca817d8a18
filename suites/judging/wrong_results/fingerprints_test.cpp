// A deviation's fingerprint is of everything that is wrong in its cases (gate/waivers.md), told or
// not: what a waiver accepts hides nothing else.
#include "suites/judging/matches_oracle.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "adapters/load/open_backend.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/ran.h"
#include "suites/judging/subject.h"

namespace vconform::suites {
namespace {

const std::string kHead =
    "vconform-case 1\nmemory UB size=4096 background=1\n"
    "place UB+0x0 f32 patterns count=64 first=0x3f000000 step=0x10001\nctrl 0x0\n"
    "mask 0xffffffffffffffff 0xffffffffffffffff\n";
const std::string kToS32 =
    "vconv_f322s32r dst=UB+0x400 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";
const std::string kToF16 =
    "vconv_f322f16r dst=UB+0x800 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=4 srcRepeatStride=8\n";

using Fault = std::function<void(spec::MemoryBytes& ub)>;

// Golden, and then the fault.
CheckResult judged_with(const std::string& steps, const Fault& fault) {
  Subject subject = subject_of(adapters::open_backend("golden"));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  subject.execute_in_place = nullptr;
  subject.execute = [golden = subject.execute, fault](const spec::Case& test_case,
                                                      const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    fault(outcome.after.of(spec::MemoryId::kUb));
    return outcome;
  };
  return matches_oracle(subject, spec::case_from_text(kHead + steps));
}

void expect_told_apart(const CheckResult& one, const CheckResult& other) {
  ASSERT_EQ(one.findings.size(), 1U);
  ASSERT_EQ(other.findings.size(), 1U);
  EXPECT_EQ(one.findings[0].verdict, other.findings[0].verdict);
  EXPECT_EQ(one.findings[0].rule, other.findings[0].rule);
  EXPECT_EQ(one.findings[0].in_short, other.findings[0].in_short);
  EXPECT_NE(one.findings[0].digest, other.findings[0].digest);
}

TEST(Fingerprints, HaveTheWrongResultsBesideAByteOutside) {
  const auto judged = [](std::uint8_t flipped) {
    return judged_with(kToS32, [=](spec::MemoryBytes& ub) {
      ub[0xfff] ^= 0xff;
      ub[0x400] ^= flipped;
    });
  };
  const CheckResult outside = judged(0);
  ASSERT_EQ(outside.findings.size(), 1U);
  EXPECT_EQ(outside.findings[0].verdict, "WROTE OUTSIDE");
  expect_told_apart(outside, judged(1));
  expect_told_apart(judged(1), judged(2));
  EXPECT_EQ(outside.findings[0].digest, judged(0).findings[0].digest);
}

TEST(Fingerprints, HaveTheWrongResultsOfLaterSteps) {
  const auto judged = [](std::uint8_t flipped) {
    return judged_with(kToS32 + kToF16, [=](spec::MemoryBytes& ub) {
      ub[0x400] ^= 1;
      ub[0x800] ^= flipped;
    });
  };
  ASSERT_EQ(judged(0).findings.size(), 1U);
  EXPECT_EQ(judged(0).findings[0].step, 2U);
  expect_told_apart(judged(0), judged(1));
}

// An operation, and what it leaves.
class OperationFingerprints : public testing::Test {
 protected:
  OperationFingerprints()
      : operation_(spec::case_from_text(
            "vconform-case 1\nmemory UB size=4096 background=1\n"
            "place UB+0x0 f32 patterns count=8 first=0x3f800000 step=0x1\n"
            "operation fingerprints as=f32>r>s32 saturation=by-ctrl clobbers=none dst=UB+0x400 "
            "src=UB+0x0 rows=1 cols=8 dstStride=8 srcStride=8 scratch=UB+0x800 scratchBytes=0 "
            "entry.ctrl=0x0 entry.mask1=0x0 entry.mask0=0x0 entry.deqscale=0x0 entry.nd_para=0x0 "
            "entry.lrelu_alpha=0x0 entry.quant_pre=0x0 entry.fpc=0x0\n")) {
    subject_.pinned = spec::choices_of(spec::profile_named("a2"));
    subject_.claims = [](const spec::Cell&) { return std::optional(spec::kAllFeatures); };
    subject_.execute = [this, right = oracle_executor(subject_.pinned)](
                           const spec::Case& test_case, const spec::MemoryImage& before) {
      spec::Outcome outcome = right(test_case, before);
      fault_(outcome);
      return outcome;
    };
  }

  CheckResult judged(std::function<void(spec::Outcome&)> fault) {
    fault_ = std::move(fault);
    return matches_oracle(subject_, operation_);
  }

 private:
  spec::Case operation_;
  Subject subject_;
  std::function<void(spec::Outcome&)> fault_;
};

TEST_F(OperationFingerprints, HaveEveryRegisterThatIsLeftChanged) {
  const auto left = [&](std::uint64_t deq_scale) {
    return judged([=](spec::Outcome& outcome) {
      outcome.issued->left.ctrl ^= 1;
      outcome.issued->left.deq_scale = deq_scale;
    });
  };
  expect_told_apart(left(0), left(1));
  expect_told_apart(left(1), left(2));
}

TEST_F(OperationFingerprints, HaveTheWrongResultsBesideACallThatWasNotExecuted) {
  const auto refused = [&](std::uint8_t flipped) {
    return judged([=](spec::Outcome& outcome) {
      outcome.issued->problem = "repeat 256 is none of 0 to 255";
      outcome.after.of(spec::MemoryId::kUb)[0x400] ^= flipped;
    });
  };
  expect_told_apart(refused(0), refused(1));
}

}  // namespace
}  // namespace vconform::suites
