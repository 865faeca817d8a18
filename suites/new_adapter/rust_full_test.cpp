// Adapters in Rust: what new-adapter writes, and adapters/vconform.rs in every form.
#include <cstdlib>
#include <map>
#include <regex>
#include <string>

#include "suites/new_adapter/written_adapter_fixture.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class RustAdapter : public WrittenAdapter {
 protected:
  // Builds three_forms.rs beside the module.
  void build_three_forms() {
    const fs::path source = VCONFORM_SOURCE_DIR;
    // A backtrace of each panic takes longer than a case may.
    unsetenv("RUST_BACKTRACE");
    fs::create_directory("adapters");
    for (const char* file : {"vconform.rs", "vconform_abi.rs", "vconform_programs.rs"}) {
      fs::copy(source / "adapters" / file, "adapters");
    }
    fs::copy(source / "suites/new_adapter/testing/three_forms.rs", ".");
    const RunResult built = run_shell(
        "rustc --edition 2021 -O -D warnings --crate-type cdylib three_forms.rs -o three_forms.so");
    ASSERT_EQ(built.status, 0) << built.output;
  }
  // Certifies it with that fault.
  static RunResult certified(const char* fault) {
    setenv("VCONFORM_RUST_FAULT", fault, 1);
    RunResult result = run_command("certify --level quick --backend ./three_forms.so");
    unsetenv("VCONFORM_RUST_FAULT");
    return result;
  }
};

TEST_F(RustAdapter, AsWrittenIsBuiltAndCertified) {
  const RunResult written = run_command("new-adapter --language rust my-first_1");
  EXPECT_EQ(written.status, 0) << written.output;
  EXPECT_THAT(written.output, HasSubstr("next:\n  cd my-first_1\n  rustc "));
  expect_filled_in("my-first_1", {"my-first_1.rs", "README.md"});
  EXPECT_FALSE(fs::exists("my-first_1/CMakeLists.txt"));
  expect_lines_certify("my-first_1");
}

// By name, without VCONFORM_.
std::map<std::string, std::string> numbers_in(const std::string& path, const std::regex& pattern) {
  const std::string text = contents(fs::path(VCONFORM_SOURCE_DIR) / path);
  std::map<std::string, std::string> numbers;
  for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end; ++found) {
    numbers.emplace((*found)[1], (*found)[2]);
  }
  return numbers;
}

TEST(RustModule, HasTheNumbersOfTheHeader) {
  const auto in_c = numbers_in("adapters/vconform_adapter.h",
                               std::regex("VCONFORM_([A-Z0-9_]+) = ([0-9]+(?: << [0-9]+)?)"));
  const auto in_rust =
      numbers_in("adapters/vconform_abi.rs",
                 std::regex("pub const ([A-Z0-9_]+): u(?:32|64) = ([0-9]+(?: << [0-9]+)?);"));
  std::size_t compared = 0;
  for (const auto& [name, number] : in_rust) {
    const auto found = in_c.find(name);
    compared += found == in_c.end() ? 0 : 1;
    EXPECT_TRUE(found == in_c.end() || found->second == number) << name;
  }
  EXPECT_GE(compared, 100u);
}

TEST_F(RustAdapter, ConformsInEveryForm) {
  build_three_forms();
  const RunResult conforms = certified("");
  EXPECT_EQ(conforms.status, 0) << conforms.output;
  EXPECT_THAT(conforms.output, HasSubstr("three forms conforms on 3 of "));
}

TEST_F(RustAdapter, AFailureAPanicAndAWrongValueAreSeen) {
  build_three_forms();
  EXPECT_THAT(certified("create").output, HasSubstr("create() returned null: no licence"));
  EXPECT_THAT(certified("panic").output,
              AllOf(ContainsRegex("ERROR  Vconv.MatchesOracle/s322s64_null"),
                    HasSubstr("seven is too much"), HasSubstr("conforms on 2 of ")));
  EXPECT_THAT(
      certified("value").output,
      AllOf(HasSubstr("MISMATCH  Vconv.MatchesOracle/s322s64_null"), Not(HasSubstr("ERROR"))));
}

}  // namespace
}  // namespace vconform::suites
