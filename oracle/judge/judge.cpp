#include "oracle/judge/judge.h"

#include <algorithm>
#include <cassert>

#include "oracle/predict/simulated_memory.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kNibbleBits = spec::kBitsPerByte / kNibblesPerByte;

// The bits of an element that no later element was written over.
std::uint64_t surviving_bits(const World& world, std::size_t index) {
  const PredictedElement& element = world.elements[index];
  const auto nibbles_of = [](const PredictedElement& one) {
    return static_cast<Nibble>(static_cast<std::uint64_t>(spec::format_of(one.type).bits) /
                               kNibbleBits);
  };
  std::uint64_t bits = spec::format_of(element.type).pattern_mask();
  const Nibble end = element.destination + nibbles_of(element);
  for (std::size_t later = index + 1; later < world.elements.size(); ++later) {
    const PredictedElement& other = world.elements[later];
    const Nibble first = std::max(element.destination, other.destination);
    const Nibble past = std::min<Nibble>(end, other.destination + nibbles_of(other));
    for (Nibble at = first; other.memory == element.memory && at < past; ++at) {
      bits &= ~(std::uint64_t{0xf} << (at - element.destination) * kNibbleBits);
    }
  }
  return bits;
}

// A permitted pattern that agrees with the surviving bits of the element, if there is one: a later
// element may have overwritten a part.
std::uint64_t nearest_permitted(const World& world, std::size_t index, std::uint64_t got) {
  const PredictedElement& element = world.elements[index];
  const Expectation& expectation = world.expectations[element.expectation];
  const spec::NumberFormat& format = spec::format_of(element.type);
  if (expectation.is_exact() || permits(expectation, format, got)) {
    return expectation.is_exact() ? expectation.patterns.front() : got;
  }
  const std::uint64_t kept = surviving_bits(world, index);
  if (expectation.kind == Expectation::Kind::kAnyNan) {
    // The overwritten bits may have been all ones.
    const std::uint64_t nan = got | format.infinity_pattern() | (format.pattern_mask() & ~kept);
    return permits(expectation, format, nan) ? nan : nan | 1;
  }
  const auto agrees = [&](std::uint64_t pattern) { return ((pattern ^ got) & kept) == 0; };
  const auto found = std::find_if(expectation.patterns.begin(), expectation.patterns.end(), agrees);
  return found == expectation.patterns.end() ? expectation.patterns.front() : *found;
}

// The memory images that one world expects. If an element may hold several values and the actual
// one is permitted, it counts as expected, so that comparing bytes decides.
spec::MemoryImage expected_image(const World& world, const spec::MemoryImage& before,
                                 const spec::MemoryView& after) {
  spec::MemoryImage expected = before;
  for (std::size_t i = 0; i < world.elements.size(); ++i) {
    const PredictedElement& element = world.elements[i];
    const spec::NumberFormat& format = spec::format_of(element.type);
    const std::uint64_t got = load_at(after.of(element.memory), element.destination, format);
    store_at(expected.of(element.memory), element.destination, format,
             nearest_permitted(world, i, got));
  }
  return expected;
}

// The elements and bytes in which one world differs from the outcome.
class Differences {
 public:
  Differences(const World& world, const spec::MemoryImage& before, const spec::MemoryImage& after)
      : world_(world),
        before_(before),
        after_(after),
        expected_(expected_image(world, before, spec::view_of(after))) {}

  bool none() const { return expected_ == after_; }

  // Elements in the order of the walk, then other bytes by address.
  Judgement judgement();
  // Only bytes that do not belong to an element.
  Judgement outside();

 private:
  bool differs(const PredictedElement& element) const;
  void settle(const PredictedElement& element);
  Difference element_difference(const PredictedElement& element) const;
  void note(Judgement& judgement, spec::RuleId rule, Verdict verdict, const Difference& difference);
  void note_bytes(MemoryId memory, Judgement& judgement);

  const World& world_;
  const spec::MemoryImage& before_;
  const spec::MemoryImage& after_;
  spec::MemoryImage expected_;
};

