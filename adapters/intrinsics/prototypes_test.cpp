// Each row of the tables has a prototype, and each prototype computes what golden computes when it
// is given the same instruction as a program of the C ABI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "adapters/abi/steps.h"
#include "adapters/intrinsics/callers_test_support.h"
#include "adapters/intrinsics/observed_test_support.h"
#include "adapters/load/open_backend.h"
#include "adapters/vconform_intrinsics.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::intrinsics {
namespace {

std::set<std::string> names_of(std::initializer_list<spec::Family> families) {
  std::set<std::string> names;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (std::ranges::find(families, cell.conversion().family) != families.end()) {
      names.insert(spec::instruction_name(cell));
    }
  }
  return names;
}

template <typename Caller>
std::set<std::string> names_of(const std::vector<Caller>& callers) {
  std::set<std::string> names;
  for (const Caller& caller : callers) {
    EXPECT_TRUE(names.insert(caller.instruction).second) << caller.instruction << " stands twice";
  }
  return names;
}

TEST(Prototypes, EveryRowHasOne) {
  EXPECT_EQ(names_of(vector_callers()), names_of({spec::Family::kVconv, spec::Family::kDeq}));
  EXPECT_EQ(names_of(matrix_callers()), names_of({spec::Family::kCopyMatrix}));
}

// The draws of a test: equal on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t word() { return engine_(); }
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

// The memories of the library and copies of them for golden itself, with the same random bytes.
class TwoMemories {
 public:
  explicit TwoMemories(Draws& draws) {
    passed_.struct_size = sizeof(vconform_memories);
    for (const spec::Memory& memory : spec::kMemories) {
      auto& bytes = copies_[index(memory.id)];
      bytes.resize(kBytes);
      for (std::size_t i = 0; i < kBytes; i += sizeof(std::uint64_t)) {
        const std::uint64_t word = draws.word();
        std::copy_n(reinterpret_cast<const std::uint8_t*>(&word), sizeof word, &bytes[i]);
      }
      std::ranges::copy(bytes, at(memory.id));
      passed_.memory[index(memory.id)] = {bytes.data(), kBytes};
    }
  }

  vconform_memories& passed() { return passed_; }

  bool are_equal() const {
    return std::ranges::all_of(spec::kMemories, [this](const spec::Memory& memory) {
      const auto& bytes = copies_[index(memory.id)];
      return std::equal(bytes.begin(), bytes.end(), at(memory.id));
    });
  }

  static constexpr std::size_t kBytes = 64 * 1024;

 private:
  static std::size_t index(spec::MemoryId id) { return static_cast<std::size_t>(id); }
  static std::uint8_t* at(spec::MemoryId id) {
    return static_cast<std::uint8_t*>(vconform_memory_at(static_cast<int>(id), 0));
  }

  std::array<std::vector<std::uint8_t>, spec::kMemoryCount> copies_;
  vconform_memories passed_{};
};

std::uint32_t run_on_golden(std::vector<spec::Step> steps, TwoMemories& memories) {
  static const auto golden = open_backend("golden");
  std::vector<vconform_step> program;
  translate(steps, program);
  std::string message;
  return golden->run(program, memories.passed(), message);
}

// Registers for both: of s4, whose mask bits come in pairs, too.
std::vector<spec::Step> random_registers(Draws& draws) {
  const auto pairs = [&] {
    const std::uint64_t even = draws.word() & 0x5555555555555555;
    return even | even << 1;
  };
  spec::Mask mask;
  mask.mask1 = pairs();
  mask.mask0 = pairs();
  const std::uint64_t flags = draws.below(8);
  std::uint64_t ctrl = (flags & 1) << 48 | (flags >> 1 & 1) << 59;
  if ((flags & 4) != 0) {
    ctrl |= std::uint64_t{1} << 56;
    mask = {0, 2 * draws.below(300)};
  }
  // A factor of some thousandths, or the address of a vector at 4096.
  const std::uint64_t deq_scale = 0x3c123456 + (draws.below(512) << 37) + (draws.below(2) << 46);
  set_vector_mask(mask.mask1, mask.mask0);
  set_ctrl(ctrl);
  set_deqscale(deq_scale);
  return {spec::SetMask{mask}, spec::SetCtrl{ctrl}, spec::SetDeqScale{deq_scale, false}};
}

spec::Vconv random_vconv(Draws& draws, const spec::Cell& cell) {
  spec::Vconv vconv;
  vconv.cell = cell;
  vconv.src.offset = 32 * draws.below(64);
  vconv.dst.offset = 32 * 1024 + 32 * draws.below(64);
  vconv.repeat = static_cast<std::uint8_t>(draws.below(4));
  vconv.dst_block_stride = static_cast<std::uint16_t>(1 + draws.below(3));
  vconv.src_block_stride = static_cast<std::uint16_t>(draws.below(4));
  vconv.dst_repeat_stride = static_cast<std::uint16_t>(8 + draws.below(20));
  vconv.src_repeat_stride = static_cast<std::uint16_t>(draws.below(20));
  return vconv;
}

