// Whether what a backend did is permitted, and if not, what is wrong first.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/predict.h"
#include "spec/memory_image.h"
#include "spec/outcome.h"

namespace vconform::oracle {

enum class Verdict : std::uint8_t {
  kPass,
  kMismatch,      // an element holds something that no world permits
  kWroteOutside,  // a byte changed that no rule makes a result
  kUnsupported,   // the backend has no such instruction
  kRejected,      // it refused arguments that are within the documented range
  kError,         // it reported a failure of its own
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
  // What a byte that should not have changed held before.
  std::uint64_t before = 0;
};

struct Judgement {
  Verdict verdict = Verdict::kPass;
  // The rule that the difference breaks; of a pass, unused.
  spec::RuleId rule = 0;
  std::optional<Difference> first;
  // Elements and bytes that are wrong besides the first.
  std::uint64_t others = 0;
  // The world that explains the outcome, or of a failure the one that explains most of it.
  std::size_t world = 0;
};

struct JudgeOptions {
  // The backend said that it rejects arguments outside the documented range.
  bool checks_arguments = false;
};

Judgement judge(const std::vector<World>& worlds, const spec::MemoryImage& before,
                const spec::Outcome& outcome, const JudgeOptions& options);

}  // namespace vconform::oracle
