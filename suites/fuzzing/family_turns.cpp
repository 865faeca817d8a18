#include "suites/fuzzing/family_turns.h"

#include <algorithm>
#include <cmath>

namespace vconform::suites {

namespace {

// Times in seconds. A turn is long compared with the start of a process, which reads the corpus;
// each family gets several turns if there is time.
constexpr double kTurnsPerFamily = 3;
constexpr double kShortestTurn = 2;
constexpr double kLongestTurn = 10;
constexpr double kLeastLeft = 0.5;
constexpr int kDeathsUntilIsolated = 3;
constexpr int kDeathsUntilGivenUp = 6;

}  // namespace

FamilyTurns::FamilyTurns(std::size_t families, double seconds, std::size_t jobs)
    : share_(seconds * static_cast<double>(jobs) / static_cast<double>(families)),
      states_(families) {}

bool FamilyTurns::is_given_up(std::size_t family) const {
  return states_[family].deaths_in_a_row >= kDeathsUntilGivenUp;
}

std::optional<Turn> FamilyTurns::next(double seconds_left) {
  std::optional<std::size_t> family;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const bool has_time = states_[i].turns == 0 || seconds_left >= kLeastLeft;
    if (!is_given_up(i) && has_time && (!family || states_[i].given < states_[*family].given)) {
      family = i;
    }
  }
  if (!family) {
    return std::nullopt;
  }
  State& state = states_[*family];
  const double wanted =
      std::min({std::max(share_ / kTurnsPerFamily, std::min(share_, kShortestTurn)), kLongestTurn,
                seconds_left});
  Turn turn{*family, std::max(1, static_cast<int>(std::lround(wanted))),
            state.turns * states_.size() + *family, state.is_isolated};
  state.given += turn.seconds;
  ++state.turns;
  return turn;
}

void FamilyTurns::took(const Turn& turn, double seconds) {
  // The least charge for a turn, in seconds, as starting a target again and again takes time too.
  constexpr double kLeastCharge = 0.25;
  states_[turn.family].given -= std::max(0.0, turn.seconds - std::max(seconds, kLeastCharge));
}

void FamilyTurns::died(std::size_t family) {
  State& state = states_[family];
  ++state.deaths_in_a_row;
  state.is_isolated = state.is_isolated || state.deaths_in_a_row >= kDeathsUntilIsolated;
}

}  // namespace vconform::suites
