// Libraries of prototypes as backends: the simulators of testing/, in this process and in a worker.
#include "adapters/exported/exported_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"
#include "adapters/testing/test_table.h"
#include "spec/number/quantization.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string simulator(const std::string& name) {
  return "intrinsics:" VCONFORM_SIMULATORS "/" + name + ".so";
}

std::optional<spec::FeatureSet> claimed(const Backend& backend, const char* instruction) {
  return backend.claims(spec::cell_named(instruction).value());
}

TEST(ExportedLibrary, ClaimsTheRowsThatItExports) {
  const auto backend = open_backend(simulator("simulator_of_offsets"));
  EXPECT_EQ(backend->name(), "simulator_of_offsets.so");
  EXPECT_EQ(backend->version(), "38 instructions");
  EXPECT_FALSE(backend->declares_argument_checking() || backend->thread_safe());
  EXPECT_EQ(backend->stride_bits(), 12);
  EXPECT_EQ(claimed(*backend, "vconv_f322s32z"), spec::kAllFeatures);
  EXPECT_EQ(claimed(*backend, "vconv_vdeqs162b8h_u8"), spec::kAllFeatures);
  EXPECT_EQ(claimed(*backend, "cast_deq_s162s8"), spec::kAllFeatures);
  EXPECT_EQ(claimed(*backend, "copy_matrix_cc_to_gm_f322f16"), spec::kAllFeatures);
  EXPECT_EQ(claimed(*backend, "vconv_f322s64r"), std::nullopt);
  EXPECT_EQ(claimed(*backend, "data_copy_gm_vecin_f32"), std::nullopt);
  EXPECT_EQ(backend->description().notes, "");
}

TEST(ExportedLibrary, OfPointersClaimsNothingThatARegisterAddresses) {
  const auto backend = open_backend(simulator("simulator"));
  EXPECT_EQ(claimed(*backend, "vconv_vdeqs162b8h_u8"), std::nullopt);
  EXPECT_EQ(claimed(*backend, "vconv_deqs162b8h_u8"), spec::kAllFeatures);
  EXPECT_GT(backend->largest_memory(), spec::kMaxMemoryBytes);
  EXPECT_THAT(backend->description().notes, HasSubstr("exports no vconform_memory() with UB"));
}

TEST(ExportedLibrary, WithoutASetterClaimsNoRowThatNeedsIt) {
  const auto backend = open_backend(simulator("simulator_without_deqscale"));
  EXPECT_EQ(claimed(*backend, "vconv_deq"), std::nullopt);
  EXPECT_EQ(claimed(*backend, "cast_deq_s322f16"), std::nullopt);
  EXPECT_EQ(claimed(*backend, "vconv_f322s32z"), spec::kAllFeatures);
  EXPECT_THAT(backend->description().notes,
              AllOf(HasSubstr("has set_deqscale with float: not called, the prototypes differ\n"),
                    HasSubstr("exports no set_deqscale(unsigned long): 12 instructions that need "
                              "it are not claimed\n")));
  EXPECT_EQ(run(*backend, one_deq("vconv_deq", {1}, {0x3c00})).status, OutcomeStatus::kUnsupported);
}

class EachKind : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(ExportedLibrary, EachKind,
                         testing::Values("simulator", "simulator_of_offsets"));

TEST_P(EachKind, ExecutesAsGolden) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend(simulator(GetParam()));
  const std::vector<std::uint64_t> sources = {0x3fc00000, 0xc0200000, 0x7f800000, 0x7fc00000,
                                              0x00000001, 0x477ff000, 0x47800000};
  for (const char* instruction :
       {"vconv_f322s32r", "vconv_f322s32f", "vconv_f322f16c", "vconv_f322f32z"}) {
    EXPECT_EQ(results_of(*backend, instruction, sources), results_of(*golden, instruction, sources))
        << instruction;
  }
  spec::Case deq =
      one_deq("vconv_deqs162b8h_s8", {100, 200, 300}, {spec::deq_factor(0x3f000000, -3, true)});
  vconv_of(deq).repeat = 3;
  EXPECT_EQ(run(*backend, deq).after, run(*golden, deq).after);
}

TEST_P(EachKind, BeginsEachProgramWithRegistersOfZero) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend(simulator(GetParam()));
  spec::Case bare = one_conversion("vconv_f322s32r", {0x40400000});
  const spec::Case setting = bare;
  std::erase_if(bare.steps,
                [](const spec::Step& step) { return !std::holds_alternative<spec::Vconv>(step); });
  EXPECT_NE(run(*backend, setting).after, spec::initial_image(setting));
  EXPECT_EQ(run(*backend, bare).after, spec::initial_image(bare)) << "a mask of zero";
  EXPECT_EQ(run(*golden, bare).after, spec::initial_image(bare));
}

TEST(ExportedLibrary, FindsVectorsInMemoriesOfItsOwn) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend(simulator("simulator_of_offsets"));
  std::vector<std::uint64_t> factors;
  for (int i = 0; i < 16; ++i) {
    factors.push_back(spec::deq_factor(0x3f800000, i, false));
  }
  const spec::Case deq = one_deq("vconv_vdeqs162b8l_u8", {1, 2, 3, 4}, factors);
  EXPECT_EQ(run(*backend, deq).after, run(*golden, deq).after);
  spec::CastDeq call;
  call.mask.mask0 = 3;
  const spec::Case cast = one_cast_deq("cast_deq_s162u8", {1, 2, 3, 4}, factors, call);
  EXPECT_EQ(run(*backend, cast).after, run(*golden, cast).after);
}

