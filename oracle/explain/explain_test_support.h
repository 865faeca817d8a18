// The explanation of a wrong byte, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "oracle/explain/explain.h"
#include "oracle/judge/judge.h"
#include "oracle/testing/case_builder.h"

namespace vconform::oracle::testing {

// The difference that a case shows when one byte of what it should leave is another.
inline std::string difference_text(const spec::Case& test_case, std::uint64_t address,
                                   std::uint8_t value, const spec::Choices& choices = a2()) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<World> worlds = predict(test_case, before, choices);
  spec::Outcome outcome;
  outcome.after = obedient(test_case, worlds.front());
  outcome.after.of(spec::MemoryId::kUb).at(address) = value;
  const Judgement judgement = judge(worlds, before, outcome, {});
  return explain_difference(test_case, judgement.world, judgement.broken.at(0).first.value());
}

}  // namespace vconform::oracle::testing
