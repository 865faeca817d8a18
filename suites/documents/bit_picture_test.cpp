#include "suites/documents/bit_picture.h"

#include <gtest/gtest.h>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

// The element that the README explains: o rounds it to 0x4001, and a backend that rounds to nearest
// gives 0x4002.
TEST(BitPicture, OfTheReadmesIsOfTheElementThatTheyExplain) {
  const oracle::WrongElement element{.step = 0,
                                     .source_type = spec::NumberType::kF32,
                                     .source = oracle::ElementInput{0x40003c00},
                                     .type = spec::NumberType::kF16,
                                     .got = 0x4002,
                                     .expected = {0x4001}};
  const std::string picture = bit_picture(
      element, "off by 0.98e-3 of the value: within a relative tolerance of 1e-3, and wrong");
  const std::string file = VCONFORM_SOURCE_DIR "/suites/documents/round-to-odd.svg";
  EXPECT_EQ(contents(file), picture) << "if the new one is right, write it to " << file;
  for (const char* page : {"README.md", "README.zh.md"}) {
    EXPECT_NE(contents(std::string(VCONFORM_SOURCE_DIR "/") + page)
                  .find("(suites/documents/round-to-odd.svg)"),
              std::string::npos)
        << page;
  }
}

}  // namespace
}  // namespace vconform::suites
