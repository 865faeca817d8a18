// Comparison of the kernels of FIXPIPE and DataCopy with the chains that go element by element; for
// tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/golden/behaviour/behaviour.h"

namespace vconform::adapters::golden {

// Every pair of types of copy_matrix, and every row of DataCopy from CO1 to CO2.
std::vector<spec::Cell> copy_matrix_cells();
std::vector<spec::Cell> co1_cells();

// The number of drawn words for sixteen columns, and of those that a kernel could serve.
struct Served {
  int served = 0;
  int all = 0;
};

// Compares `pairs` drawn sources with drawn words by the kernels of every instruction set: all of
// them for each ReLU under golden's readings, a sixteenth for each reading that differs in one
// rule. Returns the first difference in words, or "".
std::string fixpipe_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count);
std::string copied_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count);

}  // namespace vconform::adapters::golden
