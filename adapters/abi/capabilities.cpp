#include "adapters/abi/capabilities.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

#include "adapters/abi/cell.h"
#include "adapters/abi/checked_table.h"
#include "adapters/abi/operations.h"
#include "adapters/load_error.h"
#include "spec/profiles/choices.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::size_t kSmallestStruct = offsetof(vconform_capabilities, choice_count);
constexpr std::size_t kStructWithChoices = offsetof(vconform_capabilities, largest_memory);
constexpr std::size_t kStructWithMemory = offsetof(vconform_capabilities, operations);
constexpr std::uint32_t kMaxRows = 4096;
constexpr std::uint32_t kMaxChoices = 256;
constexpr std::uint32_t kMaxStrideBits = 16;
constexpr std::uint32_t kTypes = VCONFORM_F64 + 1;
constexpr std::uint32_t kRoundings = spec::kRoundingModes.size();

void require(bool holds, const std::string& where, const std::string& message) {
  if (!holds) {
    throw LoadError(where + ": " + message);
  }
}

void check_numbers(const vconform_capability& row, const std::string& where) {
  require(row.family < spec::kFamilies.size(), where,
          "unknown family " + std::to_string(row.family));
  require(row.source_type < kTypes, where,
          "unknown source_type " + std::to_string(row.source_type));
  require(row.destination_type < kTypes, where,
          "unknown destination_type " + std::to_string(row.destination_type));
  require(row.roundings != 0, where, "claims no rounding: set bits 1 << VCONFORM_ROUND_x");
  require(
      row.roundings >> kRoundings == 0, where,
      "unknown bits in roundings " + std::to_string(row.roundings) + ": use 1 << VCONFORM_ROUND_x");
  require((row.features & ~(spec::kFeatureBits | kFormBits)) == 0, where,
          "unknown bits in features " + std::to_string(row.features));
  require(std::popcount(row.features & kFormBits) <= 1, where,
          "is served in several forms: set one of VCONFORM_BY_EXECUTE, _CONVERT and _ELEMENT");
}

// CTRL[48] affects results of 16 bits: a row that claims neither state would never be tried.
void check_half_result(const spec::Cell& cell, spec::FeatureSet features,
                       const std::string& where) {
  const spec::Conversion& row = cell.conversion();
  const bool is_decided =
      row.to().is_floating() && row.to().bits == 16 && row.family != spec::Family::kDataCopy;
  require(!is_decided || features.has(spec::Feature::kSaturate) ||
              features.has(spec::Feature::kKeepInf),
          where,
          instruction_name(cell) +
              " is claimed in neither state of CTRL[48]: add VCONFORM_FEATURE_SATURATE (state 0), "
              "VCONFORM_FEATURE_KEEP_INF (state 1) or both to its features, which exec: calls "
              "saturate and keep-inf");
}

// Only the claims of FIXPIPE tell modes of ReLU apart.
void check_relu_modes(const spec::Cell& cell, spec::FeatureSet features, const std::string& where) {
  for (const spec::FeatureName& mode : spec::kReluModes) {
    const bool is_named = (features.bits & spec::FeatureSet::only(mode.feature).bits) != 0;
    require(!is_named || cell.conversion().family == spec::Family::kCopyMatrix, where,
            instruction_name(cell) + " has no modes of ReLU: claim VCONFORM_FEATURE_RELU for " +
                std::string(mode.name) + ", which copy_matrix has");
  }
}

void claim(const spec::Cell& cell, const vconform_capability& row, const std::string& where,
           Capabilities& checked) {
  std::optional<spec::FeatureSet>& known =
      checked.rows[cell.row][static_cast<std::size_t>(cell.rounding)];
  check_relu_modes(cell, {row.features}, where);
  const spec::FeatureSet features = spec::FeatureSet{row.features}.normalised();
  check_half_result(cell, features, where);
  require(!known || *known == features, where,
          instruction_name(cell) + " is claimed twice with different features: keep one row");
  known = features;
}

// The row that is claimed, such as "form 5 from type 2 to type 1".
std::string text_of(const vconform_capability& row) {
  const std::string types = "from type " + std::to_string(row.source_type) + " to type " +
                            std::to_string(row.destination_type);
  const std::string variant = std::to_string(row.variant);
  switch (row.family) {
    case VCONFORM_FAMILY_DEQ:
      return "form " + variant + " " + types;
    case VCONFORM_FAMILY_COPY_MATRIX:
      return "row " + types + " in memory " + variant + ": variant is VCONFORM_L1 or VCONFORM_GM";
    case VCONFORM_FAMILY_DATA_COPY:
      return "row " + types + " of variant " + variant +
             ": build it with VCONFORM_DATA_COPY_VARIANT";
    default:
      return "row " + types;
  }
}

void add_row(const vconform_capability& row, const std::string& where, Capabilities& checked) {
  const auto family = static_cast<spec::Family>(row.family);
  const std::span<const spec::Conversion> rows = spec::rows_of(family);
  const std::string name(spec::name_of(family).name);
  const auto has_variant = [](const spec::Conversion& one) { return variant_of(one) != 0; };
  require(row.variant == 0 || std::ranges::any_of(rows, has_variant), where,
          "variant must be 0 for " + name);
  const spec::Conversion* conversion =
      row_of(family, row.variant, row.source_type, row.destination_type);
  require(conversion != nullptr, where, name + " has no " + text_of(row));
  const auto has_suffix = [](const spec::Conversion& one) { return one.modes != "-"; };
  require(row.roundings == 1 || std::ranges::any_of(rows, has_suffix), where,
          "roundings must be 1 for " + name + ": it has no suffix");
  for (std::uint32_t rounding = 0; rounding < kRoundings; ++rounding) {
    if ((row.roundings >> rounding & 1) == 0) {
      continue;
    }
    const auto cell = cell_of(family, row.variant, row.source_type, row.destination_type, rounding);
    require(cell.has_value(), where,
            name + " has no " + pair_name(*conversion) + " with rounding '" +
                spec::kRoundingModes[rounding].letter + "': clear that bit of roundings");
    claim(*cell, row, where, checked);
  }
}

