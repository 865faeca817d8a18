#include "suites/shards/parts.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace fs = std::filesystem;

std::string first_difference(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  for (const auto& [name, value] : a.items()) {
    if (!b.contains(name)) {
      return name;
    }
    if (value == b[name]) {
      continue;
    }
    if (value.is_object() && b[name].is_object()) {
      const std::string inner = first_difference(value, b[name]);
      return inner.empty() ? name : fmt::format("{}.{}", name, inner);
    }
    return value.is_structured()
               ? name
               : fmt::format("{} ({}, not {})", name, value.dump(), b[name].dump());
  }
  for (const auto& [name, value] : b.items()) {
    if (!a.contains(name)) {
      return name;
    }
  }
  return "";
}

namespace {

void expect_alike(const std::vector<Part>& parts, std::string_view work) {
  const Part& first = parts.front();
  for (const Part& other : parts) {
    if (other.identity != first.identity) {
      throw spec::InputError(
          fmt::format("'{}' is not of the same {} as '{}': {} differs; merge shards of one {} only",
                      other.folder, work, first.folder,
                      one_line(first_difference(other.identity, first.identity)), work));
    }
    if (other.shard.count != first.shard.count) {
      throw spec::InputError(fmt::format(
          "'{}' is shard {} and '{}' is shard {}: they overlap; merge shards of one division only",
          first.folder, first.shard.text(), other.folder, other.shard.text()));
    }
  }
}

void expect_each_once(const std::vector<Part>& parts) {
  std::map<std::uint64_t, std::string> folders;
  for (const Part& part : parts) {
    const auto [known, is_new] = folders.emplace(part.shard.index, part.folder);
    if (!is_new) {
      throw spec::InputError(fmt::format("'{}' and '{}' are both shard {}: leave one out",
                                         known->second, part.folder, part.shard.text()));
    }
  }
  const std::uint64_t count = parts.front().shard.count;
  for (std::uint64_t index = 1; index <= count; ++index) {
    if (!folders.contains(index)) {
      throw spec::InputError(
          fmt::format("shard {}/{} is missing: run it, or name its folder", index, count));
    }
  }
}

}  // namespace

void expect_one_work(const std::vector<Part>& parts, std::string_view work) {
  expect_alike(parts, work);
  expect_each_once(parts);
}

namespace {

// Whether a folder is on the way to a place as it is written, with links as they are.
bool leads_through(const fs::path& place, const fs::path& folder) {
  std::error_code error;
  const fs::path written = fs::absolute(place).lexically_normal();
  for (fs::path at = written; at != at.parent_path(); at = at.parent_path()) {
    if (fs::equivalent(at, folder, error)) {
      return true;
    }
  }
  return false;
}

}  // namespace

void expect_out_of_reach(std::string_view option, const std::string& path,
                         std::span<const std::string> allow_write) {
  for (const std::string& folder : allow_write) {
    // Whoever may replace a folder on the way to a file may replace the file.
    if (!path.empty() && (is_within(path, folder) || leads_through(path, folder))) {
      throw spec::InputError(
          fmt::format("{} {} is within --allow-write {}: the backend could write it; name another "
                      "folder",
                      option, in_quotes(path), in_quotes(folder)));
    }
  }
}

bool is_within(const fs::path& inner, const fs::path& outer) {
  std::error_code error;
  for (fs::path at = fs::weakly_canonical(fs::absolute(inner), error); !at.empty();
       at = at.parent_path()) {
    if (fs::equivalent(at, outer, error)) {
      return true;
    }
    if (at == at.parent_path()) {
      break;
    }
  }
  return false;
}

void expect_apart(const std::vector<std::string>& folders, const std::string& out) {
  for (std::size_t i = 0; i < folders.size(); ++i) {
    if (is_within(out, folders[i]) || is_within(folders[i], fs::path(out) / "previous") ||
        is_within(folders[i], fs::path(out) / "failures")) {
      throw spec::InputError(
          fmt::format("--out {} would be written into {}, which is read: name another folder",
                      in_quotes(out), in_quotes(folders[i])));
    }
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code error;
      if (fs::equivalent(folders[i], folders[j], error)) {
        throw spec::InputError(fmt::format("{} and {} are the same folder: leave one out",
                                           in_quotes(folders[j]), in_quotes(folders[i])));
      }
    }
  }
}

}  // namespace vconform::suites
