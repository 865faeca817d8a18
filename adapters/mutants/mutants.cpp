#include "adapters/mutants/mutants.h"

#include <array>
#include <string>
#include <utility>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/mutants/all_rows.h"

namespace vconform::adapters::mutants {

namespace {

// kRows is read only at compile time, so that witnesses are not part of the program.
constexpr std::array<Mutant, kRows.size()> kMutants = [] {
  std::array<Mutant, kRows.size()> mutants;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    mutants[i] = {kRows[i].name, kRows[i].wrong, kRows[i].rule.slug};
  }
  return mutants;
}();

constexpr std::array<Change, kRows.size()> kChanges = [] {
  std::array<Change, kRows.size()> changes;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    changes[i] = kRows[i].change;
  }
  return changes;
}();

template <std::size_t kIndex>
golden::Behaviour mutated() {
  return golden_with(std::array{kIndex}, {});
}

using Tables = std::array<vconform_adapter, kMutants.size()>;

template <std::size_t... kIndex>
Tables tables_of(const std::array<std::string, kMutants.size()>& names,
                 std::index_sequence<kIndex...>) {
  return {golden::adapter_table<mutated<kIndex>>(names[kIndex].c_str())...};
}

std::array<std::string, kMutants.size()> backend_names() {
  std::array<std::string, kMutants.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "mutant:" + std::string(kMutants[i].name);
  }
  return names;
}

}  // namespace

std::span<const Mutant> mutants() {
  return kMutants;
}

golden::Behaviour golden_with(std::span<const std::size_t> mistakes,
                              const spec::Choices& readings) {
  golden::Behaviour behaviour = golden::golden_behaviour();
  for (const spec::Choice& reading : readings.all()) {
    behaviour.pin(reading);
  }
  for (const std::size_t mistake : mistakes) {
    kChanges.at(mistake).apply(behaviour);
  }
  return behaviour;
}

const vconform_adapter* mutant_adapter(std::size_t index) {
  static const std::array<std::string, kMutants.size()> names = backend_names();
  static const Tables tables = tables_of(names, std::make_index_sequence<kMutants.size()>());
  return &tables.at(index);
}

}  // namespace vconform::adapters::mutants
