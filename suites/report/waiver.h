// A deviation that is known and accepted: one row of a waiver file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vconform::suites {

// In `instruction` and `observed`, * stands for any text.
struct Waiver {
  // Such as "vconv_f322s32r".
  std::string instruction;
  // The broken rule; if none is named, the property: "Vconv.Monotone".
  std::string rule;
  // The deviations, as observed_text() describes them.
  std::vector<std::string> observed;
  std::string reason;
  std::string link;
};

// The effect of a waiver in a run.
struct WaiverReport {
  Waiver waiver;
  // The number of deviations that it waives.
  std::uint64_t deviations = 0;
  // Whether the run is about an instruction that it names; otherwise it cannot match.
  bool concerned = false;
  // The texts of waiver.observed that match nothing.
  std::vector<std::string> unseen;
  // Deviations of its instruction and rule that it does not name.
  std::vector<std::string> unnamed;
};

}  // namespace vconform::suites
