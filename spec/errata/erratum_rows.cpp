#include "spec/errata/errata.h"

#include <algorithm>
#include <array>

#include "spec/errata/api_errata.h"
#include "spec/errata/copy_errata.h"
#include "spec/errata/kit_errata.h"
#include "spec/errata/rule_quotations.h"
#include "spec/errata/vconv_errata.h"

namespace vconform::spec {

namespace {

constexpr auto kPages = std::to_array<Page>({
    {PageId::kVconv, "vconv", "vconv"},
    {PageId::kGeneral, "general", "通用参数说明"},
    {PageId::kCastDeq, "cast_deq", "asc.language.basic.cast_deq"},
    {PageId::kCopyMatrixCc, "copy_matrix_cc", "copy_matrix_cc_to_cbuf/copy_matrix_cc_to_gm"},
    {PageId::kDataCopyEnhanced, "data_copy_enhanced", "增强数据搬运"},
    {PageId::kEdgeValues, "asc-devkit:边界值汇总", "Memory矢量计算接口边界值汇总"},
    {PageId::kRegEdgeValues, "asc-devkit:Reg边界值汇总", "Reg矢量计算接口边界值汇总"},
    {PageId::kMatrixEdgeValues, "asc-devkit:矩阵搬出边界值汇总", "矩阵计算搬出相关接口边界值汇总"},
    {PageId::kSetCtrlSpr, "asc-devkit:SetCtrlSpr", "SetCtrlSpr(ISASI)"},
    {PageId::kPrecisionConversion, "asc-devkit:precision_conversion", "精度转换"},
    {PageId::kMask, "asc-devkit:掩码", "掩码"},
    {PageId::kHighDimensions, "asc-devkit:高维切分", "高维切分"},
    {PageId::kConstraints, "asc-devkit:通用说明和约束", "通用说明和约束"},
    {PageId::kCastDequant, "asc-devkit:CastDequant", "CastDequant"},
    {PageId::kQuantisation, "asc-devkit:随路量化", "随路量化"},
    {PageId::kQuantisationWithRelu, "asc-devkit:随路量化与随路ReLU场景组合",
     "随路量化与随路ReLU场景组合"},
    {PageId::kL0cToUb, "asc-devkit:L0C到UB数据搬运", "L0C Buffer到UB数据搬运（DataCopy）"},
    {PageId::kPyascFixpipe, "pyasc:fixpipe", "asc.language.basic.fixpipe"},
    {PageId::kAscSetCtrl, "asc-devkit:asc_set_ctrl", "asc_set_ctrl"},
    {PageId::kL0cToL1, "asc-devkit:L0C到L1数据搬运", "L0C到L1数据搬运（Fixpipe）"},
});

constexpr bool pages_stand_at_their_numbers() {
  for (std::size_t i = 0; i < kPages.size(); ++i) {
    if (kPages[i].id != static_cast<PageId>(i)) {
      return false;
    }
  }
  return true;
}
static_assert(pages_stand_at_their_numbers());

constexpr auto make_errata() {
  std::array<Erratum, kVconvErrata.size() + kApiErrata.size() + kCopyMatrixErrata.size() +
                          kDataCopyErrata.size() + kKitErrata.size()>
      all{};
  Erratum* next = std::copy(kVconvErrata.begin(), kVconvErrata.end(), all.data());
  next = std::copy(kApiErrata.begin(), kApiErrata.end(), next);
  next = std::copy(kCopyMatrixErrata.begin(), kCopyMatrixErrata.end(), next);
  next = std::copy(kDataCopyErrata.begin(), kDataCopyErrata.end(), next);
  std::copy(kKitErrata.begin(), kKitErrata.end(), next);
  return all;
}
constexpr auto kErrata = make_errata();

constexpr bool is_sorted_by_page() {
  for (std::size_t i = 1; i < kErrata.size(); ++i) {
    if (kErrata[i].page() < kErrata[i - 1].page()) {
      return false;
    }
  }
  return true;
}
static_assert(is_sorted_by_page());

}  // namespace

std::string_view name_of(Flaw flaw) {
  switch (flaw) {
    case Flaw::kContradiction:
      return "contradiction";
    case Flaw::kSilence:
      return "silence";
    case Flaw::kMisprint:
      return "misprint";
  }
  return "";
}

std::span<const Page> pages() {
  return kPages;
}

const Page& page_of(PageId id) {
  return kPages.at(static_cast<std::size_t>(id));
}

std::span<const Erratum> errata() {
  return kErrata;
}

std::vector<Quotation> quotations_about(RuleId rule) {
  std::vector<Quotation> found;
  const auto add = [&](const Quotation& quotation) {
    const bool is_known = std::ranges::any_of(found, [&](const Quotation& one) {
      return one.page == quotation.page && one.line == quotation.line;
    });
    if (!is_known) {
      found.push_back(quotation);
    }
  };
  for (const Erratum& erratum : kErrata) {
    if (std::ranges::find(erratum.rules, rule) != erratum.rules.end()) {
      std::ranges::for_each(erratum.quotations, add);
    }
  }
  for (const RuleQuotation& one : kRuleQuotations) {
    if (one.rule == rule) {
      add(one.quotation);
    }
  }
  return found;
}

}  // namespace vconform::spec