bool Differences::differs(const PredictedElement& element) const {
  const spec::NumberFormat& format = spec::format_of(element.type);
  return load_at(expected_.of(element.memory), element.destination, format) !=
         load_at(after_.of(element.memory), element.destination, format);
}

// Makes an element that was noted count as expected, so that only other bytes remain.
void Differences::settle(const PredictedElement& element) {
  const spec::NumberFormat& format = spec::format_of(element.type);
  const std::uint64_t got = load_at(after_.of(element.memory), element.destination, format);
  store_at(expected_.of(element.memory), element.destination, format, got);
}

Difference Differences::element_difference(const PredictedElement& element) const {
  const spec::NumberFormat& format = spec::format_of(element.type);
  Difference difference;
  difference.element = element;
  difference.expectation = world_.expectations[element.expectation];
  difference.memory = element.memory;
  difference.place = element.destination;
  difference.type = element.type;
  difference.got = load_at(after_.of(element.memory), element.destination, format);
  difference.before = load_at(before_.of(element.memory), element.destination, format);
  return difference;
}

void Differences::note(Judgement& judgement, spec::RuleId rule, Verdict verdict,
                       const Difference& difference) {
  auto known = std::find_if(
      judgement.broken.begin(), judgement.broken.end(),
      [&](const BrokenRule& broken) { return broken.rule == rule && broken.verdict == verdict; });
  if (known == judgement.broken.end()) {
    judgement.broken.push_back({rule, verdict, difference, 0, spec::kEmptyDigest});
    known = judgement.broken.end() - 1;
  }
  ++known->count;
  const std::uint64_t where =
      std::uint64_t{difference.place} << 8 | static_cast<std::uint64_t>(difference.memory);
  known->digest = spec::digest_with(spec::digest_with(known->digest, where), difference.got);
}

void Differences::note_bytes(MemoryId memory, Judgement& judgement) {
  const std::vector<std::uint8_t>& after = after_.of(memory);
  const std::vector<std::uint8_t>& expected = expected_.of(memory);
  assert(after.size() == expected.size());
  if (after == expected) {
    return;
  }
  for (std::size_t at = 0; at < after.size(); ++at) {
    if (after[at] == expected[at]) {
      continue;
    }
    Difference difference;
    difference.memory = memory;
    difference.place = static_cast<Nibble>(at * kNibblesPerByte);
    difference.got = after[at];
    difference.before = before_.of(memory)[at];
    note(judgement, rule_of_unchanged_byte(world_, {memory, at}), Verdict::kWroteOutside,
         difference);
  }
}

Judgement Differences::judgement() {
  // Only the last element at a place counts: elements are searched backwards and noted in the order
  // of the walk.
  std::vector<const PredictedElement*> wrong;
  for (auto element = world_.elements.rbegin(); element != world_.elements.rend(); ++element) {
    if (differs(*element)) {
      wrong.push_back(&*element);
      settle(*element);
    }
  }
  Judgement judgement;
  for (auto element = wrong.rbegin(); element != wrong.rend(); ++element) {
    const Difference difference = element_difference(**element);
    note(judgement, difference.expectation.rule, Verdict::kMismatch, difference);
  }
  for (const spec::Memory& memory : spec::kMemories) {
    note_bytes(memory.id, judgement);
  }
  judgement.verdict = judgement.broken.front().verdict;
  return judgement;
}

Judgement Differences::outside() {
  for (const PredictedElement& element : world_.elements) {
    settle(element);
  }
  Judgement judgement;
  for (const spec::Memory& memory : spec::kMemories) {
    note_bytes(memory.id, judgement);
  }
  judgement.verdict = judgement.broken.empty() ? Verdict::kPass : Verdict::kWroteOutside;
  return judgement;
}

Judgement without_element(Verdict verdict) {
  Judgement judgement;
  judgement.verdict = verdict;
  judgement.broken.push_back(
      {spec::cite("args.out-of-range"), verdict, std::nullopt, 1, spec::kEmptyDigest});
  return judgement;
}

