// One simple case of an instruction, run and judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/case/case.h"
#include "spec/case/outcome.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The bytes that the backend changed.
enum class Written : std::uint8_t {
  kNone,   // no byte
  kZeros,  // some, each to 0
  kSome,
};

struct Tried {
  spec::Cell cell;
  spec::OutcomeStatus status = spec::OutcomeStatus::kCompleted;
  // One line from the backend or about its end, or "".
  std::string message;
  // If the case was completed.
  Written effect = Written::kNone;
  // The first thing that is wrong; nullopt: the result is permitted under some reading.
  std::optional<Finding> finding;
  // One element, such as "0x0002 = 2 -> 0x40000000 = 2"; "" if the case was not completed.
  std::string sample;
};

// The simplest case of the instruction's generator: one contiguous repeat, row or block, with the
// state of CTRL[48] that is claimed and no other feature.
spec::Case simple_case(const spec::Cell& cell, spec::FeatureSet claimed);

// Runs the simple case. The subject must claim the instruction.
Tried try_simply(const Subject& subject, const spec::Cell& cell);

}  // namespace vconform::suites
