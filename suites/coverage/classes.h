// The classes of each dimension. The enumerators number the names of the table in model.cpp.
#pragma once

#include <cstdint>

namespace vconform::suites {

// A source, or a scale or alpha, by its value; each is in one class.
enum class SourceClass : std::uint8_t {
  kZero,
  kMinusZero,
  kSubnormal,
  kMinusSubnormal,
  kSmallestNormal,
  kMinusSmallestNormal,
  kBelowOne,
  kMinusBelowOne,
  kOrdinary,
  kMinusOrdinary,
  kLargest,
  kMinusLargest,
  kInf,
  kMinusInf,
  kQuietNan,
  kSignallingNan,
  // Integers only; an integer that is none of these and no limit is ordinary.
  kOne,
  kMinusOne,
  kPowerOfTwo,
  kMinusPowerOfTwo,
};

// The last rounding of a finite value, whatever its mode. Only values of finite sources have one.
enum class RoundingClass : std::uint8_t {
  kExact,
  kBelowTie,
  kTieEven,  // the neighbour toward zero has an even last bit
  kTieOdd,
  kAboveTie,
};

enum class ResultClass : std::uint8_t {
  kZero,
  kSubnormal,
  kSmallestNormal,
  kOrdinary,
  kLargest,
  // Rounding away from zero reached the next power of two.
  kCarry,
  // The neighbour toward zero is in range, the rounded value is not.
  kOverflowByRounding,
  // That neighbour is not either.
  kOverflow,
  // The value is out of range, but its rounding is in range.
  kRoundedBack,
  // A limit, of a value beyond it or of inf.
  kSaturated,
  // An intermediate s9, s5 or s16 saturated.
  kClamped,
  kInf,
  kNan,
  // The result of a NaN that does not stay one.
  kZeroOfNan,
  // The pages promise nothing.
  kOpen,
};

enum class OffsetClass : std::uint8_t { kZero, kPositive, kNegative, kLargest, kSmallest };
enum class ShiftClass : std::uint8_t { kOne, kFew, kMany, kSixteen };
// Bits of a word; each is clear or set.
enum class WordClass : std::uint8_t {
  kUnsigned,
  kSigned,
  kNoShift,
  kShift,
  kReservedClear,
  kReservedSet,
  kLowBitsClear,
  kLowBitsSet,
};
enum class ReluClass : std::uint8_t { kNone, kNormal, kLeaky, kPrelu };
enum class BitClass : std::uint8_t { kClear, kSet };

enum class MaskClass : std::uint8_t {
  kNone,
  kAll,
  kOneLane,
  kTwoLanes,
  kAllButOne,
  kPrefix,
  kSuffix,
  kRun,
  kAlternating,
  kGaps,
  kCountNone,
  kCountPartial,
  kCountWhole,
  kCountRest,
};
enum class OverlapClass : std::uint8_t {
  kDisjoint,
  kTouching,
  kIdentical,
  kPartlyDstBefore,
  kPartlySrcBefore,
  kHazard,
};
// How a register got the value that an instruction reads.
enum class StateClass : std::uint8_t {
  kNeverWritten,
  kWritten,
  kWrittenTwice,
  kKept,
};

}  // namespace vconform::suites
