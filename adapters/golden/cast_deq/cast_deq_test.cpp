// Tests of the three forms of CastDeq, its switches and its documented ranges.
#include "adapters/golden/cast_deq/cast_deq.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {
namespace {

using spec::CastDeq;
using spec::CastDeqForm;
using spec::Mask;
using ::testing::HasSubstr;

constexpr std::uint64_t kFull = ~std::uint64_t{0};
constexpr spec::SetCtrl kCounter{spec::with_ctrl_bit(spec::kCtrlCounterMode)};

std::vector<std::uint64_t> factors() {
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 16; ++i) {
    all.push_back(spec::deq_factor(0x3f800000, i, false));
  }
  return all;
}

spec::Case program(const CastDeq& call, std::string_view instruction = "cast_deq_s162u8") {
  spec::Case one = one_cast_deq(instruction, {}, factors(), call);
  const spec::NumberType source = spec::cell_named(instruction)->conversion().source;
  one.placements.insert(one.placements.begin(), spec::PlaceNumbers{{}, source, 512, -20, 200});
  return one;
}

spec::MemoryImage after(const spec::Case& program, const std::string& backend = "golden") {
  const auto golden = open_backend(backend);
  const spec::Outcome outcome = run(*golden, program);
  EXPECT_EQ(outcome.status, spec::OutcomeStatus::kCompleted) << outcome.message;
  return outcome.after;
}

std::string rejection(const spec::Case& program) {
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  if (outcome.status != spec::OutcomeStatus::kRejected) {
    return "not rejected";
  }
  EXPECT_EQ(outcome.after, spec::initial_image(program)) << "a rejected program writes nothing";
  return outcome.message;
}

CastDeq contiguous(std::uint64_t n) {
  CastDeq call;
  call.mask.mask0 = n;
  return call;
}

CastDeq bitwise(const Mask& mask) {
  CastDeq call;
  call.form = CastDeqForm::kBitwise;
  call.mask = mask;
  return call;
}

CastDeq count(std::uint32_t n) {
  CastDeq call;
  call.form = CastDeqForm::kCount;
  call.count = n;
  return call;
}

// mask=128, a mask of all ones, and count=512 (cast_deq).
TEST(GoldenCastDeq, TheThreeCallsOfThePageAgree) {
  CastDeq by_n = contiguous(128);
  CastDeq by_bits = bitwise({kFull, kFull});
  by_n.repeat_time = by_bits.repeat_time = 4;
  const spec::MemoryImage image = after(program(count(512)));
  EXPECT_EQ(after(program(by_n)), image);
  EXPECT_EQ(after(program(by_bits)), image);
  EXPECT_NE(image, spec::initial_image(program(by_n)));
}

// The instruction that each call stands for.
TEST(GoldenCastDeq, IsVecDeqAndHalfBlockChooseTheInstruction) {
  struct Row {
    bool is_vec_deq;
    bool half_block;
    const char* instruction;
  };
  for (const Row& row :
       {Row{false, true, "vconv_deqs162b8h_u8"}, Row{false, false, "vconv_deqs162b8l_u8"},
        Row{true, true, "vconv_vdeqs162b8h_u8"}, Row{true, false, "vconv_vdeqs162b8l_u8"}}) {
    CastDeq call = contiguous(21);
    call.is_vec_deq = row.is_vec_deq;
    call.half_block = row.half_block;
    spec::Case same = one_deq(row.instruction, {}, factors());
    same.placements.insert(same.placements.begin(),
                           spec::PlaceNumbers{{}, spec::NumberType::kS16, 512, -20, 200});
    std::get<spec::SetMask>(same.steps[0]).mask = spec::contiguous_mask(21);
    EXPECT_EQ(after(program(call)), after(same)) << row.instruction;
  }
}

