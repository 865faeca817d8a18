#include "suites/coverage/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "suites/coverage/place_reachability.h"

namespace vconform::suites {

namespace {

using json = nlohmann::ordered_json;

std::string axis_name(const Bin& bin) {
  const std::string first(dimension_of(bin.a).name);
  return bin.b ? first + " x " + std::string(dimension_of(*bin.b).name) : first;
}

// The reason why a bin that was not reached is impossible, or something that lies in it.
struct Unreached {
  std::optional<std::string> impossible;
  std::string witness;
};
using LookUp = std::function<Unreached(const Bin&)>;

void add_group(GroupId group, const Tally& tally, const LookUp& look_up,
               std::vector<AxisReport>& axes) {
  for (const Bin& bin : tally.bins()) {
    const std::string name = axis_name(bin);
    if (axes.empty() || axes.back().group != group || axes.back().name != name) {
      axes.push_back({group, bin.b.has_value(), name, 0, {}, {}});
    }
    AxisReport& axis = axes.back();
    if (tally.has(bin)) {
      ++axis.reached;
      continue;
    }
    const Unreached unreached = look_up(bin);
    if (unreached.impossible) {
      axis.impossible.push_back({text_of(bin), *unreached.impossible});
    } else {
      axis.missed.push_back({text_of(bin), unreached.witness});
    }
  }
}

template <typename Part>
json list_of(const std::vector<Part>& parts, std::string Part::* why, std::string_view name) {
  json list = json::array();
  for (const Part& part : parts) {
    list.push_back({{"bin", part.bin}, {name, part.*why}});
  }
  return list;
}

json axis_json(const AxisReport& axis) {
  return {{"group", name_of(axis.group)},
          {"axis", axis.name},
          {"pair", axis.is_pair},
          {"reachable", axis.reachable()},
          {"reached", axis.reached},
          {"missed", list_of(axis.missed, &MissedBin::witness, "witness")},
          {"impossible", list_of(axis.impossible, &ImpossibleBin::reason, "reason")}};
}

GroupId group_named(std::string_view name) {
  for (const GroupId group : {GroupId::kValues, GroupId::kAddressing}) {
    if (name_of(group) == name) {
      return group;
    }
  }
  return GroupId::kState;
}

AxisReport axis_from(const json& text) {
  AxisReport axis{group_named(text.at("group").get<std::string>()),
                  text.at("pair").get<bool>(),
                  text.at("axis").get<std::string>(),
                  text.at("reached").get<std::size_t>(),
                  {},
                  {}};
  for (const json& one : text.at("missed")) {
    axis.missed.push_back({one.at("bin").get<std::string>(), one.at("witness").get<std::string>()});
  }
  for (const json& one : text.at("impossible")) {
    axis.impossible.push_back(
        {one.at("bin").get<std::string>(), one.at("reason").get<std::string>()});
  }
  return axis;
}

std::string line_of(std::string_view name, const Fraction& fraction) {
  const std::size_t missed = fraction.reachable - fraction.reached;
  const double percent = fraction.reachable == 0 ? 100.0
                                                 : 100.0 * static_cast<double>(fraction.reached) /
                                                       static_cast<double>(fraction.reachable);
  return fmt::format("  {:<38} {:>10} {:>9} {:>8} {:>11} {:>8.2f} %\n", name, fraction.reachable,
                     fraction.reached, missed, fraction.impossible, percent);
}

// The axes of a family, in the order in which its rows declare them.
std::vector<std::pair<GroupId, std::string>> axes_of(const std::vector<CellReport>& reports,
                                                     spec::Family family) {
  std::vector<std::pair<GroupId, std::string>> axes;
  for (const CellReport& report : reports) {
    for (const AxisReport& axis : report.axes) {
      const std::pair<GroupId, std::string> name(axis.group, axis.name);
      if (report.cell.conversion().family == family &&
          std::find(axes.begin(), axes.end(), name) == axes.end()) {
        axes.push_back(name);
      }
    }
  }
  std::vector<std::pair<GroupId, std::string>> sorted;
  for (const GroupId group : {GroupId::kValues, GroupId::kAddressing, GroupId::kState}) {
    std::copy_if(axes.begin(), axes.end(), std::back_inserter(sorted),
                 [group](const auto& axis) { return axis.first == group; });
  }
  return sorted;
}

std::string family_text(const std::vector<CellReport>& reports, const spec::FamilyName& family) {
  std::string text;
  for (const auto& wanted : axes_of(reports, family.family)) {
    const auto counts = [&](const CellReport& report, const AxisReport& axis) {
      return report.cell.conversion().family == family.family && axis.group == wanted.first &&
             axis.name == wanted.second;
    };
    text += line_of(wanted.second, fraction_of(reports, counts));
  }
  if (text.empty()) {
    return text;
  }
  return fmt::format("{:<40} {:>10} {:>9} {:>8} {:>11} {:>8}\n", family.name, "reachable",
                     "reached", "missed", "impossible", "reached") +
         text;
}

std::string missed_text(const std::vector<CellReport>& reports) {
  std::string text;
  std::map<std::string, std::size_t> impossible;
  for (const CellReport& report : reports) {
    for (const AxisReport& axis : report.axes) {
      for (const MissedBin& missed : axis.missed) {
        text += fmt::format(
            "missed  {}  {}{}\n", spec::instruction_name(report.cell), missed.bin,
            missed.witness.empty() ? "   (undecided: no witness)" : "   " + missed.witness);
      }
      for (const ImpossibleBin& one : axis.impossible) {
        ++impossible[one.reason];
      }
    }
  }
  for (const auto& [reason, count] : impossible) {
    text += fmt::format("impossible  {:>6}  {}\n", count, reason);
  }
  return text;
}

}  // namespace

CellReport report_of(const Reachability& values, const CellTallies& tallies, bool has_row) {
  const spec::Cell& cell = values.cell();
  CellReport report{cell, {}};
  const auto tally_of = [&](GroupId group) -> const Tally& {
    return tallies[static_cast<std::size_t>(group)];
  };
  add_group(
      GroupId::kValues, tally_of(GroupId::kValues),
      [&](const Bin& bin) -> Unreached {
        const Witness* witness = values.witness(bin);
        return {values.impossible(bin), witness == nullptr ? "" : text_of(*witness)};
      },
      report.axes);
  for (const GroupId group : {GroupId::kAddressing, GroupId::kState}) {
    if (has_row) {
      add_group(
          group, tally_of(group),
          [&](const Bin& bin) -> Unreached { return {why_no_place(cell, bin), ""}; }, report.axes);
    }
  }
  return report;
}

json axes_json(const CellReport& report) {
  json axes = json::array();
  for (const AxisReport& axis : report.axes) {
    axes.push_back(axis_json(axis));
  }
  return axes;
}

CellReport report_from(const spec::Cell& cell, const json& axes) {
  CellReport report{cell, {}};
  for (const json& axis : axes) {
    report.axes.push_back(axis_from(axis));
  }
  return report;
}

Fraction fraction_of(const std::vector<CellReport>& reports,
                     const std::function<bool(const CellReport&, const AxisReport&)>& counts) {
  Fraction sum;
  for (const CellReport& report : reports) {
    for (const AxisReport& axis : report.axes) {
      if (counts(report, axis)) {
        sum.reached += axis.reached;
        sum.reachable += axis.reachable();
        sum.impossible += axis.impossible.size();
      }
    }
  }
  return sum;
}

std::string coverage_text(const std::vector<CellReport>& reports, bool lists_missed) {
  std::string text;
  for (const spec::FamilyName& family : spec::kFamilies) {
    text += family_text(reports, family);
  }
  text += "all\n";
  for (const bool is_pair : {false, true}) {
    text += line_of(is_pair ? "pairs" : "single bins",
                    fraction_of(reports, [&](const CellReport&, const AxisReport& axis) {
                      return axis.is_pair == is_pair;
                    }));
  }
  return lists_missed ? text + missed_text(reports) : text;
}

std::string coverage_json(const std::vector<CellReport>& reports, const CoverageRun& run) {
  json document = {{"format", "vconform-coverage"},
                   {"format_version", 1},
                   {"level", run.level},
                   {"seed", run.seed},
                   {"instructions", json::array()}};
  for (const CellReport& report : reports) {
    document["instructions"].push_back(
        {{"instruction", spec::instruction_name(report.cell)}, {"axes", axes_json(report)}});
  }
  return document.dump(1) + "\n";
}

}  // namespace vconform::suites
