// Faults in how the fields of a word are read: DEQSCALE, the quant word, deqValue, nd_para, FPC.
#pragma once

#include <vector>

#include "suites/mutants/wrong_backend.h"

namespace vconform::suites {

// In the first row of each path that reads the word from a register or an argument, each of its
// fields is taken from one bit higher or lower, loses its highest or lowest bit, has its highest
// bit from the one below, or is always 0 or all ones.
std::vector<WrongBackend> field_mutants();

}  // namespace vconform::suites
