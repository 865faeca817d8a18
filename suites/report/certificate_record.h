// A certificate as it was written: what certificate.json says, whichever version of the rules it is
// of. Fields are named as in the file (suites/README.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suites/gate/waiver.h"

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
};

struct RowRecord {
  std::string instruction;
  std::string family;
  std::string status;
  bool claimed = false;
  std::vector<std::string> features;
  bool lowered = false;
  bool required = false;
  bool conforms = false;
  bool waived = false;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t systematic_elements = 0;
  std::uint64_t further_failing_cases = 0;
  std::vector<std::uint64_t> deviations;
};

struct PropertyRecord {
  std::string property;
  std::uint64_t rows = 0;
  std::uint64_t rows_deviating = 0;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
};

struct RuleRecord {
  std::string rule;
  bool cited = false;
  bool broken = false;
};

struct DeviationRecord {
  std::string instruction;
  std::string claim;
  std::string verdict;
  // Empty where none is named.
  std::string rule;
  std::string example;
  std::uint64_t failing_cases = 0;
  std::string fingerprint;
  // Empty where there is no case to show.
  std::string file;
  std::optional<std::uint64_t> waived_by;
};

struct ChoiceRecord {
  std::string rule;
  // Nothing where it stayed open.
  std::optional<std::string> reading;
};

struct CertificateRecord {
  std::uint64_t spec_version = 0;
  std::string verdict;
  std::string headline;
  std::string backend;
  std::string backend_name;
  std::string backend_version;
  bool addressing_judged = false;
  bool checks_arguments = false;
  std::vector<std::string> families;
  std::vector<std::string> required;
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
};

// Reads one, of this or an earlier spec version, and checks that nothing was cut off, added or
// edited: its fields, its digest, and that its counts and verdicts follow from its rows. Throws
// spec::InputError naming the file and what is wrong with it.
CertificateRecord read_certificate(const std::string& path);

// The same of the content of a file; messages do not name it.
CertificateRecord certificate_from_text(const std::string& text);

}  // namespace vconform::suites