std::uint64_t wrong_places(const Judgement& judgement) {
  std::uint64_t count = 0;
  for (const BrokenRule& broken : judgement.broken) {
    count += broken.count;
  }
  return count;
}

}  // namespace

bool may_be_refused(const World& world) {
  return world.out_of_range || world.hazard || world.idle_out_of_range || world.contested;
}

namespace {

// The judgement of statuses other than completion and of rejections that are due; nullopt if the
// memory images decide.
std::optional<Judgement> judge_status(const std::vector<World>& worlds,
                                      const spec::MemoryImage& before, const spec::Outcome& outcome,
                                      const JudgeOptions& options) {
  const bool out_of_range = worlds.front().out_of_range;
  if (outcome.status == spec::OutcomeStatus::kRejected && may_be_refused(worlds.front())) {
    // Whatever was carried out before the refusal, no other byte may have changed.
    return Differences(worlds.front(), before, outcome.after).outside();
  }
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return without_element(verdict_of(outcome.status, options.claims_instructions));
  }
  if (out_of_range && options.checks_arguments) {
    return without_element(Verdict::kMismatch);
  }
  return std::nullopt;
}

}  // namespace

Verdict verdict_of(spec::OutcomeStatus status, bool claimed) {
  switch (status) {
    case spec::OutcomeStatus::kCompleted:
      return Verdict::kPass;
    case spec::OutcomeStatus::kUnsupported:
      return claimed ? Verdict::kBrokeClaim : Verdict::kUnsupported;
    case spec::OutcomeStatus::kRejected:
      return Verdict::kRejected;
    case spec::OutcomeStatus::kError:
      return Verdict::kError;
    case spec::OutcomeStatus::kCrashed:
      return Verdict::kCrash;
    case spec::OutcomeStatus::kTimedOut:
      return Verdict::kTimeout;
    case spec::OutcomeStatus::kChangedClaims:
      return Verdict::kChangedClaims;
  }
  return Verdict::kError;
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "PASS";
    case Verdict::kMismatch:
      return "MISMATCH";
    case Verdict::kWroteOutside:
      return "WROTE OUTSIDE";
    case Verdict::kInconsistent:
      return "INCONSISTENT";
    case Verdict::kUnsupported:
      return "UNSUPPORTED";
    case Verdict::kBrokeClaim:
      return "BROKE CLAIM";
    case Verdict::kRejected:
      return "REJECTED";
    case Verdict::kError:
      return "ERROR";
    case Verdict::kCrash:
      return "CRASH";
    case Verdict::kTimeout:
      return "TIMEOUT";
    case Verdict::kChangedClaims:
      return "CHANGED CLAIMS";
    case Verdict::kUnstable:
      return "UNSTABLE";
  }
  return "";
}

std::optional<std::size_t> explaining_world(const std::vector<World>& worlds,
                                            const spec::MemoryImage& before,
                                            const spec::MemoryView& after) {
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const spec::MemoryImage expected = expected_image(worlds[i], before, after);
    if (std::equal(expected.bytes.begin(), expected.bytes.end(), after.bytes.begin(),
                   [](const auto& a, const auto& b) { return std::ranges::equal(a, b); })) {
      return i;
    }
  }
  return std::nullopt;
}

Judgement judge(const std::vector<World>& worlds, const spec::MemoryImage& before,
                const spec::Outcome& outcome, const JudgeOptions& options) {
  assert(!worlds.empty());
  if (const std::optional<Judgement> judgement = judge_status(worlds, before, outcome, options)) {
    return *judgement;
  }
  std::optional<Judgement> nearest;
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    Differences differences(worlds[i], before, outcome.after);
    Judgement judgement = differences.none() ? Judgement{} : differences.judgement();
    judgement.world = i;
    if (judgement.verdict == Verdict::kPass) {
      return judgement;
    }
    if (!nearest || wrong_places(judgement) < wrong_places(*nearest)) {
      nearest = judgement;
    }
  }
  return *nearest;
}

}  // namespace vconform::oracle
