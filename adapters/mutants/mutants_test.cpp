#include "adapters/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "adapters/abi/steps.h"
#include "adapters/load/open_backend.h"
#include "adapters/mutants/all_rows.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"

namespace vconform::adapters::mutants {
namespace {

bool differ(Backend& mutant, Backend& golden, const spec::Case& program) {
  const spec::Outcome expected = run(golden, program);
  const spec::Outcome outcome = run(mutant, program);
  return outcome.status != expected.status || outcome.after != expected.after;
}

TEST(Mutants, EachDiffersFromGoldenWhereItIsWrongAndAgreesCloseBy) {
  const auto golden = open_backend("golden");
  for (const Row& row : kRows) {
    const auto mutant = open_backend("mutant:" + std::string(row.name));
    ASSERT_TRUE(row.witnesses != nullptr && !row.witnesses().all.empty()) << row.name;
    for (const Witness& witness : row.witnesses().all) {
      EXPECT_TRUE(differ(*mutant, *golden, witness.differs)) << row.name;
      EXPECT_FALSE(differ(*mutant, *golden, witness.agrees)) << row.name;
    }
  }
}

TEST(Mutants, EachHasANameOfItsOwnAndSaysWhatIsWrong) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const Mutant& mutant = mutants()[i];
    EXPECT_NE(mutant.wrong, "");
    EXPECT_EQ(mutant_adapter(i)->name, "mutant:" + std::string(mutant.name));
    names.insert(mutant.name);
  }
  EXPECT_EQ(names.size(), mutants().size());
}

TEST(Mutants, EveryRuleIsBrokenBySomeMutant) {
  std::set<std::string_view> broken;
  for (const Mutant& mutant : mutants()) {
    broken.insert(mutant.rule);
  }
  for (const spec::Rule& rule : spec::rules()) {
    EXPECT_TRUE(broken.contains(rule.slug)) << rule.slug;
  }
}

constexpr std::size_t kMargin = 4096;
constexpr std::uint8_t kCanary = 0xa5;

bool has_margins(const std::vector<std::uint8_t>& bytes) {
  const auto is_canary = [](std::uint8_t byte) { return byte == kCanary; };
  return std::all_of(bytes.begin(), bytes.begin() + kMargin, is_canary) &&
         std::all_of(bytes.end() - kMargin, bytes.end(), is_canary);
}

// Runs a program on memory with a margin on both sides; returns whether the margins keep their
// bytes.
bool keeps_margins(InProcessBackend& backend, const spec::Case& program) {
  const spec::MemoryImage before = spec::initial_image(program);
  std::array<std::vector<std::uint8_t>, spec::kMemoryCount> bytes;
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    const spec::MemoryBytes& memory = before.bytes[id];
    bytes[id].assign(kMargin + memory.size() + kMargin, kCanary);
    std::copy(memory.begin(), memory.end(), bytes[id].begin() + kMargin);
    memories.memory[id] = {memory.empty() ? nullptr : bytes[id].data() + kMargin, memory.size()};
  }
  std::vector<vconform_step> steps;
  translate(program.steps, steps);
  std::string message;
  backend.run(steps, memories, message);
  return std::all_of(bytes.begin(), bytes.end(), has_margins);
}

// Programs whose operands lie at the end of the memory and overlap, so that one byte more would
// leave it.
std::vector<spec::Case> programs_at_the_end(const spec::Conversion& row) {
  constexpr std::uint64_t kSize = 512;
  constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  const auto rounding = spec::rounding_with_letter(row.modes[0]).value();
  const std::string name = spec::instruction_name({row.number, rounding});
  std::vector<spec::Case> programs;
  for (const std::uint16_t source_stride : std::array<std::uint16_t, 3>{0, 8, 200}) {
    for (const std::uint64_t misaligned : {0U, 4U}) {
      for (spec::Case program : {masked(name, spec::kAllLanes), masked(name, {0, 0}),
                                 masked(name, {0, 0xf}), masked(name, {0, 150}, kCounter)}) {
        spec::Vconv& vconv = vconv_of(program);
        program.memories[0].size = kSize;
        vconv.dst.offset =
            kSize - static_cast<std::uint64_t>(row.destination_blocks) * 32 + misaligned;
        vconv.repeat = static_cast<std::uint8_t>(source_stride == 0 ? 1 : 2);
        vconv.dst_repeat_stride = 0;
        vconv.src_repeat_stride = source_stride;
        if (row.family == spec::Family::kDeq) {
          // M is NaN; the vector is at 0.
          program.steps.insert(program.steps.begin(), spec::SetDeqScale{0x7fc00000, true});
        }
        programs.push_back(program);
      }
    }
  }
  return programs;
}

