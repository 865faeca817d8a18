#include "suites/files/json_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"
#include "suites/files/text_file.h"

namespace vconform::suites {

namespace {

// Watches the parser before anything is kept: nesting, size, and the fields of each open object.
class Watcher : public json::json_sax_t {
 public:
  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!fields_.back().insert(name).second) {
      throw spec::InputError(
          fmt::format("the field {} is given twice in one place", in_quotes(name)));
    }
    if (fields_.back().size() > kMostJsonFields) {
      throw spec::InputError(
          fmt::format("it has more than {} fields in one place", kMostJsonFields));
    }
    return true;
  }
  bool parse_error(std::size_t byte, const std::string&, const json::exception&) override {
    throw spec::InputError(fmt::format("it is no JSON, or was cut off, at byte {}", byte));
  }

 private:
  bool count() {
    if (++values_ > kMostJsonValues) {
      throw spec::InputError(fmt::format("it has more than {} values", kMostJsonValues));
    }
    return true;
  }
  bool open() {
    fields_.emplace_back();
    if (fields_.size() > kMostJsonDepth) {
      throw spec::InputError(fmt::format("it is more than {} levels deep", kMostJsonDepth));
    }
    return count();
  }
  bool close() {
    fields_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> fields_;
  std::size_t values_ = 0;
};

}  // namespace

json json_from_text(const std::string& text) {
  if (text.size() > kMostJsonBytes) {
    throw spec::InputError(
        fmt::format("it has more than {} MiB, so it is none", kMostJsonBytes / 1024 / 1024));
  }
  // The parser would take it for the end of the text, and never see what follows.
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    throw spec::InputError(fmt::format("it has a NUL byte, at byte {}", nul));
  }
  Watcher watcher;
  json::sax_parse(text, &watcher);
  return json::parse(text);
}

json read_json_file(const std::string& path, const std::string& what) {
  try {
    return json_from_text(text_of_file(path, kMostJsonBytes));
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("{} '{}': {}", what, path, error.what()));
  }
}

}  // namespace vconform::suites
