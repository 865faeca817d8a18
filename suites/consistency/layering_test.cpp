// The dependencies between layers, rooms and components, as read from the #include lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "suites/consistency/rooms.h"

namespace vconform {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFilesInAFolder = 40;
constexpr std::size_t kMostLinesInAFile = 400;

// Longer files that are one thing, and would be worse in two.
const std::set<std::string> kLongFiles = {
    // The C ABI: a backend copies one header, of which half is documentation.
    "adapters/vconform_adapter.h",
};

// The path included by a line such as: #include "spec/rules/rules.h"
std::string included(const std::string& line) {
  if (!line.starts_with("#include")) {
    return "";
  }
  const std::size_t first = line.find_first_of("\"<");
  const std::size_t last = line.find_last_of("\">");
  return first < last ? line.substr(first + 1, last - first - 1) : "";
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> extensions = {".h", ".hpp", ".cpp", ".c", ".inc"};
  return extensions.contains(path.extension().string());
}

struct Include {
  std::string file;
  std::string path;
};

// The sources of all layers, relative to the checkout.
std::vector<std::string> all_sources() {
  const fs::path root = VCONFORM_SOURCE_DIR;
  std::vector<std::string> found;
  for (const Layer& layer : layers()) {
    for (const auto& entry : fs::recursive_directory_iterator(root / layer.name)) {
      if (is_source(entry.path())) {
        found.push_back(entry.path().lexically_relative(root).string());
      }
    }
  }
  return found;
}

std::vector<Include> includes_of(const std::string& source) {
  std::vector<Include> found;
  std::ifstream file(fs::path(VCONFORM_SOURCE_DIR) / source);
  for (std::string line; std::getline(file, line);) {
    if (const std::string path = included(line); !path.empty()) {
      found.push_back({source, path});
    }
  }
  return found;
}

std::vector<Include> all_includes() {
  std::vector<Include> found;
  for (const std::string& source : all_sources()) {
    const std::vector<Include> some = includes_of(source);
    found.insert(found.end(), some.begin(), some.end());
  }
  return found;
}

const Layer* layer_of(const std::string& path) {
  const std::string top = path.substr(0, path.find('/'));
  const auto& all = layers();
  const auto found = std::ranges::find(all, top, &Layer::name);
  return found == all.end() ? nullptr : &*found;
}

// The room of a file, relative to its layer; folders inside a room belong to it.
std::string room_of(const Layer& layer, const std::string& path) {
  if (const auto* face = std::ranges::find(kFaces, path, &Face::path); face != kFaces.end()) {
    return std::string(face->room);
  }
  const std::string folder = fs::path(path).parent_path().lexically_relative(layer.name).string();
  std::string room;
  for (const auto* rooms : {&layer.rooms, &layer.testing}) {
    for (const std::string_view each : *rooms) {
      const bool is_in = folder == each || folder.starts_with(std::string(each) + "/");
      if (is_in && each.size() >= room.size()) {
        room = each;
      }
    }
  }
  return folder == "." ? "" : room;
}

bool contains(const auto& rooms, const std::string& room) {
  return std::ranges::find(rooms, room) != rooms.end();
}

bool is_test(const Layer& layer, const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.find("_test.") != std::string::npos ||
         name.find("_test_support.") != std::string::npos ||
         name.find("_fixture.") != std::string::npos || name.starts_with("test_") ||
         contains(layer.testing, room_of(layer, path));
}

bool is_family(const std::string& room) {
  return is_family_room(fs::path(room).filename().string());
}

TEST(Layering, LayersIncludeOnlyWhatTheyMay) {
  const std::vector<Include> includes = all_includes();
  EXPECT_GT(includes.size(), 3000u) << "the scan found too little to mean anything";
  for (const Include& include : includes) {
    const Layer* from = layer_of(include.file);
    const Layer* to = layer_of(include.path);
    if (to != nullptr && to != from) {
      EXPECT_TRUE(contains(from->includes, std::string(to->name)))
          << include.file << " includes " << include.path;
    }
  }
}

TEST(Layering, EachFileStandsInARoom) {
  for (const std::string& source : all_sources()) {
    const Layer& layer = *layer_of(source);
    const std::string room = room_of(layer, source);
    EXPECT_TRUE(contains(layer.rooms, room) || contains(layer.testing, room)) << source;
  }
}

TEST(Layering, RoomsIncludeOnlyWhatStandsBeforeThem) {
  for (const Include& include : all_includes()) {
    const Layer& layer = *layer_of(include.file);
    if (layer_of(include.path) != &layer || is_test(layer, include.file)) {
      continue;
    }
    const std::string from = room_of(layer, include.file);
    const std::string to = room_of(layer, include.path);
    if (from == to) {
      continue;
    }
    const auto& rooms = layer.rooms;
    EXPECT_TRUE(std::ranges::find(rooms, to) < std::ranges::find(rooms, from))
        << include.file << " includes " << include.path;
    EXPECT_FALSE(is_family(from) && is_family(to)) << include.file << " includes " << include.path;
  }
}

TEST(Layering, FuzzIncludesJudgingAndTheReadersThatItFuzzes) {
  for (const Include& include : all_includes()) {
    if (!include.file.starts_with("fuzz/") || !include.path.starts_with("suites/")) {
      continue;
    }
    const bool is_reader = include.file.starts_with("fuzz/inputs/");
    EXPECT_TRUE(contains(is_reader ? rooms_for_inputs() : rooms_for_fuzz(),
                         fs::path(include.path).parent_path().string()))
        << include.file << " includes " << include.path;
  }
}

// The sweep compares with golden: how golden is built up is not its business.
TEST(Layering, SuitesKnowGoldenByItsReferenceAlone) {
  int found = 0;
  for (const Include& include : all_includes()) {
    if (include.file.starts_with("suites/") && include.path.starts_with("adapters/golden/")) {
      EXPECT_EQ(include.path, "adapters/golden/reference.h") << include.file;
      ++found;
    }
  }
  EXPECT_GT(found, 2) << "the scan found too little to mean anything";
}

// A component is a header with its source file.
using Components = std::map<std::string, std::set<std::string>>;

std::string component_of(const std::string& path) {
  return fs::path(path).replace_extension().string();
}

// Whether `wanted` can be reached over what `from` includes; `seen` grows.
bool reaches(const Components& components, const std::string& from, const std::string& wanted,
             std::set<std::string>& seen) {
  const auto found = components.find(from);
  return found != components.end() &&
         std::ranges::any_of(found->second, [&](const std::string& next) {
           return next == wanted ||
                  (seen.insert(next).second && reaches(components, next, wanted, seen));
         });
}

TEST(Layering, NoComponentIncludesItselfOverOthers) {
  Components components;
  for (const Include& include : all_includes()) {
    if (layer_of(include.path) != nullptr &&
        component_of(include.path) != component_of(include.file)) {
      components[component_of(include.file)].insert(component_of(include.path));
    }
  }
  for (const auto& [component, unused] : components) {
    std::set<std::string> seen;
    EXPECT_FALSE(reaches(components, component, component, seen)) << component;
  }
}

TEST(Layering, NoFolderIsCrowded) {
  const fs::path root = VCONFORM_SOURCE_DIR;
  std::map<std::string, std::size_t> files;
  for (const Layer& layer : layers()) {
    for (const auto& entry : fs::recursive_directory_iterator(root / layer.name)) {
      files[entry.path().parent_path().string()] += entry.is_regular_file() ? 1 : 0;
    }
  }
  for (const auto& [folder, count] : files) {
    EXPECT_LE(count, kMostFilesInAFolder) << folder;
  }
}

std::size_t lines_in(const fs::path& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    ++lines;
  }
  return lines;
}

