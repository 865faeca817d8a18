#include "fuzz/inputs/json_mutation.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fuzz/inputs/draws.h"
#include "suites/files/digest.h"

namespace vconform::fuzz {

namespace {

using json = nlohmann::ordered_json;

void collect(json& value, std::vector<json*>& all) {
  all.push_back(&value);
  if (value.is_structured()) {
    for (json& item : value) {
      collect(item, all);
    }
  }
}

json interesting(Draws& draws) {
  static const std::array<json, 18> values = {
      {json(), json(true), json(false), json(0U), json(1U), json(-1), json(2U), json(35U),
       json(64U), json(std::uint64_t{1} << 40), json(std::uint64_t{1} << 63),
       json(~std::uint64_t{0}), json(1e308), json(0.5), json(""), json("*"), json(json::array()),
       json(json::object())}};
  return values.at(draws.below(values.size()));
}

void change_text(json& value, Draws& draws) {
  std::string text = value.get<std::string>();
  const std::size_t size = text.size();
  text.resize(size + 1 + draws.below(64));
  text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
  value = std::move(text);
}

// Changes a number to its neighbour, or to a limit of a count.
void change_number(json& value, Draws& draws) {
  static const std::array<std::uint64_t, 8> limits = {
      0, 1, 35, 63, 64, std::uint64_t{1} << 40, std::uint64_t{1} << 63, ~std::uint64_t{0}};
  if (draws.below(2) == 0) {
    value = limits.at(draws.below(limits.size()));
  } else {
    value = value.get<std::uint64_t>() + draws.below(3) - 1;
  }
}

void change_list(json& value, Draws& draws) {
  if (value.empty()) {
    value.push_back(interesting(draws));
    return;
  }
  const std::size_t at = draws.below(value.size());
  if (draws.below(2) == 0) {
    value.erase(at);
  } else {
    value.push_back(json(value[at]));
  }
}

void change_object(json& value, Draws& draws) {
  if (value.empty() || draws.below(8) == 0) {
    value["more"] = interesting(draws);
    return;
  }
  auto field = value.begin();
  std::advance(field, static_cast<std::ptrdiff_t>(draws.below(value.size())));
  value.erase(field);
}

void change(json& value, Draws& draws, const std::vector<json*>& all) {
  switch (draws.below(4)) {
    case 0:
      value = interesting(draws);
      return;
    case 1: {
      const json other = *all[draws.below(all.size())];
      value = other;
      return;
    }
    default:
      break;
  }
  if (value.is_string()) {
    change_text(value, draws);
  } else if (value.is_array()) {
    change_list(value, draws);
  } else if (value.is_object()) {
    change_object(value, draws);
  } else if (value.is_number_unsigned()) {
    change_number(value, draws);
  } else {
    value = interesting(draws);
  }
}

}  // namespace

void seal_digest(json& document) {
  if (document.is_object() && document.contains("digest")) {
    document["digest"] = suites::digest_of_certificate(document);
    // The run of a certificate has its own digest; a sweep has none.
    if (document.contains("run") && document["run"].is_object()) {
      document["run"]["digest"] = suites::digest_of_run(document);
    }
  }
}

std::size_t mutated_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed,
                         const Seal& seal) {
  Draws draws(seed);
  json document = json::parse(data, data + size, nullptr, false);
  if (document.is_discarded() || draws.below(16) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  const std::uint64_t changes = draws.below(4) == 0 ? 3 : 1;
  for (std::uint64_t i = 0; i < changes; ++i) {
    std::vector<json*> all;
    collect(document, all);
    change(*all[draws.below(all.size())], draws, all);
  }
  if (draws.below(8) != 0) {
    seal(document);
  }
  const std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > max_size) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

}  // namespace vconform::fuzz
