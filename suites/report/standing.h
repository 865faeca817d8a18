// The numbers that a verdict and a headline are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "suites/report/run_part.h"

namespace vconform::suites {

// Rows are instructions, of a lowering operations.
struct Standing {
  std::uint64_t elements = 0;
  std::uint64_t rows = 0;
  std::uint64_t claimed = 0;
  std::uint64_t conforming = 0;
  std::uint64_t waived = 0;
  // Claimed, without a deviation, and not all that level quick has of them was run (--budget).
  std::uint64_t not_judged = 0;
  // Not claimed, although --require demands their family.
  std::uint64_t missing = 0;
  // Operations that their table narrows.
  std::uint64_t narrowed = 0;
  std::string level;
  std::optional<Supplied> supplied = std::nullopt;
  std::optional<Budgeted> budget = std::nullopt;

  // Whether every claimed row conforms or is waived, something was judged, and no required row is
  // missing.
  bool passes() const;
};

// "conforms", "conforms with waivers", "conforms with exclusions" (operations that are narrowed,
// units that were left out), "not judged" (nothing deviates, but rows were not judged) or "does not
// conform".
std::string_view verdict(const Standing& standing);

// Such as "conforms on 109 of 109 rows" or "conforms on 100 of 109 rows, 9 with waivers"; of a
// lowering also how many operations its table narrows, of results that came as files and of a
// budget how much of the plan they are.
std::string headline(const Standing& standing);

}  // namespace vconform::suites
