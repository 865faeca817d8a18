#include "suites/diagnosis/account.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "suites/diagnosis/pairs.h"

namespace vconform::suites {

namespace {

// The most mistakes that an instruction is said to have.
constexpr std::size_t kMostExplanations = 3;

// A hypothesis that explains wrong cases, by their number.
struct Candidate {
  const Hypothesis* hypothesis;
  std::vector<std::size_t> explains;
};

// The hypotheses that explain wrong cases alone, and break no right one. A library that is wrong
// everywhere has many failing cases, of which most hypotheses explain none: each is tried on a few
// of the small ones first.
class Candidates {
 public:
  Candidates(const std::vector<Hypothesis>& hypotheses, const Evidence& evidence,
             WrongWorlds& worlds)
      : evidence_(evidence), worlds_(worlds), was_tried_(evidence.wrong.size()) {
    for (const Hypothesis& hypothesis : hypotheses) {
      untold_.push_back(&hypothesis);
    }
  }

  // Tries those of which nothing is known yet on some of these wrong cases, then in all.
  void look_at(const std::vector<std::size_t>& wrong) {
    std::vector<std::size_t> small;
    std::ranges::copy_if(wrong, std::back_inserter(small), [&](std::size_t i) {
      return !was_tried_[i] && (i < evidence_.given || evidence_.given == 0);
    });
    small = some_of(small, kTriedCases);
    std::erase_if(untold_, [&](const Hypothesis* hypothesis) {
      const bool explains_some = std::ranges::any_of(
          small, [&](std::size_t i) { return worlds_.explains(*hypothesis, evidence_.wrong[i]); });
      if (explains_some) {
        try_in_all(*hypothesis);
      }
      return explains_some;
    });
    for (const std::size_t i : small) {
      was_tried_[i] = true;
    }
  }

  // In the order of the table, since the simpler hypotheses come first there.
  const std::vector<Candidate>& all() const { return all_; }

 private:
  void try_in_all(const Hypothesis& hypothesis) {
    Candidate candidate{&hypothesis, {}};
    for (std::size_t i = 0; i < evidence_.wrong.size(); ++i) {
      if (worlds_.explains(hypothesis, evidence_.wrong[i])) {
        candidate.explains.push_back(i);
      }
    }
    if (is_shown_at_large(candidate.explains, evidence_) &&
        std::ranges::all_of(evidence_.right, [&](const Observed& one) {
          return worlds_.explains(hypothesis, one);
        })) {
      all_.insert(std::ranges::lower_bound(all_, &hypothesis, {}, &Candidate::hypothesis),
                  std::move(candidate));
    }
  }

