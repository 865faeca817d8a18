#include "suites/fuzzing/family_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/files/one_line.h"
#include "suites/files/progress_line.h"

namespace vconform::suites {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t rate(std::uint64_t count, double seconds) {
  return seconds <= 0 ? 0 : static_cast<std::uint64_t>(static_cast<double>(count) / seconds);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

FamilyFigures sum_of(const std::vector<FamilyFigures>& families) {
  FamilyFigures sum;
  sum.name = "all";
  sum.first = Coverage{};
  for (const FamilyFigures& family : families) {
    sum.inputs += family.inputs;
    sum.compared += family.compared;
    sum.elements += family.elements;
    sum.seconds += family.seconds;
    sum.findings += family.findings;
    const Coverage first = family.first.value_or(family.most);
    sum.first->edges += first.edges;
    sum.first->features += first.features;
    sum.most.edges += family.most.edges;
    sum.most.features += family.most.features;
    sum.medians.insert(sum.medians.end(), family.medians.begin(), family.medians.end());
  }
  return sum;
}

std::string table_line(const FamilyFigures& family) {
  return fmt::format(
      "  {:<12} {:>13} {:>9} {:>8.1f} % {:>15} {:>7} {:>7} {:>7} {:>9} {:>8} {:>9}\n", family.name,
      with_commas(family.inputs), with_commas(rate(family.inputs, family.seconds)),
      100 * share(family.compared, family.inputs), with_commas(family.elements),
      family.median_repeat(), family.most.edges, fmt::format("+{}", family.new_edges()),
      family.most.features, fmt::format("+{}", family.new_features()), family.findings);
}

}  // namespace

std::uint64_t FamilyFigures::median_repeat() const {
  std::vector<Median> sorted = medians;
  std::sort(sorted.begin(), sorted.end(),
            [](const Median& a, const Median& b) { return a.repeat < b.repeat; });
  std::uint64_t all = 0;
  for (const Median& median : sorted) {
    all += median.compared;
  }
  std::uint64_t passed = 0;
  for (const Median& median : sorted) {
    passed += median.compared;
    if (2 * passed >= all && all > 0) {
      return median.repeat;
    }
  }
  return 0;
}

void ProcessFigures::advance(const TargetFigures& now, FamilyFigures& family) {
  // A count that goes backwards is ignored.
  if (now.inputs < last_.inputs || now.compared < last_.compared || now.elements < last_.elements) {
    return;
  }
  family.inputs += now.inputs - last_.inputs;
  family.compared += now.compared - last_.compared;
  family.elements += now.elements - last_.elements;
  last_ = now;
}

void ProcessFigures::take_report(std::string_view line, FamilyFigures& family) {
  if (const std::optional<TargetFigures> now = figures_in(line)) {
    reported_compared_ = std::max(reported_compared_, now->compared);
    advance(*now, family);
  }
}

void ProcessFigures::take_error(std::string_view line, FamilyFigures& family) {
  if (const std::optional<Coverage> coverage = coverage_in(line)) {
    if (!family.first && line.find("INITED") != std::string_view::npos) {
      family.first = coverage;
    }
    family.most.edges = std::max(family.most.edges, coverage->edges);
    family.most.features = std::max(family.most.features, coverage->features);
  } else if (!figures_in(line) && !line.starts_with("INFO: ") &&
             !line.starts_with("Dictionary: ") &&
             line.find_first_not_of(" \t\r") != std::string_view::npos) {
    last_words_ = one_line(line);
  }
}

void ProcessFigures::take_record(const FlightRecord& record, FamilyFigures& family) {
  // No process runs more inputs than this in its time, so a record with more is ignored.
  constexpr std::uint64_t kMost = 100'000'000;
  const TargetFigures now{record.inputs, record.compared, record.elements, last_.median_repeat};
  if (now.inputs < kMost && now.compared <= now.inputs) {
    advance(now, family);
  }
}

void ProcessFigures::finish(double seconds, FamilyFigures& family) const {
  family.seconds += seconds;
  if (last_.compared > 0) {
    family.medians.push_back({last_.median_repeat, last_.compared});
  }
}

std::string figures_table(const std::vector<FamilyFigures>& families) {
  std::string text = fmt::format(
      "\n  {:<12} {:>13} {:>9} {:>10} {:>15} {:>7} {:>7} {:>7} {:>9} {:>8} {:>9}\n", "", "inputs",
      "a second", "compared", "elements", "repeat", "edges", "new", "features", "new", "findings");
  for (const FamilyFigures& family : families) {
    text += table_line(family);
  }
  return families.size() > 1 ? text + table_line(sum_of(families)) : text;
}

std::string FiguresLine::text(const std::vector<FamilyFigures>& families, double seconds,
                              double seconds_left) {
  const FamilyFigures all = sum_of(families);
  const Coverage before = before_.value_or(*all.first);
  const auto lately = [](std::uint64_t now, std::uint64_t then) {
    return now - std::min(now, then);
  };
  const std::string text = fmt::format(
      "{} inputs, {}/s, {:.0f} % compared, {} elements, {} edges (+{}, +{} lately), {} features "
      "(+{}, "
      "+{} lately), {}, about {:.0f} s left",
      with_commas(all.inputs), with_commas(rate(all.inputs, seconds)),
      100 * share(all.compared, all.inputs), with_commas(all.elements), all.most.edges,
      all.new_edges(), lately(all.most.edges, before.edges), all.most.features, all.new_features(),
      lately(all.most.features, before.features), counted(all.findings, "finding", "findings"),
      std::max(seconds_left, 0.0));
  // If lines come every ten seconds, each gets its own interval.
  constexpr double kInterval = 9.5;
  if (seconds - begun_ >= kInterval) {
    begun_ = seconds;
    before_ = all.most;
  }
  return text;
}

}  // namespace vconform::suites
