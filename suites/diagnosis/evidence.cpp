#include "suites/diagnosis/evidence.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/magnitudes.h"
#include "generators/programs/state/state_case.h"
#include "generators/programs/systematic/listed_values.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/registers.h"
#include "spec/number/digest.h"
#include "spec/rows/conversions.h"
#include "spec/text/error.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/permitted_worlds.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// How many cases are run beside the failing ones.
struct Amounts {
  std::uint64_t drawn;
  // With each of so many values of CTRL: 0, and those of the first failing cases.
  std::size_t systematic;
  std::size_t ctrls;
};
constexpr Amounts amounts_of(Thoroughness thoroughness) {
  return thoroughness == Thoroughness::kOfSuspects ? Amounts{8, 2, 1} : Amounts{32, 4, 3};
}
// More of them make no explanation more certain; but some are larger than those that were given.
constexpr std::size_t kMostWrong = 12;
constexpr std::size_t kLargerWrong = 4;
// Those that refute or confirm what is told.
constexpr std::size_t kTellingWrong = 24;
// Each takes a fresh process. What depends on the past does so mostly.
constexpr std::size_t kRunAlone = 3;

// The verdict on an outcome; nullopt if the case is too large under all open rules.
std::optional<oracle::Judgement> judgement_of(const Subject& subject, const Observed& one) {
  try {
    return oracle::judge(permitted_worlds(subject, one.test_case, one.before, oracle::every_rule()),
                         one.before, one.outcome, {});
  } catch (const spec::InputError&) {
    return std::nullopt;
  }
}

// Whether a case that was wrong is right in a fresh process.
bool is_right_alone(const Subject& subject, const Observed& wrong) {
  if (!subject.renew || !subject.renew()) {
    return false;
  }
  Observed again = wrong;
  again.outcome = subject.execute(again.test_case, again.before);
  const std::optional<oracle::Judgement> judgement = judgement_of(subject, again);
  return judgement && judgement->broken.empty();
}

// A crash or a time-out is not asked for again and again.
bool ends_evidence(spec::OutcomeStatus status) {
  return status == spec::OutcomeStatus::kCrashed || status == spec::OutcomeStatus::kTimedOut;
}

// Returns false if no further case should be run.
bool observe(const Subject& subject, const spec::Case& test_case, Evidence& evidence,
             std::size_t further = 0) {
  Observed one;
  one.test_case = test_case;
  one.before = spec::initial_image(test_case);
  one.outcome = subject.execute(test_case, one.before);
  if (one.outcome.status != spec::OutcomeStatus::kCompleted) {
    return !ends_evidence(one.outcome.status);
  }
  std::optional<oracle::Judgement> judgement = judgement_of(subject, one);
  if (!judgement) {
    return true;
  }
  one.world = std::move(judgement->world);
  one.is_right = judgement->broken.empty();
  if (one.is_right) {
    evidence.right.push_back(std::move(one));
  } else if (evidence.wrong.size() <
             std::max(kMostWrong, evidence.given + kLargerWrong) + further) {
    evidence.depends_on_past |= evidence.wrong.size() < kRunAlone && is_right_alone(subject, one);
    evidence.wrong.push_back(std::move(one));
  }
  return true;
}

std::vector<spec::Case> drawn_cases(const spec::Cell& cell, spec::FeatureSet claimed,
                                    std::uint64_t seed, std::uint64_t count) {
  const std::uint64_t own = spec::digest_with(spec::digest_of(claim_name("Diagnosis", cell)), seed);
  std::vector<spec::Case> cases;
  for (std::uint64_t i = 0; i < count; ++i) {
    generators::RapidCheckSource choices(rc::Random(spec::digest_with(own, i)));
    cases.push_back(generators::instruction_case(choices, cell, claimed));
  }
  return cases;
}

// The place of the i-th of `wanted` among `count`, far apart, the first and the last included.
std::size_t spread(std::size_t i, std::size_t wanted, std::size_t count) {
  return wanted == 1 ? 0 : i * (count - 1) / (wanted - 1);
}

