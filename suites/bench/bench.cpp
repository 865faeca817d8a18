#include "suites/bench/bench.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/bench/measurements.h"
#include "suites/files/exit_codes.h"
#include "suites/files/written_file.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kFormat = "vconform-bench";
constexpr int kFormatVersion = 1;

// A number with three significant digits.
std::string short_number(double number) {
  return fmt::format("{:.{}f}", number, number >= 100 ? 0 : number >= 10 ? 1 : 2);
}

// Progress on standard error: a changing line on a terminal, a line per group elsewhere.
class BenchProgress {
 public:
  explicit BenchProgress(std::size_t all) : all_(all), on_terminal_(isatty(STDERR_FILENO) == 1) {}
  ~BenchProgress() {
    if (on_terminal_) {
      fmt::print(stderr, "\r\x1b[K");
    }
  }
  BenchProgress(const BenchProgress&) = delete;
  BenchProgress& operator=(const BenchProgress&) = delete;

  void begins(const Measurement& measurement) {
    ++number_;
    if (on_terminal_) {
      fmt::print(stderr, "\r\x1b[K{} of {}: {}", number_, all_, measurement.name);
    } else if (measurement.group != group_) {
      fmt::print(stderr, "{} of {}: group {}\n", number_, all_, measurement.group);
    }
    group_ = measurement.group;
    std::fflush(stderr);
  }

 private:
  std::size_t all_;
  std::size_t number_ = 0;
  bool on_terminal_;
  std::string_view group_;
};

}  // namespace

std::vector<Measurement> all_measurements() {
  std::vector<Measurement> all;
  for (const auto& group :
       {vconv_measurements, deq_measurements, fixpipe_measurements, isolation_measurements,
        isolated_sweep_measurements, sweep_measurements, overhead_measurements}) {
    std::vector<Measurement> some = group();
    all.insert(all.end(), std::move_iterator(some.begin()), std::move_iterator(some.end()));
  }
  return all;
}

std::vector<Measurement> selected_measurements(const std::string& filter) {
  std::vector<Measurement> selected;
  std::string groups;
  std::string_view last;
  for (Measurement& measurement : all_measurements()) {
    if (measurement.group != last) {
      last = measurement.group;
      groups += (groups.empty() ? "" : ", ") + std::string(last);
    }
    if (filter.empty() || filter == measurement.group || filter == measurement.name) {
      selected.push_back(std::move(measurement));
    }
  }
  if (selected.empty()) {
    throw spec::InputError(
        fmt::format("no measurement is called '{}': use one of {}, or an instruction of these",
                    filter, groups));
  }
  return selected;
}

std::string bench_text(const std::vector<SpeedRatio>& comparisons, const BenchPlan& plan) {
  std::string text;
  std::string_view group;
  for (const SpeedRatio& row : comparisons) {
    if (row.group != group) {
      group = row.group;
      text += fmt::format("{}{:<37} {:<14} {:>8}  {:<18} {:>12} {:>12}\n", text.empty() ? "" : "\n",
                          group, "against", "times", "from..to", "M/s", "against M/s");
    }
    text += fmt::format("  {:<35} {:<14} {:>8}  {:<18} {:>12} {:>12}\n", row.name, row.reference,
                        short_number(row.median),
                        short_number(row.smallest) + ".." + short_number(row.largest),
                        short_number(row.elements_per_second * 1e-6),
                        short_number(row.reference_elements_per_second * 1e-6));
  }
  return text + fmt::format(
                    "\ntimes: as many elements in a second of the processor; the median of {} "
                    "repeats, and from the smallest to the largest\n",
                    plan.repeats);
}

std::string bench_json(const std::vector<SpeedRatio>& comparisons, const BenchPlan& plan) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SpeedRatio& row : comparisons) {
    rows.push_back({{"group", row.group},
                    {"name", row.name},
                    {"against", row.reference},
                    {"ratio", row.median},
                    {"smallest", row.smallest},
                    {"largest", row.largest},
                    {"elements_per_second", row.elements_per_second},
                    {"against_elements_per_second", row.reference_elements_per_second}});
  }
  const nlohmann::ordered_json file = {{"format", kFormat},
                                       {"format_version", kFormatVersion},
                                       {"vconform_version", spec::kProgramVersion},
                                       {"repeats", plan.repeats},
                                       {"seconds", plan.seconds},
                                       {"comparisons", rows}};
  return file.dump(2) + "\n";
}

int bench(const BenchOptions& options) {
  constexpr std::string_view kFix = "name another file with --out";
  const BenchPlan plan;
  std::vector<SpeedRatio> comparisons;
  if (!options.out.empty()) {
    expect_place_for_file(options.out, kFix);
  }
  {
    const std::vector<Measurement> measurements = selected_measurements(options.filter);
    BenchProgress progress(measurements.size());
    for (const Measurement& measurement : measurements) {
      progress.begins(measurement);
      for (SpeedRatio& comparison : measure(measurement, plan)) {
        comparisons.push_back(std::move(comparison));
      }
    }
  }
  fmt::print("{}", bench_text(comparisons, plan));
  std::fflush(stdout);
  if (!options.out.empty()) {
    write_file(options.out, bench_json(comparisons, plan), kFix);
  }
  return kConforms;
}

}  // namespace vconform::suites