TEST(GoldenCastDeq, MasksStridesAndRepeatsReachTheInstruction) {
  CastDeq call = bitwise({0, 1 << 20 | 1});
  call.is_vec_deq = false;
  call.half_block = false;
  call.repeat_time = 2;
  call.dst_blk_stride = 2;
  call.src_blk_stride = 3;
  call.dst_rep_stride = 10;
  call.src_rep_stride = 5;
  spec::Case wanted = program(call);
  const auto u8 = spec::NumberType::kU8;
  const spec::MemoryImage image = after(wanted);
  // Lane 20 is lane 4 of block 1, source element 52; one repeat later both are 80 further.
  for (const auto& [byte, source] : {std::pair(0U, 0), {68U, 52}, {320U, 80}, {388U, 132}}) {
    wanted.placements.emplace_back(
        spec::PlaceElement{{spec::MemoryId::kUb, kDestination},
                           u8,
                           byte,
                           static_cast<std::uint64_t>(std::max(source - 20, 0))});
  }
  EXPECT_EQ(image, spec::initial_image(wanted));
}

TEST(GoldenCastDeq, CountAndRepeatZeroDoNothing) {
  CastDeq none = contiguous(128);
  none.repeat_time = 0;
  EXPECT_EQ(after(program(none)), spec::initial_image(program(none)));
  EXPECT_EQ(after(program(count(0))), spec::initial_image(program(count(0))));
}

// With is_set_mask false, the mask and CTRL set outside hold, and the argument is a placeholder.
TEST(GoldenCastDeq, IsSetMaskFalseLeavesMaskAndCtrlAlone) {
  CastDeq call = contiguous(0);
  call.is_set_mask = false;
  spec::Case outside = program(call);
  outside.steps.insert(outside.steps.begin(), spec::SetMask{{0, 0x1f}});
  EXPECT_EQ(after(outside), after(program(contiguous(5))));
  outside.steps.insert(outside.steps.begin(), kCounter);
  EXPECT_EQ(after(outside), after(program(count(0x1f))));
}

TEST(GoldenCastDeq, AFollowingInstructionMeetsWhatTheCountLeaves) {
  spec::Vconv next;
  next.cell = spec::cell_named("vconv_s162f16").value();
  next.dst.offset = kDestination + 4096;
  next.repeat = 1;
  const auto then = [&](std::vector<spec::Step> between, bool counts_outside) {
    spec::Case all = program(count(3));
    if (counts_outside) {
      all.steps.insert(all.steps.begin(), kCounter);
    }
    all.steps.insert(all.steps.end(), between.begin(), between.end());
    all.steps.emplace_back(next);
    return all;
  };
  const spec::SetMask full{{kFull, kFull}};
  const std::string restored = "golden:cast.count-leaves=restored";
  for (const bool counts_outside : {false, true}) {
    EXPECT_EQ(after(then({}, counts_outside)),
              after(then({full, spec::SetCtrl{0}}, counts_outside)));
  }
  EXPECT_EQ(after(then({}, false), restored), after(then({spec::SetMask{{0, 3}}}, false), restored))
      << "normal mode: lanes 0 and 1";
  EXPECT_EQ(after(then({}, true), restored),
            after(then({spec::SetMask{{0, 3}}, kCounter}, true), restored))
      << "counter mode: lanes 0 to 2";
}

TEST(GoldenCastDeq, AMaskInCounterModeIsACountUnlessItClearsIt) {
  const auto counting = [](const CastDeq& call) {
    spec::Case all = program(call);
    all.steps.insert(all.steps.begin(), kCounter);
    return all;
  };
  const std::string cleared = "golden:cast.mask-form-ctrl56=cleared";
  EXPECT_EQ(after(counting(contiguous(3))), after(program(count(7))));
  EXPECT_EQ(after(counting(bitwise({0, 13}))), after(program(count(13))));
  EXPECT_EQ(after(counting(contiguous(3)), cleared), after(program(contiguous(3))));
  EXPECT_EQ(after(counting(bitwise({0, 13})), cleared), after(program(bitwise({0, 13}))));
}

