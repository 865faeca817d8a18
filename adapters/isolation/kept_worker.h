// A worker that is started again after it has ended, as long as it describes its backend as at
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
  // Opens a worker, and throws what opened_worker() throws. A non-null `expected` is the
  // description that another process of the run found: nothing is opened yet then, and a later
  // failure is an ending. The region must outlive the object.
  KeptWorker(SharedRegion& region, Loadable backend, const Limits& limits,
             const Description* expected);

  // The description, the same for all openings.
  const Description& description() const { return description_; }
  const Limits& limits() const { return limits_; }

  // Null if there is none: it has ended, or its backend has changed.
  Worker* get() { return worker_.get(); }
  const Worker* get() const { return worker_.get(); }

  // Starts a worker if there is none. Returns the reason if there still is none: kDied or
  // kChangedClaims. After kMostFailedOpenings failures in a row nothing is tried again. Throws
  // std::system_error if the system cannot start a process.
  std::optional<Ending> reopen();
  // Ends the worker.
  void drop() { worker_.reset(); }
  // The same because a fresh one is wanted: the next opening is no restart.
  void renew() {
    drop();
    was_open_ = false;
  }

  // The measures that contain the backend, as the first worker reported.
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
  // The difference in its description; once there is one, it is not opened any more.
  std::string change_;
  bool was_open_ = false;
  // The number of failures in a row, and the message of the last one.
  int failed_openings_ = 0;
  std::string failure_;
  std::vector<Measure> measures_;
  Incidents incidents_;
};

}  // namespace vconform::adapters