std::vector<spec::Case> calls_at_the_end(const spec::Conversion& row) {
  constexpr std::uint64_t kSize = 512;
  const std::string name = spec::instruction_name({row.number, spec::Rounding::kNull});
  std::vector<spec::Case> programs;
  for (const spec::CastDeqForm form : {spec::CastDeqForm::kCount, spec::CastDeqForm::kBitwise}) {
    for (const bool is_set_mask : {false, true}) {
      spec::CastDeq call;
      call.form = form;
      call.count = static_cast<std::uint32_t>(row.elements);
      call.mask.mask0 = 0xf0;
      call.is_set_mask = is_set_mask;
      spec::Case program = one_cast_deq(name, {}, {0}, call);
      program.memories[0].size = kSize;
      program.placements.clear();
      // M is NaN; the vector is at 0.
      program.steps = {spec::SetMask{{0, 1}}, spec::SetDeqScale{0x7fc00000, true},
                       program.steps.back()};
      std::get<spec::CastDeq>(program.steps.back()).dst.offset =
          kSize - static_cast<std::uint64_t>(row.destination_blocks) * spec::kBlockBytes;
      programs.push_back(program);
    }
  }
  return programs;
}

// Makes every memory just as large as the part that the copy reads or writes.
void end_memories(spec::Case& program, const spec::Address& dst, std::uint64_t dst_bytes,
                  std::uint64_t src_bytes) {
  for (spec::CaseMemory& memory : program.memories) {
    memory.size = memory.id == dst.memory ? dst_bytes : src_bytes;
  }
}

std::vector<spec::Case> copies_at_the_end(const spec::Conversion& row) {
  const std::string name = spec::instruction_name({row.number, spec::Rounding::kNull});
  std::vector<spec::Case> programs;
  if (row.family == spec::Family::kDataCopy) {
    for (void (*change)(spec::DataCopy&) : {+[](spec::DataCopy&) {},
                                            +[](spec::DataCopy& call) {
                                              call.sid_store_mode = 1;
                                              call.dst_stride = 1;
                                            }}) {
      spec::Case program = one_copy({.name = std::string_view(name).substr(10),
                                     .source = std::vector<std::uint64_t>(16, 0),
                                     .value = 0x7fc00000,
                                     .change = change});
      auto& call = std::get<spec::DataCopy>(program.steps.back());
      call.block_count = 2;
      call.deq_tensor_addr = 0;
      program.placements.clear();
      for (const std::uint64_t size : {64U, 128U, 256U, 2048U}) {
        end_memories(program, call.dst, size, 2048);
        programs.push_back(program);
      }
    }
    return programs;
  }
  for (void (*change)(spec::CopyMatrix&) : {+[](spec::CopyMatrix& call) { call.m_size = 3; },
                                            +[](spec::CopyMatrix& call) { call.m_size = 0; },
                                            +[](spec::CopyMatrix& call) {
                                              call.nz2nd_en = true;
                                              call.dst_stride_dst_d = 64;
                                            }}) {
    spec::Case program =
        one_row({.name = std::string_view(name).substr(18),
                 .row = std::vector<std::uint64_t>(24, 0),
                 .word = 0x7fc00000,
                 .relu = spec::ReluPre::kPrelu,
                 .nd_para = spec::kNdDstStride.put(spec::kNdSrcStride.put(2, 1), 24),
                 .change = change});
    const auto& call = std::get<spec::CopyMatrix>(program.steps.back());
    program.placements.clear();
    for (const std::uint64_t size : {64U, 96U, 128U, 192U, 256U, 320U, 4096U}) {
      end_memories(program, call.dst, size, 5120);
      program.memories[4].size = 16384;
      programs.push_back(program);
    }
  }
  return programs;
}

std::vector<spec::Case> all_at_the_end(const spec::Conversion& row) {
  // Plain paths differ only in where the operands lie: one type suffices.
  if (row.is_plain_path() && row.source != spec::NumberType::kF32) {
    return {};
  }
  if (row.is_copy()) {
    return copies_at_the_end(row);
  }
  return row.family == spec::Family::kCastDeq ? calls_at_the_end(row) : programs_at_the_end(row);
}

TEST(Mutants, NoneLeavesTheMemory) {
  for (const Mutant& mutant : mutants()) {
    const auto backend = open_backend("mutant:" + std::string(mutant.name));
    for (const spec::Conversion& row : spec::kRows) {
      for (const spec::Case& program : all_at_the_end(row)) {
        ASSERT_TRUE(keeps_margins(*backend, program)) << mutant.name << " " << pair_name(row);
      }
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::mutants
