// Targets that ended abnormally, and what is known about why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace vconform::suites {

struct Death {
  std::size_t family = 0;
  // Half a sentence, such as "ended with exit code 77".
  std::string how;
  // Signal 9 that this process did not send, and the target was not seen to hang.
  bool may_be_from_outside = false;
  bool is_hang = false;
  // The last line on its standard error that is not a line of figures; or empty.
  std::string last_words;
};

// Deaths that no case reproduces, by family.
class Deaths {
 public:
  explicit Deaths(std::size_t families) : families_(families) {}

  // `input` is half a sentence about the input that the target was running.
  void add(const Death& death, const std::string& input);

  // Adds a line for each family in which there is a problem.
  void add_problems(const std::vector<std::string>& names, std::vector<std::string>& lines) const;
  // Adds a line for each family killed from outside a few times, which is no problem.
  void add_notes(const std::vector<std::string>& names, std::vector<std::string>& lines) const;

  // Whether there are deaths, all of them kills from outside.
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
