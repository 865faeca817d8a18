#include "suites/presentation/markdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "suites/files/one_line.h"
#include "suites/presentation/row_standing.h"
#include "suites/report/certificate.h"

namespace vconform::suites {

namespace {

// More do not fit the summary of a job.
constexpr std::size_t kMostListed = 40;

// A table cell or a line of text: what a backend says is neither markup nor the end of a cell.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : one_line(text)) {
    if (std::string_view("\\`*_{}[]<>|#!~&").find(c) != std::string_view::npos) {
      safe += '\\';
    }
    safe += c;
  }
  return safe;
}

std::string code(std::string_view text) {
  std::string safe = one_line(text);
  std::ranges::replace(safe, '`', '\'');
  std::ranges::replace(safe, '|', '/');
  return fmt::format("`{}`", safe);
}

std::string line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string head(const std::vector<std::string>& cells) {
  return line(cells) + line(std::vector<std::string>(cells.size(), "---"));
}

std::string left_out(std::size_t count) {
  return count > kMostListed ? fmt::format("\n{} more are not shown.\n", count - kMostListed) : "";
}

std::string diagnosis_of(const CertificateRecord& record) {
  if (!record.diagnosis ||
      (record.diagnosis->mistakes.empty() && record.diagnosis->not_explained.empty())) {
    return "";
  }
  std::string text = "\n### Diagnosis\n\n";
  for (const MistakeRecord& mistake : record.diagnosis->mistakes) {
    text += fmt::format("- **{}** in {}\n", cell(mistake.sentence),
                        cell(fmt::format("{}", fmt::join(mistake.instructions, ", "))));
  }
  if (!record.diagnosis->not_explained.empty()) {
    text += fmt::format("- not explained: {}\n",
                        cell(fmt::format("{}", fmt::join(record.diagnosis->not_explained, ", "))));
  }
  return text;
}

std::string families_of(const CertificateRecord& record) {
  std::vector<std::string> heads = {"family"};
  heads.insert(heads.end(), kRowStandingNames.begin(), kRowStandingNames.end());
  std::string text = "\n" + head(heads);
  for (const std::string& family : record.families) {
    std::array<std::size_t, kRowStandingNames.size()> counts{};
    for (const RowRecord& row : record.rows) {
      if (row.family == family) {
        ++counts[static_cast<std::size_t>(standing_of(row, record.deviations))];
      }
    }
    std::vector<std::string> cells = {cell(family)};
    for (const std::size_t count : counts) {
      cells.push_back(std::to_string(count));
    }
    text += line(cells);
  }
  return text;
}

std::string deviations_of(const CertificateRecord& record) {
  std::string text;
  std::size_t listed = 0;
  for (const DeviationRecord& deviation : record.deviations) {
    if (deviation.waived_by || ++listed > kMostListed) {
      continue;
    }
    text += line({code(deviation.instruction), cell(deviation.verdict),
                  cell(cause_of(deviation.rule, deviation.claim)), code(deviation.example)});
  }
  return text.empty()
             ? ""
             : "\n### Deviations\n\n" + head({"instruction", "verdict", "rule", "smallest case"}) +
                   text + left_out(listed);
}

std::string name_of(const std::optional<RowStanding>& standing) {
  return standing ? std::string(suites::name_of(*standing)) : "not run";
}

std::vector<std::string> labels_of(const Comparison& comparison, std::string_view first) {
  std::vector<std::string> labels = {std::string(first)};
  for (const Comparison::Implementation& one : comparison.implementations) {
    labels.push_back(cell(one.label));
  }
  if (comparison.implementations.size() > 2) {
    labels.emplace_back("only");
  }
  return labels;
}

// Adds the last column of a table of many.
template <typename Value>
std::vector<std::string> with_only(const Comparison& comparison, std::vector<std::string> cells,
                                   const std::vector<Value>& values) {
  if (values.size() > 2) {
    const std::optional<std::size_t> only = only_one(values);
    cells.push_back(only ? cell(comparison.implementations[*only].label) : "");
  }
  return cells;
}

