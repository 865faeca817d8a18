// Predicates of rows: the copies that the open rules about them concern.
#pragma once

#include "spec/rows/conversion.h"

namespace vconform::spec {

constexpr bool is_to_f16(const Conversion& row) {
  return row.destination == NumberType::kF16;
}
constexpr bool has_narrow_integers(const Conversion& row) {
  return !row.to().is_floating() && row.to().bits <= 8;
}
constexpr bool has_whole_bytes(const Conversion& row) {
  return row.destination != NumberType::kS4;
}
constexpr bool changes_type(const Conversion& row) {
  return row.source != row.destination;
}
constexpr bool narrows(const Conversion& row) {
  return row.from().bits > row.to().bits;
}

// FIXPIPE
constexpr bool has_half_result(const Conversion& row) {
  return row.to().is_floating() && row.to().bits == 16;
}
constexpr bool is_s32_to_f16(const Conversion& row) {
  return row.source == NumberType::kS32 && is_to_f16(row);
}
constexpr bool narrows_s32(const Conversion& row) {
  return row.source == NumberType::kS32 && changes_type(row);
}
constexpr bool is_scaled(const Conversion& row) {
  return has_narrow_integers(row) || is_s32_to_f16(row);
}
constexpr bool is_scaled_or_f32(const Conversion& row) {
  return is_scaled(row) || row.source == NumberType::kF32;
}
constexpr bool rounds_f32(const Conversion& row) {
  return row.source == NumberType::kF32 && has_half_result(row);
}
// An f32 that becomes a 16-bit float is multiplied by an alpha only.
constexpr bool has_narrow_product(const Conversion& row) {
  return has_narrow_integers(row) || rounds_f32(row);
}
constexpr bool keeps_f32_floating(const Conversion& row) {
  return row.source == NumberType::kF32 && !has_narrow_integers(row);
}

// DataCopy
constexpr bool is_vdeq(const Conversion& row) {
  return row.deq_scale == DeqScale::kVdeq;
}
constexpr bool is_deq8(const Conversion& row) {
  return row.deq_scale == DeqScale::kDeq8 || row.deq_scale == DeqScale::kVdeq8;
}
constexpr bool is_deq16(const Conversion& row) {
  return row.deq_scale == DeqScale::kDeq16 || row.deq_scale == DeqScale::kVdeq16;
}
constexpr bool is_deq16_to_f16(const Conversion& row) {
  return is_deq16(row) && is_to_f16(row);
}
constexpr bool may_shift(const Conversion& row) {
  return is_deq8(row) || is_deq16(row);
}
constexpr bool is_s32_times_half(const Conversion& row) {
  return is_s32_to_f16(row) && !is_deq16(row);
}
constexpr bool computes_f16(const Conversion& row) {
  return row.path == kCo1ToCo2 && is_to_f16(row) &&
         (changes_type(row) || row.deq_scale != DeqScale::kNone);
}

}  // namespace vconform::spec
