#include "suites/presentation/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_check.h"
#include "suites/report/standing.h"

namespace vconform::suites {

namespace {

// Certificates of different rules say different things by the same words.
void expect_one_version(const std::vector<NamedRecord>& records) {
  for (const auto& [file, record] : records) {
    if (record.spec_version != records.front().record.spec_version) {
      throw spec::InputError(
          fmt::format("{} is of spec version {}, and {} of {}: certify both with one vconform",
                      in_quotes(records.front().file), records.front().record.spec_version,
                      in_quotes(file), record.spec_version));
    }
  }
}

std::vector<Comparison::Implementation> implementations_of(
    const std::vector<NamedRecord>& records) {
  std::vector<Comparison::Implementation> all;
  for (const auto& [file, record] : records) {
    const std::string name = name_and_version(record);
    const bool is_alone = std::ranges::count(records, name, [](const NamedRecord& other) {
                            return name_and_version(other.record);
                          }) == 1;
    all.push_back({is_alone ? name : fmt::format("{} ({})", name, one_line(file)), record.verdict,
                   record.headline, record.level, record.digest, standing_of(record).passes()});
  }
  return all;
}

std::vector<Comparison::Row> rows_of(const std::vector<NamedRecord>& records) {
  std::vector<Comparison::Row> rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const RowRecord& row : records[i].record.rows) {
      auto known = std::ranges::find(rows, row.instruction, &Comparison::Row::instruction);
      if (known == rows.end()) {
        rows.push_back({row.instruction, row.family, {}});
        rows.back().standings.resize(records.size());
        known = rows.end() - 1;
      }
      known->standings[i] = standing_of(row, records[i].record.deviations);
    }
  }
  // A certificate has optional rows, and operations, only if they are claimed.
  for (Comparison::Row& row : rows) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::vector<std::string>& families = records[i].record.families;
      if (!row.standings[i] && std::ranges::find(families, row.family) != families.end()) {
        row.standings[i] = RowStanding::kNotClaimed;
      }
    }
  }
  return rows;
}

std::vector<Comparison::Rule> rules_of(const std::vector<NamedRecord>& records) {
  std::vector<Comparison::Rule> rules;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::set<std::pair<std::string, std::string>> counted;
    for (const DeviationRecord& deviation : records[i].record.deviations) {
      const std::string rule = cause_of(deviation.rule, deviation.claim);
      if (!counted.emplace(rule, deviation.instruction).second) {
        continue;
      }
      auto known = std::ranges::find(rules, rule, &Comparison::Rule::rule);
      if (known == rules.end()) {
        rules.push_back({rule, std::vector<std::size_t>(records.size())});
        known = rules.end() - 1;
      }
      ++known->rows[i];
    }
  }
  return rules;
}

std::vector<Comparison::Reading> readings_of(const std::vector<NamedRecord>& records) {
  std::vector<Comparison::Reading> readings;
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const ChoiceRecord& choice : records[i].record.choices) {
      auto known = std::ranges::find(readings, choice.rule, &Comparison::Reading::rule);
      if (known == readings.end()) {
        readings.push_back({choice.rule, std::vector<std::string>(records.size())});
        known = readings.end() - 1;
      }
      known->readings[i] = choice.reading.value_or("open");
    }
  }
  std::erase_if(readings,
                [](const Comparison::Reading& reading) { return all_equal(reading.readings); });
  return readings;
}

json index_or_null(const std::optional<std::size_t>& index) {
  return index ? json(*index) : json();
}

json standings_json(const std::vector<std::optional<RowStanding>>& standings) {
  json names = json::array();
  for (const std::optional<RowStanding>& standing : standings) {
    names.push_back(standing ? json(name_of(*standing)) : json());
  }
  return names;
}

}  // namespace

std::vector<bool> Comparison::Rule::is_broken() const {
  std::vector<bool> broken;
  for (const std::size_t count : rows) {
    broken.push_back(count > 0);
  }
  return broken;
}

std::string name_and_version(const CertificateRecord& record) {
  return one_line(fmt::format("{}{}{}{}", record.backend_name,
                              record.backend_version.empty() ? "" : " ", record.backend_version,
                              record.on.empty() ? "" : " on " + record.on));
}

Comparison compared(const std::vector<NamedRecord>& records) {
  expect_one_version(records);
  return {implementations_of(records), rows_of(records), rules_of(records), readings_of(records)};
}

json to_json(const Comparison& comparison) {
  json document = {{"format", "vconform-comparison"},  {"format_version", 1},
                   {"implementations", json::array()}, {"rows", json::array()},
                   {"rules", json::array()},           {"readings", json::array()}};
  for (const Comparison::Implementation& one : comparison.implementations) {
    document["implementations"].push_back({{"label", one.label},
                                           {"verdict", one.verdict},
                                           {"passes", one.passes},
                                           {"headline", one.headline},
                                           {"level", one.level},
                                           {"digest", one.digest}});
  }
  for (const Comparison::Row& row : comparison.rows) {
    document["rows"].push_back({{"instruction", row.instruction},
                                {"family", row.family},
                                {"standings", standings_json(row.standings)},
                                {"only", index_or_null(only_one(row.standings))}});
  }
  for (const Comparison::Rule& rule : comparison.rules) {
    document["rules"].push_back({{"rule", rule.rule},
                                 {"rows", rule.rows},
                                 {"only", index_or_null(only_one(rule.is_broken()))}});
  }
  for (const Comparison::Reading& reading : comparison.readings) {
    document["readings"].push_back({{"rule", reading.rule},
                                    {"readings", reading.readings},
                                    {"only", index_or_null(only_one(reading.readings))}});
  }
  return document;
}

}  // namespace vconform::suites
