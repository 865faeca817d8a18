// What a whole case must leave in memory: worlds, one for each combination of open readings.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "oracle/copy_matrix/walk.h"
#include "oracle/data_copy/walk.h"
#include "oracle/number/expectation.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// One element that the case may change. Later elements of a world override earlier ones. An element
// of a matrix is in `row` and, as its lane, column of an nd block; one of a DataCopy is, as its
// lane, number so many of a block: either block is its repeat.
struct PredictedElement {
  Nibble destination;
  Nibble source;
  // What stood there when it was read; nothing where an earlier result left more than one
  // possibility.
  std::optional<std::uint64_t> source_pattern;
  // Of a dequantisation: the factor, or what DEQSCALE holds; of a copy the quant word or deqValue.
  std::uint64_t scale;
  std::uint32_t expectation;  // index into World::expectations
  std::uint32_t repeat;
  std::uint16_t step;  // index into Case::steps
  std::uint32_t lane;
  spec::MemoryId memory;  // of the destination
  spec::NumberType type;
  // False for bytes that are no results: those that nothing is promised about, and the zeros of
  // deq.other-half=zeroed.
  bool has_source;
  spec::MemoryId source_memory = spec::MemoryId::kUb;
  std::uint16_t row = 0;
  std::uint32_t alpha = 0;
};

// Everything that one combination of readings permits: each element as its expectation says, every
// other byte unchanged.
struct World {
  spec::Choices choices;
  std::vector<Expectation> expectations;
  std::vector<PredictedElement> elements;
  // The walks of the instructions that wrote, in order.
  std::vector<VectorWalk> walks;
  std::vector<std::variant<FractalWalk, BlockWalk>> copies;
  // Rules that had a say anywhere, the addressing rules among them.
  RuleSet cited;
  // Some argument is outside the documented range: a backend that checks arguments must reject.
  bool out_of_range = false;
  // Some operands overlap so that nothing is promised: a backend may reject.
  bool hazard = false;
  // Some argument of an instruction that has nothing to write is outside the documented range: a
  // backend may reject, or do nothing (args.out-of-range).
  bool idle_out_of_range = false;
};

// The rule that leaves a byte alone: an inactive lane of the last walk that comes there, the half
// of a block that a DEQ or DataCopy does not write, a row or channel that FIXPIPE drops, a gap
// between blocks, or nothing at all.
spec::RuleId rule_of_unchanged_byte(const World& world, const spec::Address& at);

// `before` is initial_image(test_case). The worlds differ in the choices that are not pinned and
// that the case touches. Operands that overlap in a hazard promise nothing while walk.order is open
// (asc-devkit:通用说明和约束); where it is pinned, they are read and written in that order (up to
// 4096 repeats).
// Throws spec::InputError when an operand's walk leaves its memory, or a vector of factors, quant
// words or alphas does; a count of cast_deq that does so is out of range instead, and a copy whose
// arguments are out of range leaves open what there is of its destination. And when all worlds
// together have more than kMostElements (oracle/predict/budget.h).
std::vector<World> predict(const spec::Case& test_case, const spec::MemoryImage& before,
                           const spec::Choices& pinned);

// What a world leaves of `before`; where it permits several patterns, the first.
spec::MemoryImage memory_after(const World& world, const spec::MemoryImage& before);

}  // namespace vconform::oracle
