// Statistics of the fuzzing of one family, over all of its slices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/findings/flight_record.h"
#include "suites/fuzzing/targets/target_figures.h"

namespace vconform::suites {

struct FamilyFigures {
  std::string name;
  std::uint64_t inputs = 0;
  std::uint64_t compared = 0;
  std::uint64_t elements = 0;
  // Summed over processes.
  double seconds = 0;
  // The coverage when the first process had read its corpus, and the largest so far.
  std::optional<Coverage> first;
  Coverage most;
  std::uint64_t findings = 0;

  std::uint64_t new_edges() const { return first ? most.edges - first->edges : 0; }
  std::uint64_t new_features() const { return first ? most.features - first->features : 0; }

  // The weighted median of the processes' medians; weights are the inputs compared.
  std::uint64_t median_repeat() const;

  struct Median {
    std::uint64_t repeat = 0;
    std::uint64_t compared = 0;
  };
  std::vector<Median> medians;
};

// Adds the output of one process to the figures of its family.
class ProcessFigures {
 public:
  // Takes a line that the process reports.
  void take_report(std::string_view line, FamilyFigures& family);
  // Takes a line of its standard error: coverage as the engine prints it, or other text.
  void take_error(std::string_view line, FamilyFigures& family);
  // Takes what the process did since its last report.
  void take_record(const FlightRecord& record, FamilyFigures& family);
  // To be called once, after the process has ended.
  void finish(double seconds, FamilyFigures& family) const;

  std::uint64_t inputs() const { return last_.inputs; }
  // Counted from reported lines only; a record may hold anything.
  std::uint64_t reported_compared() const { return reported_compared_; }
  // The last line of its standard error that was neither figures nor the engine's information.
  const std::string& last_words() const { return last_words_; }

 private:
  void advance(const TargetFigures& now, FamilyFigures& family);

  TargetFigures last_;
  std::uint64_t reported_compared_ = 0;
  std::string last_words_;
};

// A table with a line for each family and one for all.
std::string figures_table(const std::vector<FamilyFigures>& families);

// Progress in one line, with the gains of the last ten seconds.
class FiguresLine {
 public:
  std::string text(const std::vector<FamilyFigures>& families, double seconds, double seconds_left);

 private:
  // The start of the interval, and the coverage at that time.
  double begun_ = 0;
  std::optional<Coverage> before_;
};

}  // namespace vconform::suites
