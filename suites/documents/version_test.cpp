// One version is declared in several places; packages and certificates are made of them.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "spec/case/version.h"
#include "suites/files/text_file.h"

namespace vconform::suites {
namespace {

TEST(Version, IsTheSameWhereverItIsDeclared) {
  struct Place {
    const char* file;
    const char* before;
  };
  for (const Place& place : {Place{"CMakeLists.txt", "project\\(vconform VERSION "},
                             Place{"adapters/python/pyproject.toml", "\nversion = \""},
                             Place{"suites/packaging/debian/changelog", "^vconform \\("},
                             Place{"CHANGELOG.md", "^# Changes\n[^#]*\n## "},
                             Place{"adapters/exec/protocol.md", "\"suite\": \""},
                             Place{"suites/smoke/README.md", "vconform "}}) {
    const std::string text =
        text_of_file(std::string(VCONFORM_SOURCE_DIR "/") + place.file, 200000);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found,
                                  std::regex(std::string(place.before) + "(\\d+\\.\\d+\\.\\d+)")))
        << place.file;
    EXPECT_EQ(found.str(1), spec::kProgramVersion) << place.file;
  }
}

}  // namespace
}  // namespace vconform::suites
