// Reads untrusted JSON files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace vconform::suites {

// Reads a file of at most kMostJsonBytes with one JSON value, at most kMostJsonDepth deep, in which
// no object has a field twice. Throws spec::InputError, beginning with `what` and the path:
// "certificate 'x.json': ...".
inline constexpr std::size_t kMostJsonBytes = 16 * 1024 * 1024;
inline constexpr std::size_t kMostJsonDepth = 16;
inline constexpr std::size_t kMostJsonValues = 1000000;
// The most fields of one object, since each new one is compared with all others.
inline constexpr std::size_t kMostJsonFields = 1000;
nlohmann::ordered_json read_json_file(const std::string& path, const std::string& what);

// The same for text in memory.
nlohmann::ordered_json json_from_text(const std::string& text);

}  // namespace vconform::suites
