// The command new-adapter: what it writes is built and certified as its README says.
#include <vector>

#include "suites/new_adapter/written_adapter_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class NewAdapter : public WrittenAdapter {};

void expect_complete(const std::string& name, const std::string& source) {
  expect_filled_in(name, {source, "CMakeLists.txt", "README.md"});
  EXPECT_THAT(contents(fs::path(name) / source), HasSubstr("FILL IN 1"));
  EXPECT_EQ(contents(fs::path(name) / "adapters/vconform_adapter.h"),
            contents(VCONFORM_SOURCE_DIR "/adapters/vconform_adapter.h"));
}

// Then builds with CMake.
void expect_certified(const std::string& name) {
  expect_lines_certify(name);
  fs::current_path(name);
  const RunResult configured =
      run_shell("sh -c 'cmake -G Ninja -S . -B build && cmake --build build'");
  EXPECT_EQ(configured.status, 0) << configured.output;
  EXPECT_EQ(run_command("smoke ./build/" + name + ".so").status, 0);
  fs::current_path("..");
}

TEST_F(NewAdapter, InCIsBuiltAndCertified) {
  const RunResult written = run_command("new-adapter --language c my-first_1");
  EXPECT_EQ(written.status, 0) << written.output;
  EXPECT_THAT(written.output, HasSubstr("next:\n  cd my-first_1\n  cc "));
  expect_complete("my-first_1", "my-first_1.c");
  expect_certified("my-first_1");
}

TEST_F(NewAdapter, InCppIsBuiltAndCertified) {
  EXPECT_EQ(run_command("new-adapter MyLibrary --language c++").status, 0);
  expect_complete("MyLibrary", "MyLibrary.cpp");
  EXPECT_EQ(contents("MyLibrary/adapters/vconform.hpp"),
            contents(VCONFORM_SOURCE_DIR "/adapters/vconform.hpp"));
  expect_certified("MyLibrary");
}

TEST_F(NewAdapter, InPythonIsCertified) {
  const RunResult written = run_command("new-adapter --language python mine");
  EXPECT_EQ(written.status, 0) << written.output;
  EXPECT_THAT(written.output, HasSubstr("smoke \"exec:python3 ./mine.py\""));
  expect_filled_in("mine", {"mine.py", "README.md"});
  EXPECT_FALSE(fs::exists("mine/CMakeLists.txt"));
  expect_lines_certify("mine");
}

TEST_F(NewAdapter, NothingIsWrittenOver) {
  fs::create_directory("there");
  write("file", "a file");
  fs::create_symlink("nowhere", "link");
  for (const char* name : {"there", "file", "link"}) {
    expect_refused(std::string("new-adapter --language c ") + name, 2,
                   "'" + std::string(name) + "' exists: give another name, or remove it");
  }
  EXPECT_TRUE(fs::is_empty("there"));
  EXPECT_EQ(contents("file"), "a file");
}

TEST_F(NewAdapter, BadNamesAreRefused) {
  const std::string longest(64, 'x');
  const std::vector<std::string> bad = {"a/b", "../up", ".hidden", "9lives",     "'two words'",
                                        "ä",   "a.so",  "a\\;b",   longest + "x"};
  for (const std::string& name : bad) {
    expect_refused("new-adapter --language c " + name, 2, "cannot name an adapter: begin with");
  }
  expect_refused("new-adapter --language c ''", 2, "NAME");
  expect_refused("new-adapter --language c -x", 2, "NAME is required");
  expect_refused("new-adapter --language c", 2, "NAME is required");
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_EQ(run_command("new-adapter --language c " + longest).status, 0);
}

// Whatever the package imports, a file of the adapter's name would be imported in its place.
TEST_F(NewAdapter, NamesThatHideAModuleAreRefusedInPython) {
  std::set<std::string> imported = {"contextvars", "numpy", "platform", "torch", "vconform"};
  for (const auto& file : fs::directory_iterator(VCONFORM_SOURCE_DIR "/adapters/python/vconform")) {
    std::istringstream lines(contents(file.path()));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string keyword;
      std::string module;
      words >> keyword >> module;
      if ((keyword == "import" || keyword == "from") && module.find('.') == std::string::npos &&
          line.find(keyword) == 0 && module != "hypothesis" && module != "pytest") {
        imported.insert(module);
      }
    }
  }
  EXPECT_GT(imported.size(), 10U);
  for (const std::string& name : imported) {
    expect_refused("new-adapter --language python " + name, 2, "would hide the module");
    EXPECT_FALSE(fs::exists(name));
  }
}

TEST_F(NewAdapter, OtherLanguagesAreRefused) {
  expect_refused("new-adapter --language fortran x", 2, "unknown language 'fortran'");
  expect_refused("new-adapter x", 2, "--language");
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(NewAdapter, APlaceThatCannotBeWrittenToIsRefused) {
  fs::current_path("/proc");
  expect_refused("new-adapter --language c mine", 2, "mine");
}

}  // namespace
}  // namespace vconform::suites
