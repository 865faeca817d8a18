#include "generators/programs/discriminators.h"

#include <algorithm>
#include <cassert>

#include "generators/copy_matrix/discriminators.h"
#include "generators/data_copy/discriminators.h"
#include "generators/deq/discriminators.h"
#include "generators/vconv/discriminators.h"
#include "generators/vector/addressing_discriminators.h"

namespace vconform::generators {

namespace {

// The rows of a rule that several families share stand in this order.
constexpr std::vector<Discriminator> (*kTables[])() = {
    addressing_discriminators,   vconv_value_discriminators,
    vconv_order_discriminators,  deq_addressing_discriminators,
    deq_value_discriminators,    deq16_discriminators,
    deq_order_discriminators,    matrix_layout_discriminators,
    matrix_value_discriminators, matrix_relu_discriminators,
    block_layout_discriminators, block_value_discriminators,
    copy_discriminators};

void add_cases(Discriminator& row, const Discriminator& more) {
  assert(row.rules == more.rules);
  row.cases = [of_some = row.cases, of_others = more.cases] {
    std::vector<DiscriminatingCase> all = of_some();
    const std::vector<DiscriminatingCase> others = of_others();
    all.insert(all.end(), others.begin(), others.end());
    return all;
  };
}

std::vector<Discriminator> in_order() {
  std::vector<Discriminator> rows;
  for (const auto table : kTables) {
    for (const Discriminator& row : table()) {
      const auto same = std::ranges::find(rows, row.place, &Discriminator::place);
      if (same == rows.end()) {
        rows.push_back(row);
      } else {
        add_cases(*same, row);
      }
    }
  }
  std::ranges::sort(rows, {}, &Discriminator::place);
  return rows;
}

}  // namespace

std::span<const Discriminator> discriminators() {
  static const std::vector<Discriminator> rows = in_order();
  return rows;
}

}  // namespace vconform::generators
