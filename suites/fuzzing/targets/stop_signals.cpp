#include "suites/fuzzing/targets/stop_signals.h"

namespace vconform::suites {

namespace {

volatile std::sig_atomic_t signals = 0;

void note_signal(int) {
  signals = signals + 1;
}

}  // namespace

StopSignals::StopSignals() {
  signals = 0;
  struct sigaction action{};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &before_[i]);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &before_[i], nullptr);
  }
}

int StopSignals::count() const {
  return signals;
}

}  // namespace vconform::suites
