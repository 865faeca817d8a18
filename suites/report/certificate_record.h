// A certificate as it was read from certificate.json, for any version of the rules. Fields are
// named as in the file (README.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/explain/wrong_element.h"
#include "spec/rows/memories.h"
#include "spec/rows/operation_rows.h"
#include "suites/diagnosis/diagnosis_json.h"
#include "suites/judging/not_returned.h"
#include "suites/judging/property.h"
#include "suites/report/run_part.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

struct CertificateCounts {
  std::uint64_t rows = 0;
  std::uint64_t rows_claimed = 0;
  std::uint64_t rows_conforming = 0;
  std::uint64_t rows_waived = 0;
  std::uint64_t rows_required = 0;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t deviations = 0;
  std::uint64_t deviations_waived = 0;
  // Only in a certificate with a budget, or of results supplied as files; there nullopt in older
  // ones, whose rows are all judged.
  std::optional<std::uint64_t> rows_not_judged;
};

struct RowRecord {
  std::string instruction;
  std::string family;
  std::string source;
  std::string destination;
  std::string rounding;
  std::string status;
  bool claimed = false;
  std::vector<std::string> features;
  bool lowered = false;
  bool laid_out = false;
  bool required = false;
  bool conforms = false;
  bool waived = false;
  bool not_judged = false;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  // nullopt in older files, which count all of a program under the row of its unit.
  std::optional<std::uint64_t> programs_elsewhere;
  std::uint64_t elements_elsewhere = 0;
  std::uint64_t systematic_elements = 0;
  // Only of an operation.
  HostElements host_elements;
  std::uint64_t further_failing_cases = 0;
  std::vector<std::uint64_t> deviations;
};

struct UnitRecord {
  std::string claim;
  std::string kind;
  // As written, "0x0001000000000000"; for systematic units only.
  std::string ctrl;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t elements_of_others = 0;
  // As UnitReport::ended.
  std::string ended;
};

struct PropertyRecord {
  std::string property;
  std::string claim;
  std::uint64_t rows = 0;
  std::uint64_t rows_deviating = 0;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;

  friend bool operator==(const PropertyRecord&, const PropertyRecord&) = default;
};

struct RuleRecord {
  std::string rule;
  std::string status;
  bool cited = false;
  bool broken = false;
};

struct DeviationRecord {
  std::string instruction;
  std::string claim;
  std::string verdict;
  // Empty if none is named.
  std::string rule;
  std::string example;
  std::uint64_t failing_cases = 0;
  std::string fingerprint;
  // Empty if there is no case to show.
  std::string file;
  // nullopt if no element is wrong, or it is not recorded.
  std::optional<oracle::WrongElement> element;
  // The fault in indented lines, and the text of the case; empty if they are long, or not
  // recorded.
  std::string details;
  std::string case_text;
  std::optional<std::uint64_t> waived_by;
};

// Whether there are deviations of the row, and all are results supplied as files that are not
// there.
inline bool only_not_returned(const RowRecord& row,
                              const std::vector<DeviationRecord>& deviations) {
  return !row.deviations.empty() && row.further_failing_cases == 0 &&
         std::ranges::all_of(row.deviations, [&](std::uint64_t i) {
           return is_not_returned(deviations[i].verdict);
         });
}

struct CoverageRecord {
  struct Part {
    std::string family;
    std::string bins;
    bool is_pair = false;
    std::uint64_t reachable = 0;
    std::uint64_t reached = 0;
  };
  std::uint64_t model = 0;
  std::vector<Part> parts;
};

struct ChoiceRecord {
  std::string rule;
  // nullopt if the rule stayed open.
  std::optional<std::string> reading;
  std::string from;
  // "page", "open" or "departs"; nullopt if there is no reading, or it is not recorded.
  std::optional<std::string> ground;
};

// The parts that format 3 has and format 2 lacks.
struct PlanRecord {
  std::uint64_t stride_bits = 0;
  // Bytes; where it is not recorded, those that every backend holds.
  std::uint64_t largest_memory = spec::kMaxMemoryBytes;
  std::optional<std::string> overlap_order;
  bool thread_safe = false;
  std::vector<std::string> permissive_choices;
  std::string digest;
  std::vector<UnitRecord> units;
};

struct RunRecord {
  RunPart part;
  std::string digest;
  // The fingerprint of the public key; empty if the certificate is not signed.
  std::string fingerprint;
  std::string signature;
};

struct CertificateRecord {
  std::uint64_t format_version = 0;
  std::uint64_t spec_version = 0;
  std::string vconform_version;
  std::string verdict;
  std::string headline;
  // SHA-256 of all but the run.
  std::string digest;
  std::string backend;
  // Empty if --on was not given.
  std::string on;
  std::string backend_name;
  std::string backend_version;
  bool addressing_judged = false;
  bool checks_arguments = false;
  // The table of a lowering; empty for any other backend.
  std::vector<spec::DeclaredOperation> operations;
  // Only if results came as files.
  std::optional<Supplied> supplied;
  // Only if the run might end early.
  std::optional<Budgeted> budget;
  std::vector<std::string> families;
  std::vector<std::string> required;
  std::string profile;
  std::string level;
  std::uint64_t seed = 0;
  std::vector<ChoiceRecord> choices;
  std::vector<std::string> weakenings;
  CertificateCounts counts;
  std::vector<RowRecord> rows;
  std::vector<PropertyRecord> properties;
  std::vector<RuleRecord> rules;
  std::vector<DeviationRecord> deviations;
  struct WaiverRecord {
    Waiver waiver;
    std::uint64_t deviations = 0;
  };
  std::vector<WaiverRecord> waivers;
  // nullopt if it is not recorded.
  std::optional<DiagnosisRecord> diagnosis;
  std::optional<CoverageRecord> coverage;
  // nullopt if the format does not record it.
  std::optional<PlanRecord> plan;
  std::optional<RunRecord> run;
};

}  // namespace vconform::suites
