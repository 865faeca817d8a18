#include "suites/commands/list_errata.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "generators/programs/discriminators.h"
#include "spec/case/instruction.h"
#include "spec/rules/rules.h"
#include "suites/files/program.h"

namespace vconform::suites {

namespace {

using spec::Family;
using spec::PageId;

// The families that a page is about; of a page that is not listed, all.
struct PageFamilies {
  PageId page;
  std::span<const Family> families;
};

constexpr std::array kOfVconvPage = {Family::kVconv, Family::kDeq};
constexpr std::array kOfGeneralPage = {Family::kVconv, Family::kDeq, Family::kCastDeq};
constexpr std::array kOfCastDeqPage = {Family::kCastDeq};
constexpr std::array kOfCopyMatrixPage = {Family::kCopyMatrix};
constexpr std::array kOfDataCopyPage = {Family::kDataCopy};

constexpr std::array<PageFamilies, 5> kPageFamilies = {{
    {PageId::kVconv, kOfVconvPage},
    {PageId::kGeneral, kOfGeneralPage},
    {PageId::kCastDeq, kOfCastDeqPage},
    {PageId::kCopyMatrixCc, kOfCopyMatrixPage},
    {PageId::kDataCopyEnhanced, kOfDataCopyPage},
}};

bool share_one(std::span<const Family> some, std::span<const Family> others) {
  return std::ranges::any_of(
      some, [&](Family family) { return std::ranges::find(others, family) != others.end(); });
}

bool is_about(const spec::Erratum& erratum, std::span<const Family> families) {
  for (const spec::RuleId rule : erratum.rules) {
    if (share_one(spec::rule_of(rule).concerns.families, families)) {
      return true;
    }
  }
  const auto* page = std::ranges::find(kPageFamilies, erratum.page(), &PageFamilies::page);
  return erratum.rules.empty() &&
         (page == kPageFamilies.end() || share_one(page->families, families));
}

// The instruction of a case on which the readings of this rule can be told apart; empty if the case
// is about another rule of its row.
std::string instruction_about(const spec::Rule& rule, const spec::Case& test_case) {
  for (const spec::Step& step : test_case.steps) {
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    if (cell && spec::concerns(rule, cell->conversion())) {
      return spec::instruction_name(*cell);
    }
  }
  return "";
}

std::string rule_lines(spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  std::string text = fmt::format("      rule      {}  [{}]\n", rule.slug, name_of(rule.status));
  if (rule.openness == spec::Openness::kEither) {
    text += "                free, element by element\n";
  }
  std::string readings;
  for (const spec::Reading& reading : rule.readings) {
    readings += fmt::format("{}{}", readings.empty() ? "" : ", ", reading.name);
  }
  if (!readings.empty()) {
    text += fmt::format("                readings {}\n", readings);
  }
  if (const std::optional<ToldApart> apart = told_apart(id)) {
    text += fmt::format("                discriminating cases: {}, the first of {}\n", apart->cases,
                        apart->instruction);
  }
  return text;
}

std::string erratum_lines(const spec::Erratum& erratum) {
  std::string text = fmt::format("  {}  [{}]\n", erratum.slug, name_of(erratum.flaw));
  for (const spec::Quotation& quotation : erratum.quotations) {
    text += fmt::format("      {}: {}\n", spec::page_of(quotation.page).name, quotation.line);
    if (quotation.english != quotation.line) {
      text += fmt::format("          = {}\n", quotation.english);
    }
  }
  text += fmt::format("      fault     {}\n      handling  {}\n      witness   {}\n", erratum.fault,
                      erratum.handling, erratum.witness);
  for (const std::string_view arguments : erratum.explain) {
    text += fmt::format("                {} explain {}\n", program(), arguments);
  }
  for (const spec::RuleId rule : erratum.rules) {
    text += rule_lines(rule);
  }
  return text;
}

}  // namespace

std::vector<spec::Erratum> errata_of(const std::vector<Family>& families) {
  std::vector<spec::Erratum> some;
  for (const spec::Erratum& erratum : spec::errata()) {
    if (is_about(erratum, families)) {
      some.push_back(erratum);
    }
  }
  return some;
}

std::optional<ToldApart> told_apart(spec::RuleId rule) {
  for (const generators::Discriminator& row : generators::discriminators()) {
    if (std::ranges::find(row.rules, rule) == row.rules.end()) {
      continue;
    }
    ToldApart apart;
    for (const generators::DiscriminatingCase& each : row.cases()) {
      const std::string name = instruction_about(spec::rule_of(rule), each.test_case);
      apart.cases += name.empty() ? 0 : 1;
      apart.instruction = apart.instruction.empty() ? name : apart.instruction;
    }
    return apart.cases == 0 ? std::nullopt : std::optional(apart);
  }
  return std::nullopt;
}

std::string errata_text(const std::vector<Family>& families) {
  const std::vector<spec::Erratum> some = errata_of(families);
  std::string text = fmt::format(
      "errata: {} places where the vendor's pages contradict themselves or each other, are silent, "
      "or have a misprint\n",
      some.size());
  std::optional<PageId> page;
  for (const spec::Erratum& erratum : some) {
    if (erratum.page() != page) {
      page = erratum.page();
      text += fmt::format("\n{}: {}\n", spec::page_of(*page).name, spec::page_of(*page).title);
    }
    text += erratum_lines(erratum);
  }
  return text;
}

}  // namespace vconform::suites
