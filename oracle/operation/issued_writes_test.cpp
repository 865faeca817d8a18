#include "oracle/operation/issued_writes.h"

#include <gtest/gtest.h>

#include <set>

#include "oracle/testing/test_support.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::MemoryId;

constexpr std::uint64_t kWatchedBytes = 0x800;

spec::Registers all_lanes() {
  spec::Registers registers;
  registers.mask = spec::kAllLanes;
  // One nd block.
  registers.fixpipe[spec::index_of(spec::FixpipeRegister::kNdPara)] = 1 | 1 << 16;
  return registers;
}

spec::IssuedCall call_of(const spec::Step& instruction,
                         const spec::Registers& registers = all_lanes()) {
  spec::IssuedCall call;
  call.function = "issued";
  call.instruction = instruction;
  call.registers = registers;
  return call;
}

template <typename Instruction>
Instruction instruction_of(std::string_view name, const spec::Address& dst) {
  Instruction instruction;
  instruction.cell = cell(name);
  instruction.dst = dst;
  return instruction;
}

// Two lanes of every repeat.
spec::IssuedCall conversion(std::uint64_t dst, std::uint8_t repeat) {
  auto step = instruction_of<spec::Vconv>("vconv_f322f16r", {MemoryId::kUb, dst});
  step.repeat = repeat;
  step.dst_repeat_stride = 4;
  spec::Registers registers;
  registers.mask = {0, 0x3};
  return call_of(step, registers);
}

spec::IssuedCall named(const char* function, std::vector<std::int64_t> arguments = {}) {
  spec::IssuedCall call;
  call.function = function;
  call.arguments = std::move(arguments);
  return call;
}

spec::IssuedReport report_of(std::vector<spec::IssuedCall> calls) {
  spec::IssuedReport report;
  report.count = calls.size();
  report.calls = std::move(calls);
  return report;
}

// The bytes from 0 on that the call writes; nullopt if that is not certain.
std::optional<std::set<std::uint64_t>> bytes_of(const spec::IssuedCall& call, MemoryId memory) {
  const WrittenBytes written = written_by_calls(report_of({call}), memory, kWatchedBytes, a2({}));
  std::set<std::uint64_t> bytes;
  for (std::uint64_t byte = 0; byte < kWatchedBytes; ++byte) {
    if (written.is_written[byte] != 0) {
      bytes.insert(byte);
    }
  }
  return written.is_certain ? std::optional(bytes) : std::nullopt;
}

struct Span {
  std::uint64_t first;
  std::uint64_t end;
};
std::set<std::uint64_t> bytes(std::initializer_list<Span> spans) {
  std::set<std::uint64_t> all;
  for (const Span& span : spans) {
    for (std::uint64_t byte = span.first; byte < span.end; ++byte) {
      all.insert(byte);
    }
  }
  return all;
}

TEST(IssuedWrites, NamesTheLastConversionThatWritesAPlace) {
  spec::IssuedReport report = report_of({conversion(0x200, 1), conversion(0x200, 2)});
  const auto writer = [&](std::uint64_t byte) {
    return writer_of(report, MemoryId::kUb, byte * kNibblesPerByte, {});
  };
  EXPECT_EQ(writer(0x202).call, &report.calls[1]);
  EXPECT_EQ(writer(0x280).call, &report.calls[1]);
  // The third lane is not active.
  EXPECT_EQ(writer(0x204).call, nullptr);
  EXPECT_TRUE(writer(0x204).is_certain);
  report.calls[1] = named("vector_dup");
  EXPECT_EQ(writer(0x280).call, nullptr);
  EXPECT_FALSE(writer(0x280).is_certain);
  report.count = 3;
  EXPECT_FALSE(writer(0x202).is_certain);
}

// The later halves of two blocks of 16 results.
TEST(IssuedWrites, WalksDequantisations) {
  spec::Registers registers;
  registers.mask = {0, 0xffffffff};
  const spec::Step step =
      instruction_of<spec::Vconv>("vconv_deqs162b8h_s8", {MemoryId::kUb, 0x200});
  EXPECT_EQ(bytes_of(call_of(step, registers), MemoryId::kUb),
            bytes({{0x210, 0x220}, {0x230, 0x240}}));
}

// The last 4 of 20 elements stand in the second block, whatever MASK and CTRL are.
TEST(IssuedWrites, WalksACastDeqByCount) {
  auto step = instruction_of<spec::CastDeq>("cast_deq_s162s8", {MemoryId::kUb, 0x200});
  step.form = spec::CastDeqForm::kCount;
  step.count = 20;
  step.is_vec_deq = false;
  EXPECT_EQ(bytes_of(call_of(step, {}), MemoryId::kUb), bytes({{0x210, 0x220}, {0x230, 0x234}}));
  step.half_block = false;
  EXPECT_EQ(bytes_of(call_of(step, {}), MemoryId::kUb), bytes({{0x200, 0x210}, {0x220, 0x224}}));
  // An untrusted count.
  step.count = 0xffffffff;
  EXPECT_EQ(bytes_of(call_of(step, {}), MemoryId::kUb), std::nullopt);
}

// By its own mask, or by MASK.
TEST(IssuedWrites, WalksACastDeqByMask) {
  auto step = instruction_of<spec::CastDeq>("cast_deq_s322f16", {MemoryId::kUb, 0x200});
  step.mask.mask0 = 3;
  step.repeat_time = 2;
  step.dst_rep_stride = 4;
  step.is_vec_deq = false;
  spec::Registers registers;
  registers.mask = {0, 0x2};
  EXPECT_EQ(bytes_of(call_of(step, registers), MemoryId::kUb),
            bytes({{0x200, 0x206}, {0x280, 0x286}}));
  step.is_set_mask = false;
  EXPECT_EQ(bytes_of(call_of(step, registers), MemoryId::kUb),
            bytes({{0x202, 0x204}, {0x282, 0x284}}));
}

