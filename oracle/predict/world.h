// A world: the expectations of every element that a case may change, under one combination of the
// readings that affect more than single elements.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "oracle/copy_matrix/walk.h"
#include "oracle/data_copy/walk.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/alternatives.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/case.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// One element that the case may change; later elements of a world override earlier ones. An element
// of a matrix has its nd block as `repeat`, its row as `row` and its column as `lane`; one of a
// DataCopy has its block as `repeat` and its number in the block as `lane`.
struct PredictedElement {
  Nibble destination;
  Nibble source;
  // The pattern read from the source; nullopt if an earlier result left more than one possibility.
  std::optional<std::uint64_t> source_pattern;
  // For a dequantisation the factor or the value of DEQSCALE, for a copy the quant word or
  // deqValue.
  std::uint64_t scale;
  std::uint32_t expectation;  // index into World::expectations
  std::uint32_t repeat;
  std::uint32_t lane;
  std::uint16_t step;     // index into Case::steps
  spec::MemoryId memory;  // of the destination
  spec::NumberType type;
  // False for bytes that are not results: those that may hold anything, and the zeros of
  // deq.other-half=zeroed.
  bool has_source;
  spec::MemoryId source_memory = spec::MemoryId::kUb;
  std::uint16_t row = 0;
  std::uint32_t alpha = 0;
};

// Where an instruction reads and writes.
struct Walked {
  std::uint16_t step;  // index into Case::steps
  std::variant<VectorWalk, FractalWalk, BlockWalk> walk;
};

// The memory images that a combination of readings permits: each element as its expectation says,
// every other byte unchanged.
struct World {
  spec::Choices choices;
  std::vector<Expectation> expectations;
  // The alternatives of each expectation, by its number, that depends on rules which `choices`
  // leaves open; `expectations` holds the first. A backend follows one reading of a rule, so that
  // these are not free: all elements depend on the same readings. Kept by element, rules that
  // affect different elements do not multiply.
  std::map<std::uint32_t, Alternatives> open;
  std::vector<PredictedElement> elements;
  // The walks of the instructions that wrote, in order.
  std::vector<Walked> walks;
  // The rules that affect any part of the world, addressing rules included, open expectations
  // excluded.
  RuleSet cited;
  // Whether some argument is outside the documented range: a backend that checks arguments must
  // reject the case.
  bool out_of_range = false;
  // Whether some operands overlap in a hazard: a backend may reject the case.
  bool hazard = false;
  // Whether some instruction that has nothing to write has an argument outside the documented
  // range: a backend may reject it or do nothing (args.out-of-range).
  bool idle_out_of_range = false;
  // Whether the readings of an open rule disagree on the range of some argument, or no page gives
  // it, so that a backend may reject the case; and whether the reading of this world puts it
  // outside.
  bool contested = false;
  bool outside_reading = false;
};

// Pins readings of open rules, and drops what does not agree with them. An expectation of which one
// alternative is left is no longer open.
void pin(World& world, const std::vector<spec::Choice>& readings);

// The world under its pinned readings and the first ones of rules that are open: nothing in it is
// open.
World settled(World world);

// The world under every combination of readings of its open rules, in the order of the readings.
std::vector<World> settled_worlds(const World& world);

// The rule that leaves a byte unchanged: an inactive lane of the last walk that reaches it, the
// half of a block that a DEQ or DataCopy does not write, a row or channel that FIXPIPE drops, a gap
// between blocks, or no write at all.
spec::RuleId rule_of_unchanged_byte(const World& world, const spec::Address& at);

}  // namespace vconform::oracle
