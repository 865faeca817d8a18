// A property: a statement that must hold for every conforming implementation, checked case by case.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "adapters/abi/incidents.h"
#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "oracle/explain/wrong_element.h"
#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "spec/case/case.h"
#include "spec/case/outcome.h"
#include "spec/profiles/choices.h"
#include "spec/rows/features.h"
#include "spec/rules/rules.h"
#include "suites/judging/level.h"
#include "suites/judging/past.h"

namespace vconform::oracle {
struct World;
}

namespace vconform::suites {

// An implementation: runs a case on `before`, its initial_image. A backend or the oracle itself.
using Executor = std::function<spec::Outcome(const spec::Case&, const spec::MemoryImage& before)>;

// The features that the implementation claims for an instruction; nullopt: it does not claim the
// instruction.
using Claims = std::function<std::optional<spec::FeatureSet>(const spec::Cell&)>;

// The implementation under test, and what is known about it.
struct Subject {
  Executor execute;
  // The same with memory images in place (spec::Outcome); empty if the backend has no such mode.
  Executor execute_in_place;
  Claims claims;
  // The readings to judge by; other rules are open.
  spec::Choices pinned;
  // The pinned readings that probing found out: a case that only another reading explains
  // contradicts the case that showed this one.
  spec::Choices inferred;
  // The pinned readings that a page contradicts, except those that --choice accepts.
  std::vector<spec::Choice> departing;
  bool checks_arguments = false;
  // Several contexts may be used concurrently, and `at_once` does so.
  bool thread_safe = false;
  // The backend converts arrays; masks, repeats and strides are applied for it.
  bool only_converts = false;
  std::function<std::vector<spec::Outcome>(std::span<const spec::Case>)> at_once;
  // Told of the cases that are executed next, the first of which the backend then runs in a batch;
  // empty if it takes none. If it prefers batches, what is known in advance is run in them alone;
  // of another backend, by `execute` and in a batch. Arguments and result are those of
  // Backend::execute_ahead.
  std::function<std::optional<std::size_t>(std::size_t, const adapters::ProgramAt&)> ahead;
  bool prefers_batches = false;
  // The programs run so far, and what makes the next one run in a fresh process; that returns false
  // for a backend in this process. Both may be empty.
  std::shared_ptr<Past> past;
  std::function<bool()> renew;
  // Events so far besides results; empty for a backend in this process.
  std::function<adapters::Incidents()> incidents;
  // Called with each case that the oracle judges, and the world that it was judged by; may be
  // empty.
  std::function<void(const spec::Case&, const oracle::World&)> seen;
  // API forms that run as the instructions that they stand for, since the backend has only those.
  std::vector<spec::Cell> lowered;
  bool lowers(const spec::Cell& cell) const {
    return std::ranges::find(lowered, cell) != lowered.end();
  }
  // The instructions that the suite lays out for a backend that lays out others itself: no program
  // holds both kinds.
  std::vector<spec::Cell> laid_out;
  bool may_share_program(const spec::Cell& a, const spec::Cell& b) const {
    const auto is_laid_out = [&](const spec::Cell& cell) {
      return std::ranges::find(laid_out, cell) != laid_out.end();
    };
    return lowers(a) || is_laid_out(a) == is_laid_out(b);
  }
  // The operations of a lowering, which has no instruction.
  std::vector<spec::Cell> operations;
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits = 8;
  // Rules that are known to affect results: elements that are right need not cite them again.
  oracle::RuleSet cited_before;
  // Readings that earlier cases rule out: they need not be ruled out again.
  std::vector<spec::Choice> excluded_before;
  // The bytes of the largest memory that a case may have.
  std::uint64_t largest_memory = spec::kMaxMemoryBytes;
  // Whether results are supplied as files, and none of them is of this case; empty if programs run.
  std::function<bool(const spec::Case&)> is_missing;
};

struct Finding {
  // "MISMATCH", "WROTE OUTSIDE", "INCONSISTENT", ... as in oracle/judge/judge.h; "PROPERTY" if two
  // runs of the backend contradict each other.
  std::string verdict;
  // The rule that is broken; properties that do not ask the oracle name none.
  std::optional<spec::RuleId> rule;
  // All rules that affect the element or its address.
  oracle::RuleSet cited;
  // Indented lines: the element, the expected and the actual result.
  std::string details;
  // The same in a few words.
  std::string in_short;
  // Elements or bytes with the same fault in this case.
  std::uint64_t count = 1;
  // A digest of their places and values; in the first finding of a case, of all that is wrong and
  // not told as well. For two runs that contradict each other it is that of in_short, for a case
  // that was not completed 0.
  std::uint64_t digest = 0;
  // The input of the first such element, if the initial image holds its source.
  std::optional<oracle::ElementInput> input;
  // That element as it was found.
  std::optional<oracle::WrongElement> element;
  // The step whose result that element is, and its lane or column.
  std::optional<std::size_t> step;
  std::uint32_t lane = 0;
};

// The slug of the finding's rule, or empty.
inline std::string slug_of(const Finding& finding) {
  return finding.rule ? std::string(spec::rule_of(*finding.rule).slug) : "";
}

// Another instruction than that of a property's case, which the oracle finds wrong in that case.
struct Blame {
  spec::Cell cell;
  // The instruction by itself, as a case of MatchesOracle, and what is wrong with it.
  spec::Case test_case;
  Finding finding;
  // The finding of the property, which names the instruction.
  Finding contradiction;
};

// Elements of an operation that no instruction wrote.
struct HostElements {
  std::uint64_t certain = 0;
  // Some call may have written them: one that is not walked, or one into scratch.
  std::uint64_t uncertain = 0;