VectorArguments arguments_of(const spec::Vconv& vconv) {
  return {vconv.dst.offset,       vconv.src.offset,       vconv.repeat,
          vconv.dst_block_stride, vconv.src_block_stride, vconv.dst_repeat_stride,
          vconv.src_repeat_stride};
}

TEST(Prototypes, VectorConversionsEqualGoldenAsAProgram) {
  constexpr int kCases = 12;
  Observed observed;
  int completed = 0;
  for (const VectorCaller& caller : vector_callers()) {
    for (std::uint64_t seed = 0; seed < kCases; ++seed) {
      SCOPED_TRACE(caller.instruction + ", seed " + std::to_string(seed));
      Draws draws(seed);
      TwoMemories memories(draws);
      std::vector<spec::Step> steps = random_registers(draws);
      const spec::Vconv vconv = random_vconv(draws, *spec::cell_named(caller.instruction));
      steps.emplace_back(vconv);
      caller.call(arguments_of(vconv));
      EXPECT_EQ(observed.last().status, run_on_golden(steps, memories));
      EXPECT_TRUE(memories.are_equal());
      completed += observed.last().status == VCONFORM_OK ? 1 : 0;
    }
  }
  EXPECT_GT(completed, 1200) << "too few cases were legal to mean anything";
}

spec::CopyMatrix random_copy(Draws& draws, const spec::Cell& cell) {
  spec::CopyMatrix copy;
  const spec::Conversion& row = cell.conversion();
  copy.cell = cell;
  copy.src = {spec::MemoryId::kL0c, 1024 * draws.below(4)};
  copy.dst = {spec::memory_of(row.path.to), 32 * draws.below(64)};
  copy.n_size = static_cast<std::uint16_t>(
      row.destination == spec::NumberType::kS4 ? 64 * (1 + draws.below(2)) : 1 + draws.below(60));
  copy.m_size = static_cast<std::uint16_t>(draws.below(40));
  copy.dst_stride_dst_d = static_cast<std::uint32_t>(64 + 2 * draws.below(100));
  copy.src_stride = static_cast<std::uint16_t>(16 * (3 + draws.below(3)));
  const spec::QuantCode& code = spec::quant_code_of(row);
  copy.quant_pre = draws.below(2) == 0 ? code.scalar : code.vector;
  copy.relu_pre = static_cast<std::uint8_t>(draws.below(5));
  copy.nz2nd_en = draws.below(2) == 1;
  return copy;
}

MatrixArguments arguments_of(const spec::CopyMatrix& copy) {
  return {copy.dst.offset,
          copy.src.offset,
          copy.n_size,
          copy.m_size,
          static_cast<int>(copy.dst_stride_dst_d),
          copy.src_stride,
          copy.quant_pre,
          copy.relu_pre,
          copy.nz2nd_en};
}

std::vector<spec::Step> fixpipe_registers() {
  constexpr std::uint64_t kNd = 2 | std::uint64_t{1} << 16 | std::uint64_t{2000} << 32;
  constexpr std::uint64_t kQuant = 0x3c123456 | std::uint64_t{5} << 37 | std::uint64_t{1} << 46;
  constexpr std::uint64_t kFpc = 4 | 8 << 8;
  constexpr std::uint32_t kQuarter = 0x3e800000;
  set_nd_para(kNd);
  set_quant_pre(kQuant);
  set_fpc(kFpc);
  set_lrelu_alpha(0.25F);
  return {spec::SetFixpipe{spec::FixpipeRegister::kNdPara, kNd},
          spec::SetFixpipe{spec::FixpipeRegister::kQuantPre, kQuant},
          spec::SetFixpipe{spec::FixpipeRegister::kFpc, kFpc},
          spec::SetFixpipe{spec::FixpipeRegister::kLreluAlpha, kQuarter}};
}

TEST(Prototypes, MatrixCopiesEqualGoldenAsAProgramInBothForms) {
  constexpr int kCases = 12;
  Observed observed;
  int completed = 0;
  for (const MatrixCaller& caller : matrix_callers()) {
    for (std::uint64_t seed = 0; seed < 2 * kCases; ++seed) {
      SCOPED_TRACE(caller.instruction + ", seed " + std::to_string(seed));
      Draws draws(seed / 2);
      TwoMemories memories(draws);
      std::vector<spec::Step> steps = random_registers(draws);
      for (const spec::Step& step : fixpipe_registers()) {
        steps.push_back(step);
      }
      const spec::CopyMatrix copy = random_copy(draws, *spec::cell_named(caller.instruction));
      steps.emplace_back(copy);
      (seed % 2 == 0 ? caller.call : caller.call_by_words)(arguments_of(copy));
      const std::uint32_t status = observed.last().status;
      // Results that overlap are those of golden, too.
      const bool is_executed = status == VCONFORM_OK || status == VCONFORM_CALL_UNDEFINED;
      EXPECT_EQ(is_executed ? std::uint32_t{VCONFORM_OK} : status, run_on_golden(steps, memories));
      EXPECT_TRUE(memories.are_equal());
      completed += is_executed ? 1 : 0;
    }
  }
  EXPECT_GT(completed, 250) << "too few cases were legal to mean anything";
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
