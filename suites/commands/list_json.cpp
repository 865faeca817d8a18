#include "suites/commands/list_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "spec/case/version.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"
#include "suites/commands/list_errata.h"
#include "suites/commands/listed_words.h"

namespace vconform::suites {

namespace {

json listed_head() {
  return {{"format", kListFormat},
          {"format_version", kListFormatVersion},
          {"spec_version", spec::kSpecVersion},
          {"vconform_version", spec::kProgramVersion}};
}

json instructions_json(const spec::Conversion& row) {
  json instructions = json::array();
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (spec::offers(row, mode.rounding) || spec::offers_optionally(row, mode.rounding)) {
      instructions.push_back(spec::instruction_name({row.number, mode.rounding}));
    }
  }
  return instructions;
}

json products_json(const spec::Conversion& row) {
  json products = json::array();
  for (std::size_t i = 0; i < spec::kNamesOfProducts.size(); ++i) {
    if (row.products.has(static_cast<spec::Product>(i))) {
      products.push_back(spec::kNamesOfProducts[i]);
    }
  }
  return products;
}

json listed_row(const spec::Conversion& row) {
  json made = {{"row", row.number},
               {"pair", spec::pair_name(row)},
               {"instructions", instructions_json(row)},
               {"source", row.from().name},
               {"destination", row.to().name},
               {"modes", row.modes},
               {"optional_modes", row.optional_modes},
               {"status", spec::name_of(row.status)},
               {"origin", row.origin},
               {"rule", row.rule ? json(spec::rule_of(*row.rule).slug) : json()}};
  if (!row.is_copy()) {
    made["destination_blocks"] = row.destination_blocks;
    made["source_blocks"] = row.source_blocks;
    made["elements"] = row.elements;
    return made;
  }
  made["path"] = {spec::position_of(row.path.from).name, spec::position_of(row.path.to).name};
  if (row.family == spec::Family::kCopyMatrix) {
    const spec::QuantCode& code = spec::quant_code_of(row);
    made["quant_pre"] = {{"word", {{"code", code.scalar}, {"name", code.scalar_name}}},
                         {"vector", {{"code", code.vector}, {"name", code.vector_name}}}};
    made["channels"] = spec::channels_of_block(row, false);
  } else {
    made["products"] = products_json(row);
    made["deq_scale"] = spec::kDeqScaleNames[static_cast<std::size_t>(row.deq_scale)];
  }
  return made;
}

json listed_word(const ListedWord& word) {
  json fields = json::array();
  for (const spec::WordField& field : spec::kWordFields) {
    if (field.word == word.word) {
      fields.push_back({{"name", field.name},
                        {"high", field.low + field.bits - 1},
                        {"low", field.low},
                        {"meaning", field.meaning},
                        {"source", field.source}});
    }
  }
  return {{"word", word.name}, {"fields", fields}};
}

json listed_family(spec::Family family) {
  json rows = json::array();
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family == family) {
      rows.push_back(listed_row(row));
    }
  }
  json words = json::array();
  for (const ListedWord& word : kListedWords) {
    if (word.family == family) {
      words.push_back(listed_word(word));
    }
  }
  return {{"family", spec::name_of(family).name},
          {"meaning", spec::name_of(family).meaning},
          {"rows", rows},
          {"words", words}};
}

json listed_readings(const spec::Rule& rule) {
  json readings = json::array();
  for (const spec::Reading& reading : rule.readings) {
    readings.push_back({{"reading", reading.name},
                        {"meaning", reading.meaning},
                        {"permissive", reading.permissive},
                        {"standard", rule.defaults.standard == reading.name},
                        {"ground", spec::name_of(reading.ground)},
                        {"line", reading.line.empty() ? json() : json(reading.line)}});
  }
  return readings;
}

json listed_rule(const spec::Rule& rule) {
  return {{"rule", rule.slug},
          {"status", spec::name_of(rule.status)},
          {"statement", rule.statement},
          {"source", rule.source},
          {"openness", spec::name_of(rule.openness)},
          {"scope", rule.readings.empty() ? json() : json(spec::name_of(rule.scope))},
          {"readings", listed_readings(rule)}};
}

json listed_quotations(const spec::Erratum& erratum) {
  json quotations = json::array();
  for (const spec::Quotation& quotation : erratum.quotations) {
    quotations.push_back({{"page", spec::page_of(quotation.page).name},
                          {"line", quotation.line},
                          {"english", quotation.english}});
  }
  return quotations;
}

json listed_witness_rule(spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  json readings = json::array();
  for (const spec::Reading& reading : rule.readings) {
    readings.push_back(reading.name);
  }
  const std::optional<ToldApart> apart = told_apart(id);
  return {{"rule", rule.slug},
          {"status", spec::name_of(rule.status)},
          {"openness", spec::name_of(rule.openness)},
          {"readings", readings},
          {"told_apart_by",
           apart ? json{{"instruction", apart->instruction}, {"cases", apart->cases}} : json()}};
}

json listed_erratum(const spec::Erratum& erratum) {
  json explain = json::array();
  for (const std::string_view arguments : erratum.explain) {
    explain.push_back(arguments);
  }
  json rules = json::array();
  for (const spec::RuleId rule : erratum.rules) {
    rules.push_back(listed_witness_rule(rule));
  }
  return {{"erratum", erratum.slug},
          {"page", spec::page_of(erratum.page()).name},
          {"flaw", spec::name_of(erratum.flaw)},
          {"quotations", listed_quotations(erratum)},
          {"fault", erratum.fault},
          {"handling", erratum.handling},
          {"witness", erratum.witness},
          {"explain", explain},
          {"rules", rules}};
}

}  // namespace

json listed_rows(const std::vector<spec::Family>& families) {
  json document = listed_head();
  document["families"] = json::array();
  for (const spec::Family family : families) {
    document["families"].push_back(listed_family(family));
  }
  document["rules"] = json::array();
  for (const spec::Rule& rule : spec::rules()) {
    document["rules"].push_back(listed_rule(rule));
  }
  return document;
}

json listed_errata(const std::vector<spec::Family>& families) {
  json document = listed_head();
  document["pages"] = json::array();
  for (const spec::Page& page : spec::pages()) {
    document["pages"].push_back({{"page", page.name}, {"title", page.title}});
  }
  document["errata"] = json::array();
  for (const spec::Erratum& erratum : errata_of(families)) {
    document["errata"].push_back(listed_erratum(erratum));
  }
  return document;
}

}  // namespace vconform::suites
