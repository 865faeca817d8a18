// The diagnoses of a run in its certificate, written and read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/diagnosis/diagnose.h"
#include "suites/diagnosis/where/grid.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"

namespace vconform::suites {

json to_json(const std::vector<Diagnosis>& diagnoses);
json to_json(const Grid& grid);

struct MistakeRecord {
  std::string sentence;
  // The names of hypotheses.
  std::vector<std::string> alike;
  std::vector<std::string> instructions;
};

struct UnexplainedRecord {
  struct Input {
    std::string input;
    std::uint64_t elements = 0;
  };
  struct FirstStep {
    std::string step;
    std::string rule;
  };
  std::string instruction;
  std::optional<std::string> depends_on;
  // Empty if none is known, or it is not recorded.
  std::vector<FirstStep> first_steps;
  std::vector<Input> inputs;
};

struct WhereRecord {
  std::string instruction;
  std::vector<Grid> grids;
};

struct DiagnosisRecord {
  std::vector<MistakeRecord> mistakes;
  std::vector<std::string> not_explained;
  // nullopt if it is not recorded.
  std::optional<std::vector<UnexplainedRecord>> unexplained;
  // One for each instruction of which it is known; empty if it is not recorded.
  std::vector<WhereRecord> where;
};

// Both throw spec::InputError, as JsonFields does.
DiagnosisRecord diagnosis_of(JsonFields fields);
Grid grid_of(JsonFields& fields);

}  // namespace vconform::suites
