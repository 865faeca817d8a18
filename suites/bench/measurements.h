// All measurements, group by group. "golden" is the backend of that name, called through execute()
// of the C ABI; a program has as many elements as one instruction can have.
#pragma once

#include <vector>

#include "suites/bench/measurement.h"

namespace vconform::suites {

inline constexpr std::string_view kScalarLoop = "scalar loop";
inline constexpr std::string_view kOracle = "exact oracle";

// Each instruction against a scalar loop and the oracle.
std::vector<Measurement> vconv_measurements();
// Each instruction against the oracle.
std::vector<Measurement> deq_measurements();
std::vector<Measurement> fixpipe_measurements();
// One instruction in a worker process against the same in this process.
std::vector<Measurement> isolation_measurements();
// Sweeps in a worker process against the same in this one; here the suite itself has work to do.
std::vector<Measurement> isolated_sweep_measurements();

// A sweep of golden against a streaming compare of as many bytes, and one of a library of arrays
// against its convert() alone.
std::vector<Measurement> sweep_measurements();
// A sweep that copies prepared results instead of executing, against a sweep of golden and the
// streaming compare: the cost of the suite without a backend.
std::vector<Measurement> overhead_measurements();

std::vector<Measurement> all_measurements();

}  // namespace vconform::suites