// Sources, scripts, build files and prose; corpora, certificates and published tables are data.
bool is_written_by_hand(const fs::path& path) {
  static const std::set<std::string> extensions = {".h",  ".hpp", ".cpp", ".c",     ".inc", ".sh",
                                                   ".py", ".md",  ".txt", ".cmake", ".yml", ".rs"};
  return extensions.contains(path.extension().string());
}

TEST(Layering, NoFileHasMoreThan400Lines) {
  const fs::path root = VCONFORM_SOURCE_DIR;
  std::size_t files = 0;
  for (const Layer& layer : layers()) {
    for (const auto& entry : fs::recursive_directory_iterator(root / layer.name)) {
      const std::string name = entry.path().lexically_relative(root).string();
      if (entry.is_regular_file() && is_written_by_hand(entry.path()) &&
          !kLongFiles.contains(name)) {
        ++files;
        EXPECT_LE(lines_in(entry.path()), kMostLinesInAFile) << name;
      }
    }
  }
  EXPECT_GT(files, 700u) << "the scan found too little to mean anything";
  for (const std::string& name : kLongFiles) {
    EXPECT_GT(lines_in(root / name), kMostLinesInAFile) << name << " is no longer an exception";
  }
}

TEST(Layering, LibrariesStayWhereTheyBelong) {
  for (const Include& include : all_includes()) {
    const Layer& layer = *layer_of(include.file);
    if (include.path.starts_with("boost/multiprecision") && !is_test(layer, include.file)) {
      EXPECT_EQ(layer.name, "oracle") << include.file;
    }
    if (include.path.starts_with("rapidcheck") && layer.name == "generators" &&
        !is_test(layer, include.file)) {
      EXPECT_TRUE(include.file.starts_with("generators/choices/rapidcheck_source")) << include.file;
    }
    if (include.path.starts_with("CLI/")) {
      EXPECT_TRUE(include.file == "suites/commands/main.cpp" ||
                  (include.file.starts_with("suites/commands/") &&
                   include.file.find("options.") != std::string::npos))
          << include.file;
    }
  }
}

