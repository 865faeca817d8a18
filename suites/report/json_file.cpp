#include "suites/report/json_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

#include "spec/error.h"
#include "suites/report/one_line.h"

namespace vconform::suites {

namespace {

using json = nlohmann::ordered_json;

std::string read_text(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw spec::InputError("it is a folder");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw spec::InputError("no such file, or no permission");
  }
  // One byte more than allowed is enough to know.
  std::string text(kMostJsonBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// Sees what the parser reads: how deep it is, and the fields of each object that is open.
class Watcher {
 public:
  bool operator()(int depth, json::parse_event_t event, const json& parsed) {
    if (depth > kMostJsonDepth) {
      throw spec::InputError(fmt::format("it is more than {} levels deep", kMostJsonDepth));
    }
    if (event == json::parse_event_t::object_start) {
      fields_.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      fields_.pop_back();
    } else if (event == json::parse_event_t::key &&
               !fields_.back().insert(parsed.get<std::string>()).second) {
      throw spec::InputError(fmt::format("the field {} is given twice in one place",
                                         in_quotes(parsed.get<std::string>())));
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> fields_;
};

}  // namespace

json json_from_text(const std::string& text) {
  if (text.size() > kMostJsonBytes) {
    throw spec::InputError(
        fmt::format("it has more than {} MiB, so it is none", kMostJsonBytes / 1024 / 1024));
  }
  Watcher watcher;
  try {
    return json::parse(text, std::ref(watcher));
  } catch (const json::parse_error& error) {
    throw spec::InputError(fmt::format("it is no JSON, or was cut off, at byte {}", error.byte));
  }
}

json read_json_file(const std::string& path, const std::string& what) {
  try {
    return json_from_text(read_text(path));
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("{} '{}': {}", what, path, error.what()));
  }
}

}  // namespace vconform::suites