// Some of them, the first and the last included.
std::vector<spec::Case> systematic_cases(const spec::Cell& cell, spec::FeatureSet claimed,
                                         std::uint64_t ctrl, std::size_t most) {
  const std::size_t count = generators::systematic_case_count(cell.conversion(), claimed);
  const std::size_t wanted = std::min(count, most);
  std::vector<spec::Case> cases;
  for (std::size_t i = 0; i < wanted; ++i) {
    cases.push_back(generators::systematic_case(cell, ctrl, spread(i, wanted, count), claimed));
  }
  return cases;
}

// The nibbles in which two contents of a memory differ, ascending. Of a sparse one only what is
// touched is looked at.
std::vector<oracle::Nibble> differing_nibbles(const spec::MemoryBytes& a,
                                              const spec::MemoryBytes& b) {
  std::vector<oracle::Nibble> differ;
  constexpr std::uint64_t kAtOnce = 256;
  for (const spec::ByteRange& range : spec::touched_in_either(a, b)) {
    for (std::uint64_t i = range.first; i < range.end; ++i) {
      // Nearly all bytes are the same.
      if (i % kAtOnce == 0 && i + kAtOnce <= range.end && are_equal(a, b, {i, i + kAtOnce})) {
        i += kAtOnce - 1;
        continue;
      }
      const int changed = a[i] ^ b[i];
      if ((changed & 0x0f) != 0) {
        differ.push_back(oracle::kNibblesPerByte * i);
      }
      if ((changed & 0xf0) != 0) {
        differ.push_back(oracle::kNibblesPerByte * i + 1);
      }
    }
  }
  return differ;
}

}  // namespace

Evidence evidence_about(const Subject& subject, const spec::Cell& cell,
                        const std::vector<spec::Case>& failing, std::uint64_t seed,
                        Thoroughness thoroughness) {
  const Amounts amounts = amounts_of(thoroughness);
  const spec::FeatureSet claimed = *subject.claims(cell);
  std::vector<spec::Case> cases;
  for (const spec::Case& one : failing) {
    if (one.earlier.empty()) {
      cases.push_back(one);
    }
  }
  const std::size_t given = cases.size();
  std::vector<std::uint64_t> ctrls = {0};
  for (const spec::Case& one : cases) {
    const std::uint64_t ctrl = ctrl_of(one) & ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
    if (ctrls.size() < amounts.ctrls && std::ranges::find(ctrls, ctrl) == ctrls.end()) {
      ctrls.push_back(ctrl);
    }
  }
  const auto add = [&](std::vector<spec::Case> more) {
    std::ranges::move(more, std::back_inserter(cases));
  };
  add(drawn_cases(cell, claimed, seed, amounts.drawn));
  for (const std::uint64_t ctrl : ctrls) {
    add(systematic_cases(cell, claimed, ctrl, amounts.systematic));
  }
  Evidence evidence;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!observe(subject, with_permitted_codes(cases[i], subject.pinned), evidence)) {
      break;
    }
    evidence.given = i < given ? evidence.wrong.size() : evidence.given;
  }
  return evidence;
}

void add_telling_cases(const Subject& subject, const spec::Cell& cell, Evidence& evidence) {
  constexpr std::size_t kSystematic = 13;
  std::vector<spec::Case> cases = discriminating_cases(subject, cell);
  std::ranges::move(systematic_cases(cell, *subject.claims(cell), 0, kSystematic),
                    std::back_inserter(cases));
  for (const spec::Case& one : cases) {
    if (!observe(subject, with_permitted_codes(one, subject.pinned), evidence)) {
      return;
    }
  }
}

namespace {

bool is_changed(const spec::Case& one, const std::vector<ProgramChange>& mistakes) {
  return std::ranges::any_of(mistakes, [&](const ProgramChange& change) {
    const auto changed = change(one.steps);
    return changed && *changed != one.steps;
  });
}

// Cases with one argument at some magnitude, of all that a mistake changes.
std::vector<spec::Case> changed_magnitudes(const std::vector<ProgramChange>& mistakes,
                                           const Subject& subject, const spec::Cell& cell) {
  constexpr std::uint64_t kMostBytes = 64 * 1024;
  constexpr std::size_t kMost = 32;
  const generators::Held held{*subject.claims(cell), subject.largest_memory, subject.stride_bits};
  std::vector<spec::Case> changed = generators::magnitude_cases_alone(cell, held);
  std::erase_if(changed, [&](const spec::Case& one) {
    return !is_changed(one, mistakes) ||
           std::ranges::any_of(one.memories, [](const spec::CaseMemory& memory) {
             return memory.size > kMostBytes && !memory.is_sparse;
           });
  });
  std::vector<spec::Case> some;
  const std::size_t wanted = std::min(changed.size(), kMost);
  for (std::size_t i = 0; i < wanted; ++i) {
    some.push_back(std::move(changed[spread(i, wanted, changed.size())]));
  }
  return some;
}

std::vector<spec::Case> programs_of(const spec::Cell& cell, spec::FeatureSet claimed,
                                    std::uint64_t seed) {
  constexpr std::uint64_t kPrograms = 8;
  std::vector<spec::Case> programs;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    generators::RapidCheckSource choices(rc::Random(spec::digest_with(seed, i)));
    programs.push_back(generators::state_case(choices, cell, claimed));
    programs.back().earlier.clear();
  }
  return programs;
}

}  // namespace

