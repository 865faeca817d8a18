// The verdict about an outcome: whether it is permitted, and if not, the first difference and every
// broken rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/case/outcome.h"
#include "spec/number/digest.h"

namespace vconform::oracle {

enum class Verdict : std::uint8_t {
  kPass,
  kMismatch,       // an element holds a value that no world permits
  kWroteOutside,   // a byte changed that no rule makes a result
  kInconsistent,   // only a reading that other cases exclude explains it
  kUnsupported,    // the backend has no such instruction
  kBrokeClaim,     // the backend lacks the instruction although it claims it
  kRejected,       // it refused arguments that are within the documented range
  kError,          // it reported a failure of its own
  kCrash,          // it ended its process
  kTimeout,        // it took too long
  kChangedClaims,  // it was opened again, and claims something else
  kUnstable,       // it gives two results for the same case
  kNotReturned,    // results were supplied as files, and there is none of this case
};

std::string_view name_of(Verdict verdict);

// The first element or byte that is wrong.
struct Difference {
  // nullopt for a byte that should not have changed.
  std::optional<PredictedElement> element;
  Expectation expectation;
  spec::MemoryId memory = spec::MemoryId::kUb;
  Nibble place = 0;
  spec::NumberType type = spec::NumberType::kU8;
  std::uint64_t got = 0;
  // The value before the case ran.
  std::uint64_t before = 0;
};

// All differences under one rule.
struct BrokenRule {
  spec::RuleId rule = 0;
  Verdict verdict = Verdict::kMismatch;
  // nullopt if no element is to blame: a refusal, or a rejection that did not come.
  std::optional<Difference> first;
  // The number of elements or bytes that break it.
  std::uint64_t count = 0;
  // Digest of the places and the values found there: equal digests mean that the rule was broken in
  // the same way.
  std::uint64_t digest = spec::kEmptyDigest;
};

struct Judgement {
  // The verdict of the first broken rule.
  Verdict verdict = Verdict::kPass;
  // In the order of their first differences: elements in the order of the walk, then bytes.
  std::vector<BrokenRule> broken;
  // The inputs of the elements that hold a wrong value, where they are known.
  ElementInputs wrong_inputs;
  // The world that explains the outcome or, after a failure, the one that explains most of it;
  // nothing in it is open.
  World world;
};

// The verdict about a case that was not completed, or was rejected although its arguments are in
// range. `claimed`: the backend claims every instruction of the case.
Verdict verdict_of(spec::OutcomeStatus status, bool claimed);

// Whether a backend may refuse a case that leads to this world: its arguments are out of range, the
// readings of an open rule disagree on that, or it has a hazard.
bool may_be_refused(const World& world);

struct JudgeOptions {
  // The backend declared that it rejects arguments outside the documented range.
  bool checks_arguments = false;
  // The backend claims every instruction of the case.
  bool claims_instructions = false;
};

// The first world, with nothing open, that explains memory images which may change while they are
// read; nullopt if none does. Compares bytes and relies on nothing else about them: of a sparse
// memory it would touch every page, so that none may be. Moves from `worlds` if one does, and
// leaves them as they are if not.
std::optional<World> explaining_world(std::vector<World>& worlds, const spec::MemoryImage& before,
                                      const spec::MemoryView& after);

// Judges an outcome that holds a copy of the memory images. Never kInconsistent, which takes more
// than one case, nor kUnstable, which takes two outcomes.
Judgement judge(std::vector<World> worlds, const spec::MemoryImage& before,
                const spec::Outcome& outcome, const JudgeOptions& options);

// Whether judge() finds nothing wrong with it, which takes less than to find out what is wrong.
bool is_permitted(std::vector<World> worlds, const spec::MemoryImage& before,
                  const spec::Outcome& outcome, const JudgeOptions& options);

}  // namespace vconform::oracle
