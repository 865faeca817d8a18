#include "suites/diagnosis/diagnose.h"

#include <algorithm>
#include <numeric>

namespace vconform::suites {

namespace {

// The most mistakes that an instruction is said to have.
constexpr std::size_t kMostExplanations = 3;

// A hypothesis that explains wrong cases, by their number.
struct Candidate {
  const Hypothesis* hypothesis;
  std::vector<std::size_t> explains;
};

// Most hypotheses explain none of the small cases, and are not tried on large ones.
std::vector<Candidate> candidates_among(const std::vector<Hypothesis>& hypotheses,
                                        const Evidence& evidence) {
  std::vector<Candidate> candidates;
  for (const Hypothesis& hypothesis : hypotheses) {
    Candidate candidate{&hypothesis, {}};
    for (std::size_t i = 0; i < evidence.wrong.size(); ++i) {
      if (i == evidence.given && i > 0 && candidate.explains.empty()) {
        break;
      }
      if (hypothesis.explains(evidence.wrong[i])) {
        candidate.explains.push_back(i);
      }
    }
    if (!candidate.explains.empty()) {
      candidates.push_back(std::move(candidate));
    }
  }
  return candidates;
}

// A small case has little in it that could contradict a hypothesis: where larger ones are wrong
// too, one of them must follow from it.
bool is_shown_at_large(const Candidate& candidate, const Evidence& evidence) {
  return evidence.wrong.size() == evidence.given || candidate.explains.back() >= evidence.given;
}

bool breaks_none(const Candidate& candidate, const std::vector<Observed>& right) {
  return std::ranges::all_of(
      right, [&](const Observed& one) { return candidate.hypothesis->explains(one); });
}

// Those of the cases that are left.
std::vector<std::size_t> left_of(const Candidate& candidate, const std::vector<std::size_t>& left) {
  std::vector<std::size_t> explained;
  std::ranges::set_intersection(candidate.explains, left, std::back_inserter(explained));
  return explained;
}

}  // namespace

Diagnosis diagnose(const Subject& subject, const spec::Cell& cell,
                   const std::vector<spec::Case>& failing, std::uint64_t seed) {
  const Evidence evidence = evidence_about(subject, cell, failing, seed);
  // No hypothesis has a past.
  const std::vector<Hypothesis> hypotheses =
      evidence.depends_on_past ? std::vector<Hypothesis>() : hypotheses_about(subject, cell);
  std::vector<Candidate> candidates = candidates_among(hypotheses, evidence);
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return !is_shown_at_large(candidate, evidence) || !breaks_none(candidate, evidence.right);
  });
  Diagnosis diagnosis;
  diagnosis.cell = cell;
  diagnosis.wrong = evidence.wrong.size();
  std::vector<std::size_t> left(evidence.wrong.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  while (!left.empty() && diagnosis.explanations.size() < kMostExplanations) {
    std::vector<std::size_t> most;
    for (const Candidate& candidate : candidates) {
      std::vector<std::size_t> explained = left_of(candidate, left);
      if (explained.size() > most.size()) {
        most = std::move(explained);
      }
    }
    if (most.empty()) {
      break;
    }
    Explanation explanation;
    for (const Candidate& candidate : candidates) {
      if (left_of(candidate, left) == most) {
        explanation.alike.push_back({candidate.hypothesis->name, candidate.hypothesis->sentence});
      }
    }
    diagnosis.explanations.push_back(std::move(explanation));
    std::vector<std::size_t> rest;
    std::ranges::set_difference(left, most, std::back_inserter(rest));
    left = std::move(rest);
  }
  // Where no case shows it again, such as one that depends on earlier programs, nothing explains
  // it.
  diagnosis.unexplained = evidence.wrong.empty() ? failing.size() : left.size();
  return diagnosis;
}

}  // namespace vconform::suites
