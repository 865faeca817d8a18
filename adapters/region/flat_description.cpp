#include "adapters/region/flat_description.h"

#include <algorithm>
#include <cstring>

#include "adapters/abi/cell.h"
#include "adapters/abi/checked_table.h"
#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::uint32_t kMaxStrideBits = 16;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

// Anything may stand in a line: whoever reads one knows what it may be.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       start = end + 1, end = text.find('\n', start)) {
    lines.push_back(text.substr(start, end - start));
  }
  return lines;
}

// Whether the claim names an existing instruction and existing features.
bool is_possible_claim(const spec::Cell& cell, std::uint32_t claim) {
  constexpr std::uint32_t kPossible = FlatDescription::kClaimed | spec::kFeatureBits | kFormBits;
  const spec::Conversion& row = cell.conversion();
  const bool exists =
      spec::offers(row, cell.rounding) || spec::offers_optionally(row, cell.rounding);
  return claim == 0 ||
         (exists && (claim & FlatDescription::kClaimed) != 0 && (claim & ~kPossible) == 0);
}

bool is_operation_text(const std::string& text) {
  try {
    spec::declared_operation_from(text);
    return true;
  } catch (const spec::InputError&) {
    return false;
  }
}

bool is_possible(const FlatDescription& flat) {
  for (const spec::Conversion& row : spec::kRows) {
    for (std::size_t mode = 0; mode < spec::kRoundingModes.size(); ++mode) {
      if (!is_possible_claim({row.number, static_cast<spec::Rounding>(mode)},
                             flat.claims[row.number][mode])) {
        return false;
      }
    }
  }
  const std::vector<std::string> operations = split(read_text(flat.operations));
  const std::vector<std::string> choices = split(read_text(flat.permissive_choices));
  return flat.judges_addressing <= 1 && flat.takes_batches <= 1 && flat.argument_checking <= 1 &&
         flat.thread_safe <= 1 && flat.overlap_order <= VCONFORM_ORDER_SNAPSHOT &&
         flat.stride_bits >= 1 && flat.stride_bits <= kMaxStrideBits &&
         flat.largest_memory >= spec::kMaxMemoryBytes &&
         std::all_of(choices.begin(), choices.end(), is_permissive) &&
         std::all_of(operations.begin(), operations.end(), is_operation_text);
}

}  // namespace

void write_text(std::span<char> to, std::string_view text) {
  const std::size_t length = std::min(text.size(), to.size() - 1);
  std::copy_n(text.data(), length, to.data());
  to[length] = '\0';
}

std::string read_text(std::span<const char> from) {
  return {from.data(), strnlen(from.data(), from.size())};
}

void flatten(const Description& description, FlatDescription& flat) {
  const Capabilities& capabilities = description.capabilities;
  write_text(flat.name, description.name);
  write_text(flat.version, description.version);
  write_text(flat.basis, description.basis);
  for (std::size_t row = 0; row < flat.claims.size(); ++row) {
    for (std::size_t mode = 0; mode < flat.claims[row].size(); ++mode) {
      const std::optional<spec::FeatureSet>& claim = capabilities.rows[row][mode];
      flat.claims[row][mode] = claim ? FlatDescription::kClaimed | claim->bits : 0;
    }
  }
  flat.judges_addressing = description.judges_addressing ? 1 : 0;
  flat.takes_batches = description.takes_batches ? 1 : 0;
  flat.argument_checking = capabilities.argument_checking ? 1 : 0;
  flat.thread_safe = capabilities.thread_safe ? 1 : 0;
  flat.overlap_order = declared_order(capabilities.overlap_order);
  flat.stride_bits = static_cast<std::uint32_t>(capabilities.stride_bits);
  flat.largest_memory = capabilities.largest_memory;
  write_text(flat.permissive_choices, joined(capabilities.permissive_choices));
  write_text(flat.notes, description.notes);
  std::vector<std::string> operations;
  for (const spec::DeclaredOperation& operation : capabilities.operations) {
    operations.push_back(spec::to_text(operation));
  }
  write_text(flat.operations, joined(operations));
}

Description unflattened(const FlatDescription& flat, const std::string& where) {
  if (!is_possible(flat)) {
    throw LoadError(where +
                    ": overwrites the memory of the suite when it is opened: it must write "
                    "nothing but its own memory and the memories of a program");
  }
  Description description;
  description.name = one_line(read_text(flat.name).c_str());
  description.version = one_line(read_text(flat.version).c_str());
  description.basis = one_line(read_text(flat.basis).c_str());
  description.judges_addressing = flat.judges_addressing == 1;
  description.takes_batches = flat.takes_batches == 1;
  Capabilities& capabilities = description.capabilities;
  for (std::size_t row = 0; row < flat.claims.size(); ++row) {
    for (std::size_t mode = 0; mode < flat.claims[row].size(); ++mode) {
      const std::uint32_t claim = flat.claims[row][mode];
      if ((claim & FlatDescription::kClaimed) != 0) {
        capabilities.rows[row][mode] = spec::FeatureSet{claim & ~FlatDescription::kClaimed};
      }
    }
  }
  capabilities.argument_checking = flat.argument_checking == 1;
  capabilities.thread_safe = flat.thread_safe == 1;
  capabilities.overlap_order = order_of(flat.overlap_order);
  capabilities.stride_bits = static_cast<int>(flat.stride_bits);
  capabilities.largest_memory = flat.largest_memory;
  capabilities.permissive_choices = split(read_text(flat.permissive_choices));
  for (const std::string& line : split(read_text(flat.notes))) {
    description.notes += one_line(line.c_str()) + "\n";
  }
  for (const std::string& line : split(read_text(flat.operations))) {
    capabilities.operations.push_back(spec::declared_operation_from(line));
  }
  return description;
}

}  // namespace vconform::adapters
