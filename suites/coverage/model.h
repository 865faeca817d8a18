// The functional-coverage model, declared as data: dimensions, their classes, and which dimensions
// and pairs of them an instruction has. After the models for conversions of the floating-point
// coverage literature (IBM FPgen, B22 to B29): the class of the source against that of the result.
//
// A *bin* is a class of a dimension, or a pair of classes of two dimensions. A sample may lie in
// several classes of a dimension: a result that carries into the exponent may be the smallest
// normal number too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/rows/conversions.h"

namespace vconform::suites {

// Classes of one dimension; bit i is the class of that number.
using ClassSet = std::uint32_t;
inline constexpr std::size_t kMostClasses = 32;

enum class Dim : std::uint8_t {
  // Those of an element.
  kSource,
  kRounding,
  kResult,
  kCtrl48,
  kCtrl59,
  kScale,
  kOffset,
  kShift,
  kWord,
  kRelu,
  kAlpha,
  // Those of an instruction.
  kMask,
  kRepeat,
  kCount,
  kDstBlockStride,
  kSrcBlockStride,
  kDstRepeatStride,
  kSrcRepeatStride,
  kOverlap,
  kNSize,
  kMSize,
  kLayout,
  kDstStride,
  kSrcStride,
  kNdCount,
  kSrcNdStride,
  kDstNdStride,
  kBlockCount,
  kBlockLen,
  kBlockMode,
  kSidStoreMode,
  // Those of the registers that an instruction reads.
  kMaskState,
  kCtrlState,
  kDeqScaleState,
  kNdParaState,
  kLreluAlphaState,
  kQuantPreState,
  kFpcState,
};
inline constexpr std::size_t kDims = static_cast<std::size_t>(Dim::kFpcState) + 1;

constexpr std::size_t index_of(Dim dim) {
  return static_cast<std::size_t>(dim);
}
constexpr ClassSet only(std::size_t number) {
  return ClassSet{1} << number;
}
template <typename Class>
constexpr ClassSet class_of(Class number) {
  return only(static_cast<std::size_t>(number));
}

struct Dimension {
  Dim dim;
  std::string_view name;
  std::span<const std::string_view> classes;
};
const Dimension& dimension_of(Dim dim);

struct DimPair {
  Dim a;
  Dim b;
};

// The dimensions that are covered together. The bins of `kValues` are counted for each instruction,
// that is a row in one rounding mode; addresses and registers do not depend on the mode, and theirs
// are counted for each row.
enum class GroupId : std::uint8_t { kValues, kAddressing, kState };
inline constexpr std::size_t kGroups = 3;
std::string_view name_of(GroupId group);

// The dimensions and pairs that are declared for a row. Both are empty if it has none: a copy that
// moves bytes has no values.
struct Group {
  std::span<const Dim> dims;
  std::span<const DimPair> pairs;
};
Group group_of(GroupId group, const spec::Conversion& row);

// A point of the coverage space: its classes in each dimension, none where it has nothing to do
// with the dimension.
struct Sample {
  std::array<ClassSet, kDims> classes = {};

  ClassSet& operator[](Dim dim) { return classes[index_of(dim)]; }
  ClassSet operator[](Dim dim) const { return classes[index_of(dim)]; }
};

}  // namespace vconform::suites
