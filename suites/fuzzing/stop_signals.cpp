#include "suites/fuzzing/stop_signals.h"

namespace vconform::suites {

namespace {

volatile std::sig_atomic_t signal_came = 0;

void note_signal(int) {
  signal_came = 1;
}

}  // namespace

StopSignals::StopSignals() {
  signal_came = 0;
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

bool StopSignals::came() const {
  return signal_came != 0;
}

}  // namespace vconform::suites
