// The rules: each statement of the pages under one slug, with its status, its source and, where the
// sources leave room, its readings. Oracle, properties, reports and waivers name rules by slug.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spec/rows/family.h"
#include "spec/rows/status.h"
#include "spec/slugs/rule_id.h"

namespace vconform::spec {

// Closed: one reading. Either: free, element by element. Choice: one reading over the rule's scope.
enum class Openness : std::uint8_t { kClosed, kEither, kChoice };

// How far one reading of a choice reaches.
enum class Scope : std::uint8_t { kRun, kFamily, kRow };

constexpr std::string_view name_of(Openness openness) {
  switch (openness) {
    case Openness::kClosed:
      return "closed";
    case Openness::kEither:
      return "either";
    case Openness::kChoice:
      return "choice";
  }
  return "";
}

constexpr std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::kRun:
      return "run";
    case Scope::kFamily:
      return "family";
    case Scope::kRow:
      return "row";
  }
  return "";
}

// Subjects of rules: the sections of the list of rules.
enum class Topic : std::uint8_t {
  kRounding,
  kTable,
  kSpecialValues,
  kAddressing,
  kDequantisation,
  kFixpipe,
  kDataCopy,
};

// The values of numbers, or their places. A wrong element cites the rules about numbers that
// affected it, and the rules about places that affected its case.
enum class About : std::uint8_t { kNumbers, kPlaces };

// The authority for a reading. Page: a page says so. Departs: a page says otherwise, and none says
// so. Open: no page says, or pages contradict each other.
enum class Ground : std::uint8_t { kOpen, kPage, kDeparts };

struct Reading {
  std::string_view name;
  std::string_view meaning;
  // Its permitted results contain those of another reading: never inferred, only asked for.
  bool permissive = false;
  Ground ground = Ground::kOpen;
  // The page with the line that says so, or of a departing reading the one that says otherwise.
  std::string_view line = {};
};

constexpr Reading on_page(std::string_view name, std::string_view meaning, std::string_view line) {
  return {name, meaning, false, Ground::kPage, line};
}
constexpr Reading departing(std::string_view name, std::string_view meaning,
                            std::string_view line) {
  return {name, meaning, false, Ground::kDeparts, line};
}

// Readings by name; an empty one leaves the choice open.
struct Defaults {
  // Pinned by profile a2.
  std::string_view standard = {};
  // Golden's reading if there is no standard.
  std::string_view golden = {};
};

struct Conversion;

// The families and rows that a rule affects.
struct Concerns {
  // Where it is probed and its mutants are hunted. In the table empty for those of its topic.
  std::span<const Family> families = {};
  // The rows of those in which its readings can be told apart; null for all.
  bool (*rows)(const Conversion& row) = nullptr;
};

// One row of the table.
struct Rule {
  std::string_view slug;
  Topic topic;
  About about;
  Status status;
  std::string_view statement;
  std::string_view source;
  Openness openness = Openness::kClosed;
  Scope scope = Scope::kRun;
  std::span<const Reading> readings = {};
  Defaults defaults = {};
  Concerns concerns = {};
  // The readings differ in which arguments are in range, so that a refusal shows one of them.
  bool about_ranges = false;
};

std::span<const Rule> rules();

std::optional<RuleId> rule_with_slug(std::string_view slug);

const Rule& rule_of(RuleId id);
const Reading& reading_of(Choice choice);
// "page", "open" or "departs".
std::string_view name_of(Ground ground);
// The one reading of a rule that stands on a page and is not permissive; nullopt if there is none,
// or there are several.
std::optional<Choice> reading_on_page(RuleId rule);
// Every reading of a rule; none of one that is no choice.
std::vector<Choice> all_readings(RuleId rule);

// Whether the readings of a rule can be told apart in this row.
bool concerns(const Rule& rule, const Conversion& row);

}  // namespace vconform::spec
