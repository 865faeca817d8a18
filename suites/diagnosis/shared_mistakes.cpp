#include "suites/diagnosis/shared_mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "suites/diagnosis/hypotheses.h"

namespace vconform::suites {

namespace {

struct Explained {
  spec::Cell cell;
  const Explanation* explanation;
};

bool has(const Explained& explained, const Explanation::Mistake& mistake) {
  const std::vector<Explanation::Mistake>& alike = explained.explanation->alike;
  return std::ranges::find(alike, mistake) != alike.end();
}

// The mistake that explains the most, a simpler one before others.
const Explanation::Mistake& commonest(const std::vector<Explained>& left) {
  const Explanation::Mistake* best = nullptr;
  std::ptrdiff_t most = 0;
  for (const Explained& explained : left) {
    for (const Explanation::Mistake& mistake : explained.explanation->alike) {
      const std::ptrdiff_t count =
          std::ranges::count_if(left, [&](const Explained& other) { return has(other, mistake); });
      if (count > most) {
        most = count;
        best = &mistake;
      }
    }
  }
  return *best;
}

// "f, c and z round as r" instead of "rounds as r".
std::string sentence_of(const SharedMistake& group) {
  const Explanation::Mistake& first = group.alike.front();
  if (!first.name.starts_with(kRoundsAs)) {
    return first.sentence;
  }
  std::string letters;
  std::size_t count = 0;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (std::ranges::find(group.cells, mode.rounding, &spec::Cell::rounding) != group.cells.end()) {
      const bool is_bare = mode.rounding == spec::Rounding::kNull;
      letters +=
          fmt::format("{}{}", letters.empty() ? "" : ", ", is_bare ? "the bare name" : mode.label);
      ++count;
    }
  }
  return fmt::format("{} round{} as {}", letters, count == 1 ? "s" : "",
                     first.name.substr(kRoundsAs.size()));
}

void add_counts(const std::vector<InputCount>& counts, std::vector<InputCount>& sums) {
  for (const InputCount& count : counts) {
    const auto sum = std::ranges::find(sums, count.input, &InputCount::input);
    if (sum == sums.end()) {
      sums.push_back(count);
    } else {
      sum->elements += count.elements;
    }
  }
  std::ranges::sort(sums, [](const InputCount& a, const InputCount& b) {
    return a.elements != b.elements ? a.elements > b.elements : a.input < b.input;
  });
}

}  // namespace

std::vector<SharedMistake> shared_mistakes(const std::vector<Diagnosis>& diagnoses) {
  std::vector<Explained> left;
  for (const Diagnosis& diagnosis : diagnoses) {
    for (const Explanation& explanation : diagnosis.explanations) {
      left.push_back({diagnosis.cell, &explanation});
    }
  }
  std::vector<SharedMistake> groups;
  while (!left.empty()) {
    const Explanation::Mistake mistake = commonest(left);
    std::vector<Explained> here;
    std::vector<Explained> rest;
    for (const Explained& one : left) {
      (has(one, mistake) ? here : rest).push_back(one);
    }
    SharedMistake& group = groups.emplace_back();
    group.alike = {mistake};
    for (const Explanation::Mistake& other : here.front().explanation->alike) {
      if (other != mistake &&
          std::ranges::all_of(here, [&](const Explained& one) { return has(one, other); })) {
        group.alike.push_back(other);
      }
    }
    for (const Explained& one : here) {
      group.cells.push_back(one.cell);
    }
    group.sentence = sentence_of(group);
    left = std::move(rest);
  }
  return groups;
}

std::vector<spec::Cell> not_explained(const std::vector<Diagnosis>& diagnoses) {
  std::vector<spec::Cell> cells;
  for (const Diagnosis& diagnosis : diagnoses) {
    if (diagnosis.unexplained > 0) {
      cells.push_back(diagnosis.cell);
    }
  }
  return cells;
}

std::vector<UnexplainedRows> unexplained_rows(const std::vector<Diagnosis>& diagnoses) {
  std::vector<UnexplainedRows> groups;
  std::vector<std::optional<InputClass>> commonest_of;
  for (const Diagnosis& diagnosis : diagnoses) {
    if (diagnosis.unexplained == 0) {
      continue;
    }
    const std::optional<InputClass> commonest =
        diagnosis.unexplained_inputs.empty()
            ? std::nullopt
            : std::optional(diagnosis.unexplained_inputs.front().input);
    std::size_t group = 0;
    while (group < groups.size() &&
           (commonest_of[group] != commonest || groups[group].depends_on != diagnosis.depends_on ||
            groups[group].first_steps != diagnosis.first_steps)) {
      ++group;
    }
    if (group == groups.size()) {
      groups.push_back({{}, {}, diagnosis.depends_on, diagnosis.first_steps});
      commonest_of.push_back(commonest);
    }
    groups[group].cells.push_back(diagnosis.cell);
    add_counts(diagnosis.unexplained_inputs, groups[group].inputs);
  }
  return groups;
}

}  // namespace vconform::suites
