// Several implementations side by side, each by its certificate.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suites/files/json.h"
#include "suites/presentation/row_standing.h"

namespace vconform::suites {

// Each list below has one item for each implementation, in their order.
struct Comparison {
  struct Implementation {
    // Name and version; with the file where two have the same.
    std::string label;
    std::string verdict;
    std::string headline;
    std::string level;
    std::string digest;
    bool passes = false;
  };
  struct Row {
    std::string instruction;
    std::string family;
    // nullopt: its family was not run.
    std::vector<std::optional<RowStanding>> standings;
  };
  // A rule that one of them breaks, waived or not.
  struct Rule {
    std::string rule;
    // The rows in which each breaks it.
    std::vector<std::size_t> rows;

    std::vector<bool> is_broken() const;
  };
  // An open rule of which their readings differ; "open" where none was pinned, "" if it is not in
  // the certificate.
  struct Reading {
    std::string rule;
    std::vector<std::string> readings;
  };

  std::vector<Implementation> implementations;
  // In the order of the first certificate that has them.
  std::vector<Row> rows;
  std::vector<Rule> rules;
  std::vector<Reading> readings;
};

// "Eigen 3.4.0"; with " on " and what it ran on, if --on was given.
std::string name_and_version(const CertificateRecord& record);

// At least two records, with the file of each.
struct NamedRecord {
  std::string file;
  CertificateRecord record;
};
// Throws spec::InputError unless all have one spec version.
Comparison compared(const std::vector<NamedRecord>& records);

// The index of the one that differs, where all others, two at least, are equal.
template <typename Value>
std::optional<std::size_t> only_one(const std::vector<Value>& values) {
  for (std::size_t i = 0; i < values.size() && values.size() > 2; ++i) {
    const Value& common = values[i == 0 ? 1 : 0];
    bool others_agree = values[i] != common;
    for (std::size_t j = 0; j < values.size(); ++j) {
      others_agree = others_agree && (j == i || values[j] == common);
    }
    if (others_agree) {
      return i;
    }
  }
  return std::nullopt;
}

template <typename Value>
bool all_equal(const std::vector<Value>& values) {
  for (const Value& value : values) {
    if (value != values.front()) {
      return false;
    }
  }
  return true;
}

// Fields in README.md.
json to_json(const Comparison& comparison);

}  // namespace vconform::suites
