// A backend in a process of its own: whatever it does is an outcome.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "adapters/isolation/kept_worker.h"

namespace vconform::adapters {

// Owns a worker, and starts another when it dies or takes too long. Each program runs in memories
// that end at inaccessible pages; all that they hold afterwards is read back.
//
// A crash or a time-out is run once more, alone in a fresh worker. A time-out, or an end that came
// from outside, is forgiven if it is not confirmed: the second outcome counts, as long as there are
// at most kMostForgiven of them. A crash always counts, and its message says if it was confirmed. A
// backend that describes itself otherwise when it is opened again has the outcome kChangedClaims
// from then on.
//
// The worker ends with the thread that made it.
class IsolatedBackend final : public Backend {
 public:
  // As KeptWorker.
  explicit IsolatedBackend(Loadable backend, const Limits& limits = {},
                           const Description* expected = nullptr);

  const Description& description() const override { return worker_.description(); }
  Incidents incidents() const override { return worker_.incidents(); }
  std::vector<Measure> measures() const override { return worker_.measures(); }
  std::string close() override;

  // The case has no spec::case_problem.
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;
  spec::Outcome execute_in_place(const spec::Case& program,
                                 const spec::MemoryImage& before) override;

  std::vector<spec::Outcome> execute_at_once(std::span<const spec::Case> programs) override;

  // The process that runs the next program; nothing when it has yet to be started.
  std::optional<pid_t> worker() const;

 private:
  // In the worker that there is, or in a new one.
  Ending attempt(const spec::Case& program, const spec::MemoryImage& before);
  void load(std::size_t slot, const spec::Case& program, const spec::MemoryImage& before);
  // What the worker answered about the program of a slot, without the memories.
  spec::Outcome answer_in_place(std::size_t slot, const MemorySizes& sizes);
  spec::Outcome answer(std::size_t slot, const MemorySizes& sizes);
  // What comes of a program whose first attempt was not answered.
  spec::Outcome run_again(const spec::Case& program, const spec::MemoryImage& before,
                          const Ending& first);
  // Whether what ended the first attempt, and not the second, is no fault yet.
  bool forgives(const Ending& first);

  SharedRegion region_;
  KeptWorker worker_;
  std::vector<vconform_step> steps_;
};

// The backends of loadable(). Throws what that and KeptWorker throw.
std::unique_ptr<IsolatedBackend> open_isolated_backend(std::string_view name,
                                                       const Limits& limits = {});

}  // namespace vconform::adapters
