// What is known of the fuzzing of one family, over all of its slices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/fuzzing/flight_record.h"
#include "suites/fuzzing/targets/target_figures.h"

namespace vconform::suites {

struct FamilyFigures {
  std::string name;
  std::uint64_t inputs = 0;
  std::uint64_t compared = 0;
  std::uint64_t elements = 0;
  // Of processes, added up.
  double seconds = 0;
  // When the first process had read its corpus, and the most so far.
  std::optional<Coverage> first;
  Coverage most;
  std::uint64_t findings = 0;

  std::uint64_t new_edges() const { return first ? most.edges - first->edges : 0; }
  std::uint64_t new_features() const { return first ? most.features - first->features : 0; }

  // The median of the medians of all processes, each as often as it compared.
  std::uint64_t median_repeat() const;

  struct Median {
    std::uint64_t repeat = 0;
    std::uint64_t compared = 0;
  };
  std::vector<Median> medians;
};

// What one process says, added to the figures of its family.
class ProcessFigures {
 public:
  // A line that it reports.
  void take_report(std::string_view line, FamilyFigures& family);
  // A line of its standard error: coverage as the engine prints it, or words.
  void take_error(std::string_view line, FamilyFigures& family);
  // What it did since it reported last.
  void take_record(const FlightRecord& record, FamilyFigures& family);
  // Call once, when it has ended.
  void finish(double seconds, FamilyFigures& family) const;

  std::uint64_t inputs() const { return last_.inputs; }
  // In the lines that it reported; a record may hold anything.
  std::uint64_t reported_compared() const { return reported_compared_; }
  // The last line of its standard error that was neither, nor the engine's information.
  const std::string& last_words() const { return last_words_; }

 private:
  void advance(const TargetFigures& now, FamilyFigures& family);

  TargetFigures last_;
  std::uint64_t reported_compared_ = 0;
  std::string last_words_;
};

// A line for each family and one for all.
std::string figures_table(const std::vector<FamilyFigures>& families);

// The same in one line, as progress: what is new in the last ten seconds too.
class FiguresLine {
 public:
  std::string text(const std::vector<FamilyFigures>& families, double seconds, double seconds_left);

 private:
  // When the interval began, and what had been reached then.
  double begun_ = 0;
  std::optional<Coverage> before_;
};

}  // namespace vconform::suites
