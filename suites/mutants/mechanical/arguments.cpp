#include "suites/mutants/mechanical/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

using Sites = std::span<const vconform_mechanical_site>;

constexpr std::string_view kGolden = "adapters/golden/";

bool fits(const EquivalenceArgument& argument, const vconform_mechanical_site& site) {
  const auto is_for = [](std::string_view wanted, std::string_view text) {
    return wanted.empty() || wanted == text;
  };
  return std::string_view(site.file) == std::string(kGolden) + std::string(argument.file) &&
         argument.function == site.function && is_for(argument.line, site.context) &&
         is_for(argument.original, site.original) && is_for(argument.mutated, site.mutated);
}

bool have_same_texts(const vconform_mechanical_site& one, const vconform_mechanical_site& other) {
  const auto texts = [](const vconform_mechanical_site& site) {
    return std::array<std::string_view, 5>{site.file, site.function, site.context, site.original,
                                           site.mutated};
  };
  return texts(one) == texts(other);
}

// The number of a site among those with the same texts.
std::size_t nth_of(Sites sites, std::size_t index) {
  return 1 +
         static_cast<std::size_t>(std::ranges::count_if(sites.first(index), [&](const auto& site) {
           return have_same_texts(site, sites[index]);
         }));
}

bool fits(const EquivalenceArgument& argument, Sites sites, std::size_t index) {
  return fits(argument, sites[index]) &&
         (argument.nth == 0 || argument.nth == nth_of(sites, index));
}

std::vector<EquivalenceArgument> all_arguments() {
  std::vector<EquivalenceArgument> all;
  for (const auto table :
       {arguments_about_programs, arguments_about_vectors, arguments_about_vconv,
        arguments_about_copy_matrix, arguments_about_data_copy, arguments_about_dequantisation,
        arguments_about_kernels, arguments_about_numbers}) {
    const auto arguments = table();
    all.insert(all.end(), arguments.begin(), arguments.end());
  }
  return all;
}

}  // namespace

std::span<const EquivalenceArgument> equivalence_arguments() {
  static const std::vector<EquivalenceArgument> all = all_arguments();
  return all;
}

std::string argument_for(Sites sites, std::size_t index) {
  for (const EquivalenceArgument& argument : equivalence_arguments()) {
    if (fits(argument, sites, index)) {
      return std::string(argument.argument);
    }
  }
  return "";
}

void expect_sites_of_arguments(Sites sites) {
  for (const EquivalenceArgument& argument : equivalence_arguments()) {
    bool fits_one = false;
    for (std::size_t index = 0; index < sites.size() && !fits_one; ++index) {
      fits_one = fits(argument, sites, index);
    }
    if (!fits_one) {
      throw std::logic_error(fmt::format(
          "an argument that a mutant is equivalent fits no site of golden: {} in {}, {}",
          argument.original, argument.function, argument.file));
    }
  }
}

}  // namespace vconform::suites
