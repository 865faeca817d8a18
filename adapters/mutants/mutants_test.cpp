#include "adapters/mutants/mutants.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "adapters/one_conversion.h"
#include "adapters/open_backend.h"

namespace vconform::adapters::mutants {
namespace {

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
constexpr spec::Mask kAll = {~0ULL, ~0ULL};

// A program that tells the mutant from golden, and one close by that does not.
struct Witness {
  const char* mutant;
  spec::Case differs;
  spec::Case agrees;
};

spec::Case masked(const char* instruction, const spec::Mask& mask,
                  const std::vector<std::uint64_t>& patterns = {}) {
  spec::Case program = one_conversion(instruction, patterns);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  return program;
}

spec::Case two_repeats(std::uint16_t dst_stride, std::uint16_t src_stride) {
  spec::Case program = masked("vconv_f322s32r", kAll);
  vconv_of(program).repeat = 2;
  vconv_of(program).dst_repeat_stride = dst_stride;
  vconv_of(program).src_repeat_stride = src_stride;
  return program;
}

std::vector<Witness> witnesses() {
  return {
      // 2.5 against 3.5 and 2.25.
      {"round-half-away", one_conversion("vconv_f322s32r", {0x40200000}),
       one_conversion("vconv_f322s32r", {0x40600000, 0x40100000})},
      {"round-half-away", one_conversion("vconv_f162s8", {0x4100}),
       one_conversion("vconv_f162s8a", {0x4100})},
      // 1024.25 and 1025.25, in steps of 1.
      {"odd-is-nearest", one_conversion("vconv_f322f16o", {0x44800800}),
       one_conversion("vconv_f322f16o", {0x44802800, 0x44801000})},
      // -1.5 against 1.5 and -2.
      {"trunc-is-floor", one_conversion("vconv_f322s32z", {0xbfc00000}),
       one_conversion("vconv_f322s32z", {0x3fc00000, 0xc0000000})},
      // 2^-24 against 2^-14, and a bf16 subnormal.
      {"flush-f16-subnormals", one_conversion("vconv_f322f16r", {0x33800000}),
       one_conversion("vconv_f322f16r", {0x38800000})},
      {"flush-f16-subnormals", one_conversion("vconv_f322f16c", {0x00000001}),
       one_conversion("vconv_f322bf16r", {0x00010000})},
      {"s64-through-double", one_conversion("vconv_s642f32r", {0x4000004000000001}),
       one_conversion("vconv_s642f32r", {0x4000006000000000, 0x1f})},
      // 2^31 and 300 against values in range and inf.
      {"wraps", one_conversion("vconv_f322s32r", {0x4f000000}),
       one_conversion("vconv_f322s32r", {0xcf000000, 0x7f800000, 0x7fc00000})},
      {"wraps", one_conversion("vconv_f162u8", {0x5cb0}), one_conversion("vconv_f162u8", {0x5bf8})},
      {"ctrl48-ignored", one_conversion("vconv_f322f16r", {0x7f800000}, kKeep),
       one_conversion("vconv_f322f16r", {0x7f800000}, 0)},
      {"nan-is-int-min", one_conversion("vconv_f322s32r", {0x7fc00000}),
       one_conversion("vconv_f322f16r", {0x7fc00000})},
      // Lane 7 is the last of its block of s32, lane 6 is not.
      {"mask-off-at-block-edge", masked("vconv_f322s32r", {0, 1 << 7}),
       masked("vconv_f322s32r", {0, 1 << 6})},
      {"mask-off-at-block-edge", masked("vconv_f162s4r", {0, 3ULL << 14}),
       masked("vconv_f162s4r", kAll)},
      {"dst-repeat-stride-from-src", two_repeats(8, 16), two_repeats(8, 8)},
      {"count-from-narrower-type", masked("vconv_f322f16r", kAll), masked("vconv_f322s32r", kAll)},
      {"writes-one-byte-more", one_conversion("vconv_f322s32r", {0x3f800000}),
       masked("vconv_f322s32r", {0, 0})},
      {"keeps-minus-zero", one_conversion("vconv_f322f32r", {0x80000000}),
       one_conversion("vconv_f322f32r", {0, 0xbf800000, 0x40200000})},
  };
}

bool differ(Backend& mutant, Backend& golden, const spec::Case& program) {
  const spec::Outcome expected = run(golden, program);
  const spec::Outcome outcome = run(mutant, program);
  EXPECT_EQ(expected.status, spec::OutcomeStatus::kCompleted) << expected.message;
  return outcome.status != expected.status || outcome.after != expected.after;
}

TEST(Mutants, EachDiffersFromGoldenWhereItIsWrongAndAgreesCloseBy) {
  const auto golden = open_backend("golden");
  std::set<std::string> seen;
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
  EXPECT_EQ(names.size(), 13U);
}

// The operands lie at the end of the memory, so that a byte more would leave it.
TEST(Mutants, NoneLeavesTheMemory) {
  for (const Mutant& mutant : mutants()) {
    const auto backend = open_backend("mutant:" + std::string(mutant.name));
    for (const spec::Conversion& row : spec::kConversions) {
      const auto rounding = spec::rounding_with_letter(row.modes[0]).value();
      const std::string name = spec::instruction_name({row.number, rounding});
      for (const std::uint16_t source_stride : std::array<std::uint16_t, 3>{0, 8, 200}) {
        spec::Case program = masked(name.c_str(), kAll);
        spec::Vconv& vconv = vconv_of(program);
        const auto bytes = static_cast<std::uint64_t>(row.destination_blocks) * 32;
        program.memories[0].size = 512;
        vconv.dst.offset = 512 - bytes;
        vconv.repeat = static_cast<std::uint8_t>(source_stride == 0 ? 1 : 2);
        vconv.dst_repeat_stride = 0;
        vconv.src_repeat_stride = source_stride;
        const spec::Outcome outcome = run(*backend, program);
        EXPECT_TRUE(outcome.status == spec::OutcomeStatus::kCompleted ||
                    outcome.status == spec::OutcomeStatus::kRejected)
            << mutant.name << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::mutants
