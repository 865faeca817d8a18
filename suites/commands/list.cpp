#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "adapters/load/open_backend.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"
#include "suites/commands/commands.h"
#include "suites/commands/list_errata.h"
#include "suites/commands/list_json.h"
#include "suites/commands/listed_words.h"
#include "suites/files/exit_codes.h"
#include "suites/files/terminal.h"
#include "suites/probing/families.h"

namespace vconform::suites {

namespace {

void print_conversions() {
  fmt::print(
      "\nvconv: pairs of types, rounding modes (- is the bare name), blocks and elements of a "
      "repeat\n");
  fmt::print("  {:<10} {:<9} {:<9} {:>6} {:>6} {:>9}  {}\n", "pair", "modes", "optional", "dst",
             "src", "elements", "status");
  for (const spec::Conversion& row : spec::kConversions) {
    fmt::print("  {:<10} {:<9} {:<9} {:>6} {:>6} {:>9}  {}{}{}\n", spec::pair_name(row), row.modes,
               row.optional_modes, row.destination_blocks, row.source_blocks, row.elements,
               spec::name_of(row.status), row.rule ? ", " : "",
               row.rule ? spec::rule_of(*row.rule).slug : "");
  }
}

void print_vector_rows(spec::Family family) {
  fmt::print("\n{}: {}\n", spec::name_of(family).name, spec::name_of(family).meaning);
  fmt::print("  {:<24} {:<6} {:<6} {:>6} {:>6} {:>9}  {}\n", "instruction", "from", "to", "dst",
             "src", "elements", "status");
  for (const spec::Conversion& row : spec::rows_of(family)) {
    fmt::print("  {:<24} {:<6} {:<6} {:>6} {:>6} {:>9}  {}\n",
               spec::instruction_name({row.number, spec::Rounding::kNull}), row.from().name,
               row.to().name, row.destination_blocks, row.source_blocks, row.elements,
               spec::name_of(row.status));
  }
}

void print_copy_matrix() {
  fmt::print("\ncopy_matrix: {}\n", spec::name_of(spec::Family::kCopyMatrix).meaning);
  fmt::print("  {:<32} {:<5} {:<5} {:<24} {:>11}  {}\n", "instruction", "from", "to",
             "QuantPRE of a word, a vector", "channels", "status");
  for (const spec::Conversion& row : spec::rows_of(spec::Family::kCopyMatrix)) {
    const spec::QuantCode& code = spec::quant_code_of(row);
    fmt::print("  {:<32} {:<5} {:<5} {:>2} {:<13} {:>2} {:<13} {:>5}  {}\n",
               spec::instruction_name({row.number, spec::Rounding::kNull}), row.from().name,
               row.to().name, code.scalar, code.scalar_name, code.vector, code.vector_name,
               spec::channels_of_block(row, false), spec::name_of(row.status));
  }
}

void print_data_copy() {
  fmt::print("\ndata_copy: {}\n", spec::name_of(spec::Family::kDataCopy).meaning);
  fmt::print("  {:<32} {:<5} {:<5} {:<18} {:<9} {}\n", "instruction", "from", "to", "path",
             "deqScale", "source");
  for (const spec::Conversion& row : spec::rows_of(spec::Family::kDataCopy)) {
    fmt::print("  {:<32} {:<5} {:<5} {:<18} {:<9} {}\n",
               spec::instruction_name({row.number, spec::Rounding::kNull}), row.from().name,
               row.to().name,
               fmt::format("{} -> {}", spec::position_of(row.path.from).name,
                           spec::position_of(row.path.to).name),
               spec::kDeqScaleNames[static_cast<std::size_t>(row.deq_scale)], row.origin);
  }
}

void print_words(spec::Family family) {
  for (const ListedWord& word : kListedWords) {
    if (word.family != family) {
      continue;
    }
    fmt::print("  {}\n", word.name);
    for (const spec::WordField& field : spec::kWordFields) {
      if (field.word == word.word) {
        fmt::print("    {:<13} [{}:{}]  {}  (source: {})\n", field.name, field.low + field.bits - 1,
                   field.low, field.meaning, field.source);
      }
    }
  }
}

void print_readings(const spec::Rule& rule) {
  if (!rule.readings.empty()) {
    fmt::print("      one reading for the whole {}:\n", spec::name_of(rule.scope));
  }
  for (const spec::Reading& reading : rule.readings) {
    fmt::print("      {} {}{} [{}]: {}\n", rule.defaults.standard == reading.name ? "*" : " ",
               reading.name, reading.permissive ? " (permissive)" : "",
               spec::name_of(reading.ground), reading.meaning);
    if (!reading.line.empty()) {
      fmt::print("          {}\n", reading.line);
    }
  }
}

void print_rows(const std::vector<spec::Family>& families) {
  for (const spec::Family family : families) {
    switch (family) {
      case spec::Family::kVconv:
        print_conversions();
        break;
      case spec::Family::kCopyMatrix:
        print_copy_matrix();
        break;
      case spec::Family::kDataCopy:
        print_data_copy();
        break;
      default:
        print_vector_rows(family);
        break;
    }
    print_words(family);
  }
}

void print_rules() {
  fmt::print(
      "\nrules: * the reading that profile a2 pins; [page] a page says so, [departs] a page "
      "says otherwise, [open] no page says\n");
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
  const std::vector<spec::Family> families = families_named(options.families);
  if (options.format == kJsonFormat) {
    const json document = options.errata ? listed_errata(families) : listed_rows(families);
    fmt::print("{}\n", document.dump(2));
  } else if (options.errata) {
    fmt::print("{}", fitted(errata_text(families)));
  } else {
    print_rows(families);
    print_rules();
  }
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
  fmt::print("{:<34} a library that exports the prototypes of adapters/vconform_intrinsics.h\n",
             "intrinsics:LIB.so");
  fmt::print("{:<34} a library that calls them, judged by operation\n", "lowering:LIB.so");
  fmt::print("{:<34} a program that speaks the protocol of adapters/exec/protocol.md\n",
             "exec:COMMAND");
  return kConforms;
}

}  // namespace vconform::suites
