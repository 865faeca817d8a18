// The schedule of fuzzing: which family is next, for how long, and whether its backend is isolated.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace vconform::suites {

struct Turn {
  std::size_t family = 0;
  // Whole, since the engine counts whole seconds.
  int seconds = 1;
  // Different for each turn of a run.
  std::uint64_t number = 0;
  bool is_isolated = false;
};

// Gives each family an equal share of the time, and at least a second.
class FamilyTurns {
 public:
  // `seconds` for all families, `jobs` of them at a time.
  FamilyTurns(std::size_t families, double seconds, std::size_t jobs);

  // The turn of the family that had the least time; nullopt if there is no time for one.
  std::optional<Turn> next(double seconds_left);

  // Gives the family back the time that its turn did not use.
  void took(const Turn& turn, double seconds);

  // After several deaths in a row the family's backend is isolated; after more the family is given
  // up.
  void died(std::size_t family);
  void lived(std::size_t family) { states_[family].deaths_in_a_row = 0; }
  void isolate(std::size_t family) { states_[family].is_isolated = true; }

  bool is_given_up(std::size_t family) const;
  bool has_begun(std::size_t family) const { return states_[family].turns > 0; }

 private:
  struct State {
    // The seconds of its turns.
    double given = 0;
    std::uint64_t turns = 0;
    int deaths_in_a_row = 0;
    bool is_isolated = false;
  };

  // The seconds of one family over all of its turns.
  double share_;
  std::vector<State> states_;
};

}  // namespace vconform::suites
