// Targets that ended otherwise than they should, and what is known of why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vconform::suites {

struct Death {
  std::size_t family = 0;
  // Half a sentence: "ended with exit code 77".
  std::string how;
  // Signal 9, not from this process, and not while the target was seen to hang.
  bool may_be_from_outside = false;
  bool is_hang = false;
  // The last line on its standard error that is no figure, as one line; or empty.
  std::string last_words;
};

// Deaths that no case shows, by family.
class Deaths {
 public:
  explicit Deaths(std::size_t families) : families_(families) {}

  // `input`: half a sentence about the input that it was at.
  void add(const Death& death, const std::string& input);

  // Adds a line for each family in which there is a problem.
  void add_problems(const std::vector<std::string>& names, std::vector<std::string>& lines) const;
  // And for each that was killed from outside a few times, which is none.
  void add_notes(const std::vector<std::string>& names, std::vector<std::string>& lines) const;

  // There are some, and all are kills from outside.
  bool are_all_from_outside() const;

 private:
  struct OfFamily {
    std::size_t unexplained = 0;
    std::size_t from_outside = 0;
    std::string last;
  };
  static bool is_tolerable(const OfFamily& family);

  std::vector<OfFamily> families_;
};

}  // namespace vconform::suites
