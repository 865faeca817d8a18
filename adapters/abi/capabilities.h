// A library's claims about itself, checked when it is opened.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"
#include "spec/rows/memories.h"
#include "spec/rows/operation_rows.h"
#include "spec/rules/rules.h"

namespace vconform::adapters {

// How a library serves a row. Of convert() and element() the suite lays out the operands.
enum class Form : std::uint8_t { kExecute, kConvert, kElement };

// The bits VCONFORM_BY_x.
inline constexpr std::uint32_t kFormBits =
    VCONFORM_BY_EXECUTE | VCONFORM_BY_CONVERT | VCONFORM_BY_ELEMENT;
static_assert((kFormBits & spec::kFeatureBits) == 0);

struct Capabilities {
  // Indexed by row and rounding; nullopt if not claimed. Beside the features a bit VCONFORM_BY_x:
  // always, once the table is known; claimed_features() takes it away.
  std::array<std::array<std::optional<spec::FeatureSet>, spec::kRoundingModes.size()>,
             spec::kRows.size()>
      rows;
  bool argument_checking = false;
  bool thread_safe = false;
  // The declared reading of rule walk.order; nothing when undeclared.
  std::optional<spec::Choice> overlap_order;
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits = 8;
  // Memories of at most so many bytes can be held.
  std::uint64_t largest_memory = spec::kMaxMemoryBytes;
  // "rule=reading", each an existing permissive reading.
  std::vector<std::string> permissive_choices;
  // Those of a lowering, no two of one name and rounding.
  std::vector<spec::DeclaredOperation> operations;
};

// The features with which operations are called.
inline constexpr spec::FeatureSet kOperationFeatures = {
    static_cast<std::uint32_t>(spec::Feature::kSaturate) |
    static_cast<std::uint32_t>(spec::Feature::kKeepInf) |
    static_cast<std::uint32_t>(spec::Feature::kCtrl59)};

// Those of an instruction or operation; nullopt if it is not claimed.
std::optional<spec::FeatureSet> claimed_features(const Capabilities& capabilities,
                                                 const spec::Cell& cell);

// That of a claimed instruction; kExecute if it is not claimed, and for operations.
Form form_of(const Capabilities& capabilities, const spec::Cell& cell);

// Gives each claim that names no form the one that the table implies. Throws LoadError for a form
// that the table lacks or that cannot serve the row.
void resolve_forms(const vconform_adapter& table, const std::string& where, Capabilities& claimed);

// `where` names the backend in messages. Throws LoadError for a null or too small struct and for
// rows that name unknown types, roundings or features, that no table has, or that contradict each
// other.
Capabilities checked_capabilities(const vconform_capabilities* declared, std::string_view where);

// Whether "rule=reading" names a permissive reading.
bool is_permissive(const std::string& text);

}  // namespace vconform::adapters