void add_rows(const vconform_capabilities& declared, const std::string& where,
              Capabilities& checked) {
  if (declared.row_count == 0) {
    return;
  }
  require(declared.rows != nullptr, where, "capabilities: rows is null, row_count is not 0");
  require(declared.row_count <= kMaxRows, where,
          "capabilities: row_count " + std::to_string(declared.row_count) + " exceeds 4096");
  require(declared.row_size >= sizeof(vconform_capability), where,
          "capabilities: row_size is " + std::to_string(declared.row_size) +
              ": set it to sizeof(vconform_capability)");
  const auto* bytes = reinterpret_cast<const unsigned char*>(declared.rows);
  for (std::uint32_t i = 0; i < declared.row_count; ++i) {
    vconform_capability row{};
    std::memcpy(&row, bytes + std::size_t{i} * declared.row_size, sizeof row);
    const std::string here = where + ": capability row " + std::to_string(i);
    check_numbers(row, here);
    add_row(row, here, checked);
  }
}

void check_choice(const std::string& text, const std::string& where) {
  try {
    require(spec::reading_of(spec::choice_named(text)).permissive, where,
            "capabilities: choice '" + text +
                "' is not a permissive reading: leave it out, probing finds it");
  } catch (const spec::InputError& error) {
    throw LoadError(where + ": capabilities: " + error.what());
  }
}

void add_choices(const vconform_capabilities& declared, const std::string& where,
                 Capabilities& checked) {
  if (declared.choice_count == 0) {
    return;
  }
  require(declared.choices != nullptr, where,
          "capabilities: choices is null, choice_count is not 0");
  require(declared.choice_count <= kMaxChoices, where,
          "capabilities: choice_count " + std::to_string(declared.choice_count) + " exceeds 256");
  for (std::uint32_t i = 0; i < declared.choice_count; ++i) {
    const std::string text = one_line(declared.choices[i]);
    check_choice(text, where);
    // Duplicates are dropped, so that all fit where descriptions are handed over.
    std::vector<std::string>& known = checked.permissive_choices;
    if (std::find(known.begin(), known.end(), text) == known.end()) {
      known.push_back(text);
    }
  }
}

}  // namespace

bool is_permissive(const std::string& text) {
  try {
    return spec::reading_of(spec::choice_named(text)).permissive;
  } catch (const spec::InputError&) {
    return false;
  }
}

Capabilities checked_capabilities(const vconform_capabilities* declared, std::string_view where) {
  const std::string name(where);
  require(declared != nullptr, name, "capabilities() returned null");
  const std::size_t size = declared->struct_size;
  require(size >= kSmallestStruct, name,
          "capabilities: struct_size is " + std::to_string(size) + ", version 1 needs " +
              std::to_string(kSmallestStruct) + ": set it to sizeof(vconform_capabilities)");
  vconform_capabilities copy{};
  std::memcpy(&copy, declared, std::min(size, sizeof copy));
  if (size < kStructWithChoices) {
    copy.choice_count = 0;
  }
  if (size < kStructWithMemory) {
    copy.largest_memory = 0;
  }
  if (size < sizeof copy) {
    copy.operation_count = 0;
  }
  require(copy.overlap_order <= VCONFORM_ORDER_SNAPSHOT, name,
          "capabilities: unknown overlap_order " + std::to_string(copy.overlap_order));
  require(copy.stride_bits <= kMaxStrideBits, name,
          "capabilities: stride_bits " + std::to_string(copy.stride_bits) +
              " exceeds 16, the width of a stride");

  require(copy.largest_memory == 0 || copy.largest_memory >= spec::kMaxMemoryBytes, name,
          "capabilities: largest_memory " + std::to_string(copy.largest_memory) +
              " is less than what every library must hold, " +
              std::to_string(spec::kMaxMemoryBytes));

  Capabilities checked;
  checked.argument_checking = (copy.flags & VCONFORM_ARGUMENT_CHECKING) != 0;
  checked.thread_safe = (copy.flags & VCONFORM_THREAD_SAFE) != 0;
  checked.overlap_order = order_of(copy.overlap_order);
  checked.stride_bits = copy.stride_bits == 0 ? 8 : static_cast<int>(copy.stride_bits);
  checked.largest_memory = copy.largest_memory == 0 ? spec::kMaxMemoryBytes : copy.largest_memory;
  add_rows(copy, name, checked);
  add_choices(copy, name, checked);
  checked.operations = checked_operations(copy, name);
  return checked;
}

std::optional<spec::FeatureSet> claimed_features(const Capabilities& capabilities,
                                                 const spec::Cell& cell) {
  if (!spec::is_operation(cell)) {
    const auto& claim = capabilities.rows[cell.row][static_cast<std::size_t>(cell.rounding)];
    return claim ? std::optional(spec::FeatureSet{claim->bits & ~kFormBits}) : std::nullopt;
  }
  const spec::OperationRow& row = spec::operation_of(cell);
  const bool is_declared = std::ranges::any_of(
      capabilities.operations,
      [&](const spec::DeclaredOperation& declared) { return declared.row == row; });
  return is_declared ? std::optional(kOperationFeatures) : std::nullopt;
}

}  // namespace vconform::adapters
