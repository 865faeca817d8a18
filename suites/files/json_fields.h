// Typed access to the fields of a JSON object.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

// All functions throw spec::InputError naming the field: "rows[3].cases is missing or no whole
// number". The document must outlive this.
class JsonFields {
 public:
  // `path` names the object in messages; empty for the document itself.
  explicit JsonFields(const nlohmann::ordered_json& object, std::string path = "");

  std::string text(std::string_view name);
  // A text that is not empty.
  std::string words(std::string_view name);
  std::optional<std::string> text_or_null(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  // A whole number, at least 0.
  std::uint64_t number(std::string_view name);
  std::optional<std::uint64_t> number_or_null(std::string_view name);
  std::vector<std::uint64_t> numbers(std::string_view name);
  double seconds(std::string_view name);
  bool flag(std::string_view name);
  JsonFields object(std::string_view name);
  std::optional<JsonFields> object_or_null(std::string_view name);
  std::vector<JsonFields> objects(std::string_view name);

  // Whether an optional field is there.
  bool has(std::string_view name) const;
  // The names of all fields.
  std::vector<std::string> names() const;
  // Throws if there is a field that nothing asked for.
  void expect_no_others() const;

 private:
  const nlohmann::ordered_json& at(std::string_view name);
  template <typename Item>
  std::vector<Item> list(std::string_view name, std::string_view type,
                         bool (nlohmann::ordered_json::*is_item)() const);
  [[noreturn]] void fail(std::string_view name, std::string_view type) const;
  std::string full(std::string_view name) const;

  const nlohmann::ordered_json* object_;
  std::string path_;
  std::set<std::string, std::less<>> asked_;
};

// Every item of a list, with no fields other than those that `read` asks for.
template <typename Record>
std::vector<Record> list_of(JsonFields& document, std::string_view name,
                            Record (*read)(JsonFields&)) {
  std::vector<Record> all;
  for (JsonFields& fields : document.objects(name)) {
    all.push_back(read(fields));
    fields.expect_no_others();
  }
  return all;
}

}  // namespace vconform::suites
