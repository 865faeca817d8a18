// The coverage of a run as a report: reached, missed and impossible bins, by instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/coverage/observer.h"
#include "suites/coverage/reachability.h"

namespace vconform::suites {

struct MissedBin {
  std::string bin;
  // Something that lies in it; empty if it is undecided whether anything does.
  std::string witness;
};

struct ImpossibleBin {
  std::string bin;
  std::string reason;
};

// The bins of a dimension, or of a pair of dimensions.
struct AxisReport {
  GroupId group;
  bool is_pair = false;
  // "source", "source x result".
  std::string name;
  std::size_t reached = 0;
  std::vector<MissedBin> missed;
  std::vector<ImpossibleBin> impossible;

  // Undecided ones count as reachable.
  std::size_t reachable() const { return reached + missed.size(); }
};

struct CellReport {
  spec::Cell cell;
  std::vector<AxisReport> axes;
};

// The report of an instruction whose cases lie in these bins; addressing and state belong to the
// row, and stand in the report of one of its instructions (`has_row`).
CellReport report_of(const Reachability& values, const CellTallies& tallies, bool has_row);

// The axes of a report, and back.
nlohmann::ordered_json axes_json(const CellReport& report);
CellReport report_from(const spec::Cell& cell, const nlohmann::ordered_json& axes);

struct Fraction {
  std::size_t reached = 0;
  std::size_t reachable = 0;
  std::size_t impossible = 0;
};
// Over all axes of which `counts` is true.
Fraction fraction_of(const std::vector<CellReport>& reports,
                     const std::function<bool(const CellReport&, const AxisReport&)>& counts);

// A table by family and axis; then, with `lists_missed`, each bin that was missed, with its
// witness, and how many are impossible for which reason.
std::string coverage_text(const std::vector<CellReport>& reports, bool lists_missed);

// The level and the seed of a run.
struct CoverageRun {
  std::string level;
  std::uint64_t seed;
};
// The same with every bin that was missed or is impossible.
std::string coverage_json(const std::vector<CellReport>& reports, const CoverageRun& run);

}  // namespace vconform::suites
