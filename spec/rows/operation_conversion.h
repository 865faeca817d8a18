// The rows of operations as rows like any other: see operation_rows.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/rows/conversion.h"

namespace vconform::spec {

// Their numbers begin here, in the order in which they became known; no file holds them.
inline constexpr std::uint16_t kFirstOperation = 1024;

// The row with a number from kFirstOperation on, which an operation has.
const Conversion& operation_conversion(std::uint16_t number);
// Its name and rounding, "tcvt_f32_f16_r".
std::string operation_name(std::uint16_t number);
// The operation that was declared with a name.
std::optional<std::uint16_t> operation_number(std::string_view name);

// The parameters of an operation that quantises; none of one that converts.
struct OperationParameters {
  // The word of all columns, or one for each in memory.
  bool word = false;
  bool words = false;
  // Likewise for the alpha of leaky ReLU, and for those of pReLU.
  bool alpha = false;
  bool alphas = false;
};
OperationParameters operation_parameters(std::uint16_t number);

}  // namespace vconform::spec
