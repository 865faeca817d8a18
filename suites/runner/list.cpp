#include <fmt/format.h>

#include "adapters/open_backend.h"
#include "spec/conversions.h"
#include "spec/rules.h"
#include "suites/runner/commands.h"
#include "suites/runner/families.h"

namespace vconform::suites {

namespace {

void print_conversions() {
  fmt::print(
      "vconv: pairs of types, rounding modes (- is the bare name), blocks and elements of a "
      "repeat\n");
  fmt::print("  {:<10} {:<9} {:<9} {:>6} {:>6} {:>9}  {}\n", "pair", "modes", "optional", "dst",
             "src", "elements", "status");
  for (const spec::Conversion& row : spec::kConversions) {
    fmt::print("  {:<10} {:<9} {:<9} {:>6} {:>6} {:>9}  {}{}{}\n", spec::pair_name(row), row.modes,
               row.optional_modes, row.destination_blocks, row.source_blocks, row.elements,
               spec::name_of(row.status), row.rule.empty() ? "" : ", ", row.rule);
  }
}

std::string_view name_of(spec::Scope scope) {
  switch (scope) {
    case spec::Scope::kRun:
      return "run";
    case spec::Scope::kFamily:
      return "family";
    case spec::Scope::kRow:
      return "row";
  }
  return "";
}

void print_readings(const spec::Rule& rule) {
  if (!rule.readings.empty()) {
    fmt::print("      one reading for the whole {}:\n", name_of(rule.scope));
  }
  for (std::size_t i = 0; i < rule.readings.size(); ++i) {
    const int index = static_cast<int>(i);
    fmt::print("      {}{} {}{}: {}\n", rule.a2 == index ? "*" : " ",
               rule.pages == index ? "+" : " ", rule.readings[i].name,
               rule.readings[i].permissive ? " (permissive)" : "", rule.readings[i].meaning);
  }
}

void print_rules() {
  fmt::print("\nrules: * the reading that profile a2 pins, + the seed pages' literal one\n");
  for (const spec::Rule& rule : spec::rules()) {
    fmt::print("  {}  [{}]\n      {}\n      source: {}\n", rule.slug, spec::name_of(rule.status),
               rule.statement, rule.source);
    if (rule.openness == spec::Openness::kEither) {
      fmt::print("      free, element by element\n");
    }
    print_readings(rule);
  }
}

}  // namespace

int list(const ListOptions& options) {
  families_named(options.families);
  print_conversions();
  print_rules();
  return kConforms;
}

int backends() {
  for (const adapters::KnownBackend& backend : adapters::known_backends()) {
    const std::string remedy =
        backend.package.empty() ? backend.reason : "install " + backend.package;
    fmt::print("{:<34} {}{}\n", backend.name, backend.description,
               backend.available ? "" : " (not here: " + remedy + ")");
  }
  fmt::print("{:<34} a shared library with the C ABI of adapters/vconform_adapter.h\n",
             "PATH/LIB.so");
  return kConforms;
}

}  // namespace vconform::suites