  HostElements& operator+=(const HostElements& other) {
    certain += other.certain;
    uncertain += other.uncertain;
    return *this;
  }
};

// The part of a program that judges one of its instructions.
struct Share {
  spec::Cell cell;
  // Programs that have a step of it.
  std::uint64_t cases = 0;
  // Elements that its steps wrote.
  std::uint64_t elements = 0;
};

// Adds to the share of its instruction.
inline void add_share(std::vector<Share>& shares, const Share& more) {
  const auto known = std::ranges::find(shares, more.cell, &Share::cell);
  if (known == shares.end()) {
    shares.push_back(more);
  } else {
    known->cases += more.cases;
    known->elements += more.elements;
  }
}

// A reading of an open rule that a permitted result does not follow, and the case of that result.
struct ExcludedReading {
  spec::Choice reading;
  spec::Case by;
};

struct CheckResult {
  std::vector<Finding> findings;
  // Findings about other instructions. A failing property has only these if its own instruction is
  // right.
  std::vector<Blame> blamed;
  // Whether the memory images were compared with what is permitted: after a completed case, or one
  // that was refused as it may be.
  bool compared = false;
  // Elements that were compared.
  std::uint64_t elements = 0;
  // Their division among the instructions of a program; empty for a case of one step.
  std::vector<Share> shares;
  // Those of an operation.
  HostElements host_elements;
  // Rules that decided a compared element.
  oracle::RuleSet cited;
  // Readings that the case rules out and none before it did (Subject::excluded_before).
  std::vector<ExcludedReading> excluded;
};

struct Property {
  std::string_view name;
  // The claim in words.
  std::string_view claim;
  bool asks_oracle;
  // Draws a case of an instruction within some features.
  spec::Case (*draw)(generators::ChoiceSource&, const spec::Cell&, const generators::Bounds&);
  // The number of such cases per instruction.
  std::uint64_t Level::* cases;
  // The features that its cases may use, if they are claimed.
  spec::FeatureSet features;
  // Whether there is something to check for this instruction, given the claims.
  bool (*applies)(const spec::Cell&, const Claims&);
  CheckResult (*check)(const Subject&, const spec::Case&);
  // Only backends that declare that they check arguments are subject to it.
  bool needs_argument_checking = false;
  // Only backends that declare that they are thread-safe are subject to it.
  bool needs_thread_safety = false;
  // Its cases are programs, which may hold other instructions that are claimed. One mode of a row
  // is tried.
  bool has_programs = false;
  // It compares the results of the same sources in different places: a backend that breaks it is
  // wrong in one of them only.
  bool compares_places = false;
};

// All properties in the order of running and reporting; MatchesOracle is the first.
std::span<const Property> properties();

const Property* property_named(std::string_view name);

// Runs the check; a case that is not completed is a finding too.
CheckResult check_property(const Property& property, const Subject& subject,
                           const spec::Case& test_case);

// Such as "Vconv.MatchesOracle/f322s32_r"; also for cases of no property, such as "OneReading".
std::string claim_name(std::string_view what, const spec::Cell& cell);

}  // namespace vconform::suites
