// A worker that is started again after it has ended, for as long as it describes its backend as at
// first.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "adapters/abi/incidents.h"
#include "adapters/isolation/opened_worker.h"

namespace vconform::adapters {

inline constexpr int kMostFailedOpenings = 3;

class KeptWorker {
 public:
  // Opens one, and throws what opened_worker() throws. Where `expected` is not null, another
  // process has opened the backend and found that it describes itself so: nothing is opened yet,
  // and what fails later is an ending. The region must outlive this.
  KeptWorker(SharedRegion& region, Loadable backend, const Limits& limits,
             const Description* expected);

  // The one for all openings.
  const Description& description() const { return description_; }
  const Limits& limits() const { return limits_; }

  // Null where there is none: it has ended, or its backend has changed.
  Worker* get() { return worker_.get(); }
  const Worker* get() const { return worker_.get(); }

  // Starts one if there is none. Returns why there still is none: kDied or kChangedClaims. What
  // cannot be opened kMostFailedOpenings times in a row is not tried again. Throws
  // std::system_error where the system cannot start one.
  std::optional<Ending> reopen();
  // Ends it.
  void drop() { worker_.reset(); }

  // What contains the backend, as the first worker said.
  const std::vector<Measure>& measures() const { return measures_; }

  Incidents& incidents() { return incidents_; }
  const Incidents& incidents() const { return incidents_; }

 private:
  // Throws what opened_worker() throws.
  void open();
  void note_failure(const std::exception& error);

  SharedRegion& region_;
  Loadable backend_;
  Limits limits_;
  Description description_;
  std::unique_ptr<Worker> worker_;
  // How it describes itself otherwise; it is not opened any more then.
  std::string change_;
  bool was_open_ = false;
  // In a row, and the last of them.
  int failed_openings_ = 0;
  std::string failure_;
  std::vector<Measure> measures_;
  Incidents incidents_;
};

}  // namespace vconform::adapters
