#include "suites/mutants/mechanical/mechanical_mutants.h"

#include <fmt/format.h>

#include "spec/rows/conversions.h"
#include "suites/mutants/mechanical/arguments.h"
#include "suites/mutants/mechanical/mechanical_library.h"

namespace vconform::suites {

std::vector<WrongBackend> mechanical_mutants() {
  const MechanicalLibrary library;
  expect_sites_of_arguments(library.sites());
  std::vector<WrongBackend> mutants;
  for (const vconform_mechanical_site& site : library.sites()) {
    WrongBackend mutant;
    mutant.site = mutants.size() + 1;
    mutant.name = fmt::format("mechanical/{}", mutant.site);
    mutant.wrong = fmt::format("{}:{}: {} is {}", site.file, site.line, site.original,
                               *site.mutated == '\0' ? "dropped" : site.mutated);
    mutant.cells = spec::all_cells();
    mutant.equivalent = argument_for(library.sites(), mutant.site - 1);
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

}  // namespace vconform::suites
