#include "suites/mutants/score_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suites/mutants/catalogue.h"

namespace vconform::suites {

namespace {

using json = nlohmann::ordered_json;

struct Sums {
  std::size_t all = 0;
  std::size_t killed = 0;
  std::size_t survived = 0;
  std::size_t equivalent = 0;
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t not_explained = 0;
  // These count only backends that are not equivalent, and that an ordinary check was asked about.
  std::size_t checked = 0;
  std::size_t by_tolerance = 0;
  std::size_t by_comparing = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> cases;
  double seconds_in_all = 0;
};

template <typename Number>
Number median(std::vector<Number> numbers) {
  if (numbers.empty()) {
    return 0;
  }
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

Sums sums_of(const std::vector<Scored>& scored, std::string_view of) {
  Sums sums;
  for (const Scored& one : scored) {
    if (!of.empty() && one.of != of) {
      continue;
    }
    const MutantScore& score = one.score;
    ++sums.all;
    sums.seconds_in_all += score.seconds + score.seconds_probing;
    sums.survived += score.fate == Fate::kSurvived ? 1 : 0;
    if (score.fate == Fate::kEquivalent) {
      ++sums.equivalent;
      continue;
    }
    sums.checked += score.named != Named::kNotAsked ? 1 : 0;
    sums.by_tolerance += score.ordinary.with_tolerance ? 1 : 0;
    sums.by_comparing += score.ordinary.exactly ? 1 : 0;
    if (score.fate != Fate::kKilled) {
      continue;
    }
    ++sums.killed;
    sums.right += score.named == Named::kRight ? 1 : 0;
    sums.wrong += score.named == Named::kWrong ? 1 : 0;
    sums.not_explained += score.named == Named::kNotExplained ? 1 : 0;
    sums.seconds.push_back(score.seconds);
    sums.cases.push_back(score.cases);
  }
  return sums;
}

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.1f} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string line_of(std::string_view name, const Sums& sums) {
  return fmt::format(
      "{:<10} {:>7} {:>7} {:>8} {:>10} {:>6} {:>8.3f}  {:>5} {:>5} {:>13}  {:>9} "
      "{:>9}\n",
      name, sums.all, sums.killed, sums.survived, sums.equivalent, median(sums.cases),
      median(sums.seconds), sums.right, sums.wrong, sums.not_explained,
      percent(sums.by_tolerance, sums.checked), percent(sums.by_comparing, sums.checked));
}

bool is_in(const std::vector<Scored>& scored, std::string_view name) {
  return std::ranges::find(scored, name, &Scored::of) != scored.end();
}

json class_json(std::string_view name, const Sums& sums) {
  return {{"class", name},
          {"mutants", sums.all},
          {"killed", sums.killed},
          {"survived", sums.survived},
          {"equivalent", sums.equivalent},
          {"median_cases", median(sums.cases)},
          {"median_seconds", median(sums.seconds)},
          {"named_right", sums.right},
          {"named_wrong", sums.wrong},
          {"not_explained", sums.not_explained},
          {"killed_with_tolerance", sums.by_tolerance},
          {"killed_by_comparing", sums.by_comparing}};
}

}  // namespace

std::string score_table(const std::vector<Scored>& scored) {
  std::string text =
      fmt::format("{:<10} {:>7} {:>7} {:>8} {:>10} {:>6} {:>8}  {:>5} {:>5} {:>13}  {:>9} {:>9}\n",
                  "class", "mutants", "killed", "survived", "equivalent", "cases", "seconds",
                  "right", "wrong", "not explained", "tolerance", "comparing");
  for (const MutantClass& one : mutant_classes()) {
    if (is_in(scored, one.name)) {
      text += line_of(one.name, sums_of(scored, one.name));
    }
  }
  const Sums all = sums_of(scored, "");
  text += line_of("all", all);
  text += fmt::format(
      "cases and seconds: medians until one is killed; {:.0f} s in all, probing included\n",
      all.seconds_in_all);
  for (const Scored& one : scored) {
    if (one.score.fate == Fate::kSurvived) {
      text += fmt::format(
          "SURVIVED  {}{}\n", one.backend.name,
          one.backend.has_site() ? fmt::format(", {}; {}", one.backend.wrong, one.score.how) : "");
    } else if (one.score.fate == Fate::kKilled && one.score.named == Named::kWrong) {
      text += fmt::format("named wrong  {}: {}\n", one.backend.name, one.score.how);
    }
  }
  return text;
}

std::string score_json(const std::vector<Scored>& scored, const std::vector<SeedScore>& further,
                       const ScoreRun& run) {
  json document = {{"format", "vconform-mutants"}, {"format_version", 1},
                   {"level", run.level},           {"seed", run.seed},
                   {"classes", json::array()},     {"mutants", json::array()}};
  for (const MutantClass& one : mutant_classes()) {
    if (is_in(scored, one.name)) {
      document["classes"].push_back(class_json(one.name, sums_of(scored, one.name)));
    }
  }
  for (const Scored& one : scored) {
    const MutantScore& score = one.score;
    json mutant = {{"name", one.backend.name},
                   {"class", one.of},
                   {"wrong", one.backend.wrong},
                   {"fate", name_of(score.fate)},
                   {"how", score.how},
                   {"cases", score.cases},
                   {"seconds", score.seconds},
                   {"seconds_probing", score.seconds_probing},
                   {"killed_with_tolerance", score.ordinary.with_tolerance},
                   {"killed_by_comparing", score.ordinary.exactly}};
    if (score.fate == Fate::kKilled && score.named != Named::kNotAsked) {
      mutant["named"] = name_of(score.named);
    }
    document["mutants"].push_back(std::move(mutant));
  }
  for (const SeedScore& one : further) {
    json survived = json::array();
    for (const std::size_t i : one.survived) {
      survived.push_back(scored[i].backend.name);
    }
    document["further_seeds"].push_back(
        {{"seed", one.seed}, {"mutants", one.tried.size()}, {"survived", std::move(survived)}});
  }
  return document.dump(2) + "\n";
}

}  // namespace vconform::suites
