// Reading a JSON file that anyone may have written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace vconform::suites {

// A file of at most kMostJsonBytes with one JSON value, at most kMostJsonDepth deep, no field of
// which is given twice. No more than that is read. Throws spec::InputError, beginning with `what`
// and the path: "certificate 'x.json': ...".
inline constexpr std::size_t kMostJsonBytes = 16 * 1024 * 1024;
inline constexpr std::size_t kMostJsonDepth = 16;
inline constexpr std::size_t kMostJsonValues = 1000000;
// Of one object: each is searched for among all of them.
inline constexpr std::size_t kMostJsonFields = 1000;
nlohmann::ordered_json read_json_file(const std::string& path, const std::string& what);

// The same of its content.
nlohmann::ordered_json json_from_text(const std::string& text);

}  // namespace vconform::suites
