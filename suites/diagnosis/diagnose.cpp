#include "suites/diagnosis/diagnose.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "suites/diagnosis/evidence.h"
#include "suites/diagnosis/pairs.h"
#include "suites/diagnosis/wrong_worlds.h"
#include "suites/judging/run_case.h"
#include "suites/judging/wrong_results/position_dependence.h"

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

// The mistakes that explain most of what is left, and what they explain.
struct Found {
  std::vector<Explanation> explanations;
  std::vector<std::size_t> explains;
};

Explanation::Mistake mistake_of(const Hypothesis& hypothesis) {
  return {hypothesis.name, hypothesis.sentence};
}

Found best_alone(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& left) {
  Found found;
  for (const Candidate& candidate : candidates) {
    std::vector<std::size_t> explained = common(candidate.explains, left);
    if (explained.size() > found.explains.size()) {
      found.explains = std::move(explained);
    }
  }
  if (found.explains.empty()) {
    return found;
  }
  std::vector<const Hypothesis*> best;
  for (const Candidate& candidate : candidates) {
    if (common(candidate.explains, left) == found.explains) {
      best.push_back(candidate.hypothesis);
    }
  }
  // Golden's readings alone may be what explains it, with any mutant that changes nothing here.
  const bool some_follow_backend = std::ranges::any_of(
      best, [](const Hypothesis* hypothesis) { return !hypothesis->follows_golden; });
  Explanation& explanation = found.explanations.emplace_back();
  for (const Hypothesis* hypothesis : best) {
    const Explanation::Mistake mistake = mistake_of(*hypothesis);
    if (!(some_follow_backend && hypothesis->follows_golden) &&
        std::ranges::find(explanation.alike, mistake) == explanation.alike.end()) {
      explanation.alike.push_back(mistake);
    }
  }
  return found;
}

// The two lists of hypotheses of which each, with the first of the other list, explains the same.
Found best_together(const std::vector<Pair>& pairs) {
  Found found;
  if (pairs.empty()) {
    return found;
  }
  const Pair& best = pairs.front();
  found.explains = best.explains;
  for (const auto& [kept, other] :
       {std::pair(best.second, best.first), std::pair(best.first, best.second)}) {
    Explanation& explanation = found.explanations.emplace_back();
    explanation.alike.push_back(mistake_of(*other));
    for (const Pair& pair : pairs) {
      const Hypothesis* partner = pair.first == kept    ? pair.second
                                  : pair.second == kept ? pair.first
                                                        : other;
      if (partner != other) {
        explanation.alike.push_back(mistake_of(*partner));
      }
    }
  }
  return found;
}

bool share_a_mistake(const Explanation& a, const Explanation& b) {
  return std::ranges::any_of(a.alike, [&](const Explanation::Mistake& mistake) {
    return std::ranges::find(b.alike, mistake) != b.alike.end();
  });
}

void add(Found found, std::vector<Explanation>& explanations) {
  for (Explanation& explanation : found.explanations) {
    if (std::ranges::none_of(explanations, [&](const Explanation& other) {
          return share_a_mistake(other, explanation);
        })) {
      explanations.push_back(std::move(explanation));
    }
  }
}

// Whether a source that was wrong is right in another array. A few show it: each is run again.
bool is_right_elsewhere(const Subject& subject, const spec::Cell& cell,
                        const std::vector<const Observed*>& wrong) {
  constexpr std::size_t kTried = 3;
  for (std::size_t i = 0; i < std::min(kTried, wrong.size()); ++i) {
    const std::vector<const oracle::PredictedElement*> elements = wrong_elements(*wrong[i]);
    if (!elements.empty() && elements.front()->source_pattern &&
        depends_on_position(subject, cell, ctrl_of(wrong[i]->test_case),
                            *elements.front()->source_pattern)) {
      return true;
    }
  }
  return false;
}

std::string_view condition_of(const Subject& subject, const spec::Cell& cell,
                              const std::vector<spec::Case>& failing, const Evidence& evidence,
                              const std::vector<const Observed*>& wrong) {
  const bool has_past =
      std::ranges::any_of(failing, [](const spec::Case& one) { return !one.earlier.empty(); });
  if (evidence.depends_on_past || (has_past && wrong.empty())) {
    return kEarlierPrograms;
  }
  return subject.only_converts && is_right_elsewhere(subject, cell, wrong) ? kPositionOrLength
                                                                           : std::string_view();
}