spec::CopyMatrix matrix(std::string_view name) {
  auto step = instruction_of<spec::CopyMatrix>(name, {MemoryId::kGm, 0x100});
  step.src.memory = MemoryId::kL0c;
  step.n_size = 3;
  step.m_size = 2;
  step.src_stride = 16;
  step.quant_pre = spec::quant_code_of(step.cell.conversion()).scalar;
  return step;
}

// Two rows of three s8, five elements apart.
TEST(IssuedWrites, WalksACopyMatrixToNd) {
  spec::CopyMatrix step = matrix("copy_matrix_cc_to_gm_s322s8");
  step.nz2nd_en = true;
  step.dst_stride_dst_d = 5;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kGm), bytes({{0x100, 0x103}, {0x105, 0x108}}));
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kUb), bytes({}));
  step.n_size = 0;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kGm), bytes({}));
}

// A row of an NZ block has 16 channels, in f16 32 bytes.
TEST(IssuedWrites, WalksACopyMatrixToNz) {
  spec::CopyMatrix step = matrix("copy_matrix_cc_to_gm_f322f16");
  step.n_size = 16;
  step.dst_stride_dst_d = 2;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kGm), bytes({{0x100, 0x140}}));
  // One channel of the next block.
  step.n_size = 17;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kGm), bytes({{0x100, 0x142}, {0x160, 0x162}}));
  // An untrusted argument out of range.
  step.n_size = 5000;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kGm), std::nullopt);
}

// Two blocks of 256 f16, three times 32 bytes apart.
TEST(IssuedWrites, WalksADataCopy) {
  auto step = instruction_of<spec::DataCopy>("data_copy_co1_co2_f322f16", {MemoryId::kUb, 0x100});
  step.src.memory = MemoryId::kL0c;
  step.block_mode = spec::BlockMode::kMatrix;
  step.block_count = 2;
  step.dst_stride = 3;
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kUb), bytes({{0x100, 0x300}, {0x360, 0x560}}));
  EXPECT_EQ(bytes_of(call_of(step), MemoryId::kL0c), bytes({}));
}

// As a lowering does that converts into its scratch and moves what it needs of it.
TEST(IssuedWrites, KnowsAResultThatIsComputedInAnArrayOfTheHost) {
  spec::Operation operation;
  operation.cell = cell("vconv_f322f16r");
  const spec::IssuedReport report =
      report_of({conversion(256 * 1024 - 1, 1), conversion(0x7ffd00001000, 1)});
  EXPECT_EQ(computed_in_scratch(report, operation), &report.calls[1]);
}

TEST(IssuedWrites, KnowsAResultThatIsComputedInScratch) {
  spec::Operation operation;
  operation.cell = cell("vconv_f322f16r");
  operation.scratch = {MemoryId::kUb, 0x200};
  spec::IssuedReport report = report_of({conversion(0x1ff, 1), conversion(0x200, 1)});
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
  operation.scratch_bytes = 1;
  EXPECT_EQ(computed_in_scratch(report, operation), &report.calls[1]);
  report.calls[1].was_executed = false;
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
  report.calls[1] = conversion(0x200, 1);
  operation.cell = cell("vconv_f322bf16r");
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
  // The same offset in another memory.
  operation.cell = cell("vconv_f322f16r");
  report.calls[1].instruction =
      instruction_of<spec::CopyMatrix>("copy_matrix_cc_to_gm_f322f16", {MemoryId::kGm, 0x200});
  EXPECT_EQ(computed_in_scratch(report, operation), nullptr);
}

TEST(IssuedWrites, ItIsCertainThatAQueryWritesNothing) {
  for (const char* function : {"get_subblockid", "get_sys_cnt", "copy_cbuf_to_fbuf"}) {
    const spec::IssuedReport report = report_of({conversion(0x200, 1), named(function)});
    const Writer writer = writer_of(report, MemoryId::kUb, 0x200 * kNibblesPerByte, {});
    EXPECT_EQ(writer.call, report.calls.data()) << function;
    EXPECT_TRUE(writer.is_certain) << function;
  }
}

// Two bursts of one block, a block apart.
TEST(IssuedWrites, WalksMoves) {
  EXPECT_EQ(bytes_of(named("copy_ubuf_to_ubuf", {0x200, 0, 0, 2, 1, 0, 1}), MemoryId::kUb),
            bytes({{0x200, 0x220}, {0x240, 0x260}}));
  EXPECT_EQ(bytes_of(named("copy_ubuf_to_ubuf", {0x200, 0, 0, -1, 1, 0, 1}), MemoryId::kUb),
            std::nullopt);
}

// A thousand calls of a report may each name the largest walk.
TEST(IssuedWrites, NoMoreThanAReportMayTakeIsWalked) {
  const spec::IssuedCall longest = named("copy_ubuf_to_ubuf", {0, 0, 0, 4095, 1, 0, 0});
  const auto is_certain = [&](std::size_t calls) {
    const spec::IssuedReport report = report_of(std::vector<spec::IssuedCall>(calls, longest));
    EXPECT_EQ(written_by_calls(report, MemoryId::kUb, kWatchedBytes, {}).is_certain,
              writer_of(report, MemoryId::kUb, 0, {}).is_certain);
    return writer_of(report, MemoryId::kUb, 0, {}).is_certain;
  };
  EXPECT_TRUE(is_certain(1024));
  EXPECT_FALSE(is_certain(1025));
}

}  // namespace
}  // namespace vconform::oracle
