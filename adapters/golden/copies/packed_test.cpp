// Tests that copies over packed lanes and element by element leave the same bytes in every memory.
#include "adapters/golden/copy_matrix/packed.h"
#include "adapters/golden/data_copy/packed.h"

#include <gtest/gtest.h>

#include <cstring>

#include "adapters/abi/cell.h"
#include "adapters/golden/number/drawn_numbers.h"
#include "adapters/golden/program/program.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::golden {
namespace {

using spec::kF32;
constexpr std::size_t kBytes = 48 * 1024;

// One copy with its registers and the contents of all its memory.
struct Program {
  std::vector<vconform_step> steps;
  std::array<std::vector<std::uint8_t>, VCONFORM_MEMORY_COUNT> memories;
};

vconform_step step_of(std::uint32_t kind) {
  vconform_step step = {};
  step.struct_size = sizeof step;
  step.kind = kind;
  return step;
}

vconform_step register_step(std::uint32_t id, std::uint64_t value) {
  vconform_step step = step_of(VCONFORM_STEP_SET_REGISTER);
  step.as.set_register.register_id = id;
  step.as.set_register.value[0] = value;
  return step;
}

// Words that are floating-point numbers of all sizes, or small integers, or quant words.
void fill(DrawnWords& drawn, std::vector<std::uint8_t>& bytes) {
  bytes.resize(kBytes);
  for (std::size_t i = 0; i < kBytes; i += sizeof(std::uint32_t)) {
    const std::uint64_t word =
        drawn.one_in(3) ? drawn.next() >> (32 + drawn.below(32)) : drawn_floating(drawn, kF32, 124);
    const auto pattern = static_cast<std::uint32_t>(word);
    std::memcpy(bytes.data() + i, &pattern, sizeof pattern);
  }
}

// The contents are drawn once, since drawing takes longer than a copy.
Program with_memories(std::vector<vconform_step> steps) {
  static const auto filled = [] {
    DrawnWords drawn(10);
    decltype(Program::memories) memories;
    for (auto& memory : memories) {
      fill(drawn, memory);
    }
    return memories;
  }();
  return {std::move(steps), filled};
}

struct Ran {
  std::uint32_t status;
  std::string message;
  std::array<std::vector<std::uint8_t>, VCONFORM_MEMORY_COUNT> memories;
};

Ran run(const Behaviour& behaviour, const Program& program) {
  Ran ran{0, "", program.memories};
  vconform_memories memories = {};
  for (std::size_t id = 0; id < ran.memories.size(); ++id) {
    memories.memory[id].data = ran.memories[id].data();
    memories.memory[id].size = ran.memories[id].size();
  }
  ran.status =
      execute(behaviour, program.steps.data(), program.steps.size(), memories, ran.message);
  return ran;
}

template <typename Element>
const Element& drawn_of(DrawnWords& drawn, const std::vector<Element>& list) {
  return list[drawn.below(list.size())];
}

vconform_copy_matrix drawn_copy_matrix(DrawnWords& drawn, const spec::Conversion& row) {
  const spec::QuantCode& code = spec::quant_code_of(row);
  vconform_copy_matrix call = {};
  call.source_type = static_cast<std::uint32_t>(row.source);
  call.destination_type = static_cast<std::uint32_t>(row.destination);
  call.dst.memory = row.path == spec::kToGm ? VCONFORM_GM : VCONFORM_L1;
  call.dst.offset = 32 * drawn.below(8);
  call.src.memory = VCONFORM_L0C;
  call.src.offset = 64 * drawn.below(8);
  call.QuantPRE = drawn.one_in(2) ? code.vector : drawn.one_in(4) ? 0 : code.scalar;
  call.NZ2ND_EN = drawn.one_in(2) ? 1 : 0;
  const bool is_plain = row.source == row.destination && row.destination == spec::NumberType::kF32;
  call.channelSplit = is_plain && call.NZ2ND_EN == 0 && drawn.one_in(2) ? 1 : 0;
  const std::uint64_t multiple = spec::n_size_multiple(row, call.channelSplit != 0);
  call.NSize = static_cast<std::uint32_t>(multiple * drawn.below(80 / multiple + 1));
  call.MSize = static_cast<std::uint32_t>(drawn.one_in(8) ? 100 : drawn.below(20));
  call.srcStride = static_cast<std::uint32_t>(16 * (drawn.one_in(8) ? drawn.below(9) : 2));
  // Some of these make destinations overlap.
  call.dstStride_dst_D =
      static_cast<std::uint32_t>(call.NZ2ND_EN != 0 ? 2 * drawn.below(60) : 1 + drawn.below(80));
  call.ReLUPRE = static_cast<std::uint8_t>(drawn.below(4));
  return call;
}

Program drawn_fixpipe(DrawnWords& drawn, const spec::Conversion& row) {
  vconform_step copy = step_of(VCONFORM_STEP_COPY_MATRIX);
  copy.as.copy_matrix = drawn_copy_matrix(drawn, row);
  const std::uint64_t count = drawn.below(4);
  const std::uint64_t src_stride = 1 + drawn.below(4);
  const std::uint64_t dst_stride = 2 * drawn.below(2000);
  const std::uint64_t fpc = drawn.below(0x10000) & 0x0f0f;
  const std::uint64_t alpha = drawn_floating(drawn, kF32, 126);
  const std::uint64_t word = drawn.next() << 32 | drawn_floating(drawn, kF32, 115);
  return with_memories(
      {register_step(VCONFORM_REGISTER_ND_PARA, dst_stride << 32 | src_stride << 16 | count),
       register_step(VCONFORM_REGISTER_LRELU_ALPHA, alpha),
       register_step(VCONFORM_REGISTER_QUANT_PRE, word), register_step(VCONFORM_REGISTER_FPC, fpc),
       copy});
}

Program drawn_data_copy(DrawnWords& drawn, const spec::Conversion& row) {
  vconform_step step = step_of(VCONFORM_STEP_DATA_COPY);
  vconform_data_copy& call = step.as.data_copy;
  call.source_type = static_cast<std::uint32_t>(row.source);
  call.destination_type = static_cast<std::uint32_t>(row.destination);
  call.source_position = static_cast<std::uint32_t>(row.path.from);
  call.destination_position = static_cast<std::uint32_t>(row.path.to);
  call.src.memory = static_cast<std::uint32_t>(spec::memory_of(row.path.from));
  call.dst.memory = static_cast<std::uint32_t>(spec::memory_of(row.path.to));
  call.src.offset = 64 * drawn.below(300);
  call.dst.offset = 64 * drawn.below(300);
  call.blockCount = static_cast<std::uint16_t>(1 + drawn.below(5));
  call.blockLen = static_cast<std::uint16_t>(1 + drawn.below(6));
  call.srcStride = static_cast<std::uint16_t>(drawn.below(4));
  call.dstStride = static_cast<std::uint16_t>(drawn.below(40));
  call.blockMode = drawn.one_in(2) ? VCONFORM_BLOCK_MODE_MATRIX : VCONFORM_BLOCK_MODE_VECTOR;
  call.deqScale = static_cast<std::uint32_t>(row.deq_scale);
  call.deqValue = drawn.next() << 32 | drawn_floating(drawn, kF32, 115);
  call.deqTensorAddr = 32 * drawn.below(500);
  call.sidStoreMode = static_cast<std::uint8_t>(drawn.below(3));
  call.isRelu = row.relu || (row.deq_scale != spec::DeqScale::kNone && drawn.one_in(2)) ? 1 : 0;
  Program program = with_memories({step});
  // The MCB bits of a vector must mostly be equal: otherwise the copy is rejected.
  const bool are_equal = !drawn.one_in(8);
  const int mcb = drawn.one_in(2) ? 0x10 : 0;
  std::vector<std::uint8_t>& ub = program.memories[VCONFORM_UB];
  for (std::size_t i = 4; are_equal && i < ub.size(); i += 8) {
    ub[i] = static_cast<std::uint8_t>((ub[i] & ~0x10) | mcb);
  }
  return program;
}

// Golden's readings, with another reading in at most one rule of the copies.
Behaviour drawn_behaviour(DrawnWords& drawn) {
  Behaviour behaviour = golden_behaviour();
  if (drawn.one_in(4)) {
    behaviour.pin(choice("s4.nibble", "high-first"));
  }
  if (drawn.one_in(2)) {
    return behaviour;
  }
  std::vector<Choice> choices;
  for (const spec::RuleId rule : spec::kAllRules) {
    const spec::Topic topic = spec::rule_of(rule).topic;
    if (topic == spec::Topic::kFixpipe || topic == spec::Topic::kDataCopy) {
      const std::vector<Choice> readings = spec::all_readings(rule);
      choices.insert(choices.end(), readings.begin(), readings.end());
    }
  }
  behaviour.pin(drawn_of(drawn, choices));
  return behaviour;
}

void expect_the_same(const Behaviour& fast, const Program& program, int& completed) {
  Behaviour slow = fast;
  slow.fixpipe.add([](FixpipeElement&) {});
  slow.copied.add([](CopiedElement&) {});
  const Ran expected = run(slow, program);
  const Ran got = run(fast, program);
  ASSERT_EQ(got.status, expected.status) << got.message << expected.message;
  ASSERT_EQ(got.memories, expected.memories);
  completed += expected.status == VCONFORM_OK ? 1 : 0;
}

TEST(GoldenPackedCopies, CopyMatrixLeavesWhatElementByElementLeaves) {
  DrawnWords drawn(11);
  for (const spec::Conversion& row : spec::kRows) {
    int completed = 0;
    for (int i = 0; row.family == spec::Family::kCopyMatrix && i < 60; ++i) {
      const Behaviour behaviour = drawn_behaviour(drawn);
      ASSERT_NO_FATAL_FAILURE(expect_the_same(behaviour, drawn_fixpipe(drawn, row), completed))
          << spec::instruction_name({row.number}) << ", program " << i;
    }
    EXPECT_TRUE(row.family != spec::Family::kCopyMatrix || completed > 20)
        << spec::instruction_name({row.number}) << ' ' << completed;
  }
}

TEST(GoldenPackedCopies, DataCopyLeavesWhatElementByElementLeaves) {
  DrawnWords drawn(12);
  for (const spec::Conversion& row : spec::kRows) {
    int completed = 0;
    const bool computes = row.family == spec::Family::kDataCopy && !row.is_plain_path();
    for (int i = 0; computes && i < 60; ++i) {
      const Behaviour behaviour = drawn_behaviour(drawn);
      ASSERT_NO_FATAL_FAILURE(expect_the_same(behaviour, drawn_data_copy(drawn, row), completed))
          << spec::instruction_name({row.number}) << ", program " << i;
    }
    EXPECT_TRUE(!computes || completed > 20) << spec::instruction_name({row.number});
  }
}

// A copy that cannot be packed is left to the run element by element.
TEST(GoldenPackedCopies, ArePackedWhereNothingCanTell) {
  const spec::Conversion& row = spec::cell_named("copy_matrix_cc_to_gm_f322f16")->conversion();
  vconform_copy_matrix call = {};
  call.dst.memory = VCONFORM_GM;
  call.src.memory = VCONFORM_L0C;
  call.QuantPRE = 1;
  call.dstStride_dst_D = 16;
  call.NSize = 32;
  call.MSize = 16;
  call.srcStride = 16;
  DrawnWords drawn(13);
  Program program = with_memories({});
  vconform_memories memories = {};
  for (std::size_t id = 0; id < program.memories.size(); ++id) {
    memories.memory[id].data = program.memories[id].data();
    memories.memory[id].size = program.memories[id].size();
  }
  Behaviour behaviour = golden_behaviour();
  const auto is_packed = [&] {
    const CopyMatrixWalk walk = copy_matrix_walk(behaviour, {row.number}, call, {});
    EXPECT_EQ(copy_matrix_problem(walk, memories), std::nullopt);
    return copy_matrix_packed(behaviour, walk, memories);
  };
  EXPECT_TRUE(is_packed());
  call.dstStride_dst_D = 15;
  EXPECT_FALSE(is_packed()) << "destinations overlap";
  call.dstStride_dst_D = 16;
  behaviour.fixpipe.add([](FixpipeElement&) {});
  EXPECT_FALSE(is_packed());
}

}  // namespace
}  // namespace vconform::adapters::golden
