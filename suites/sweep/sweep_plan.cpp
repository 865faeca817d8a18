#include "suites/sweep/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "generators/sweep/programs.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

spec::Cell cell_to_sweep(const std::string& name, const Subject& subject) {
  const std::optional<spec::Cell> cell = spec::cell_named(name);
  if (!cell) {
    throw spec::InputError("unknown instruction " + in_quotes(name) +
                           ": use a name that the command list prints, such as vconv_f322f16r");
  }
  if (!generators::can_be_swept(cell->conversion())) {
    throw spec::InputError(
        name +
        " cannot be swept: only vconv, the family deq and copies that compute can, "
        "with sources of at most 32 bits; certify tries its listed values");
  }
  if (!subject.claims(*cell)) {
    throw spec::InputError("the backend does not claim " + name + ": leave it out");
  }
  return *cell;
}

std::vector<spec::Cell> swept_cells(const Subject& subject) {
  std::vector<spec::Cell> cells;
  std::ranges::copy_if(spec::all_cells(), std::back_inserter(cells), [&](const spec::Cell& cell) {
    return generators::can_be_swept(cell.conversion()) && subject.claims(cell).has_value();
  });
  return cells;
}

// Inactive lanes that may hold anything show nothing.
spec::FeatureSet features_of(const spec::Cell& cell, const Subject& subject) {
  const spec::FeatureSet claimed = subject.claims(cell).value();
  return subject.pinned.follows(spec::choice("mask.inactive-lanes", "undefined"))
             ? claimed.without(spec::Feature::kMask).without(spec::Feature::kCounter)
             : claimed;
}

bool is_wanted(const std::vector<std::uint64_t>& ctrls, std::uint64_t ctrl) {
  return ctrls.empty() || std::find(ctrls.begin(), ctrls.end(), ctrl) != ctrls.end();
}

std::vector<spec::Cell> cells_of(const SweepSelection& selection, const Subject& subject) {
  if (selection.instructions.empty()) {
    return swept_cells(subject);
  }
  std::vector<spec::Cell> cells;
  for (const std::string& name : selection.instructions) {
    const spec::Cell cell = cell_to_sweep(name, subject);
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) {
      cells.push_back(cell);
    }
  }
  std::sort(cells.begin(), cells.end(), [](const spec::Cell& a, const spec::Cell& b) {
    return a.row != b.row ? a.row < b.row : a.rounding < b.rounding;
  });
  return cells;
}

// Whatever was asked for by name is swept.
void expect_all_asked(const SweepSelection& selection, const std::vector<spec::Cell>& cells,
                      const std::vector<PlannedDomain>& domains) {
  for (const spec::Cell& cell : cells) {
    const auto is_of = [&](const PlannedDomain& one) { return one.domain.cell == cell; };
    if (!selection.instructions.empty() && std::ranges::none_of(domains, is_of)) {
      throw spec::InputError("nothing to sweep of " + spec::instruction_name(cell) +
                             " under this CTRL: leave it out, or --ctrl");
    }
  }
  for (const std::uint64_t ctrl : selection.ctrls) {
    if (std::ranges::none_of(domains,
                             [&](const PlannedDomain& one) { return one.domain.ctrl == ctrl; })) {
      throw spec::InputError(fmt::format("nothing to sweep under --ctrl {:#x}", ctrl));
    }
  }
}

}  // namespace

std::vector<PlannedDomain> sweep_domains(const SweepSelection& selection, const Subject& subject) {
  std::vector<PlannedDomain> domains;
  const std::vector<spec::Cell> cells = cells_of(selection, subject);
  for (const spec::Cell& cell : cells) {
    const spec::FeatureSet features = features_of(cell, subject);
    for (const std::uint64_t ctrl : generators::sweep_ctrls(cell.conversion(), features)) {
      if (is_wanted(selection.ctrls, ctrl)) {
        domains.push_back({{cell, ctrl}, features});
      }
    }
  }
  expect_all_asked(selection, cells, domains);
  if (domains.empty()) {
    throw spec::InputError(
        "nothing to sweep: the backend claims no vconv, no dequantisation and no copy that "
        "computes "
        "with a source of at most 32 bits under this CTRL");
  }
  return domains;
}

std::vector<ChunkId> chunks_of(const std::vector<PlannedDomain>& domains, const Shard& shard) {
  std::vector<ChunkId> chunks;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < domains.size(); ++i) {
    const std::uint64_t count = generators::chunk_count(domains[i].domain.cell.conversion());
    for (std::uint64_t chunk = 0; chunk < count; ++chunk, ++number) {
      if (shard.has(number)) {
        chunks.push_back({i, chunk});
      }
    }
  }
  return chunks;
}

}  // namespace vconform::suites
