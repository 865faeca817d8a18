// The families of instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vconform::spec {

// The numbers are part of the C ABI: append, never renumber.
enum class Family : std::uint8_t {
  kVconv = 0,
  kDeq = 1,
  kCastDeq = 2,
  kCopyMatrix = 3,
  kDataCopy = 4,
  // Operations that a lowering declares (operation_rows.h): a family of rows, not of the pages'
  // instructions.
  kOperation = 5,
};

struct FamilyName {
  Family family;
  // As --family takes it.
  std::string_view name;
  // As it begins the claims of its tests.
  std::string_view claim;
  // As it begins the names of its instructions.
  std::string_view prefix;
  std::string_view meaning;
};

inline constexpr std::array<FamilyName, 5> kFamilies = {{
    {Family::kVconv, "vconv", "Vconv", "vconv_",
     "vconv_{src}2{dst}{rnd_mode}: conversions under masks, repeats and strides"},
    {Family::kDeq, "deq", "Deq", "vconv_",
     "vconv_deqs162b8{h,l}, vconv_vdeqs162b8{h,l}, vconv_deq: dequantisation by DEQSCALE"},
    {Family::kCastDeq, "cast_deq", "CastDeq", "cast_deq_",
     "cast_deq: dequantisation in its API form, by count or by mask"},
    {Family::kCopyMatrix, "copy_matrix", "CopyMatrix", "copy_matrix_cc_to_",
     "copy_matrix_cc_to_cbuf, copy_matrix_cc_to_gm and their _b4 forms: FIXPIPE"},
    {Family::kDataCopy, "data_copy", "DataCopy", "data_copy_",
     "DataCopy with DataCopyEnhancedParams: from CO1 to CO2 with dequantisation, plain elsewhere"},
}};

inline constexpr FamilyName kOperationFamily = {
    Family::kOperation, "lowering", "Lowering", "",
    "operations of a library that calls the documented prototypes"};

constexpr const FamilyName& name_of(Family family) {
  return family == Family::kOperation ? kOperationFamily
                                      : kFamilies[static_cast<std::size_t>(family)];
}

}  // namespace vconform::spec
