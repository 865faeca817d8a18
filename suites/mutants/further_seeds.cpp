#include "suites/mutants/further_seeds.h"

#include <fmt/format.h>

#include <algorithm>

namespace vconform::suites {

namespace {

constexpr std::uint64_t kSlices = 20;

bool has(const std::vector<std::size_t>& numbers, std::size_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

}  // namespace

std::vector<std::size_t> tried_under(std::uint64_t seed, const std::vector<Scored>& scored) {
  std::vector<std::size_t> tried;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    const Fate fate = scored[i].score.fate;
    if (fate == Fate::kSurvived || (fate == Fate::kKilled && i % kSlices == seed % kSlices)) {
      tried.push_back(i);
    }
  }
  return tried;
}

std::vector<SeedScore> further_seeds(const std::vector<Scored>& scored, const Level& level,
                                     std::uint64_t first, std::uint64_t count, std::size_t jobs,
                                     const std::function<void()>& finished) {
  std::vector<SeedScore> further;
  for (std::uint64_t i = 1; i <= count; ++i) {
    SeedScore& one = further.emplace_back(first + i, tried_under(first + i, scored));
    std::vector<WrongBackend> backends;
    for (const std::size_t index : one.tried) {
      backends.push_back(scored[index].backend);
    }
    const std::vector<MutantScore> scores = scores_of(
        backends, level, one.seed, jobs, [&](std::size_t, const MutantScore&) { finished(); });
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (scores[k].fate == Fate::kSurvived) {
        one.survived.push_back(one.tried[k]);
      }
    }
  }
  return further;
}

std::string further_text(const std::vector<Scored>& scored, const std::vector<SeedScore>& further) {
  std::string text;
  for (const SeedScore& one : further) {
    text += fmt::format("seed {:<4} {:>6} mutants {:>6} survived\n", one.seed, one.tried.size(),
                        one.survived.size());
  }
  for (std::size_t i = 0; i < scored.size(); ++i) {
    std::size_t tried = 0;
    std::size_t survived = 0;
    for (const SeedScore& one : further) {
      tried += has(one.tried, i) ? 1 : 0;
      survived += has(one.survived, i) ? 1 : 0;
    }
    if (tried > 0 && (survived > 0 || scored[i].score.fate == Fate::kSurvived)) {
      text += fmt::format("{}: survived under the first seed: {}; killed under {} of {} others\n",
                          scored[i].backend.name,
                          scored[i].score.fate == Fate::kSurvived ? "yes" : "no", tried - survived,
                          tried);
    }
  }
  return text;
}

}  // namespace vconform::suites
