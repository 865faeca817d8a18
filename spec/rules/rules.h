// The rules: each statement of the pages under one slug, with its status, its source and, where the
// sources leave room, its readings. Oracle, properties, reports and waivers name rules by slug.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spec/rules/status.h"

namespace vconform::spec {

// Closed: one reading. Either: free, element by element. Choice: one reading over the rule's scope.
enum class Openness : std::uint8_t { kClosed, kEither, kChoice };

// How far one reading of a choice reaches.
enum class Scope : std::uint8_t { kRun, kFamily, kRow };

// What a rule is about; the sections of the list of rules.
enum class Topic : std::uint8_t {
  kRounding,
  kTable,
  kSpecialValues,
  kAddressing,
  kDequantisation,
  kFixpipe,
  kDataCopy,
};

struct Reading {
  std::string_view name;
  std::string_view meaning;
  // Its permitted results contain those of another reading: never inferred, only asked for.
  bool permissive = false;
};

inline constexpr int kNoReading = -1;

struct Rule {
  std::string_view slug;
  Topic topic;
  Status status;
  std::string_view statement;
  std::string_view source;
  Openness openness = Openness::kClosed;
  Scope scope = Scope::kRun;
  std::span<const Reading> readings = {};
  // Index of the default reading, and of the seed page's literal one; kNoReading leaves the choice
  // open under the profiles that pin those.
  int standard = kNoReading;
  int pages = kNoReading;
};

std::span<const Rule> rules();

// Position of a rule in rules(). Not stable between versions: reports write slugs.
using RuleId = std::uint8_t;

std::optional<RuleId> rule_with_slug(std::string_view slug);

// One reading of an open rule.
struct Choice {
  RuleId rule = 0;
  // Its position among the readings of the rule.
  int reading = 0;

  friend constexpr bool operator==(const Choice&, const Choice&) = default;
};

const Rule& rule_of(RuleId id);
const Reading& reading_of(Choice choice);
// Every reading of a rule; none of one that is no choice.
std::vector<Choice> all_readings(RuleId rule);

}  // namespace vconform::spec
