#include "suites/report/operation_exclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace vconform::suites {

namespace {

constexpr std::uint32_t kMask = 1;

std::vector<std::string> exclusions_in(const spec::DeclaredOperation& operation) {
  const spec::OperationRow& row = operation.row;
  const spec::OperationLimits& limits = operation.limits;
  std::vector<std::string> all;
  const auto add = [&](bool holds, std::string what) {
    if (holds) {
      all.push_back(std::move(what));
    }
  };
  add(row.is_chain(), "chain " + spec::conversion_text(row));
  add(row.declares(spec::Saturation::kIntegersKeepLowBits), "integers keep their low bits");
  add(row.declares(spec::Saturation::kIntegersSaturate), "integers saturate whatever CTRL[59] is");
  add(row.declares(spec::Saturation::kHalfSaturates), "halves saturate whatever CTRL[48] is");
  add(row.declares(spec::Saturation::kHalfKeepsInf),
      "halves keep inf and NaN whatever CTRL[48] is");
  add((row.clobbers & ~kMask) != 0, "clobbers " + spec::clobbers_text(row.clobbers & ~kMask));
  add(!limits.aligned, "never aligned");
  add(!limits.unaligned, "never unaligned");
  add(!limits.strides, "never strided");
  add(limits.most_rows != 0, fmt::format("never more than {} rows", limits.most_rows));
  add(limits.most_cols != 0, fmt::format("never more than {} columns", limits.most_cols));
  add(limits.rows_multiple > 1, fmt::format("rows in multiples of {}", limits.rows_multiple));
  add(limits.cols_multiple > 1, fmt::format("columns in multiples of {}", limits.cols_multiple));
  return all;
}

std::vector<std::string> named_exclusions(const spec::DeclaredOperation& operation) {
  const std::string name = spec::operation_name(operation.row);
  std::vector<std::string> all;
  for (const std::string& what : exclusions_in(operation)) {
    all.push_back(fmt::format("{}: {}", name, what));
  }
  if ((operation.row.clobbers & kMask) != 0) {
    all.push_back(fmt::format("{}: clobbers mask", name));
  }
  return all;
}

// The later table with the earlier limits where its own are wider.
spec::DeclaredOperation not_wider(const spec::DeclaredOperation& before,
                                  spec::DeclaredOperation now) {
  const auto most = [](std::uint32_t was, std::uint32_t& is) {
    is = is == 0 || (was != 0 && is >= was) ? was : is;
  };
  const auto multiple = [](std::uint32_t was, std::uint32_t& is) { is = was % is == 0 ? was : is; };
  most(before.limits.most_rows, now.limits.most_rows);
  most(before.limits.most_cols, now.limits.most_cols);
  multiple(before.limits.rows_multiple, now.limits.rows_multiple);
  multiple(before.limits.cols_multiple, now.limits.cols_multiple);
  if ((now.row.clobbers & ~before.row.clobbers) == 0) {
    now.row.clobbers = before.row.clobbers;
  }
  return now;
}

// Whether both convert or quantise alike, whatever else they declare.
bool are_alike(const spec::OperationRow& before, spec::OperationRow now) {
  now.saturation = before.saturation;
  now.clobbers = before.clobbers;
  return now == before;
}

}  // namespace

std::vector<std::string> exclusions_of(const std::vector<spec::DeclaredOperation>& operations) {
  std::vector<std::string> all;
  for (const spec::DeclaredOperation& operation : operations) {
    std::ranges::move(named_exclusions(operation), std::back_inserter(all));
  }
  return all;
}

std::vector<std::string> newly_excluded(const std::vector<spec::DeclaredOperation>& before,
                                        const std::vector<spec::DeclaredOperation>& now) {
  std::vector<std::string> all;
  for (const spec::DeclaredOperation& operation : now) {
    const std::string name = spec::operation_name(operation.row);
    const auto earlier = std::ranges::find(before, name, [](const spec::DeclaredOperation& one) {
      return spec::operation_name(one.row);
    });
    if (earlier == before.end()) {
      continue;
    }
    if (!are_alike(earlier->row, operation.row)) {
      all.push_back(name + ": is another operation");
      continue;
    }
    const std::vector<std::string> known = named_exclusions(*earlier);
    std::ranges::copy_if(
        named_exclusions(not_wider(*earlier, operation)), std::back_inserter(all),
        [&](const std::string& one) { return std::ranges::find(known, one) == known.end(); });
  }
  return all;
}

std::string exclusions_text(const std::vector<spec::DeclaredOperation>& operations) {
  std::string text;
  for (const std::string& exclusion : exclusions_of(operations)) {
    text += fmt::format("declared by its table: {}\n", exclusion);
  }
  return text;
}

std::uint64_t narrowed_count(const std::vector<spec::DeclaredOperation>& operations) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      operations,
      [](const spec::DeclaredOperation& operation) { return !exclusions_in(operation).empty(); }));
}

}  // namespace vconform::suites
