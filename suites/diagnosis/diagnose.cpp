#include "suites/diagnosis/diagnose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "suites/diagnosis/account.h"
#include "suites/diagnosis/where/where_wrong.h"
#include "suites/judging/run_case.h"
#include "suites/judging/wrong_results/position_dependence.h"

namespace vconform::suites {

namespace {

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

std::vector<Explanation> explanations_of(const Account& account) {
  std::vector<Explanation> explanations;
  for (const Told& told : account.told) {
    Explanation& explanation = explanations.emplace_back();
    for (const Hypothesis* hypothesis : told.alike) {
      const Explanation::Mistake mistake{hypothesis->name, hypothesis->sentence,
                                         hypothesis->is_program_fault};
      if (std::ranges::find(explanation.alike, mistake) == explanation.alike.end()) {
        explanation.alike.push_back(mistake);
      }
    }
  }
  return explanations;
}

std::vector<Hypothesis> among(const std::vector<Hypothesis>& hypotheses,
                              const std::vector<std::string>& names) {
  std::vector<Hypothesis> named;
  std::ranges::copy_if(hypotheses, std::back_inserter(named), [&](const Hypothesis& one) {
    return std::ranges::find(names, one.name) != names.end();
  });
  return named;
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

std::vector<ProgramChange> changes_told(const Account& account) {
  std::vector<ProgramChange> changes;
  for (const Told& told : account.told) {
    for (const Hypothesis* mistake : told.alike) {
      if (mistake->program) {
        changes.push_back(mistake->program);
      }
    }
  }
  return changes;
}

// Holds an account that tells something against further cases, and one that stands in its place
// too.
Account confirmed_account(const Subject& subject, const spec::Cell& cell,
                          const std::vector<Hypothesis>& hypotheses, bool in_pairs,
                          std::uint64_t seed, Evidence& evidence, WrongWorlds& worlds) {
  constexpr int kAccounts = 3;
  for (int i = 0; i < kAccounts; ++i) {
    const Account account = account_by(hypotheses, in_pairs, evidence, worlds);
    if (account.told.empty()) {
      return account;
    }
    const Known known{evidence.wrong.size(), evidence.right.size()};
    if (i == 0) {
      add_telling_cases(subject, cell, evidence);
    }
    if (const std::vector<ProgramChange> changes = changes_told(account); !changes.empty()) {
      add_cases_changed_by(changes, subject, cell, seed + static_cast<std::uint64_t>(i), evidence);
    }
    if (holds_since(known, account, evidence, worlds)) {
      return account;
    }
  }
  return nothing_told(evidence);
}

}  // namespace

Diagnosis diagnose(const Subject& subject, const spec::Cell& cell,
                   const std::vector<spec::Case>& failing, std::uint64_t seed,
                   const FamilyFindings& family) {
  std::vector<Hypothesis> hypotheses = hypotheses_about(subject.pinned, cell);
  if (family.refute_program_faults) {
    std::erase_if(hypotheses, [](const Hypothesis& one) { return one.is_program_fault; });
  }
  WrongWorlds worlds(subject.pinned);
  Evidence evidence;
  std::optional<Account> account;
  // If they explain all, no others are tried.
  const std::vector<Hypothesis> suspected = among(hypotheses, family.suspects);
  if (!suspected.empty()) {
    evidence = evidence_about(subject, cell, failing, seed, Thoroughness::kOfSuspects);
    if (!evidence.wrong.empty() && !evidence.depends_on_past) {
      account = confirmed_account(subject, cell, suspected, false, seed, evidence, worlds);
    }
  }
  if (!account || !account->left.empty()) {
    evidence = evidence_about(subject, cell, failing, seed, Thoroughness::kOfAll);
    // No hypothesis has a past.
    account = evidence.depends_on_past
                  ? nothing_told(evidence)
                  : confirmed_account(subject, cell, hypotheses, !family.are_unexplained, seed,
                                      evidence, worlds);
  }
  Diagnosis diagnosis;
  diagnosis.cell = cell;
  diagnosis.wrong = evidence.wrong.size();
  diagnosis.explanations = explanations_of(*account);
  diagnosis.where = where_wrong(evidence, cell, !subject.only_converts);
  describe_rest(subject, failing, evidence, account->left, diagnosis);
  return diagnosis;
}

}  // namespace vconform::suites