TEST_P(EachKind, CopiesAsGolden) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend(simulator(GetParam()));
  OneRow row{.name = "gm_s322s8", .row = {100, 0xffffff9c, 7}, .word = kSignedOne};
  EXPECT_EQ(run(*backend, one_row(row)).after, run(*golden, one_row(row)).after);
  row.relu = spec::ReluPre::kLeaky;
  row.alpha = 0x3f000000;
  EXPECT_EQ(run(*backend, one_row(row)).after, run(*golden, one_row(row)).after);
  const OneRow nd{.name = "gm_f322f16",
                  .row = {0x3f800000, 0xbf800000},
                  .nd_para = 1 | 1 << 16 | std::uint64_t{1} << 32,
                  .change = [](spec::CopyMatrix& call) { call.nz2nd_en = true; }};
  EXPECT_EQ(run(*backend, one_row(nd)).after, run(*golden, one_row(nd)).after);
}

TEST(ExportedLibrary, FindsQuantWordsInAFixpipeBufferOfItsOwn) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend(simulator("simulator_of_offsets"));
  const OneRow row{.name = "cbuf_s322u8",
                   .row = {100, 0xffffff9c, 7},
                   .relu = spec::ReluPre::kPrelu,
                   .words = {kScaleOne, kScaleOne, 0x40000000},
                   .alphas = {0x3f800000, 0xbf800000, 0}};
  EXPECT_EQ(run(*backend, one_row(row)).after, run(*golden, one_row(row)).after);
}

TEST(ExportedLibrary, RunsInAWorkerAsHere) {
  const auto here = open_backend(simulator("simulator_of_offsets"));
  IsolatedBackend isolated(loadable(simulator("simulator_of_offsets")));
  EXPECT_EQ(isolated.name(), here->name());
  EXPECT_EQ(isolated.description().notes, here->description().notes);
  const spec::Case program = one_conversion("vconv_f322s32z", {0x3fc00000, 0xc0200000});
  EXPECT_EQ(run(isolated, program).after, run(*here, program).after);
}

TEST(ExportedLibrary, ThatCallsTrapRejects) {
  const auto backend = open_backend(simulator("simulator_traps"));
  const spec::Case trapping = one_conversion("vconv_f322s32a", {0x3fc00000});
  for (int again = 0; again < 2; ++again) {
    const spec::Outcome outcome = run(*backend, trapping);
    EXPECT_EQ(outcome.status, OutcomeStatus::kRejected);
    EXPECT_EQ(outcome.message, "it called trap()");
    EXPECT_EQ(outcome.after, spec::initial_image(trapping));
    EXPECT_EQ(results_of(*backend, "vconv_f322s32r", {0x3fc00000}), std::vector<std::uint64_t>{2});
  }
}

TEST(ExportedLibrary, RejectsArgumentsThatDoNotFitThePrototype) {
  const auto backend = open_backend(simulator("simulator"));
  vconform_step step{};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_COPY_MATRIX;
  step.as.copy_matrix.source_type = step.as.copy_matrix.destination_type = VCONFORM_F32;
  step.as.copy_matrix.dst.memory = VCONFORM_GM;
  step.as.copy_matrix.src.memory = VCONFORM_L0C;
  vconform_memories memories{};
  memories.struct_size = sizeof memories;
  std::string message;
  EXPECT_EQ(backend->run({&step, 1}, memories, message), std::uint32_t{VCONFORM_OK});
  step.as.copy_matrix.NSize = 0x10000;
  EXPECT_EQ(backend->run({&step, 1}, memories, message), std::uint32_t{VCONFORM_REJECTED});
  EXPECT_EQ(message, "copy_matrix_cc_to_gm: an argument does not fit the prototype");
}

TEST(ExportedLibrary, WithoutPrototypesIsRefusedInOneLine) {
  EXPECT_THAT(load_error([] { open_backend("intrinsics:" VCONFORM_SMALLEST_ADAPTER); }),
              AllOf(HasSubstr("smallest_adapter.so: exports none of the documented prototypes: "
                              "define them as vconform_intrinsics.h declares them"),
                    Not(HasSubstr("\n"))));
  EXPECT_THAT(load_error([] { open_backend(simulator("near_misses")); }),
              HasSubstr("exports none of the documented prototypes, but has vconv_f322f16r with "
                        "_Float16*, "));
  EXPECT_THAT(load_error([] { open_backend(simulator("no_such_simulator")); }),
              HasSubstr("no_such_simulator.so: no such file"));
}

TEST(ExportedLibrary, ThatCrashesWhenItIsLoadedIsRefused) {
  EXPECT_THAT(load_error([] { IsolatedBackend isolated(loadable(simulator("crashing"))); }),
              HasSubstr("crashes when it is opened: signal 6"));
}

// It links against libvconform_intrinsics.so, whose prototypes are not its own.
TEST(ExportedLibrary, IsNotTakenForOneThatItNeeds) {
  EXPECT_THAT(load_error([] { open_backend(simulator("caller")); }),
              HasSubstr("caller.so: exports none of the documented prototypes"));
}

}  // namespace
}  // namespace vconform::adapters