TEST(Layering, TheOracleUsesNoHostFloatingPoint) {
  int files = 0;
  for (const std::string& source : all_sources()) {
    const Layer& layer = *layer_of(source);
    if (layer.name != "oracle" || is_test(layer, source)) {
      continue;
    }
    ++files;
    std::ifstream file(fs::path(VCONFORM_SOURCE_DIR) / source);
    for (std::string line; std::getline(file, line);) {
      const std::string code = line.substr(0, line.find("//"));
      for (const char* word : {"float ", "double ", "<cmath>", "<cfenv>", "cpp_bin_float"}) {
        EXPECT_EQ(code.find(word), std::string::npos) << source << ": " << line;
      }
    }
  }
  EXPECT_GT(files, 40) << "the scan found too little to mean anything";
}

// The types that a file defines in named namespaces, each with its namespaces.
std::vector<std::string> types_of(const std::string& source) {
  static const std::regex opens("(inline )?namespace ([A-Za-z0-9_:]*) ?\\{");
  static const std::regex defines(
      "(struct|class|enum class|union) ([A-Za-z0-9_]+)( final)?( :[^;]*)?( \\{.*)?");
  std::vector<std::string> namespaces;
  std::vector<std::string> types;
  std::ifstream file(fs::path(VCONFORM_SOURCE_DIR) / source);
  for (std::string line; std::getline(file, line);) {
    std::smatch parts;
    if (std::regex_match(line, parts, opens)) {
      namespaces.push_back(parts[2].length() == 0 ? "(unnamed)" : parts[2].str());
    } else if (line.starts_with("}  // namespace") && !namespaces.empty()) {
      namespaces.pop_back();
    } else if (std::regex_match(line, parts, defines) &&
               std::ranges::find(namespaces, "(unnamed)") == namespaces.end()) {
      std::string name;
      for (const std::string& one : namespaces) {
        name += one + "::";
      }
      types.push_back(name + parts[2].str());
    }
  }
  return types;
}

// No compiler sees two types of one name in one program, and the linker takes the destructor of
// either for both.
TEST(Layering, NoTwoTypesHaveOneName) {
  std::map<std::string, std::string> files;
  for (const std::string& source : all_sources()) {
    for (const std::string& type : types_of(source)) {
      const auto [known, is_new] = files.emplace(type, source);
      EXPECT_TRUE(is_new || known->second == source)
          << type << " is defined in " << known->second << " and in " << source;
    }
  }
  EXPECT_GT(files.size(), 400u) << "the scan found too little to mean anything";
}

}  // namespace
}  // namespace vconform
