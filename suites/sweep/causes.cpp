#include "suites/sweep/causes.h"
#include "suites/files/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace vconform::suites {

namespace {

auto key(const Cause& cause) {
  return std::tie(cause.verdict, cause.rule, cause.result_class);
}

json to_json(const Wrong& wrong) {
  return {{"number", wrong.number},
          {"order", wrong.order},
          {"got", wrong.got},
          {"in_short", wrong.in_short}};
}

Wrong wrong_from(JsonFields fields) {
  Wrong wrong;
  wrong.number = fields.number("number");
  wrong.order = fields.number("order");
  wrong.got = fields.number("got");
  wrong.in_short = fields.text("in_short");
  fields.expect_no_others();
  return wrong;
}

}  // namespace

bool is_before(const Wrong& a, const Wrong& b) {
  return std::tie(a.order, a.number) < std::tie(b.order, b.number);
}

bool is_before(const Cause& a, const Cause& b) {
  return key(a) < key(b);
}

void Causes::add(const std::string& verdict, const std::string& rule,
                 const std::string& result_class, const Wrong& wrong) {
  add(Cause{verdict, rule, result_class, 1, wrong, wrong});
}

void Causes::add(const Cause& cause) {
  const auto place =
      std::lower_bound(causes_.begin(), causes_.end(), cause,
                       [](const Cause& a, const Cause& b) { return is_before(a, b); });
  if (place == causes_.end() || key(*place) != key(cause)) {
    causes_.insert(place, cause);
    return;
  }
  place->count += cause.count;
  if (is_before(cause.smallest, place->smallest)) {
    place->smallest = cause.smallest;
  }
  if (is_before(place->largest, cause.largest)) {
    place->largest = cause.largest;
  }
}

void Causes::add(const Causes& others) {
  for (const Cause& cause : others.all()) {
    add(cause);
  }
}

std::uint64_t Causes::count() const {
  std::uint64_t count = 0;
  for (const Cause& cause : causes_) {
    count += cause.count;
  }
  return count;
}

json to_json(const Cause& cause) {
  return {{"verdict", cause.verdict},
          {"rule", cause.rule.empty() ? json() : json(cause.rule)},
          {"class", cause.result_class},
          {"count", cause.count},
          {"smallest", to_json(cause.smallest)},
          {"largest", to_json(cause.largest)}};
}

Cause cause_from(JsonFields& fields) {
  Cause cause;
  cause.verdict = fields.words("verdict");
  cause.rule = fields.text_or_null("rule").value_or("");
  cause.result_class = fields.text("class");
  cause.count = fields.number("count");
  cause.smallest = wrong_from(fields.object("smallest"));
  cause.largest = wrong_from(fields.object("largest"));
  return cause;
}

json to_json(const Causes& causes) {
  json list = json::array();
  for (const Cause& cause : causes.all()) {
    list.push_back(to_json(cause));
  }
  return list;
}

Causes causes_from_json(const json& list) {
  Causes causes;
  for (const json& item : list) {
    JsonFields fields(item);
    causes.add(cause_from(fields));
    fields.expect_no_others();
  }
  return causes;
}

}  // namespace vconform::suites
