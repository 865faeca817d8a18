#include "suites/mutants/mechanical/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace vconform::suites {

namespace {

constexpr std::string_view kGolden = "adapters/golden/";

bool fits(const EquivalenceArgument& argument, const vconform_mechanical_site& site) {
  const auto is_for = [](std::string_view wanted, std::string_view text) {
    return wanted.empty() || wanted == text;
  };
  return std::string_view(site.file) == std::string(kGolden) + std::string(argument.file) &&
         argument.function == site.function && is_for(argument.line, site.context) &&
         is_for(argument.original, site.original) && is_for(argument.mutated, site.mutated);
}

}  // namespace

std::string argument_for(const vconform_mechanical_site& site) {
  for (const EquivalenceArgument& argument : equivalence_arguments()) {
    if (fits(argument, site)) {
      return std::string(argument.argument);
    }
  }
  return "";
}

void expect_sites_of_arguments(std::span<const vconform_mechanical_site> sites) {
  for (const EquivalenceArgument& argument : equivalence_arguments()) {
    if (std::ranges::none_of(sites, [&](const auto& site) { return fits(argument, site); })) {
      throw std::logic_error(fmt::format(
          "an argument that a mutant is equivalent fits no site of golden: {} in {}, {}",
          argument.original, argument.function, argument.file));
    }
  }
}

}  // namespace vconform::suites
