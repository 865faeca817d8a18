// A backend in a process of its own: whatever it does is an outcome.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/backend.h"
#include "adapters/isolation/worker.h"

namespace vconform::adapters {

// Owns a worker, and starts another when it dies or takes too long. Each program runs in memories
// that end at inaccessible pages; all that they hold afterwards is read back.
//
// A crash or a time-out is run once more, alone in a fresh worker. A time-out counts if it is
// confirmed; otherwise the second outcome does. A crash counts, and its message says if it was
// confirmed.
//
// For processes with one thread, as workers are forked. The worker ends with the thread that made
// it.
class IsolatedBackend final : public Backend {
 public:
  // `open` is called in each worker. Throws what opened_worker() throws.
  IsolatedBackend(std::string where, OpenBackend open, const Limits& limits = {});

  const Description& description() const override { return description_; }

  // The case has no spec::case_problem.
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;

  // The process that runs the next program; nothing when it has yet to be started.
  std::optional<pid_t> worker() const;

 private:
  // In the worker that there is, or in a new one.
  Ending attempt(const spec::MemoryImage& before);
  // What the worker answered.
  spec::Outcome answer(const spec::MemoryImage& before);

  std::string where_;
  OpenBackend open_;
  Limits limits_;
  SharedRegion region_;
  std::unique_ptr<Worker> worker_;
  Description description_;
  std::vector<vconform_step> steps_;
};

// The backends of open_backend(), isolated.
std::unique_ptr<IsolatedBackend> open_isolated_backend(std::string_view name,
                                                       const Limits& limits = {});

}  // namespace vconform::adapters
