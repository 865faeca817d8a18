// A worker whose backend is open, and what it says.
#pragma once

#include <memory>
#include <string>

#include "adapters/abi/backend.h"
#include "adapters/containment/measure.h"
#include "adapters/isolation/worker.h"
#include "spec/case/outcome.h"

namespace vconform::adapters {

struct OpenedWorker {
  std::unique_ptr<Worker> worker;
  Description description;
  // What contains it, as far as its message can be read.
  std::vector<Measure> measures;
};

// Throws what opening the backend throws in the worker, spec::InputError or LoadError; LoadError,
// too, when it crashes while it is opened, takes too long, or describes itself as nothing can.
OpenedWorker opened_worker(SharedRegion& region, const Loadable& backend, const Limits& limits);

// What an ending without an answer means for the program that it ended.
spec::OutcomeStatus status_of(Ending::Kind kind);

// A line from a text in shared memory, which may hold anything.
std::string message_in(const std::array<char, kMessageBytes>& text);

// What a worker died of, or how long it took, and, if it died of an access beside the memories of a
// slot, where that was.
std::string how_with_place(const Ending& ending, const SharedRegion& region, std::size_t slot,
                           const MemorySizes& sizes);

}  // namespace vconform::adapters
