// The rows of all mutants. A number that is used twice or missing does not compile.
#pragma once

#include <array>
#include <utility>

#include "adapters/mutants/cast_deq/arguments.h"
#include "adapters/mutants/copy_matrix/chain.h"
#include "adapters/mutants/copy_matrix/layout.h"
#include "adapters/mutants/data_copy/chain.h"
#include "adapters/mutants/data_copy/layout.h"
#include "adapters/mutants/deq/chain.h"
#include "adapters/mutants/deq/layout.h"
#include "adapters/mutants/row.h"
#include "adapters/mutants/vconv/range.h"
#include "adapters/mutants/vconv/rounding.h"
#include "adapters/mutants/vconv/special_values.h"
#include "adapters/mutants/vector/addresses.h"
#include "adapters/mutants/vector/masks.h"

namespace vconform::adapters::mutants {

inline constexpr std::span<const Row> kTables[] = {
    vconv::kRounding,    vconv::kSpecialValues, vconv::kRange,     vector::kMasks,
    vector::kAddresses,  deq::kChain,           deq::kLayout,      cast_deq::kArguments,
    copy_matrix::kChain, copy_matrix::kLayout,  data_copy::kChain, data_copy::kLayout};

consteval std::size_t row_count() {
  std::size_t count = 0;
  for (const std::span<const Row>& table : kTables) {
    count += table.size();
  }
  return count;
}

consteval Row row_numbered(std::size_t number) {
  for (const std::span<const Row>& table : kTables) {
    for (const Row& row : table) {
      if (row.number == number) {
        return row;
      }
    }
  }
  throw "the numbers of the rows are not 1, 2, 3 and so on";
}

template <std::size_t... kIndex>
consteval std::array<Row, sizeof...(kIndex)> in_order(std::index_sequence<kIndex...>) {
  return {row_numbered(kIndex + 1)...};
}

// Ordered by number.
inline constexpr std::array<Row, row_count()> kRows =
    in_order(std::make_index_sequence<row_count()>());

}  // namespace vconform::adapters::mutants
