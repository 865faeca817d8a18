#include "adapters/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "adapters/abi_steps.h"
#include "adapters/mutants/witness.h"
#include "adapters/one_conversion.h"
#include "adapters/open_backend.h"

namespace vconform::adapters::mutants {
namespace {

bool differ(Backend& mutant, Backend& golden, const spec::Case& program) {
  const spec::Outcome expected = run(golden, program);
  const spec::Outcome outcome = run(mutant, program);
  return outcome.status != expected.status || outcome.after != expected.after;
}

std::vector<Witness> witnesses() {
  std::vector<Witness> all = value_witnesses();
  const std::vector<Witness> more = addressing_witnesses();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Mutants, EachDiffersFromGoldenWhereItIsWrongAndAgreesCloseBy) {
  const auto golden = open_backend("golden");
  std::set<std::string_view> seen;
  for (const Witness& witness : witnesses()) {
    const auto mutant = open_backend("mutant:" + std::string(witness.mutant));
    EXPECT_TRUE(differ(*mutant, *golden, witness.differs)) << witness.mutant;
    EXPECT_FALSE(differ(*mutant, *golden, witness.agrees)) << witness.mutant;
    seen.insert(witness.mutant);
  }
  EXPECT_EQ(seen.size(), mutants().size());
}

TEST(Mutants, EachBreaksAnExistingRuleAndHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < mutants().size(); ++i) {
    const Mutant& mutant = mutants()[i];
    EXPECT_TRUE(spec::rule_with_slug(mutant.rule)) << mutant.rule;
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
  for (const spec::Rule& rule : spec::kRules) {
    EXPECT_TRUE(broken.contains(rule.slug)) << rule.slug;
  }
}

// Runs a program on a memory between two margins; whether they keep their bytes.
bool keeps_margins(InProcessBackend& backend, const spec::Case& program) {
  constexpr std::size_t kMargin = 4096;
  constexpr std::uint8_t kCanary = 0xa5;
  const std::vector<std::uint8_t> before = spec::initial_image(program).of(spec::MemoryId::kUb);
  std::vector<std::uint8_t> bytes(kMargin + before.size() + kMargin, kCanary);
  std::copy(before.begin(), before.end(), bytes.begin() + kMargin);
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  memories.memory[VCONFORM_UB] = {bytes.data() + kMargin, before.size()};
  std::vector<vconform_step> steps;
  translate(program.steps, steps);
  std::string message;
  backend.run(steps, memories, message);
  const auto is_canary = [](std::uint8_t byte) { return byte == kCanary; };
  return std::all_of(bytes.begin(), bytes.begin() + kMargin, is_canary) &&
         std::all_of(bytes.end() - kMargin, bytes.end(), is_canary);
}

// The operands lie at the end of the memory and overlap, so that a byte more would leave it.
std::vector<spec::Case> programs_at_the_end(const spec::Conversion& row) {
  constexpr std::uint64_t kSize = 512;
  constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  const auto rounding = spec::rounding_with_letter(row.modes[0]).value();
  const std::string name = spec::instruction_name({row.number, rounding});
  std::vector<spec::Case> programs;
  for (const std::uint16_t source_stride : std::array<std::uint16_t, 3>{0, 8, 200}) {
    for (const std::uint64_t misaligned : {0U, 4U}) {
      for (spec::Case program : {masked(name, kAll), masked(name, {0, 0}), masked(name, {0, 0xf}),
                                 masked(name, {0, 150}, kCounter)}) {
        spec::Vconv& vconv = vconv_of(program);
        program.memories[0].size = kSize;
        vconv.dst.offset =
            kSize - static_cast<std::uint64_t>(row.destination_blocks) * 32 + misaligned;
        vconv.repeat = static_cast<std::uint8_t>(source_stride == 0 ? 1 : 2);
        vconv.dst_repeat_stride = 0;
        vconv.src_repeat_stride = source_stride;
        programs.push_back(program);
      }
    }
  }
  return programs;
}

TEST(Mutants, NoneLeavesTheMemory) {
  for (const Mutant& mutant : mutants()) {
    const auto backend = open_backend("mutant:" + std::string(mutant.name));
    for (const spec::Conversion& row : spec::kConversions) {
      for (const spec::Case& program : programs_at_the_end(row)) {
        ASSERT_TRUE(keeps_margins(*backend, program)) << mutant.name << " " << pair_name(row);
      }
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::mutants