  const Evidence& evidence_;
  WrongWorlds& worlds_;
  std::vector<const Hypothesis*> untold_;
  // Wrong cases that no hypothesis in `untold_` explains.
  std::vector<bool> was_tried_;
  std::vector<Candidate> all_;
};

std::vector<std::size_t> common(const std::vector<std::size_t>& a,
                                const std::vector<std::size_t>& b) {
  std::vector<std::size_t> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

Told best_alone(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& left) {
  Told told;
  for (const Candidate& candidate : candidates) {
    std::vector<std::size_t> explained = common(candidate.explains, left);
    if (explained.size() > told.explains.size()) {
      told.explains = std::move(explained);
    }
  }
  if (told.explains.empty()) {
    return told;
  }
  for (const Candidate& candidate : candidates) {
    if (common(candidate.explains, left) == told.explains) {
      told.alike.push_back(candidate.hypothesis);
    }
  }
  return told;
}

// Whether golden's readings alone do what was observed, in these wrong cases and in every right
// one.
bool golden_explains(const std::vector<std::size_t>& wrong, const Evidence& evidence,
                     WrongWorlds& worlds) {
  Hypothesis golden;
  golden.follows_golden = true;
  const Hypothesis* const readings[] = {&golden};
  const auto explains = [&](const Observed& one) {
    return did_the_same(one, worlds.outcome(readings, one));
  };
  return std::ranges::all_of(wrong, [&](std::size_t i) { return explains(evidence.wrong[i]); }) &&
         std::ranges::all_of(evidence.right, explains);
}

// Drops the mutants that follow golden's readings and show nothing else.
void drop_hidden(Told& told, const Evidence& evidence, WrongWorlds& worlds) {
  const auto hides = [](const Hypothesis* one) { return one->follows_golden && !one->may_hide; };
  if (std::ranges::any_of(told.alike, hides) && golden_explains(told.explains, evidence, worlds)) {
    std::erase_if(told.alike, hides);
  }
}

// The two lists of hypotheses of which each, with the first of the other list, explains the same.
std::vector<Told> best_together(const std::vector<Pair>& pairs) {
  std::vector<Told> both;
  if (pairs.empty()) {
    return both;
  }
  const Pair& best = pairs.front();
  for (const auto& [kept, other] :
       {std::pair(best.second, best.first), std::pair(best.first, best.second)}) {
    Told& told = both.emplace_back(Told{{other}, best.explains});
    for (const Pair& pair : pairs) {
      const Hypothesis* partner = pair.first == kept    ? pair.second
                                  : pair.second == kept ? pair.first
                                                        : other;
      if (partner != other) {
        told.alike.push_back(partner);
      }
    }
  }
  return both;
}

void add(Told told, Account& account) {
  std::vector<std::size_t> rest;
  std::ranges::set_difference(account.left, told.explains, std::back_inserter(rest));
  account.left = std::move(rest);
  for (Told& known : account.told) {
    if (std::ranges::find_first_of(known.alike, told.alike) != known.alike.end()) {
      std::vector<std::size_t> both;
      std::ranges::set_union(known.explains, told.explains, std::back_inserter(both));
      known.explains = std::move(both);
      return;
    }
  }
  account.told.push_back(std::move(told));
}

// Whether a backend with one mistake of each list, among the simplest ones, does in every case that
// any of them explains what was observed. One mistake does not hide while the other shows.
bool hold_together(const std::vector<Told>& told, const Evidence& evidence, WrongWorlds& worlds) {
  constexpr std::size_t kTriedOfEach = 3;
  std::vector<std::size_t> cases;
  for (const Told& one : told) {
    cases.insert(cases.end(), one.explains.begin(), one.explains.end());
  }
  std::size_t choices = 1;
  for (const Told& one : told) {
    choices *= std::min(kTriedOfEach, one.alike.size());
  }
  for (std::size_t choice = 0; choice < choices; ++choice) {
    std::vector<const Hypothesis*> together;
    std::size_t digits = choice;
    for (const Told& one : told) {
      const std::size_t tried = std::min(kTriedOfEach, one.alike.size());
      together.push_back(one.alike[digits % tried]);
      digits /= tried;
    }
    if (std::ranges::all_of(cases, [&](std::size_t i) {
          return did_the_same(evidence.wrong[i], worlds.outcome(together, evidence.wrong[i]));
        })) {
      return true;
    }
  }
  return false;
}

// Drops wrong cases in which a mistake that is told leads to a program without a certain result,
// operands that overlap for one: another order than golden's is no contradiction. If most wrong
// cases are of that kind, the mistake is told by too little.
void drop_open(const Evidence& evidence, WrongWorlds& worlds, Account& account) {
  const std::size_t explained = evidence.wrong.size() - account.left.size();
  std::vector<std::size_t> left = account.left;
  std::erase_if(left, [&](std::size_t i) {
    return std::ranges::any_of(account.told, [&](const Told& told) {
      return worlds.leaves_open(*told.alike.front(), evidence.wrong[i]);
    });
  });
  if (account.left.size() - left.size() <= explained) {
    account.left = std::move(left);
  }
}

Account account_by_one_pair(const std::vector<Hypothesis>& hypotheses, const Evidence& evidence,
                            WrongWorlds& worlds) {
  Account account = nothing_told(evidence);
  const std::vector<Pair> pairs = pairs_that_explain(account.left, evidence, hypotheses, worlds);
  for (Told& told : best_together(pairs)) {
    add(std::move(told), account);
  }
  drop_open(evidence, worlds, account);
  return account;
}

// A mistake that is in no table looks like several that are, or like one in some of its cases. So
// what is told stands only if all of it together explains every wrong case.
void drop_chance(const Evidence& evidence, WrongWorlds& worlds, Account& account) {
  if (!account.left.empty() ||
      (account.told.size() > 1 && !hold_together(account.told, evidence, worlds))) {
    account = nothing_told(evidence);
  }
}

}  // namespace

Account nothing_told(const Evidence& evidence) {
  Account account;
  account.left.resize(evidence.wrong.size());
  std::iota(account.left.begin(), account.left.end(), std::size_t{0});
  return account;
}

bool holds_since(const Known& known, const Account& account, const Evidence& evidence,
                 WrongWorlds& worlds) {
  std::vector<const Hypothesis*> together;
  for (const Told& told : account.told) {
    together.push_back(told.alike.front());
  }
  for (std::size_t i = known.right; i < evidence.right.size(); ++i) {
    for (const Told& told : account.told) {
      if (!std::ranges::all_of(told.alike, [&](const Hypothesis* one) {
            return worlds.explains(*one, evidence.right[i]);
          })) {
        return false;
      }
    }
  }
  for (std::size_t i = known.wrong; i < evidence.wrong.size(); ++i) {
    const Observed& wrong = evidence.wrong[i];
    if (std::ranges::none_of(together,
                             [&](const Hypothesis* one) {
                               return worlds.explains(*one, wrong) ||
                                      worlds.leaves_open(*one, wrong);
                             }) &&
        !did_the_same(wrong, worlds.outcome(together, wrong))) {
      return false;
    }
  }
  return true;
}

Account account_by(const std::vector<Hypothesis>& hypotheses, bool in_pairs,
                   const Evidence& evidence, WrongWorlds& worlds) {
  Candidates candidates(hypotheses, evidence, worlds);
  Account account = nothing_told(evidence);
  while (!account.left.empty() && account.told.size() < kMostExplanations) {
    candidates.look_at(account.left);
    std::vector<Told> found = {best_alone(candidates.all(), account.left)};
    drop_hidden(found.front(), evidence, worlds);
    if (found.front().alike.empty() && in_pairs) {
      found = best_together(pairs_that_explain(account.left, evidence, hypotheses, worlds));
    }
    if (found.empty() || found.front().alike.empty()) {
      break;
    }
    for (Told& told : found) {
      add(std::move(told), account);
    }
  }
  drop_open(evidence, worlds, account);
  // One of two mistakes that show at once may explain some cases alone, and leave those that the
  // other does not explain alone.
  if (in_pairs && !account.left.empty() && !account.told.empty()) {
    account = account_by_one_pair(hypotheses, evidence, worlds);
  }
  drop_chance(evidence, worlds, account);
  return account;
}

}  // namespace vconform::suites
