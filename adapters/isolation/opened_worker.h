// A worker whose backend is open, and what it says.
#pragma once

#include <memory>
#include <string>

#include "adapters/backend.h"
#include "adapters/isolation/worker.h"

namespace vconform::adapters {

// Throws what `open` throws in the worker, spec::InputError or LoadError; LoadError, too, when the
// backend crashes while it is opened or takes too long: `where` names it then.
std::unique_ptr<Worker> opened_worker(SharedRegion& region, const OpenBackend& open,
                                      const std::string& where, const Limits& limits);

// Of the worker that was opened last. Throws LoadError if it is none.
Description description_in(const SharedRegion& region, const std::string& where);

// A line from a text in shared memory, which may hold anything.
std::string message_in(const std::array<char, kMessageBytes>& text);

// What a worker died of, or how long it took, and, if it died of an access beside the memories of a
// slot, where that was.
std::string how_with_place(const Ending& ending, const SharedRegion& region, std::size_t slot,
                           const MemorySizes& sizes);

}  // namespace vconform::adapters
