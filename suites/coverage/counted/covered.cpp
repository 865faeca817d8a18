#include "suites/coverage/counted/covered.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "suites/coverage/counted/possible_bins.h"
#include "suites/coverage/counted/unit_coverage.h"
#include "suites/coverage/place_reachability.h"

namespace vconform::suites {

namespace {

using CellKey = std::pair<std::uint16_t, spec::Rounding>;

// Bins by whether they are pairs.
struct Counts {
  std::uint64_t singles = 0;
  std::uint64_t pairs = 0;
};

CoveredPart& part_of(std::vector<CoveredPart>& parts, spec::Family family, GroupId group,
                     bool is_pair) {
  const auto found = std::ranges::find_if(parts, [&](const CoveredPart& part) {
    return part.family == family && part.group == group && part.is_pair == is_pair;
  });
  return found != parts.end() ? *found : parts.emplace_back(family, group, is_pair);
}

Counts possible_places(const spec::Cell& cell, const Tally& all, bool only_met) {
  Counts counts;
  for (const Bin& bin : all.bins()) {
    if ((!only_met || all.has(bin)) && !why_no_place(cell, bin)) {
      ++(bin.b ? counts.pairs : counts.singles);
    }
  }
  return counts;
}

Counts met_values(const Tally& values) {
  Counts counts;
  for (const Bin& bin : values.bins()) {
    if (values.has(bin)) {
      ++(bin.b ? counts.pairs : counts.singles);
    }
  }
  return counts;
}

void add(std::vector<CoveredPart>& parts, const spec::Cell& cell, GroupId group,
         const Counts& counts, std::uint64_t CoveredPart::* field) {
  const spec::Family family = cell.conversion().family;
  if (counts.singles > 0) {
    part_of(parts, family, group, false).*field += counts.singles;
  }
  if (counts.pairs > 0) {
    part_of(parts, family, group, true).*field += counts.pairs;
  }
}

// The first cell of each row among these.
std::vector<spec::Cell> first_of_rows(const std::vector<spec::Cell>& cells) {
  std::vector<spec::Cell> first;
  for (const spec::Cell& cell : cells) {
    if (std::ranges::find(first, cell.row, &spec::Cell::row) == first.end()) {
      first.push_back(cell);
    }
  }
  return first;
}

void merge(const Unit& unit, std::string_view text, std::map<CellKey, CellTallies>& tallies) {
  CellTallies& own =
      tallies
          .try_emplace({unit.cell.row, unit.cell.rounding}, empty_tallies(unit.cell.conversion()))
          .first->second;
  for (Tally& tally : own) {
    const std::size_t end = std::min(text.find(' '), text.size());
    tally.add_text(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

std::vector<CoveredPart> reachable_parts(const std::vector<spec::Cell>& cells) {
  std::vector<CoveredPart> parts;
  for (const spec::Cell& cell : cells) {
    const PossibleBins possible = possible_bins(cell);
    add(parts, cell, GroupId::kValues, {possible.singles, possible.pairs}, &CoveredPart::reachable);
  }
  for (const GroupId group : {GroupId::kAddressing, GroupId::kState}) {
    for (const spec::Cell& cell : first_of_rows(cells)) {
      const Tally none(group_of(group, cell.conversion()));
      add(parts, cell, group, possible_places(cell, none, false), &CoveredPart::reachable);
    }
  }
  std::ranges::sort(parts, {}, [](const CoveredPart& part) {
    return std::tuple(part.family, part.group, part.is_pair);
  });
  return parts;
}

std::vector<CoveredPart> covered_by(const std::vector<spec::Cell>& cells,
                                    const std::vector<Unit>& plan,
                                    const std::vector<UnitResult>& results) {
  std::vector<CoveredPart> parts = reachable_parts(cells);
  std::map<CellKey, CellTallies> tallies;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!results[i].coverage.empty()) {
      merge(plan[i], results[i].coverage, tallies);
    }
  }
  std::map<std::uint16_t, CellTallies> by_row;
  for (const auto& [key, own] : tallies) {
    const spec::Cell cell{key.first, key.second};
    add(parts, cell, GroupId::kValues, met_values(own[static_cast<std::size_t>(GroupId::kValues)]),
        &CoveredPart::reached);
    const auto [row, is_first] = by_row.try_emplace(key.first, own);
    for (std::size_t group = 0; group < kGroups && !is_first; ++group) {
      row->second[group].merge(own[group]);
    }
  }
  for (const spec::Cell& cell : first_of_rows(cells)) {
    const auto row = by_row.find(cell.row);
    for (const GroupId group : {GroupId::kAddressing, GroupId::kState}) {
      if (row != by_row.end()) {
        add(parts, cell, group,
            possible_places(cell, row->second[static_cast<std::size_t>(group)], true),
            &CoveredPart::reached);
      }
    }
  }
  return parts;
}

}  // namespace vconform::suites
