// For the tests: the kernels of FIXPIPE and DataCopy against the chains that go element by element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/golden/behaviour.h"

namespace vconform::adapters::golden {

// Every pair of types of copy_matrix, and every row of DataCopy from CO1 to CO2.
std::vector<spec::Cell> copy_matrix_cells();
std::vector<spec::Cell> co1_cells();

// How many drawn words for sixteen columns a kernel had the steps for.
struct Served {
  int served = 0;
  int all = 0;
};

// Drawn sources with drawn words by the kernels of every instruction set: so many of them for each
// ReLU under golden's readings, a sixteenth for each reading that differs in one rule. Returns the
// first difference in words, or nothing.
std::string fixpipe_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count);
std::string copied_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count);

}  // namespace vconform::adapters::golden
