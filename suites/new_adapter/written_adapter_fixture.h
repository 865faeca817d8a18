// An adapter that new-adapter wrote, tried in a folder of its own.
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {

class WrittenAdapter : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::current_path(folder_);
    // README.md is to name the program under test.
    unsetenv("VCONFORM_SCRIPT");
  }
  void TearDown() override {
    fs::current_path("/");
    CliTest::TearDown();
  }
};

// The files of the folder have the name of the adapter in all places.
inline void expect_filled_in(const std::string& name, const std::vector<std::string>& files) {
  using testing::Not;
  for (const std::string& file : files) {
    const std::string text = contents(fs::path(name) / file);
    EXPECT_THAT(text,
                testing::AllOf(testing::HasSubstr(name), Not(testing::HasSubstr("my_adapter")),
                               Not(testing::ContainsRegex("@[A-Z]+@"))))
        << file;
  }
}

// Types the commands of the README.
inline void expect_lines_certify(const std::string& name) {
  using testing::HasSubstr;
  fs::current_path(name);
  const std::string readme = contents("README.md");
  const std::size_t begin = readme.find("```sh\n") + 6;
  std::ofstream("lines.sh") << "set -e\n"
                            << readme.substr(begin, readme.find("```", begin) - begin);
  const RunResult built = run_shell("sh lines.sh");
  EXPECT_EQ(built.status, 0) << built.output;
  EXPECT_THAT(
      built.output,
      testing::AllOf(HasSubstr("1 of 1 instruction ok"), HasSubstr(name + " conforms on 1 of "),
                     HasSubstr(": 0 deviate"), testing::Not(HasSubstr("warning:"))));
  fs::current_path("..");
}

}  // namespace vconform::suites