TEST(GoldenCastDeq, AnS32SourceIsVconvDeq) {
  CastDeq call = count(70);
  call.is_vec_deq = false;
  spec::Case same = one_deq("vconv_deq", {}, {0x3800}, spec::with_ctrl_bit(spec::kCtrlCounterMode));
  std::get<spec::SetMask>(same.steps[0]).mask = {0, 70};
  same.placements = {spec::PlaceNumbers{{}, spec::NumberType::kS32, 512, -20, 200}};
  spec::Case cast = one_cast_deq("cast_deq_s322f16", {}, {0x3800}, call);
  cast.placements = same.placements;
  EXPECT_EQ(after(cast), after(same));
  std::get<CastDeq>(cast.steps.back()).is_vec_deq = true;
  EXPECT_EQ(after(cast), after(same));
}

TEST(GoldenCastDeq, ArgumentsOutOfRangeAreRejected) {
  EXPECT_THAT(rejection(program(contiguous(0))),
              HasSubstr("cast_deq_s162u8: mask 0 is not in 1..128"));
  EXPECT_THAT(rejection(program(contiguous(129))), HasSubstr("mask 129"));
  EXPECT_EQ(rejection(program(contiguous(128))), "not rejected");
  EXPECT_THAT(rejection(program(bitwise({0, 0}))), HasSubstr("the mask is 0"));
  EXPECT_EQ(rejection(program(bitwise({1, 0}))), "not rejected");
  EXPECT_THAT(rejection(program(contiguous(65), "cast_deq_s322f16")), HasSubstr("mask 65"));
  EXPECT_THAT(rejection(program(bitwise({1, 1}), "cast_deq_s322f16")), HasSubstr("mask[1]"));
  spec::Case misaligned = program(contiguous(1));
  std::get<CastDeq>(misaligned.steps.back()).dst.offset += 16;
  EXPECT_THAT(rejection(misaligned), HasSubstr("not 32-byte aligned"));
  EXPECT_THAT(rejection(program(count(8192))), HasSubstr("reaches byte"));
}

TEST(GoldenCastDeq, ATensorInDeqscaleNeedsIsVecDeq) {
  spec::Case one = program(contiguous(1));
  std::get<CastDeq>(one.steps.back()).is_vec_deq = false;
  EXPECT_THAT(rejection(one), HasSubstr("set_deq_scale was given a tensor"));
  std::get<spec::SetDeqScale>(one.steps[0]).is_tensor = false;
  EXPECT_EQ(rejection(one), "not rejected");
  one = program(contiguous(1), "cast_deq_s322f16");
  std::get<CastDeq>(one.steps.back()).is_vec_deq = false;
  std::get<spec::SetDeqScale>(one.steps[0]).is_tensor = true;
  EXPECT_THAT(rejection(one), HasSubstr("set_deq_scale was given a tensor"));
  std::get<CastDeq>(one.steps.back()).is_vec_deq = true;
  EXPECT_EQ(rejection(one), "not rejected");
}

TEST(GoldenCastDeq, UnknownFormsAreUnsupported) {
  const auto golden = open_backend("golden");
  vconform_step step{};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_CAST_DEQ;
  step.as.cast_deq.form = 3;
  step.as.cast_deq.source_type = VCONFORM_S16;
  step.as.cast_deq.destination_type = VCONFORM_S8;
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  std::string message;
  auto& backend = dynamic_cast<InProcessBackend&>(*golden);
  EXPECT_EQ(backend.run({&step, 1}, memories, message), VCONFORM_UNSUPPORTED);
  step.as.cast_deq.form = 0;
  step.as.cast_deq.destination_type = VCONFORM_F16;
  EXPECT_EQ(backend.run({&step, 1}, memories, message), VCONFORM_UNSUPPORTED);
}

}  // namespace
}  // namespace vconform::adapters::golden
