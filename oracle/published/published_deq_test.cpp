// The oracle against the listing at the end of the vendor's CastDequant page, byte for byte
// (oracle/published/README.md).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/predict/predict.h"
#include "oracle/testing/case_builder.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {
namespace {

using namespace testing;

// The numbers of the line of the file that begins with `name`.
std::vector<int> numbers_of(std::istream& file, const std::string& name) {
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line);
  std::string field;
  std::getline(fields, field, ',');
  EXPECT_EQ(field, name);
  std::vector<int> numbers;
  while (std::getline(fields, field, ',')) {
    numbers.push_back(std::stoi(field));
  }
  return numbers;
}

// 256 sources, sixteen factors of scale 1, offset 0 and sign 0, and a UB of zeros.
spec::Case listing(const std::vector<int>& sources, const std::string& call) {
  std::string text = "place UB+0x0 u8 numbers count=0x4000 low=0 modulus=1\n";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    text += place("0x1000", "s16", static_cast<int>(i), integer(16, sources[i]));
  }
  text += fmt::format("place UB+0x3000 s64 patterns count=16 first={:#x} step=0\n",
                      spec::deq_factor(0x3f800000, 0, false));
  return case_of(text + "deqscale 0x180 tensor\n" + call);
}

TEST(Published, TheListingOfCastDequantIsReproducedByteForByte) {
  std::ifstream file(VCONFORM_PUBLISHED_DIR "/castdequant_vdeq_half_block.csv");
  const std::vector<int> sources = numbers_of(file, "src_s16");
  const std::vector<int> results = numbers_of(file, "dst_u8");
  ASSERT_EQ(sources.size(), 256u);
  ASSERT_EQ(results.size(), 512u);
  const std::string operands =
      "cast_deq_s162u8 dst=UB+0x2000 src=UB+0x1000 is_vec_deq=1 half_block=1 ";
  for (const std::string form :
       {"mask=128 repeat_time=2 dstBlkStride=1 srcBlkStride=1 dstRepStride=8 srcRepStride=8 "
        "is_set_mask=1\n",
        "count=256\n"}) {
    const spec::Case test_case = listing(sources, operands + form);
    const std::vector<World> worlds = worlds_of(test_case);
    ASSERT_EQ(worlds.size(), 1u);
    EXPECT_EQ(worlds.front().elements.size(), 256u);
    const spec::MemoryImage after = obedient(test_case, worlds.front());
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(after.of(spec::MemoryId::kUb)[0x2000 + i], results[i]) << form << i;
    }
  }
}

}  // namespace
}  // namespace vconform::oracle
