#include "suites/presentation/reproducer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

oracle::WrongElement wrong(spec::NumberType from, std::uint64_t source, spec::NumberType to) {
  return {.step = 0,
          .source_type = from,
          .source = oracle::ElementInput{source},
          .type = to,
          .got = 1,
          .expected = {2}};
}

spec::Vconv vconv(std::string_view instruction) {
  spec::Vconv step;
  step.cell = spec::cell_named(instruction).value();
  return step;
}

Reproducer of(std::string_view instruction, const oracle::WrongElement& element) {
  return reproducer_of(vconv(instruction), element, 0);
}

TEST(Reproducer, CallsAFunctionWithThePatternAndComparesTheResult) {
  const oracle::WrongElement element =
      wrong(spec::NumberType::kF32, 0x3fc00000, spec::NumberType::kS32);
  const Reproducer made = of("vconv_f322s32r", element);
  EXPECT_THAT(made.c, HasSubstr("uint32_t mine(uint32_t f32);"));
  EXPECT_THAT(made.c, HasSubstr("return got != 0x00000002;"));
  EXPECT_THAT(made.numpy, HasSubstr("numpy.array([0x3fc00000], 'uint32').view('float32')"));
  EXPECT_THAT(made.numpy, HasSubstr("view('uint32')[0]\nassert result == 0x00000002"));
  EXPECT_THAT(reproducer_of(vconv("vconv_f322s32r"), element, 1ull << 48).c,
              HasSubstr("under CTRL 0x0001000000000000"));
}

TEST(Reproducer, HoldsEachTypeAsItsLanguageDoes) {
  const Reproducer small =
      of("vconv_f162s4r", wrong(spec::NumberType::kF16, 0x3c00, spec::NumberType::kS4));
  EXPECT_THAT(small.c, HasSubstr("uint8_t mine(uint16_t f16);"));
  EXPECT_EQ(small.numpy, "");
  EXPECT_THAT(
      of("vconv_f322bf16r", wrong(spec::NumberType::kF32, 1, spec::NumberType::kBf16)).numpy,
      HasSubstr("view('uint16')[0]"));
  EXPECT_THAT(of("vconv_u82f16", wrong(spec::NumberType::kU8, 1, spec::NumberType::kF16)).numpy,
              HasSubstr("'uint8').view('uint8')"));
}

TEST(Reproducer, PassesTheWordAndAlphaThatTheInstructionApplies) {
  oracle::WrongElement element = wrong(spec::NumberType::kS16, 5, spec::NumberType::kS8);
  element.source->scale = spec::deq_factor(0x3f000000, 3, true);
  const Reproducer deq = of("vconv_deqs162b8h_s8", element);
  EXPECT_THAT(deq.c, HasSubstr("uint8_t mine(uint16_t s16, uint64_t word);"));
  EXPECT_THAT(deq.c, HasSubstr("mine(0x0005, 0x000040603f000000)"));
  EXPECT_THAT(deq.c, HasSubstr("M=0x3f000000"));
  EXPECT_THAT(deq.numpy, HasSubstr("mine(x, 0x000040603f000000)"));

  spec::CopyMatrix step;
  step.cell = spec::cell_named("copy_matrix_cc_to_cbuf_f322f16").value();
  step.relu_pre = static_cast<std::uint8_t>(spec::ReluPre::kLeaky);
  element = wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16);
  element.source->alpha = 0x3f000000;
  EXPECT_THAT(reproducer_of(step, element, 0).c, HasSubstr("uint32_t alpha);"));
}

// Exit code of the program with a function that returns this pattern; -1 if it does not compile.
int run_with(const std::string& program, std::uint64_t result) {
  const std::string file = testing::TempDir() + "reproducer";
  const std::size_t at = program.find("uint", program.find("stdio.h"));
  const std::string prototype = program.substr(at, program.find(';', at) - at);
  std::ofstream(file + ".c") << program << prototype << " { return " << result << "; }\n";
  const std::string build =
      "cc -std=c11 -Wall -Wextra -Werror -Wno-unused-parameter '" + file + ".c' -o '" + file + "'";
  return std::system(build.c_str()) != 0
             ? -1
             : WEXITSTATUS(std::system(("'" + file + "' >/dev/null").c_str()));
}

TEST(Reproducer, CompilesAndFailsAsLongAsTheResultIsWrong) {
  oracle::WrongElement word = wrong(spec::NumberType::kS16, 5, spec::NumberType::kS8);
  word.source->scale = spec::deq_factor(0x3f000000, 3, true);
  spec::CopyMatrix alpha;
  alpha.cell = spec::cell_named("copy_matrix_cc_to_cbuf_f322f16").value();
  alpha.relu_pre = static_cast<std::uint8_t>(spec::ReluPre::kLeaky);
  const Reproducer all[] = {
      of("vconv_f322s32r", wrong(spec::NumberType::kF32, 5, spec::NumberType::kS32)),
      of("vconv_f162s4r", wrong(spec::NumberType::kF16, 5, spec::NumberType::kS4)),
      of("vconv_f322s64r", wrong(spec::NumberType::kF32, 5, spec::NumberType::kS64)),
      of("vconv_deqs162b8h_s8", word),
      reproducer_of(alpha, wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16), 1ull << 48)};
  for (const Reproducer& one : all) {
    EXPECT_EQ(run_with(one.c, 2), 0) << one.c;
    EXPECT_EQ(run_with(one.c, 1), 1) << one.c;
  }
}

TEST(Reproducer, IsEmptyWhereOneSourceDoesNotShowIt) {
  oracle::WrongElement element = wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16);
  element.expected = {};
  EXPECT_EQ(of("vconv_f322f16r", element).c, "");
  element = wrong(spec::NumberType::kF32, 5, spec::NumberType::kF16);
  element.source.reset();
  EXPECT_EQ(of("vconv_f322f16r", element).c, "");
}

}  // namespace
}  // namespace vconform::suites
