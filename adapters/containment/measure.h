// One measure to contain a backend, and whether it holds on this machine.
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
  // The reason why it does not hold, or the missing part if it holds in part. One line, or empty.
  std::string reason;
};

// One line for each measure, for a message between processes; names and reasons are cut to fit.
std::string measures_to_text(const std::vector<Measure>& measures);
// nullopt if measures_to_text cannot have made the text.
std::optional<std::vector<Measure>> measures_from_text(std::string_view text);

// "write rules: do not hold here: the kernel has no Landlock", for a user.
std::string in_words(const Measure& measure);

}  // namespace vconform::adapters
