// Whether what a backend did is permitted, and if not, what is wrong first.
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
  kMismatch,       // an element holds something that no world permits
  kWroteOutside,   // a byte changed that no rule makes a result
  kInconsistent,   // only a reading explains it that other cases exclude
  kUnsupported,    // the backend has no such instruction
  kBrokeClaim,     // it has no such instruction, though it claims to
  kRejected,       // it refused arguments that are within the documented range
  kError,          // it reported a failure of its own
  kCrash,          // it ended its process
  kTimeout,        // it took too long
  kChangedClaims,  // it was opened again, and claims something else
  kUnstable,       // it gives two results for the same case
};

std::string_view name_of(Verdict verdict);

// The first element or byte that is wrong.
struct Difference {
  // Nothing for a byte that should not have changed.
  std::optional<PredictedElement> element;
  Expectation expectation;
  spec::MemoryId memory = spec::MemoryId::kUb;
  Nibble place = 0;
  spec::NumberType type = spec::NumberType::kU8;
  std::uint64_t got = 0;
  // What was there before the case ran.
  std::uint64_t before = 0;
};

// All that is wrong under one rule.
struct BrokenRule {
  spec::RuleId rule = 0;
  Verdict verdict = Verdict::kMismatch;
  // Absent where no element is to blame: a refusal, or a rejection that did not come.
  std::optional<Difference> first;
  // Elements or bytes that break it.
  std::uint64_t count = 0;
  // Of where they are and what stands there instead: equal ones broke it in the same way.
  std::uint64_t digest = spec::kEmptyDigest;
};

struct Judgement {
  // That of the first broken rule.
  Verdict verdict = Verdict::kPass;
  // In the order of their first differences: elements in the order of the walk, then bytes.
  std::vector<BrokenRule> broken;
  // The world that explains the outcome, or of a failure the one that explains most of it.
  std::size_t world = 0;
};

// Of a case that was not completed, or was rejected out of turn. `claimed`: the backend claims
// every instruction of the case.
Verdict verdict_of(spec::OutcomeStatus status, bool claimed);

// Whether a backend may refuse what leads to this world: arguments are out of range, or a hazard
// promises nothing.
bool may_be_refused(const World& world);

struct JudgeOptions {
  // The backend said that it rejects arguments outside the documented range.
  bool checks_arguments = false;
  // It claims every instruction of the case.
  bool claims_instructions = false;
};

// The first world that explains memories which may change while they are looked at; nullopt if none
// does. Their bytes are compared, and nothing else is made of them.
std::optional<std::size_t> explaining_world(const std::vector<World>& worlds,
                                            const spec::MemoryImage& before,
                                            const spec::MemoryView& after);

// Of an outcome with a copy of the memories. Never kInconsistent, which takes more than one case,
// nor kUnstable, which takes two outcomes.
Judgement judge(const std::vector<World>& worlds, const spec::MemoryImage& before,
                const spec::Outcome& outcome, const JudgeOptions& options);

}  // namespace vconform::oracle
