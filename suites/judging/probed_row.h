// The rules that one row of the table of discriminating cases tells apart, while a subject is
// probed.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "generators/programs/discriminators.h"
#include "spec/case/case.h"
#include "spec/profiles/choices.h"
#include "suites/judging/probed_rule.h"
#include "suites/judging/property.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// Probes the rules of one discriminator.
class ProbedRow {
 public:
  // `subject` must outlive the row.
  ProbedRow(std::vector<spec::RuleId> rules, const Subject& subject);

  void run(const std::vector<generators::DiscriminatingCase>& cases);
  // Whether a case timed out; no further case was run after it.
  bool timed_out() const { return timed_out_; }
  // Whether the results are supplied as files, and there is none of its cases.
  bool nothing_returned() const { return not_returned_ > 0 && not_returned_ == run_.size(); }
  std::vector<ProbedRule> results() const;

 private:
  // Choices that were asked for or found out before, each with one reading per rule of a
  // discriminator.
  using Candidates = std::vector<spec::Choices>;

  // A case that was run, and the candidates that explain its outcome.
  struct Sighting {
    const spec::Case* test_case;
    spec::Outcome outcome;
    std::vector<bool> explained_by;
  };

  void see(const spec::Case& test_case);
  void see_refusal(const Ran& ran);
  void see_unexplained(const Ran& ran, const Sighting& sighting);
  std::vector<bool> in_range(const spec::Case& test_case, const spec::MemoryImage& before) const;
  std::vector<spec::Choice> readings(spec::RuleId rule, const std::vector<bool>& candidates) const;
  std::size_t best_left() const;
  const Sighting& opponent_of_last() const;
  std::vector<spec::Case> witnesses(spec::RuleId rule) const;
  std::string details(const Sighting& sighting, const spec::Choices& pinned) const;
  ProbedRule result(spec::RuleId rule) const;

  std::vector<spec::RuleId> rules_;
  const Subject& subject_;
  Candidates candidates_;
  // Candidates that explain every sighting so far; after a contradiction, all that may be judged
  // by.
  std::vector<bool> left_;
  // By candidate, the cases that it explains, also after a contradiction.
  std::vector<std::size_t> explained_;
  // The cases that were run; sightings point to them.
  std::deque<spec::Case> run_;
  // Up to a contradiction.
  std::vector<Sighting> sightings_;
  // The first case that no candidate explains; one that is not permitted replaces one that is.
  std::optional<Sighting> unexplained_;
  bool unexplained_is_permitted_ = false;
  // The last of the sightings is explained, but by none of the candidates that were left.
  bool contradicts_ = false;
  bool timed_out_ = false;
  std::size_t not_returned_ = 0;
  std::optional<spec::Case> refused_;
};

}  // namespace vconform::suites
