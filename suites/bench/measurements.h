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
// One instruction in a process of its own against the same in this one.
std::vector<Measurement> isolation_measurements();
// The same of sweeps, in which the suite has work of its own.
std::vector<Measurement> isolated_sweep_measurements();

// A sweep of golden, every value included, against a streaming compare of as many bytes.
std::vector<Measurement> sweep_measurements();
// A sweep that copies prepared results instead of executing anything, against one of golden and
// that compare: what the runner takes, its reference included.
std::vector<Measurement> overhead_measurements();

std::vector<Measurement> all_measurements();

}  // namespace vconform::suites
