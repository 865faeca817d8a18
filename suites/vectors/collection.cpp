#include "suites/vectors/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "oracle/judge/judge.h"
#include "spec/case/case_text.h"
#include "spec/number/units.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"
#include "suites/files/progress_line.h"
#include "suites/judging/level.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit_cases.h"
#include "suites/plan/plan_facts.h"
#include "suites/probing/families.h"
#include "suites/vectors/permitted_json.h"
#include "suites/vectors/program_worlds.h"
#include "suites/vectors/step_table.h"

namespace vconform::suites {

// A program that is not in the collection yet.
struct Collection::Prepared {
  std::string key;
  spec::Case program;
  spec::MemoryImage before;
  std::vector<Window> windows;
  std::uint64_t cost = 0;
  bool may_be_refused = false;
  Expected expected;
};

// A program that does not fit into the share of its instruction.
struct Collection::LeftOut {
  std::string key;
  spec::Case program;
  std::string instruction;
};

namespace {

// The least number of programs where those that are too large are left out.
constexpr std::uint64_t kFewest = 64;

std::vector<spec::Case> cases_of(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  std::vector<spec::Case> cases;
  if (unit.cases != Cases::kGenerated) {
    const ListedCases listed = listed_cases(unit, subject);
    for (std::size_t i = 0; i < listed.count; ++i) {
      cases.push_back(listed.at(i));
    }
    return cases;
  }
  DrawnCases(unit, claim_name(unit), subject, seed).each([&](spec::Case program) {
    cases.push_back(std::move(program));
  });
  return cases;
}

std::uint64_t bytes_of(const std::vector<Window>& windows) {
  std::uint64_t bytes = 0;
  for (const Window& window : windows) {
    bytes += window.bytes;
  }
  return bytes;
}

// Before, after, what is known, and two bytes for a rule.
constexpr std::uint64_t kImages = 5;

// The bytes that a program takes in the files.
std::uint64_t cost_of(const spec::Case& program, const std::vector<Window>& windows) {
  const std::uint64_t numbers = kProgramColumns + windows.size() * kWindowColumns +
                                with_registers_zero(program.steps).size() * kStepColumns;
  return bytes_of(windows) * kImages + numbers * sizeof(std::uint64_t);
}

// An s4 is half of one.
std::size_t bytes_of(spec::NumberType type) {
  const auto bits = static_cast<std::size_t>(spec::format_of(type).bits);
  return std::max<std::size_t>(bits / spec::kBitsPerByte, 1);
}

void append(std::string& bytes, const spec::MemoryImage& image, const Window& window) {
  const auto* from = reinterpret_cast<const char*>(image.of(window.memory).data());
  bytes.append(from + window.address, window.bytes);
}

// Where a place lies among the bytes of all windows: the offset of its byte.
template <typename Element>
std::uint64_t offset_in(const std::vector<Window>& windows, const Element& element) {
  const std::uint64_t byte = element.place / oracle::kNibblesPerByte;
  std::uint64_t offset = 0;
  for (const Window& window : windows) {
    if (window.memory == element.memory && byte >= window.address &&
        byte < window.address + window.bytes) {
      return offset + byte - window.address;
    }
    offset += window.bytes;
  }
  throw std::logic_error("an element lies in no window");
}

// The program of a case, whoever made it: two that do the same to the same bytes have one.
std::string key_of(const spec::Case& program) {
  spec::Case bare = program;
  bare.claim.clear();
  bare.seed = 0;
  return sha256_of(spec::to_text(bare));
}

}  // namespace

std::uint64_t most_bytes_beside(std::uint64_t input_bytes) {
  return input_bytes * kImages;
}

Collection::Collection(const VectorsPlan& plan, const std::optional<spec::Choices>& readings)
    : plan_(plan), readings_(readings), description_(description_of(plan)) {
  const Subject subject = subject_of_plan(plan);
  const std::vector<Unit> all = supplied_plan(make_plan(level_named(plan.level), subject));
  std::set<std::string> names;
  for (const Unit& unit : all) {
    names.insert(spec::instruction_name(unit.cell));
  }
  most_bytes_of_each_ = plan.most_bytes / std::max<std::size_t>(names.size(), 1);
  ProgressLine progress;
  for (const Unit& unit : all) {
    if (!add(unit, subject)) {
      break;
    }
    units_.push_back(unit);
    progress.show([&](double) {
      return fmt::format("{} of {} units, {} programs, {} of at most {} bytes", units_.size(),
                         all.size(), with_commas(places_.size()), with_commas(bytes_),
                         with_commas(plan.most_bytes));
    });
  }
  if (units_.empty()) {
    throw spec::InputError(
        all.empty() ? "nothing can be exported of these families and instructions"
                    : fmt::format("--max-size: the first unit, {}, does not fit into {} bytes",
                                  claim_name(all.front()), plan.most_bytes));
  }
  add_what_is_left();
  if (places_.empty()) {
    throw spec::InputError(
        fmt::format("--max-size: no program fits into {} bytes for each of {} "
                    "instructions",
                    most_bytes_of_each_, names.size()));
  }
  left_out_ = all.size() - units_.size();
}

Collection::~Collection() = default;

std::vector<std::string> Collection::instructions_left_out() const {
  std::vector<std::string> names;
  for (const Unit& unit : units_) {
    const std::string name = spec::instruction_name(unit.cell);
    if (!groups_.contains(name) && std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

bool Collection::add(const Unit& unit, const Subject& subject) {
  const std::string instruction = spec::instruction_name(unit.cell);
  std::vector<Prepared> fresh;
  std::map<std::string, bool> in_unit;
  std::uint64_t bytes = bytes_;
  for (spec::Case& program : cases_of(unit, subject, plan_.seed)) {
    std::string key = key_of(program);
    if (places_.contains(key) || !in_unit.emplace(key, true).second) {
      continue;
    }
    Prepared one = prepared(std::move(key), std::move(program));
    if (!plan_.has_whole_units) {
      std::uint64_t& own = bytes_of_each_[instruction];
      if (one.cost > plan_.most_bytes / kFewest || own + one.cost > most_bytes_of_each_) {
        left_.push_back({std::move(one.key), std::move(one.program), instruction});
        continue;
      }
      own += one.cost;
    }
    bytes += one.cost;
    if (bytes > plan_.most_bytes) {
      return false;
    }
    fresh.push_back(std::move(one));
  }
  for (Prepared& program : fresh) {
    append(program, instruction);
  }
  bytes_ = bytes;
  return true;
}

void Collection::add_what_is_left() {
  std::set<std::string> left_out;
  for (LeftOut& left : left_) {
    if (places_.contains(left.key) || left_out.contains(left.key)) {
      continue;
    }
    Prepared one = prepared(left.key, std::move(left.program));
    if (one.cost > plan_.most_bytes / kFewest || bytes_ + one.cost > plan_.most_bytes) {
      left_out.insert(left.key);
      continue;
    }
    bytes_ += one.cost;
    append(one, left.instruction);
  }
  left_.clear();
  programs_left_out_ = left_out.size();
}

Collection::Prepared Collection::prepared(std::string key, spec::Case program) const {
  Prepared one;
  one.before = spec::initial_image(program);
  const std::vector<oracle::World> worlds = worlds_of(program, one.before);
  one.windows = windows_of(program, worlds);
  one.cost = cost_of(program, one.windows);
  one.may_be_refused = std::ranges::any_of(worlds, oracle::may_be_refused);
  one.key = std::move(key);
  one.program = std::move(program);
  return one;
}

std::uint64_t Collection::number_of(const spec::Step& step) {
  const std::optional<spec::Cell> cell = spec::cell_of(step);
  if (!cell) {
    return 0;
  }
  const std::string name = spec::instruction_name(*cell);
  const auto found = std::ranges::find(instructions_, name);
  if (found == instructions_.end()) {
    instructions_.push_back(name);
    return instructions_.size() - 1;
  }
  return static_cast<std::uint64_t>(found - instructions_.begin());
}

void Collection::append(const OpenElement& element, const ProgramPlace& place,
                        VectorsGroup& group) {
  const std::uint64_t at = place.first_byte + offset_in(place.windows, element);
  const int bits = spec::format_of(element.type).bits;
  const std::uint64_t nibble = element.place % oracle::kNibblesPerByte;
  if (bits < static_cast<int>(spec::kBitsPerByte)) {
    const int other = nibble == 0 ? 0xf0 : 0x0f;
    group.known[at] = static_cast<char>(group.known[at] & other);
  } else {
    std::fill_n(group.known.begin() + static_cast<std::ptrdiff_t>(at), bytes_of(element.type),
                '\0');
  }
  const json permitted = permitted_json(element.permitted);
  const auto [known, is_new] =
      permitted_numbers_[place.instruction].try_emplace(permitted.dump(), group.permitted.size());
  if (is_new) {
    group.permitted.push_back(permitted);
  }
  group.open.insert(group.open.end(), {place.number, at, nibble, static_cast<std::uint64_t>(bits),
                                       static_cast<std::uint64_t>(element.type), known->second});
}

void Collection::append(Prepared& prepared, const std::string& instruction) {
  if (readings_) {
    prepared.expected = expected_of(prepared.program, prepared.before, *readings_);
  }
  VectorsGroup& group = groups_[instruction];
  const std::uint64_t number = group.program_count();
  const std::vector<spec::Step> steps = with_registers_zero(prepared.program.steps);
  group.programs.insert(
      group.programs.end(),
      {group.steps.size() / kStepColumns, steps.size(), group.windows.size() / kWindowColumns,
       prepared.windows.size(), prepared.may_be_refused ? 1U : 0U});
  for (const spec::Step& step : steps) {
    const StepRow row = row_of(step, number_of(step));
    group.steps.insert(group.steps.end(), row.begin(), row.end());
  }
  ProgramPlace place{instruction, number, group.before.size(), prepared.windows};
  for (const Window& window : prepared.windows) {
    group.windows.insert(group.windows.end(), {static_cast<std::uint64_t>(window.memory),
                                               window.address, window.bytes, group.before.size()});
    suites::append(group.before, prepared.before, window);
    if (readings_) {
      suites::append(group.after, prepared.expected.after, window);
    }
  }
  if (readings_) {
    group.known.resize(group.before.size(), '\xff');
    group.rules.resize(group.before.size());
  }
  for (const DecidedElement& element : prepared.expected.decided) {
    std::fill_n(group.rules.begin() + static_cast<std::ptrdiff_t>(
                                          place.first_byte + offset_in(place.windows, element)),
                bytes_of(element.type), static_cast<std::uint16_t>(element.rule + 1));
  }
  for (const OpenElement& element : prepared.expected.open) {
    append(element, place, group);
  }
  places_.emplace(prepared.key, std::move(place));
}

const ProgramPlace* Collection::find(const spec::Case& program) const {
  const auto found = places_.find(key_of(program));
  return found == places_.end() ? nullptr : &found->second;
}

}  // namespace vconform::suites
