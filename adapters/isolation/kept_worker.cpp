#include "adapters/isolation/kept_worker.h"

#include <exception>
#include <utility>

#include "adapters/isolation/description_difference.h"
#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::adapters {

KeptWorker::KeptWorker(SharedRegion& region, Loadable backend, const Limits& limits,
                       const Description* expected)
    : region_(region), backend_(std::move(backend)), limits_(limits) {
  if (expected != nullptr) {
    description_ = *expected;
    return;
  }
  OpenedWorker opened = opened_worker(region_, backend_, limits_);
  description_ = std::move(opened.description);
  measures_ = std::move(opened.measures);
  worker_ = std::move(opened.worker);
  was_open_ = true;
}

void KeptWorker::open() {
  incidents_.restarts += was_open_ ? 1 : 0;
  was_open_ = true;
  OpenedWorker opened = opened_worker(region_, backend_, limits_);
  failed_openings_ = 0;
  change_ = description_difference(description_, opened.description);
  if (change_.empty()) {
    worker_ = std::move(opened.worker);
  }
}

void KeptWorker::note_failure(const std::exception& error) {
  ++failed_openings_;
  failure_ = std::string("it cannot be opened again: ") + error.what();
}

std::optional<Ending> KeptWorker::reopen() {
  if (worker_ != nullptr) {
    return std::nullopt;
  }
  if (change_.empty() && failed_openings_ < kMostFailedOpenings) {
    // A refusal by the system (descriptors, processes, memory) is not a fault of the backend.
    try {
      open();
    } catch (const LoadError& error) {
      note_failure(error);
    } catch (const spec::InputError& error) {
      note_failure(error);
    }
  }
  if (worker_ != nullptr) {
    return std::nullopt;
  }
  return change_.empty() ? Ending{Ending::Kind::kDied, failure_}
                         : Ending{Ending::Kind::kChangedClaims, change_};
}

}  // namespace vconform::adapters
