#include "suites/files/json_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {}  // namespace

JsonFields::JsonFields(const json& object, std::string path)
    : object_(&object), path_(std::move(path)) {
  if (!object.is_object()) {
    throw spec::InputError((path_.empty() ? "it" : path_) + " is no JSON object");
  }
}

std::string JsonFields::full(std::string_view name) const {
  return path_.empty() ? std::string(name) : path_ + "." + std::string(name);
}

void JsonFields::fail(std::string_view name, std::string_view type) const {
  throw spec::InputError(fmt::format("{} is missing or no {}", full(name), type));
}

const json& JsonFields::at(std::string_view name) {
  static const json kMissing(json::value_t::discarded);
  asked_.emplace(name);
  const auto found = object_->find(std::string(name));
  return found == object_->end() ? kMissing : *found;
}

std::string JsonFields::text(std::string_view name) {
  const json& value = at(name);
  if (!value.is_string()) {
    fail(name, "text");
  }
  return value.get<std::string>();
}

std::string JsonFields::words(std::string_view name) {
  std::string value = text(name);
  if (value.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw spec::InputError(full(name) + " is empty");
  }
  return value;
}

std::optional<std::string> JsonFields::text_or_null(std::string_view name) {
  return at(name).is_null() ? std::nullopt : std::optional(text(name));
}

template <typename Item>
std::vector<Item> JsonFields::list(std::string_view name, std::string_view type,
                                   bool (json::*is_item)() const) {
  const json& value = at(name);
  if (!value.is_array() ||
      !std::all_of(value.begin(), value.end(), [&](const json& one) { return (one.*is_item)(); })) {
    fail(name, type);
  }
  return value.get<std::vector<Item>>();
}

std::vector<std::string> JsonFields::texts(std::string_view name) {
  return list<std::string>(name, "list of texts", &json::is_string);
}

std::uint64_t JsonFields::number(std::string_view name) {
  const json& value = at(name);
  if (!value.is_number_unsigned()) {
    fail(name, "whole number from 0");
  }
  return value.get<std::uint64_t>();
}

std::optional<std::uint64_t> JsonFields::number_or_null(std::string_view name) {
  return at(name).is_null() ? std::nullopt : std::optional(number(name));
}

std::vector<std::uint64_t> JsonFields::numbers(std::string_view name) {
  return list<std::uint64_t>(name, "list of whole numbers", &json::is_number_unsigned);
}

double JsonFields::seconds(std::string_view name) {
  const json& value = at(name);
  // Larger numbers could add up to infinity, which JSON cannot write.
  constexpr double kMost = 1e18;
  if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > kMost) {
    fail(name, "number of seconds");
  }
  return value.get<double>();
}

bool JsonFields::flag(std::string_view name) {
  const json& value = at(name);
  if (!value.is_boolean()) {
    fail(name, "true or false");
  }
  return value.get<bool>();
}

JsonFields JsonFields::object(std::string_view name) {
  const json& value = at(name);
  if (!value.is_object()) {
    fail(name, "object");
  }
  return JsonFields(value, full(name));
}

std::optional<JsonFields> JsonFields::object_or_null(std::string_view name) {
  return at(name).is_null() ? std::nullopt : std::optional(object(name));
}

std::vector<JsonFields> JsonFields::objects(std::string_view name) {
  const json& value = at(name);
  if (!value.is_array()) {
    fail(name, "list of objects");
  }
  std::vector<JsonFields> all;
  for (const json& one : value) {
    all.emplace_back(one, fmt::format("{}[{}]", full(name), all.size()));
  }
  return all;
}

bool JsonFields::has(std::string_view name) const {
  return object_->contains(std::string(name));
}

std::vector<std::string> JsonFields::names() const {
  std::vector<std::string> all;
  for (const auto& [name, value] : object_->items()) {
    all.push_back(name);
  }
  return all;
}

void JsonFields::expect_no_others() const {
  for (const std::string& name : names()) {
    if (!asked_.contains(name)) {
      throw spec::InputError((path_.empty() ? "" : path_ + ": ") + in_quotes(name) +
                             " is no field of this format");
    }
  }
}

}  // namespace vconform::suites
