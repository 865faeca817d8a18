#include "suites/diagnosis/pairs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace vconform::suites {

namespace {

constexpr std::size_t kNearest = 20;
// The wrong cases by which they are ranked: as many of the smallest as of the largest.
constexpr std::size_t kRankedBy = 3;
constexpr std::uint64_t kBytesAtOnce = 256;

// How near an outcome comes to what was observed: bytes that are wrong in the same way, less those
// that it spoils, as a share of the wrong ones.
double nearness(const Observed& observed, const spec::Outcome& right, const spec::Outcome& wrong) {
  std::int64_t all = 0;
  std::int64_t score = 0;
  for (const spec::CaseMemory& memory : observed.test_case.memories) {
    const spec::MemoryBytes& seen = observed.outcome.after.of(memory.id);
    const spec::MemoryBytes& due = right.after.of(memory.id);
    const spec::MemoryBytes& its = wrong.after.of(memory.id);
    const auto count = [&](const spec::ByteRange& range) {
      for (std::uint64_t i = range.first; i < range.end; ++i) {
        // Nearly all bytes are the same.
        const spec::ByteRange next{i, i + kBytesAtOnce};
        if (next.end <= range.end && are_equal(seen, due, next) && are_equal(seen, its, next)) {
          i += kBytesAtOnce - 1;
          continue;
        }
        if (seen[i] != due[i]) {
          ++all;
          score += its[i] == seen[i] ? 1 : 0;
        } else {
          score -= its[i] == seen[i] ? 0 : 1;
        }
      }
    };
    std::ranges::for_each(spec::touched_in_either(seen, its), count);
  }
  return all == 0 ? 0 : static_cast<double>(score) / static_cast<double>(all);
}

std::vector<const Observed*> ranked_by(const std::vector<std::size_t>& wrong,
                                       const Evidence& evidence) {
  std::vector<const Observed*> cases;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (i < kRankedBy || i + kRankedBy >= wrong.size()) {
      cases.push_back(&evidence.wrong[wrong[i]]);
    }
  }
  return cases;
}

// The hypotheses that come nearest to the cases, in the order of the table. One that spoils more
// than it explains does not come near.
std::vector<const Hypothesis*> nearest(const std::vector<const Observed*>& cases,
                                       const std::vector<Hypothesis>& hypotheses,
                                       WrongWorlds& worlds) {
  std::vector<spec::Outcome> right;
  for (const Observed* one : cases) {
    right.push_back(worlds.outcome({}, *one));
  }
  std::vector<std::pair<double, const Hypothesis*>> ranked;
  for (const Hypothesis& hypothesis : hypotheses) {
    // Its pair with golden's reading of the rule does the same.
    if (hypothesis.follows_golden) {
      continue;
    }
    const Hypothesis* const alone[] = {&hypothesis};
    double sum = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      sum += nearness(*cases[i], right[i], worlds.outcome(alone, *cases[i]));
    }
    if (sum > 0) {
      ranked.emplace_back(sum, &hypothesis);
    }
  }
  // The order of the list decides between equal ones; std::stable_sort has a deprecated call that
  // clang warns of.
  std::ranges::sort(ranked, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  ranked.resize(std::min(ranked.size(), kNearest));
  std::vector<const Hypothesis*> best;
  for (const auto& [sum, hypothesis] : ranked) {
    best.push_back(hypothesis);
  }
  std::ranges::sort(best);
  return best;
}

std::vector<std::size_t> explained_by(std::span<const Hypothesis* const> both,
                                      const std::vector<std::size_t>& wrong,
                                      const Evidence& evidence, WrongWorlds& worlds) {
  std::vector<std::size_t> explained;
  for (const std::size_t i : wrong) {
    if (did_the_same(evidence.wrong[i], worlds.outcome(both, evidence.wrong[i]))) {
      explained.push_back(i);
    }
  }
  return explained;
}

}  // namespace

std::vector<Pair> pairs_that_explain(const std::vector<std::size_t>& wrong,
                                     const Evidence& evidence,
                                     const std::vector<Hypothesis>& hypotheses,
                                     WrongWorlds& worlds) {
  const std::vector<const Hypothesis*> near =
      nearest(ranked_by(wrong, evidence), hypotheses, worlds);
  const std::vector<std::size_t> tried = some_of(wrong, kTriedCases);
  std::vector<Pair> best;
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::size_t j = i + 1; j < near.size(); ++j) {
      const std::array both = {near[i], near[j]};
      if (explained_by(both, tried, evidence, worlds).empty()) {
        continue;
      }
      std::vector<std::size_t> explained = explained_by(both, wrong, evidence, worlds);
      const std::size_t most = best.empty() ? 1 : best.front().explains.size();
      if (explained.size() < most || !is_shown_at_large(explained, evidence) ||
          !std::ranges::all_of(evidence.right, [&](const Observed& one) {
            return did_the_same(one, worlds.outcome(both, one));
          })) {
        continue;
      }
      if (explained.size() > most) {
        best.clear();
      }
      if (best.empty() || best.front().explains == explained) {
        best.push_back({near[i], near[j], std::move(explained)});
      }
    }
  }
  return best;
}

}  // namespace vconform::suites