void add_cases_changed_by(const std::vector<ProgramChange>& mistakes, const Subject& subject,
                          const spec::Cell& cell, std::uint64_t seed, Evidence& evidence) {
  std::vector<spec::Case> cases = changed_magnitudes(mistakes, subject, cell);
  std::ranges::move(programs_of(cell, *subject.claims(cell), seed), std::back_inserter(cases));
  for (const spec::Case& one : cases) {
    if (!observe(subject, with_permitted_codes(one, subject.pinned), evidence, kTellingWrong)) {
      return;
    }
  }
}

bool are_equal(const spec::MemoryBytes& a, const spec::MemoryBytes& b,
               const spec::ByteRange& range) {
  return !a.is_sparse() && !b.is_sparse() &&
         std::equal(a.begin() + range.first, a.begin() + range.end, b.begin() + range.first);
}

std::vector<std::size_t> some_of(const std::vector<std::size_t>& indices, std::size_t most) {
  const std::size_t wanted = std::min(indices.size(), most);
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < wanted; ++i) {
    some.push_back(indices[spread(i, wanted, indices.size())]);
  }
  return some;
}

bool is_shown_at_large(const std::vector<std::size_t>& explained, const Evidence& evidence) {
  return evidence.wrong.size() == evidence.given || explained.back() >= evidence.given;
}

bool did_the_same(const Observed& observed, const spec::Outcome& other) {
  if (other.status != spec::OutcomeStatus::kCompleted) {
    return false;
  }
  for (const spec::CaseMemory& memory : observed.test_case.memories) {
    const spec::MemoryBytes& mine = observed.outcome.after.of(memory.id);
    const spec::MemoryBytes& its = other.after.of(memory.id);
    const std::vector<oracle::Nibble> differ = differing_nibbles(mine, its);
    if (differ.empty()) {
      continue;
    }
    const auto both_are_permitted = [&](const oracle::PredictedElement& element) {
      const oracle::Expectation& expected = observed.world.expectations[element.expectation];
      const spec::NumberFormat& format = spec::format_of(element.type);
      return std::ranges::all_of(std::array{&mine, &its}, [&](const spec::MemoryBytes* bytes) {
        return oracle::permits(expected, format,
                               oracle::load_at(*bytes, element.destination, format));
      });
    };
    const auto end_of = [](const oracle::PredictedElement& element) {
      return element.destination +
             static_cast<oracle::Nibble>(spec::format_of(element.type).bits / 4);
    };
    // Mostly the first difference decides: it is no permitted one.
    if (std::ranges::none_of(observed.world.elements, [&](const oracle::PredictedElement& element) {
          return element.memory == memory.id && element.destination <= differ.front() &&
                 differ.front() < end_of(element) && both_are_permitted(element);
        })) {
      return false;
    }
    std::vector<bool> may_differ(differ.size());
    for (const oracle::PredictedElement& element : observed.world.elements) {
      const oracle::Nibble end = end_of(element);
      auto first = std::ranges::lower_bound(differ, element.destination);
      // A later element may lie there too.
      if (element.memory != memory.id || first == differ.end() || *first >= end ||
          !both_are_permitted(element)) {
        continue;
      }
      for (; first != differ.end() && *first < end; ++first) {
        may_differ[static_cast<std::size_t>(first - differ.begin())] = true;
      }
    }
    if (std::ranges::find(may_differ, false) != may_differ.end()) {
      return false;
    }
  }
  return true;
}

}  // namespace vconform::suites
