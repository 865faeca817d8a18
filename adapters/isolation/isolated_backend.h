// A backend in a process of its own: anything that it does becomes an outcome.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "adapters/isolation/kept_worker.h"

namespace vconform::adapters {

// Owns a worker, and starts another when it dies or takes too long. Each program runs in memory
// that ends at inaccessible pages; all of it is read back afterwards.
//
// After a crash or a time-out the program is run once more, alone in a fresh worker. A time-out or
// an end from outside is forgiven if it is not confirmed: the second outcome counts, as long as
// there are at most kMostForgiven of them. A crash always counts, and its message says whether it
// was confirmed. A backend that describes itself otherwise when it is opened again has the outcome
// kChangedClaims from then on.
//
// The worker ends with the thread that made it.
class IsolatedBackend final : public Backend {
 public:
  // The most bytes of a memory of a program that runs ahead, as most programs have it, and of all
  // programs together.
  static constexpr std::uint64_t kSmallMemory = 256 * 1024;
  static constexpr std::uint64_t kMostBytesAhead = std::uint64_t{16} << 20;

  // Arguments and exceptions as for KeptWorker.
  explicit IsolatedBackend(Loadable backend, const Limits& limits = {},
                           const Description* expected = nullptr);

  const Description& description() const override { return worker_.description(); }
  Incidents incidents() const override { return worker_.incidents(); }
  std::vector<Measure> measures() const override { return worker_.measures(); }
  std::string close() override;
  bool renew() override;
  std::uint64_t largest_memory() const override;

  // Requires a case for which spec::case_problem reports none.
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;
  spec::Outcome execute_in_place(const spec::Case& program,
                                 const spec::MemoryImage& before) override;

  // Runs the first of them that are small, together. If that fails, they and all later ones are
  // executed one by one. A command gets twice as many each time, as long as they take little of the
  // time that they have.
  std::optional<std::size_t> execute_ahead(std::size_t count, const ProgramAt& at) override;
  bool prefers_batches() const override { return is_command_; }

  // One after another if one of them has a sparse memory.
  std::vector<spec::Outcome> execute_at_once(std::span<const spec::Case> programs) override;

  // The process that runs the next program; nullopt if it has not been started yet.
  std::optional<pid_t> worker() const;

 private:
  // The outcome of a case with more memory than can be held; nullopt for others.
  std::optional<spec::Outcome> refusal(const spec::MemoryImage& before) const;
  // A program that was run ahead.
  struct Ahead {
    spec::Case program;
    spec::MemoryImage before;
    spec::Outcome outcome;
  };
  // Takes the outcome of the program, if it is the next of those that were run ahead. If it is
  // another one, they are forgotten, except that one of them failed.
  std::optional<spec::Outcome> taken(const spec::Case& program, const spec::MemoryImage& before);
  // The first of these programs that may run together.
  std::deque<Ahead> next_batch(std::size_t count, const ProgramAt& at) const;
  // Runs the programs in the small slots.
  Ending attempt_ahead(const std::deque<Ahead>& programs);
  // The outcomes of programs that ended together, or what is wrong with all of them.
  std::optional<spec::Outcome> take_answers(std::deque<Ahead>& batch);
  // Executes them by themselves, up to one that fails; returns whether none does.
  bool run_one_by_one(std::deque<Ahead>& batch);
  void forget_ahead();
  // The outcome of a program, or that which it had when it was run ahead if only that was a
  // failure.
  spec::Outcome settled(const spec::Case& program, spec::Outcome outcome);
  // Runs a program in the present worker, or in a new one.
  Ending attempt(const spec::Case& program, const spec::MemoryImage& before);
  // The same for several programs at once, whose memory sizes it notes: until they ran at the same
  // time. Throws std::runtime_error if they never do.
  Ending attempt_at_once(std::span<const spec::Case> programs, std::vector<MemorySizes>& sizes);
  Ending run_at_once(std::span<const spec::Case> programs, std::vector<MemorySizes>& sizes);
  void load(std::size_t slot, const spec::Case& program, const spec::MemoryImage& before);
  // The worker's answer about the program of a slot, without the memory images.
  spec::Outcome answer_in_place(std::size_t slot, const MemorySizes& sizes);
  spec::Outcome answer(std::size_t slot, const MemorySizes& sizes, const MemoryFlags& is_sparse);
  // The outcome of a program whose first attempt was not answered.
  spec::Outcome run_again(const spec::Case& program, const spec::MemoryImage& before,
                          const Ending& first);
  // Runs the batch again, one program after another, after the end or the problem that it had.
  void settle_one_by_one(std::deque<Ahead>& batch, const Ending& ending,
                         const spec::Outcome& problem);
  // Whether the end of the first attempt, which the second did not confirm, is forgiven.
  bool forgives(const Ending& first);

  // The backend is a program behind "exec:".
  bool is_command_;
  SharedRegion region_;
  KeptWorker worker_;
  std::vector<vconform_step> steps_;
  std::deque<Ahead> ahead_;
  // The one that failed, of those that were forgotten.
  std::optional<Ahead> failed_ahead_;
  bool may_run_ahead_ = true;
  std::size_t most_ahead_ = kMostAhead;
  // The first so many small slots are open.
  std::size_t opened_ahead_ = 0;
};

// Opens a backend of loadable(). Throws what that and KeptWorker throw.
std::unique_ptr<IsolatedBackend> open_isolated_backend(std::string_view name,
                                                       const Limits& limits = {});

}  // namespace vconform::adapters
