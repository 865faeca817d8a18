// The directions of dependence between the folders, read from the #include lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace vconform {
namespace {

namespace fs = std::filesystem;

// What the code of a folder may include of the project. Oracle, generators and adapters never see
// each other: a mistake in one cannot hide in another.
const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> table = {
      {"spec", {"spec"}},
      {"oracle", {"spec", "oracle"}},
      {"generators", {"spec", "generators"}},
      {"adapters", {"spec", "adapters"}},
      {"suites", {"spec", "oracle", "generators", "adapters", "suites"}},
      {"fuzz", {"spec", "oracle", "generators", "adapters", "suites", "fuzz"}},
  };
  return table;
}

// The included path of a line such as: #include "spec/rules/rules.h"
std::string included(const std::string& line) {
  if (!line.starts_with("#include")) {
    return "";
  }
  const std::size_t first = line.find_first_of("\"<");
  const std::size_t last = line.find_last_of("\">");
  return first < last ? line.substr(first + 1, last - first - 1) : "";
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> extensions = {".h", ".cpp", ".c", ".inc"};
  return extensions.contains(path.extension().string());
}

struct Include {
  std::string folder;
  std::string file;
  std::string path;
};

std::vector<Include> all_includes() {
  const fs::path root = VCONFORM_SOURCE_DIR;
  std::vector<Include> found;
  for (const auto& [folder, unused] : allowed()) {
    if (!fs::exists(root / folder)) {
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!is_source(entry.path())) {
        continue;
      }
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (const std::string path = included(line); !path.empty()) {
          found.push_back({folder, entry.path().lexically_relative(root).string(), path});
        }
      }
    }
  }
  return found;
}

TEST(Layering, FoldersIncludeOnlyWhatTheyMay) {
  const std::vector<Include> includes = all_includes();
  EXPECT_GT(includes.size(), 300u) << "the scan found too little to mean anything";
  for (const Include& include : includes) {
    const std::string top = include.path.substr(0, include.path.find('/'));
    if (allowed().contains(top)) {
      EXPECT_TRUE(allowed().at(include.folder).contains(top))
          << include.file << " includes " << include.path;
    }
  }
}

TEST(Layering, LibrariesStayWhereTheyBelong) {
  for (const Include& include : all_includes()) {
    const bool is_test = include.file.find("_test.") != std::string::npos ||
                         include.file.ends_with("test_support.h");
    if (include.path.starts_with("boost/multiprecision") && !is_test) {
      EXPECT_EQ(include.folder, "oracle") << include.file;
    }
    if (include.path.starts_with("rapidcheck") && include.folder == "generators" && !is_test) {
      EXPECT_TRUE(include.file.starts_with("generators/choices/rapidcheck_source")) << include.file;
    }
    if (include.path.starts_with("CLI/")) {
      EXPECT_TRUE(include.file == "suites/commands/main.cpp" ||
                  include.file.starts_with("suites/commands/options."))
          << include.file;
    }
  }
}

TEST(Layering, TheOracleUsesNoHostFloatingPoint) {
  const fs::path oracle = fs::path(VCONFORM_SOURCE_DIR) / "oracle";
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(oracle)) {
    const std::string name = entry.path().filename().string();
    if (!is_source(entry.path()) || name.find("_test.") != std::string::npos ||
        entry.path().parent_path().filename() == "testing") {
      continue;
    }
    ++files;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string code = line.substr(0, line.find("//"));
      for (const char* word : {"float ", "double ", "<cmath>", "<cfenv>", "cpp_bin_float"}) {
        EXPECT_EQ(code.find(word), std::string::npos) << name << ": " << line;
      }
    }
  }
  EXPECT_GT(files, 40) << "the scan found too little to mean anything";
}

}  // namespace
}  // namespace vconform