std::string differing_rows(const Comparison& comparison) {
  std::string text;
  for (const Comparison::Row& row : comparison.rows) {
    if (all_equal(row.standings)) {
      continue;
    }
    std::vector<std::string> cells = {code(row.instruction)};
    for (const std::optional<RowStanding>& standing : row.standings) {
      cells.push_back(name_of(standing));
    }
    text += line(with_only(comparison, std::move(cells), row.standings));
  }
  return text.empty()
             ? "\nEvery row stands alike.\n"
             : "\n### Rows that differ\n\n" + head(labels_of(comparison, "instruction")) + text;
}

std::string broken_rules(const Comparison& comparison) {
  std::string text;
  for (const Comparison::Rule& rule : comparison.rules) {
    std::vector<std::string> cells = {code(rule.rule)};
    for (const std::size_t rows : rule.rows) {
      cells.push_back(rows == 0 ? "" : std::to_string(rows));
    }
    text += line(with_only(comparison, std::move(cells), rule.is_broken()));
  }
  return text.empty() ? ""
                      : "\n### Rules broken, in so many rows\n\n" +
                            head(labels_of(comparison, "rule")) + text;
}

std::string differing_readings(const Comparison& comparison) {
  std::string text;
  for (const Comparison::Reading& reading : comparison.readings) {
    std::vector<std::string> cells = {code(reading.rule)};
    for (const std::string& name : reading.readings) {
      cells.push_back(name.empty() ? "" : code(name));
    }
    text += line(with_only(comparison, std::move(cells), reading.readings));
  }
  return text.empty()
             ? ""
             : "\n### Readings that differ\n\n" + head(labels_of(comparison, "open rule")) + text;
}

// The rows that are worse in the second of two, those that are better, and those that only one ran.
std::string difference_of_two(const Comparison& comparison) {
  std::string worse;
  std::string better;
  std::string apart;
  for (const Comparison::Row& row : comparison.rows) {
    const std::optional<RowStanding>& before = row.standings[0];
    const std::optional<RowStanding>& after = row.standings[1];
    if (before != after) {
      std::string& list = !before || !after ? apart : *after > *before ? worse : better;
      list +=
          fmt::format("- {}: {}, was {}\n", code(row.instruction), name_of(after), name_of(before));
    }
  }
  return (worse.empty() ? "" : "\n### Worse\n\n" + worse) +
         (better.empty() ? "" : "\n### Better\n\n" + better) +
         (apart.empty() ? "" : "\n### Run in one only\n\n" + apart) +
         (worse.empty() && better.empty() && apart.empty() ? "\nEvery row stands alike.\n" : "");
}

}  // namespace

std::string markdown_of(const CertificateRecord& record) {
  std::string text =
      fmt::format("## {}: {}\n\n{}; level {}, readings {}, seed {}; {} cases, {} elements\n",
                  cell(name_and_version(record)), cell(record.verdict), cell(record.headline),
                  cell(record.level), cell(record.profile), record.seed, record.counts.cases,
                  record.counts.elements);
  for (const std::string& weakening : record.weakenings) {
    text += fmt::format("\nWeakened: {}\n", code(weakening));
  }
  if (record.counts.rows_required > 0) {
    text += fmt::format("\nRequired, but not claimed: {} rows of {}\n", record.counts.rows_required,
                        cell(fmt::format("{}", fmt::join(record.required, ", "))));
  }
  if (!record.addressing_judged) {
    text += "\nAddressing was not judged: the backend converts arrays or elements\n";
  }
  return text + diagnosis_of(record) + families_of(record) + deviations_of(record);
}

std::string markdown_of(const Comparison& comparison) {
  std::string text = head({"implementation", "verdict", "", "level"});
  for (const Comparison::Implementation& one : comparison.implementations) {
    text += line({cell(one.label), cell(one.verdict), cell(one.headline), cell(one.level)});
  }
  return text +
         (comparison.implementations.size() == 2 ? difference_of_two(comparison)
                                                 : differing_rows(comparison)) +
         broken_rules(comparison) + differing_readings(comparison);
}

}  // namespace vconform::suites