// The mistakes that explain wrong cases, and the cases that they leave.
struct Account {
  std::vector<Explanation> explanations;
  std::vector<std::size_t> left;
};

Account account_by(const std::vector<Hypothesis>& hypotheses, bool in_pairs,
                   const Evidence& evidence, WrongWorlds& worlds) {
  Candidates candidates(hypotheses, evidence, worlds);
  Account account;
  std::vector<std::size_t>& left = account.left;
  left.resize(evidence.wrong.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (!left.empty() && account.explanations.size() < kMostExplanations) {
    candidates.look_at(left);
    Found found = best_alone(candidates.all(), left);
    if (found.explains.empty() && in_pairs) {
      found = best_together(pairs_that_explain(left, evidence, hypotheses, worlds));
    }
    if (found.explains.empty()) {
      break;
    }
    std::vector<std::size_t> rest;
    std::ranges::set_difference(left, found.explains, std::back_inserter(rest));
    left = std::move(rest);
    add(std::move(found), account.explanations);
  }
  return account;
}

// By the suspects alone, if they explain all.
std::optional<Account> account_by_suspects(const std::vector<Hypothesis>& hypotheses,
                                           const std::vector<std::string>& suspects,
                                           const Evidence& evidence, WrongWorlds& worlds) {
  std::vector<Hypothesis> suspected;
  std::ranges::copy_if(hypotheses, std::back_inserter(suspected), [&](const Hypothesis& one) {
    return std::ranges::find(suspects, one.name) != suspects.end();
  });
  if (suspected.empty() || evidence.wrong.empty() || evidence.depends_on_past) {
    return std::nullopt;
  }
  Account account = account_by(suspected, false, evidence, worlds);
  return account.left.empty() ? std::optional(std::move(account)) : std::nullopt;
}

// `left` are the wrong cases that nothing explains.
void describe_rest(const Subject& subject, const std::vector<spec::Case>& failing,
                   const Evidence& evidence, const std::vector<std::size_t>& left,
                   Diagnosis& diagnosis) {
  // Where no case shows it again, such as one that depends on earlier programs, nothing explains
  // it.
  diagnosis.unexplained = evidence.wrong.empty() ? failing.size() : left.size();
  if (diagnosis.unexplained == 0) {
    return;
  }
  std::vector<const Observed*> wrong;
  for (const std::size_t i : left) {
    wrong.push_back(&evidence.wrong[i]);
  }
  diagnosis.unexplained_inputs = inputs_of_failures(wrong, subject.pinned);
  diagnosis.depends_on = condition_of(subject, diagnosis.cell, failing, evidence, wrong);
  if (diagnosis.depends_on.empty()) {
    std::vector<const Observed*> right;
    for (const Observed& one : evidence.right) {
      right.push_back(&one);
    }
    diagnosis.first_steps = first_wrong_steps(wrong, right, subject.pinned);
  }
}

}  // namespace

Diagnosis diagnose(const Subject& subject, const spec::Cell& cell,
                   const std::vector<spec::Case>& failing, std::uint64_t seed,
                   const std::vector<std::string>& suspects) {
  const std::vector<Hypothesis> hypotheses = hypotheses_about(subject.pinned, cell);
  WrongWorlds worlds(subject.pinned);
  Evidence evidence;
  std::optional<Account> account;
  if (!suspects.empty()) {
    evidence = evidence_about(subject, cell, failing, seed, Thoroughness::kOfSuspects);
    account = account_by_suspects(hypotheses, suspects, evidence, worlds);
  }
  if (!account) {
    evidence = evidence_about(subject, cell, failing, seed, Thoroughness::kOfAll);
    // No hypothesis has a past.
    account = account_by(evidence.depends_on_past ? std::vector<Hypothesis>() : hypotheses, true,
                         evidence, worlds);
  }
  Diagnosis diagnosis;
  diagnosis.cell = cell;
  diagnosis.wrong = evidence.wrong.size();
  diagnosis.explanations = std::move(account->explanations);
  describe_rest(subject, failing, evidence, account->left, diagnosis);
  return diagnosis;
}

}  // namespace vconform::suites
