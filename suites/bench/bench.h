// The command bench: the choice of measurements, and the printing of their results.
#pragma once

#include <string>
#include <vector>

#include "suites/bench/measurement.h"

namespace vconform::suites {

struct BenchOptions {
  // A group of measurements or one of them; empty: all.
  std::string filter;
  // A JSON file for the figures; empty: none.
  std::string out;
};
int bench(const BenchOptions& options);

// The measurements of a group, or the one with a name; all if the filter is empty. Throws
// spec::InputError naming the groups.
std::vector<Measurement> selected_measurements(const std::string& filter);

// A table in text, group by group.
std::string bench_text(const std::vector<SpeedRatio>& comparisons, const BenchPlan& plan);
// The JSON text that --out writes.
std::string bench_json(const std::vector<SpeedRatio>& comparisons, const BenchPlan& plan);

}  // namespace vconform::suites
