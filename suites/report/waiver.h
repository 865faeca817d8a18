// A deviation that is known and accepted, by whom it may concern: one row of a waiver file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vconform::suites {

// In `instruction` and `observed`, * stands for any text.
struct Waiver {
  // "vconv_f322s32r".
  std::string instruction;
  // The rule that is broken, or the property where none is named: "Vconv.Monotone".
  std::string rule;
  // What deviates, as observed_text() of a deviation says it.
  std::vector<std::string> observed;
  std::string reason;
  std::string link;
};

// What a waiver did in a run.
struct WaiverReport {
  Waiver waiver;
  // Deviations that it waives.
  std::uint64_t deviations = 0;
  // Whether the run is about an instruction that it names: otherwise it cannot match.
  bool concerned = false;
  // Those of waiver.observed that match nothing.
  std::vector<std::string> unseen;
  // Deviations of its instruction and rule that it does not name.
  std::vector<std::string> unnamed;
};

}  // namespace vconform::suites
