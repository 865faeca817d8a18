#include "adapters/isolation/kept_worker.h"

#include <stdexcept>
#include <utility>

#include "adapters/description_difference.h"

namespace vconform::adapters {

KeptWorker::KeptWorker(SharedRegion& region, Loadable backend, const Limits& limits,
                       const Description* expected)
    : region_(region), backend_(std::move(backend)), limits_(limits) {
  OpenedWorker opened = opened_worker(region_, backend_, limits_);
  description_ = expected != nullptr ? *expected : opened.description;
  measures_ = opened.measures;
  take(std::move(opened));
}

void KeptWorker::take(OpenedWorker opened) {
  change_ = description_difference(description_, opened.description);
  if (change_.empty()) {
    worker_ = std::move(opened.worker);
  }
}

std::optional<Ending> KeptWorker::reopen() {
  if (worker_ != nullptr) {
    return std::nullopt;
  }
  if (change_.empty()) {
    ++incidents_.restarts;
    try {
      take(opened_worker(region_, backend_, limits_));
    } catch (const std::runtime_error& error) {
      return Ending{Ending::Kind::kDied, std::string("it cannot be opened again: ") + error.what()};
    }
  }
  return worker_ != nullptr ? std::nullopt
                            : std::optional(Ending{Ending::Kind::kChangedClaims, change_});
}

}  // namespace vconform::adapters
