// Errata: where the vendor's pages contradict themselves or each other, are silent, or have a
// misprint. Each quotes the pages' own words, says what this project does about it, and how a
// result shows which way an implementation went.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "spec/slugs/rule_id.h"

namespace vconform::spec {

// The pages that are quoted. Their order is that of the errata.
enum class PageId : std::uint8_t {
  kVconv,
  kGeneral,
  kCastDeq,
  kCopyMatrixCc,
  kDataCopyEnhanced,
  kEdgeValues,
  kRegEdgeValues,
  kMatrixEdgeValues,
  kSetCtrlSpr,
  kPrecisionConversion,
  kMask,
  kHighDimensions,
  kConstraints,
  kCastDequant,
  kQuantisation,
  kQuantisationWithRelu,
  kL0cToUb,
  kPyascFixpipe,
  kAscSetCtrl,
  kL0cToL1,
};

struct Page {
  PageId id;
  // As in the sources of rules.
  std::string_view name;
  // As the vendor prints it.
  std::string_view title;
};

enum class Flaw : std::uint8_t {
  kContradiction,  // two lines that cannot both hold
  kSilence,        // a question that the page raises and does not answer
  kMisprint,       // the meaning is clear from elsewhere
};

std::string_view name_of(Flaw flaw);

// A line of a page as a reader sees it, or a part of one. " | " stands between cells that follow
// each other in a table.
struct Quotation {
  PageId page;
  std::string_view line;
  // Square brackets hold what the page does not say.
  std::string_view english;
};

// A constant list of at most kMost items.
template <typename Item, std::size_t kMost>
class Few {
 public:
  constexpr Few() = default;
  // An item too many does not compile.
  constexpr Few(std::initializer_list<Item> items) : size_(items.size()) {
    std::size_t next = 0;
    for (const Item& item : items) {
      items_.at(next++) = item;
    }
  }
  constexpr const Item* begin() const { return items_.data(); }
  constexpr const Item* end() const { return items_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const Item& front() const { return items_.front(); }

 private:
  std::array<Item, kMost> items_{};
  std::size_t size_ = 0;
};

struct Erratum {
  // Names it for good: the page and the subject.
  std::string_view slug;
  Flaw flaw;
  // The first one says on which page it is listed.
  Few<Quotation, 4> quotations;
  std::string_view fault;
  std::string_view handling;
  // The inputs, and what comes out under each way to understand the page.
  std::string_view witness;
  // None of one that no result can show.
  Few<RuleId, 8> rules = {};
  // Arguments of the command `explain` that derive the witness.
  Few<std::string_view, 3> explain = {};

  constexpr PageId page() const { return quotations.front().page; }
};

std::span<const Page> pages();
const Page& page_of(PageId id);

// Sorted by page, and within a page in the order of its text.
std::span<const Erratum> errata();

// The pages' own lines about a rule, each once: those that its errata quote, or those that it
// stands on. Empty if none is known.
std::vector<Quotation> quotations_about(RuleId rule);

}  // namespace vconform::spec
