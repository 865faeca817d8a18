// The figures that a target prints, parsed line by line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vconform::suites {

// Counted since the process started.
struct TargetFigures {
  std::uint64_t inputs = 0;
  // Inputs whose results were compared.
  std::uint64_t compared = 0;
  std::uint64_t elements = 0;
  std::uint64_t median_repeat = 0;
};

// Parses "vconform_fuzz: inputs=N compared=N elements=N median_repeat=N findings=N"; nullopt for
// any other line. Unknown fields are skipped.
std::optional<TargetFigures> figures_in(std::string_view line);

// Edges of the instrumented code that were reached, and features: what the engine distinguishes by
// how often edges ran.
struct Coverage {
  std::uint64_t edges = 0;
  std::uint64_t features = 0;

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

// Parses the engine's "#123 NEW cov: 456 ft: 789 corp: ..."; nullopt for any other line.
std::optional<Coverage> coverage_in(std::string_view line);

}  // namespace vconform::suites
