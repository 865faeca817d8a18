// The memories that the rules permit after a program, for people who check results without this
// suite. Verifying never reads it.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/number/number_format.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

// An element that may hold more than one value.
struct OpenElement {
  spec::MemoryId memory = spec::MemoryId::kUb;
  // Its first nibble.
  oracle::Nibble place = 0;
  spec::NumberType type = spec::NumberType::kU8;
  oracle::Expectation permitted;
};

// The rule that decides about an element; a later one overrides it.
struct DecidedElement {
  spec::MemoryId memory = spec::MemoryId::kUb;
  oracle::Nibble place = 0;
  spec::NumberType type = spec::NumberType::kU8;
  spec::RuleId rule = 0;
};

struct Expected {
  // Permitted memory images: with the first permitted value of elements that are open.
  spec::MemoryImage after;
  std::vector<OpenElement> open;
  // Every element that the program may change, in the order of its steps.
  std::vector<DecidedElement> decided;
};

// By these readings; where they leave rules open, the first ones.
Expected expected_of(const spec::Case& program, const spec::MemoryImage& before,
                     const spec::Choices& readings);

}  // namespace vconform::suites
