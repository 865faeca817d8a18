// A worker whose backend is open, with the backend's description.
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
  // The measures that contain it, as far as its message can be read.
  std::vector<Measure> measures;
};

// Throws what opening the backend throws in the worker, spec::InputError or LoadError; also
// LoadError if it crashes while it is opened, takes too long, or sends a description that no
// backend can have.
OpenedWorker opened_worker(SharedRegion& region, const Loadable& backend, const Limits& limits);

// The outcome of a program that ended without an answer.
spec::OutcomeStatus status_of(Ending::Kind kind);

// A line from a text in shared memory, which may hold anything.
std::string message_in(const std::array<char, kMessageBytes>& text);

// The cause of a worker's death, or its time; if it died of an access beside the memory of a slot,
// with that place.
std::string how_with_place(const Ending& ending, const SharedRegion& region, std::size_t slot,
                           const MemorySizes& sizes);

}  // namespace vconform::adapters
