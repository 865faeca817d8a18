#include "suites/fuzzing/deaths.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// A person, or the kernel for lack of memory, may kill a target or two. A backend that kills itself
// does so again and again.
constexpr std::size_t kMostFromOutside = 2;

std::string times(std::size_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

}  // namespace

void Deaths::add(const Death& death, const std::string& input) {
  OfFamily& family = families_[death.family];
  ++(death.may_be_from_outside ? family.from_outside : family.unexplained);
  family.last = fmt::format(
      "{}; {}{}", death.how, input,
      death.last_words.empty() ? "" : "; its last words: " + in_quotes(death.last_words));
}

bool Deaths::is_tolerable(const OfFamily& family) {
  return family.unexplained == 0 && family.from_outside <= kMostFromOutside;
}

void Deaths::add_problems(const std::vector<std::string>& names,
                          std::vector<std::string>& lines) const {
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const OfFamily& family = families_[i];
    if (!is_tolerable(family)) {
      lines.push_back(
          fmt::format("{}: its target died {} and no input shows it; the last time it {}", names[i],
                      times(family.unexplained + family.from_outside), family.last));
    }
  }
}

void Deaths::add_notes(const std::vector<std::string>& names,
                       std::vector<std::string>& lines) const {
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const OfFamily& family = families_[i];
    if (is_tolerable(family) && family.from_outside > 0) {
      lines.push_back(fmt::format("{}: its target was killed from outside {}, and started again",
                                  names[i], times(family.from_outside)));
    }
  }
}

bool Deaths::are_all_from_outside() const {
  std::size_t from_outside = 0;
  std::size_t unexplained = 0;
  for (const OfFamily& family : families_) {
    from_outside += family.from_outside;
    unexplained += family.unexplained;
  }
  return from_outside > 0 && unexplained == 0;
}

}  // namespace vconform::suites
