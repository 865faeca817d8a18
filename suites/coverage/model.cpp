#include "suites/coverage/model.h"

#include <algorithm>
#include <map>
#include <vector>

#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::suites {

namespace {

using spec::Conversion;
using spec::DeqScale;
using spec::Family;
using spec::NumberType;
using spec::Pipeline;

using Names = std::string_view;

// Numbered by classes.h.
constexpr Names kNumbers[] = {"0",
                              "-0",
                              "subnormal",
                              "-subnormal",
                              "smallest normal",
                              "-smallest normal",
                              "below 1",
                              "-below 1",
                              "ordinary",
                              "-ordinary",
                              "largest",
                              "-largest",
                              "inf",
                              "-inf",
                              "quiet NaN",
                              "signalling NaN",
                              "1",
                              "-1",
                              "power of two",
                              "-power of two"};
constexpr Names kRoundings[] = {"exact", "below a tie", "tie, even", "tie, odd", "above a tie"};
constexpr Names kResults[] = {"0",
                              "subnormal",
                              "smallest normal",
                              "ordinary",
                              "largest",
                              "carry into the exponent",
                              "overflow by rounding",
                              "overflow",
                              "rounded back into range",
                              "saturated",
                              "clamped on the way",
                              "inf",
                              "NaN",
                              "0 for a NaN",
                              "open"};
constexpr Names kOffsets[] = {"0", "positive", "negative", "largest", "smallest"};
constexpr Names kShifts[] = {"1", "2..8", "9..15", "16"};
constexpr Names kWords[] = {"sign 0",          "sign 1",           "MCB 0",
                            "MCB 1",           "reserved zero",    "reserved set",
                            "low bits of M 0", "low bits of M set"};
constexpr Names kRelus[] = {"none", "normal", "leaky", "per column"};
constexpr Names kBits[] = {"clear", "set"};
constexpr Names kMasks[] = {"none",
                            "all",
                            "one lane",
                            "two lanes",
                            "all but one",
                            "first lanes",
                            "last lanes",
                            "a run",
                            "alternating",
                            "gaps",
                            "count 0",
                            "count within a repeat",
                            "count of whole repeats",
                            "count with a rest"};
constexpr Names kOverlaps[] = {"apart",
                               "touching",
                               "identical",
                               "destination partly before the source",
                               "source partly before the destination",
                               "hazard"};
constexpr Names kStates[] = {"never written", "written", "written twice",
                             "kept over another instruction"};
// By the number of bits.
constexpr Names kMagnitudes[] = {"0",
                                 "1",
                                 "2..3",
                                 "4..7",
                                 "8..15",
                                 "16..31",
                                 "32..63",
                                 "64..127",
                                 "128..255",
                                 "256..511",
                                 "512..1023",
                                 "1024..2047",
                                 "2048..4095",
                                 "4096..8191",
                                 "8192..16383",
                                 "16384..32767",
                                 "32768..65535",
                                 "2^16..",
                                 "2^17..",
                                 "2^18..",
                                 "2^19..",
                                 "2^20..",
                                 "2^21..",
                                 "2^22..",
                                 "2^23..",
                                 "2^24..",
                                 "2^25..",
                                 "2^26..",
                                 "2^27..",
                                 "2^28..",
                                 "2^29..",
                                 "2^30 and more"};
constexpr Names kLayouts[] = {"NZ", "NZ, channels split", "ND"};
constexpr Names kBlockModes[] = {"NORMAL", "MATRIX", "VECTOR"};
constexpr Names kSidModes[] = {"first half", "second half", "packed"};

constexpr Dimension kDimensions[] = {
    {Dim::kSource, "source", kNumbers},
    {Dim::kRounding, "rounding", kRoundings},
    {Dim::kResult, "result", kResults},
    {Dim::kCtrl48, "CTRL[48]", kBits},
    {Dim::kCtrl59, "CTRL[59]", kBits},
    {Dim::kScale, "scale", kNumbers},
    {Dim::kOffset, "offset", kOffsets},
    {Dim::kShift, "shift", kShifts},
    {Dim::kWord, "word", kWords},
    {Dim::kRelu, "ReLU", kRelus},
    {Dim::kAlpha, "alpha", kNumbers},
    {Dim::kMask, "mask", kMasks},
    {Dim::kRepeat, "repeat", kMagnitudes},
    {Dim::kCount, "count", kMagnitudes},
    {Dim::kDstBlockStride, "dstBlockStride", kMagnitudes},
    {Dim::kSrcBlockStride, "srcBlockStride", kMagnitudes},
    {Dim::kDstRepeatStride, "dstRepeatStride", kMagnitudes},
    {Dim::kSrcRepeatStride, "srcRepeatStride", kMagnitudes},
    {Dim::kOverlap, "overlap", kOverlaps},
    {Dim::kNSize, "NSize", kMagnitudes},
    {Dim::kMSize, "MSize", kMagnitudes},
    {Dim::kLayout, "layout", kLayouts},
    {Dim::kDstStride, "dstStride", kMagnitudes},
    {Dim::kSrcStride, "srcStride", kMagnitudes},
    {Dim::kNdCount, "nd count", kMagnitudes},
    {Dim::kSrcNdStride, "src_nd_stride", kMagnitudes},
    {Dim::kDstNdStride, "dst_nd_stride", kMagnitudes},
    {Dim::kBlockCount, "blockCount", kMagnitudes},
    {Dim::kBlockLen, "blockLen", kMagnitudes},
    {Dim::kBlockMode, "blockMode", kBlockModes},
    {Dim::kSidStoreMode, "sidStoreMode", kSidModes},
    {Dim::kMaskState, "MASK", kStates},
    {Dim::kCtrlState, "CTRL", kStates},
    {Dim::kDeqScaleState, "DEQSCALE", kStates},
    {Dim::kNdParaState, "nd_para", kStates},
    {Dim::kLreluAlphaState, "lrelu_alpha", kStates},
    {Dim::kQuantPreState, "quant_pre", kStates},
    {Dim::kFpcState, "fpc", kStates},
};
static_assert(std::size(kDimensions) == kDims);
static_assert([] {
  for (std::size_t i = 0; i < kDims; ++i) {
    if (index_of(kDimensions[i].dim) != i || kDimensions[i].classes.size() > kMostClasses) {
      return false;
    }
  }
  return true;
}());

constexpr DimPair kValuePairs[] = {
    {Dim::kSource, Dim::kRounding}, {Dim::kSource, Dim::kResult}, {Dim::kRounding, Dim::kResult},
    {Dim::kCtrl48, Dim::kResult},   {Dim::kCtrl59, Dim::kResult}, {Dim::kScale, Dim::kResult},
    {Dim::kOffset, Dim::kResult},   {Dim::kShift, Dim::kResult},  {Dim::kWord, Dim::kResult},
    {Dim::kRelu, Dim::kSource},     {Dim::kRelu, Dim::kResult},
};
constexpr DimPair kAddressingPairs[] = {
    {Dim::kMask, Dim::kRepeat},
    {Dim::kMask, Dim::kOverlap},
};

bool has_half_result(const Conversion& row) {
  return row.to().is_floating() && row.to().bits == 16;
}

bool ctrl59_concerns(const Conversion& row) {
  constexpr std::array<std::array<NumberType, 2>, 6> kPairs = {{
      {NumberType::kF16, NumberType::kU8},
      {NumberType::kF16, NumberType::kS8},
      {NumberType::kF16, NumberType::kS16},
      {NumberType::kF32, NumberType::kS16},
      {NumberType::kS64, NumberType::kS32},
      {NumberType::kS32, NumberType::kS16},
  }};
  return std::ranges::find(kPairs, std::array{row.source, row.destination}) != kPairs.end();
}

std::vector<Dim> matrix_values(const Conversion& row) {
  std::vector<Dim> dims = {Dim::kSource, Dim::kResult, Dim::kRelu};
  const Pipeline pipeline = spec::quant_code_of(row).pipeline;
  const bool multiplies =
      pipeline == Pipeline::kHalf || pipeline == Pipeline::kB8 || pipeline == Pipeline::kB4;
  const auto add = [&](Dim dim, bool has) {
    if (has) {
      dims.push_back(dim);
    }
  };
  add(Dim::kRounding, pipeline != Pipeline::kNone);
  add(Dim::kScale, multiplies);
  add(Dim::kWord, multiplies);
  add(Dim::kOffset, pipeline == Pipeline::kB8 || pipeline == Pipeline::kB4);
  add(Dim::kShift, (multiplies && !row.from().is_floating()) || pipeline == Pipeline::kShift);
  add(Dim::kAlpha, multiplies || row.from().is_floating());
  add(Dim::kCtrl48, has_half_result(row));
  return dims;
}

std::vector<Dim> data_copy_values(const Conversion& row) {
  std::vector<Dim> dims;
  switch (row.deq_scale) {
    case DeqScale::kNone:
      if (!row.relu && row.source == row.destination) {
        return {};
      }
      dims = {Dim::kSource, Dim::kResult};
      if (row.source != row.destination) {
        dims.push_back(Dim::kRounding);
      }
      return dims;
    case DeqScale::kDeq:
    case DeqScale::kVdeq:
      return {Dim::kSource, Dim::kRounding, Dim::kResult, Dim::kScale, Dim::kRelu};
    case DeqScale::kDeq8:
    case DeqScale::kVdeq8:
      return {Dim::kSource, Dim::kRounding, Dim::kResult, Dim::kScale,
              Dim::kOffset, Dim::kShift,    Dim::kWord,   Dim::kRelu};
    case DeqScale::kDeq16:
    case DeqScale::kVdeq16:
      dims = {Dim::kSource, Dim::kRounding, Dim::kResult, Dim::kShift, Dim::kRelu};
      if (row.to().is_floating()) {
        dims.insert(dims.end(), {Dim::kScale, Dim::kWord});
      }
      return dims;
  }
  return dims;
}

std::vector<Dim> vconv_values(const Conversion& row) {
  std::vector<Dim> dims = {Dim::kSource, Dim::kRounding, Dim::kResult};
  if (has_half_result(row)) {
    dims.push_back(Dim::kCtrl48);
  }
  if (ctrl59_concerns(row)) {
    dims.push_back(Dim::kCtrl59);
  }
  return dims;
}

std::vector<Dim> deq_values(const Conversion& row) {
  std::vector<Dim> dims = {Dim::kSource, Dim::kRounding, Dim::kResult, Dim::kScale};
  if (row.destination == NumberType::kF16) {
    dims.push_back(Dim::kCtrl48);
  } else {
    dims.insert(dims.end(), {Dim::kOffset, Dim::kWord});
  }
  return dims;
}

std::vector<Dim> values(const Conversion& row) {
  switch (row.family) {
    case Family::kVconv:
      return vconv_values(row);
    case Family::kDeq:
    case Family::kCastDeq:
      return deq_values(row);
    case Family::kCopyMatrix:
      return matrix_values(row);
    case Family::kDataCopy:
      return data_copy_values(row);
    case Family::kOperation:
      break;
  }
  return {};
}

std::vector<Dim> addressing(const Conversion& row) {
  switch (row.family) {
    case Family::kCopyMatrix:
      return {Dim::kNSize,     Dim::kMSize,   Dim::kLayout,      Dim::kDstStride,
              Dim::kSrcStride, Dim::kNdCount, Dim::kSrcNdStride, Dim::kDstNdStride};
    case Family::kDataCopy: {
      std::vector<Dim> dims = {Dim::kBlockCount, Dim::kBlockLen, Dim::kSrcStride, Dim::kDstStride,
                               Dim::kBlockMode};
      if (row.deq_scale == DeqScale::kDeq8 || row.deq_scale == DeqScale::kVdeq8) {
        dims.push_back(Dim::kSidStoreMode);
      }
      return dims;
    }
    default:
      return {
          Dim::kMask,           Dim::kRepeat,          Dim::kCount,           Dim::kDstBlockStride,
          Dim::kSrcBlockStride, Dim::kDstRepeatStride, Dim::kSrcRepeatStride, Dim::kOverlap};
  }
}

std::vector<Dim> state(const Conversion& row) {
  switch (row.family) {
    case Family::kVconv:
      return {Dim::kMaskState, Dim::kCtrlState};
    case Family::kDeq:
    case Family::kCastDeq:
      return {Dim::kMaskState, Dim::kCtrlState, Dim::kDeqScaleState};
    case Family::kCopyMatrix: {
      std::vector<Dim> dims = {Dim::kNdParaState, Dim::kLreluAlphaState, Dim::kFpcState};
      if (has_half_result(row)) {
        dims.push_back(Dim::kCtrlState);
      }
      if (spec::quant_code_of(row).reads_quant_word()) {
        dims.push_back(Dim::kQuantPreState);
      }
      return dims;
    }
    case Family::kDataCopy:
    case Family::kOperation:
      return {};
  }
  return {};
}

struct OwnedGroup {
  std::vector<Dim> dims;
  std::vector<DimPair> pairs;
};

OwnedGroup made(std::vector<Dim> dims, std::span<const DimPair> all) {
  OwnedGroup group{std::move(dims), {}};
  std::ranges::sort(group.dims);
  const auto has = [&](Dim dim) { return std::ranges::find(group.dims, dim) != group.dims.end(); };
  std::ranges::copy_if(all, std::back_inserter(group.pairs),
                       [&](const DimPair& pair) { return has(pair.a) && has(pair.b); });
  return group;
}

using Groups = std::array<OwnedGroup, kGroups>;

std::vector<Groups> make_groups() {
  std::vector<Groups> all;
  for (const Conversion& row : spec::kRows) {
    all.push_back({made(values(row), kValuePairs), made(addressing(row), kAddressingPairs),
                   made(state(row), {})});
  }
  return all;
}

}  // namespace

const Dimension& dimension_of(Dim dim) {
  return kDimensions[index_of(dim)];
}

std::string_view name_of(GroupId group) {
  constexpr std::array<std::string_view, kGroups> kNames = {"values", "addressing", "state"};
  return kNames[static_cast<std::size_t>(group)];
}

Group group_of(GroupId group, const Conversion& row) {
  if (row.family == Family::kOperation) {
    return {};
  }
  static const std::vector<Groups> kAll = make_groups();
  const OwnedGroup& own = kAll[spec::position_of(row)][static_cast<std::size_t>(group)];
  return {own.dims, own.pairs};
}

}  // namespace vconform::suites
