// Operations that quantise, held against the instruction of the same family on the same elements.
#include <gtest/gtest.h>

#include <map>

#include "oracle/predict/predict.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {
namespace {

constexpr const char* kMemories =
    "vconform-case 1\nseed 1\n"
    "memory UB size=8192 background=1\nmemory L0C size=8192 background=1\n"
    "memory GM size=8192 background=1\nmemory L1 size=8192 background=1\n"
    "memory Fixpipe size=1024 background=1\n"
    "place L0C+0x0 s32 patterns count=1024 first=0xfffffe00 step=0x1\n"
    "place UB+0x0 s16 patterns count=512 first=0xff00 step=0x1\n"
    "place Fixpipe+0x0 u64 patterns count=32 first=0x400a3f000000 step=0x2000000000\n"
    "place Fixpipe+0x100 f32 patterns count=32 first=0x3f000000 step=0x10000\n"
    "place UB+0x1000 u64 patterns count=32 first=0x400a3f000000 step=0x2000000000\n";

constexpr const char* kEntry =
    " scratch=UB+0x0 scratchBytes=0 entry.ctrl=0x0 entry.mask1=0x0 entry.mask0=0x0 "
    "entry.deqscale=0x0 entry.nd_para=0x0 entry.lrelu_alpha=0x0 entry.quant_pre=0x0 entry.fpc=0x0 ";

using Results = std::map<std::pair<Nibble, Nibble>, std::string>;

// The permitted results, by destination and source.
Results results_of(const std::string& steps, const std::string& profile) {
  const spec::Case test_case = spec::case_from_text(kMemories + steps + "\n");
  const std::vector<World> worlds = predict(test_case, spec::initial_image(test_case),
                                            spec::choices_of(spec::profile_named(profile)));
  const World& world = worlds.front();
  Results results;
  for (const PredictedElement& element : world.elements) {
    const Expectation& expectation = world.expectations[element.expectation];
    std::string text = std::to_string(static_cast<int>(expectation.kind));
    for (const std::uint64_t pattern : expectation.patterns) {
      text += " " + std::to_string(pattern);
    }
    results[{element.destination, element.source}] = text;
  }
  return results;
}

std::string operation(const std::string& as, const std::string& how, const std::string& operands,
                      const std::string& parameters) {
  return "operation tile as=" + as + " saturation=by-ctrl clobbers=none " + how + " " + operands +
         kEntry + parameters;
}

// Two blocks of columns, of which the second is not full.
constexpr const char* kOfMatrix =
    "dst=GM+0x40 src=L0C+0x0 rows=18 cols=20 dstStride=24 srcStride=512";

TEST(Quantising, FixpipeIsItsInstruction) {
  const Results words =
      results_of(operation("s32>->s8",
                           "by=copy_matrix deqScale=0 ReLUPRE=3 perColumn=1 srcBlock=16 dstBlock=0",
                           kOfMatrix, "quants=Fixpipe+0x0 alphas=Fixpipe+0x100"),
                 "a2");
  EXPECT_EQ(words.size(), 18U * 20);
  EXPECT_EQ(words, results_of("nd_para 0x10001\nfpc 0x4\n"
                              "copy_matrix_cc_to_gm_s322s8 dst=GM+0x40 src=L0C+0x0 sid=0 NSize=20 "
                              "MSize=18 dstStride_dst_D=24 srcStride=32 UnitFlagMode=0 QuantPRE=8 "
                              "ReLUPRE=3 channelSplit=0 NZ2ND_EN=1",
                              "a2"));
}

TEST(Quantising, FixpipeToBlocksIsItsInstruction) {
  EXPECT_EQ(
      results_of(
          operation("s32>->f16",
                    "by=copy_matrix deqScale=0 ReLUPRE=1 perColumn=0 srcBlock=16 dstBlock=16",
                    "dst=L1+0x40 src=L0C+0x0 rows=18 cols=32 dstStride=320 srcStride=512",
                    "quant=0x123f000000"),
          "a2"),
      results_of("quant_pre 0x123f000000\n"
                 "copy_matrix_cc_to_cbuf_s322f16 dst=L1+0x40 src=L0C+0x0 sid=0 NSize=32 MSize=18 "
                 "dstStride_dst_D=20 srcStride=32 UnitFlagMode=0 QuantPRE=11 ReLUPRE=1 "
                 "channelSplit=0 NZ2ND_EN=0",
                 "a2"));
}

TEST(Quantising, DataCopyIsItsInstruction) {
  EXPECT_EQ(
      results_of(operation("s32>->s8",
                           "by=data_copy deqScale=3 ReLUPRE=1 perColumn=0 srcBlock=16 dstBlock=16",
                           "dst=UB+0x400 src=L0C+0x0 rows=16 cols=32 dstStride=288 srcStride=512",
                           "quant=0x40203f000000"),
                 "m200"),
      results_of("data_copy_deq8_s322s8 dst=UB+0x400 src=L0C+0x0 blockCount=2 blockLen=1 "
                 "srcStride=1 dstStride=1 blockMode=MATRIX deqValue=0x40203f000000 "
                 "deqTensorAddr=0x0 sidStoreMode=2 isRelu=1 padMode=0 padValue=0x0",
                 "m200"));
}

TEST(Quantising, CastDeqIsItsInstruction) {
  const Results columns = results_of(
      operation("s16>->s8", "by=cast_deq deqScale=0 ReLUPRE=0 perColumn=1 srcBlock=0 dstBlock=0",
                "dst=UB+0x400 src=UB+0x20 rows=1 cols=16 dstStride=16 srcStride=16",
                "quants=UB+0x1000"),
      "a2");
  EXPECT_EQ(columns.size(), 16U);
  EXPECT_EQ(columns, results_of("ctrl 0x0\nmask 0x0 0xffff\ndeqscale 0x80\n"
                                "vconv_vdeqs162b8l_s8 dst=UB+0x400 src=UB+0x20 repeat=1 "
                                "dstBlockStride=1 srcBlockStride=1 dstRepeatStride=8 "
                                "srcRepeatStride=8",
                                "a2"));
}

}  // namespace
}  // namespace vconform::oracle
