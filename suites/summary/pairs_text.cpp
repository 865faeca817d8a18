#include "suites/summary/pairs_text.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "suites/files/progress_line.h"
#include "suites/judging/names.h"

namespace vconform::suites {

namespace {

// The modes of one pair of types on one line; for a path that only copies, its types.
struct PairLine {
  std::string claimed;
  std::string deviating;
  std::string waived;
  std::string not_judged;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t systematic = 0;
};

// "gm_vecin" for all types.
std::string line_name(const spec::Conversion& row) {
  const std::string name = row_name(row);
  return row.is_plain_path() ? name.substr(0, name.rfind('_')) : name;
}

std::string modes_text(const spec::Conversion& row, const std::string& modes) {
  return row.is_plain_path() ? fmt::format("{} types", modes.size()) : modes;
}

std::string verdict_text(const spec::Conversion& row, const PairLine& line) {
  const bool names_modes = row.family == spec::Family::kVconv || row.is_plain_path();
  const auto text = [&](const std::string& verdict, const std::string& modes) {
    return names_modes ? verdict + " in " + modes_text(row, modes) : verdict;
  };
  std::vector<std::string> parts;
  for (const auto& [verdict, modes] :
       {std::pair("deviates", &line.deviating), std::pair("waived", &line.waived),
        std::pair("not judged", &line.not_judged)}) {
    if (!modes->empty()) {
      parts.push_back(text(verdict, *modes));
    }
  }
  return parts.empty() ? "conforms" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string pair_text(const Certificate& certificate, const spec::Conversion& row) {
  PairLine line;
  for (const RowReport& report : certificate.rows) {
    const spec::Conversion& other = report.cell.conversion();
    if (other.family != row.family || line_name(other) != line_name(row) || !report.claimed) {
      continue;
    }
    const char letter = spec::mode_of(report.cell.rounding).letter;
    line.claimed += letter;
    line.waived += report.waived ? std::string(1, letter) : "";
    line.not_judged += report.is_left_open() ? std::string(1, letter) : "";
    line.deviating +=
        report.conforms() || report.waived || report.is_left_open() ? "" : std::string(1, letter);
    line.cases += report.cases;
    line.elements += report.elements;
    line.systematic += report.systematic_elements;
  }
  if (line.claimed.empty()) {
    return fmt::format("  {:<16} not claimed\n", line_name(row));
  }
  return fmt::format("  {:<16} {:<8} {:>10} {:>14} {:>14}   {}\n", line_name(row),
                     modes_text(row, line.claimed), with_commas(line.cases),
                     with_commas(line.elements), with_commas(line.systematic),
                     verdict_text(row, line));
}

std::string by_host_text(std::uint64_t elements, std::string_view how) {
  return elements == 0 ? ""
                       : fmt::format("    {} of its elements {} {}written by host code\n",
                                     with_commas(elements), elements == 1 ? "was" : "were", how);
}

}  // namespace

std::string pairs_text(const Certificate& certificate, spec::Family family) {
  std::string text =
      fmt::format("\n  {:<16} {:<8} {:>10} {:>14} {:>14}\n", spec::name_of(family).name, "modes",
                  "cases", "elements", "systematic");
  std::string last;
  for (const RowReport& report : certificate.rows) {
    if (family == spec::Family::kOperation) {
      text += pair_text(certificate, report.cell.conversion());
      text += by_host_text(report.host_elements.certain, "");
      text += by_host_text(report.host_elements.uncertain, "perhaps ");
    }
  }
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family == family && line_name(row) != last) {
      text += pair_text(certificate, row);
      last = line_name(row);
    }
  }
  return text;
}

}  // namespace vconform::suites
