#include "oracle/judge/judge.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "oracle/judge/best_readings.h"
#include "oracle/judge/missing.h"
#include "oracle/judge/permitted.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

namespace {

using spec::MemoryId;

// The memory images that a world in which nothing is open expects. If an element may hold several
// values and the actual one is permitted, it counts as expected, so that comparing bytes decides.
spec::MemoryImage expected_image(const World& world, const spec::MemoryImage& before,
                                 const spec::MemoryView& after) {
  spec::MemoryImage expected = before;
  std::vector<std::uint64_t> surviving;
  for (std::size_t i = 0; i < world.elements.size(); ++i) {
    const PredictedElement& element = world.elements[i];
    const Expectation& expectation = world.expectations[element.expectation];
    const spec::NumberFormat& format = spec::format_of(element.type);
    const std::uint64_t got = load_at(after.of(element.memory), element.destination, format);
    if (surviving.empty() && !expectation.is_exact() && !permits(expectation, format, got)) {
      surviving = surviving_bits(world, after);
    }
    const std::uint64_t kept = surviving.empty() ? format.pattern_mask() : surviving[i];
    store_at(expected.of(element.memory), element.destination, format,
             nearest_permitted(expectation, format, got, kept));
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
  void note_byte(const spec::Address& at, Judgement& judgement);

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
  const spec::MemoryBytes& after = after_.of(memory);
  const spec::MemoryBytes& expected = expected_.of(memory);
  assert(after.size() == expected.size());
  if (after == expected) {
    return;
  }
  for (const spec::ByteRange& range : spec::touched_in_either(after, expected)) {
    for (std::uint64_t at = range.first; at < range.end; ++at) {
      if (after[at] != expected[at]) {
        note_byte({memory, at}, judgement);
      }
    }
  }
}

void Differences::note_byte(const spec::Address& at, Judgement& judgement) {
  Difference difference;
  difference.memory = at.memory;
  difference.place = at.offset * kNibblesPerByte;
  difference.got = after_.of(at.memory)[at.offset];
  difference.before = before_.of(at.memory)[at.offset];
  note(judgement, rule_of_unchanged_byte(world_, at), Verdict::kWroteOutside, difference);
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
  std::ranges::reverse(wrong);
  const bool is_missing = !wrong.empty() && are_missing(world_, wrong, before_, after_);
  Judgement judgement;
  for (const PredictedElement* element : wrong) {
    const Difference difference = element_difference(*element);
    const bool is_of_place = is_missing && element->step == wrong.front()->step;
    note(judgement, is_of_place ? rule_of_place(world_, *element) : difference.expectation.rule,
         Verdict::kMismatch, difference);
    if (element->source_pattern) {
      judgement.wrong_inputs.insert({*element->source_pattern, element->scale, element->alpha});
    }
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

Judgement without_element(World world, Verdict verdict) {
  Judgement judgement;
  judgement.world = settled(std::move(world));
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

// The judgement of statuses other than completion and of rejections that are due, which takes the
// first world; nullopt if the memory images decide, and then the world is left as it is.
std::optional<Judgement> judge_status(World& first, const spec::MemoryImage& before,
                                      const spec::Outcome& outcome, const JudgeOptions& options) {
  if (outcome.status == spec::OutcomeStatus::kRejected && may_be_refused(first)) {
    // Whatever was carried out before the refusal, no other byte may have changed.
    World refused = settled(std::move(first));
    Judgement judgement = Differences(refused, before, outcome.after).outside();
    judgement.world = std::move(refused);
    return judgement;
  }
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return without_element(std::move(first),
                           verdict_of(outcome.status, options.claims_instructions));
  }
  if (first.out_of_range && options.checks_arguments) {
    return without_element(std::move(first), Verdict::kMismatch);
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
    case spec::OutcomeStatus::kNotReturned:
      return Verdict::kNotReturned;
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
    case Verdict::kNotReturned:
      return "NOT RETURNED";
  }
  return "";
}

std::optional<World> explaining_world(std::vector<World>& worlds, const spec::MemoryImage& before,
                                      const spec::MemoryView& after) {
  const auto explains = [&](const World& world) {
    const spec::MemoryImage expected = expected_image(world, before, after);
    return std::equal(expected.bytes.begin(), expected.bytes.end(), after.bytes.begin(),
                      [](const auto& a, const auto& b) { return std::ranges::equal(a, b); });
  };
  for (World& world : worlds) {
    // Worlds are large, and mostly nothing is open: then there is nothing to copy.
    std::optional<World> best;
    if (!world.open.empty()) {
      best = best_settled(world, after);
    }
    if (explains(best ? *best : world)) {
      return best ? std::move(*best) : std::move(world);
    }
  }
  return std::nullopt;
}

Judgement judge(std::vector<World> worlds, const spec::MemoryImage& before,
                const spec::Outcome& outcome, const JudgeOptions& options) {
  assert(!worlds.empty());
  if (std::optional<Judgement> judgement = judge_status(worlds.front(), before, outcome, options)) {
    return *std::move(judgement);
  }
  std::optional<Judgement> nearest;
  for (World& world : worlds) {
    World best = best_settled(std::move(world), spec::view_of(outcome.after));
    Differences differences(best, before, outcome.after);
    Judgement judgement = differences.none() ? Judgement{} : differences.judgement();
    judgement.world = std::move(best);
    if (judgement.verdict == Verdict::kPass) {
      return judgement;
    }
    if (!nearest || wrong_places(judgement) < wrong_places(*nearest)) {
      nearest = std::move(judgement);
    }
  }
  return *std::move(nearest);
}

bool is_permitted(std::vector<World> worlds, const spec::MemoryImage& before,
                  const spec::Outcome& outcome, const JudgeOptions& options) {
  assert(!worlds.empty());
  const std::optional<Judgement> judgement = judge_status(worlds.front(), before, outcome, options);
  if (judgement) {
    return judgement->verdict == Verdict::kPass;
  }
  return std::ranges::any_of(worlds, [&](World& world) {
    const World best = best_settled(std::move(world), spec::view_of(outcome.after));
    return Differences(best, before, outcome.after).none();
  });
}

}  // namespace vconform::oracle
