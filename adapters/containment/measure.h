// One way of containing a backend, and whether it holds on this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters {

struct Measure {
  // A noun phrase: "system call filter".
  std::string name;
  bool holds = false;
  // Unless it holds, why; if it holds only in part, what is missing. One line, or empty.
  std::string reason;
};

// One line a measure, for a message between processes; a name or reason is cut where it would not
// fit into one line.
std::string measures_to_text(const std::vector<Measure>& measures);
// Nullopt if the text is none that measures_to_text has made.
std::optional<std::vector<Measure>> measures_from_text(std::string_view text);

// "write rules: do not hold here: the kernel has no Landlock", for a user.
std::string in_words(const Measure& measure);

}  // namespace vconform::adapters
