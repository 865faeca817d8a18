#include "fuzz/minimal.h"

#include <utility>

namespace vconform::fuzz {

namespace {

class Shrinking {
 public:
  Shrinking(Drawn drawn, Shown shown, const Try& tries, std::size_t most,
            const std::function<bool()>& is_over)
      : drawn_(std::move(drawn)),
        shown_(std::move(shown)),
        tries_(tries),
        left_(most),
        is_over_(is_over) {}

  Shown run() {
    while (left_ > 0 && (drop_an_edit() || take_simpler_draws())) {
    }
    return std::move(shown_);
  }

 private:
  bool take(Drawn candidate) {
    left_ = is_over_() ? 0 : left_;
    if (left_ == 0) {
      return false;
    }
    Trial trial = tries_(candidate);
    left_ -= std::min(left_, trial.cost);
    if (!trial.shown) {
      return false;
    }
    drawn_ = std::move(candidate);
    shown_ = std::move(*trial.shown);
    return true;
  }

  bool drop_an_edit() {
    for (std::size_t i = 0; i < drawn_.edits.size(); ++i) {
      Drawn candidate = drawn_;
      candidate.edits.erase(candidate.edits.begin() + static_cast<std::ptrdiff_t>(i));
      if (take(std::move(candidate))) {
        return true;
      }
    }
    return false;
  }

  bool take_simpler_draws() {
    for (generators::Draws& simpler : generators::simpler(drawn_.draws)) {
      if (take({std::move(simpler), drawn_.edits})) {
        return true;
      }
    }
    return false;
  }

  Drawn drawn_;
  Shown shown_;
  const Try& tries_;
  std::size_t left_;
  const std::function<bool()>& is_over_;
};

}  // namespace

Shown minimal(Drawn drawn, Shown shown, const Try& tries, std::size_t most,
              const std::function<bool()>& is_over) {
  return Shrinking(std::move(drawn), std::move(shown), tries, most, is_over).run();
}

}  // namespace vconform::fuzz
