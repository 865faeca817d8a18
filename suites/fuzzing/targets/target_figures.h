// What a target says of itself, line by line, on standard error.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vconform::suites {

// Since the process started.
struct TargetFigures {
  std::uint64_t inputs = 0;
  // Inputs whose results were compared.
  std::uint64_t compared = 0;
  std::uint64_t elements = 0;
  std::uint64_t median_repeat = 0;
};

// Of "vconform_fuzz: inputs=N compared=N elements=N median_repeat=N findings=N"; nothing for any
// other line. Fields that it does not know it passes over.
std::optional<TargetFigures> figures_in(std::string_view line);

// Edges of the instrumented code, and what the engine tells apart by how often they ran.
struct Coverage {
  std::uint64_t edges = 0;
  std::uint64_t features = 0;

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

// Of the engine's "#123 NEW cov: 456 ft: 789 corp: ..."; nothing for any other line.
std::optional<Coverage> coverage_in(std::string_view line);

}  // namespace vconform::suites
