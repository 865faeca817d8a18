// The command bench: which measurements, and what is printed of them.
#pragma once

#include <string>
#include <vector>

#include "suites/bench/measurement.h"

namespace vconform::suites {

struct BenchOptions {
  // A group of measurements, or one of them; empty: all.
  std::string filter;
  // A file for the figures; empty: none.
  std::string out;
};
int bench(const BenchOptions& options);

// Those of a group, or with a name; all where the filter is empty. Throws spec::InputError naming
// the groups.
std::vector<Measurement> selected_measurements(const std::string& filter);

// A table in text, group by group.
std::string bench_text(const std::vector<Comparison>& comparisons, const BenchPlan& plan);
// The content of a file of --out.
std::string bench_json(const std::vector<Comparison>& comparisons, const BenchPlan& plan);

}  // namespace vconform::suites
