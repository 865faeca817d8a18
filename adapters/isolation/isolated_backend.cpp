#include "adapters/isolation/isolated_backend.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <ranges>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "adapters/abi/steps.h"
#include "adapters/load/in_process_backend.h"
#include "spec/case/case_limits.h"

namespace vconform::adapters {

namespace {

using spec::OutcomeStatus::kChangedClaims, spec::OutcomeStatus::kCrashed,
    spec::OutcomeStatus::kTimedOut;

// The slot of programs that run one by one.
constexpr std::size_t kSlot = 0;

// Whether this process has addresses for the largest GM in a region and in the images of a case:
// there are processors with 2^39, and ulimit -v.
bool has_addresses_for_the_largest_gm() {
  constexpr std::uint64_t kSome = 3 * spec::kMaxGmBytes;
  void* mapped =
      mmap(nullptr, kSome, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapped != MAP_FAILED && munmap(mapped, kSome) == 0;
}

RegionShape shape_for_any_case(std::uint64_t first_gm, std::size_t most_ahead) {
  RegionShape shape{.slots = kMostAtOnce + most_ahead, .max_steps = spec::kMaxSteps};
  shape.capacities.fill(spec::kMaxMemoryBytes);
  shape.first_gm = first_gm;
  shape.small_slots = most_ahead;
  shape.small = IsolatedBackend::kSmallMemory;
  return shape;
}

SharedRegion region_for_any_case(std::size_t most_ahead) {
  const auto without_gm = [] { return SharedRegion(shape_for_any_case(0, kMostAhead)); };
  if (!has_addresses_for_the_largest_gm()) {
    return without_gm();
  }
  try {
    return SharedRegion(shape_for_any_case(spec::kMaxGmBytes, most_ahead));
  } catch (const std::system_error&) {
    // The size of files is limited (ulimit -f).
    return without_gm();
  }
}

spec::Outcome outcome_of(spec::OutcomeStatus status, spec::MemoryImage after, std::string message) {
  spec::Outcome outcome;
  outcome.status = status;
  outcome.after = std::move(after);
  outcome.message = std::move(message);
  return outcome;
}

}  // namespace

IsolatedBackend::IsolatedBackend(Loadable backend, const Limits& limits,
                                 const Description* expected)
    : is_command_(is_command(backend.name)),
      region_(region_for_any_case(is_command_ ? kMostAheadAtOnce : kMostAhead)),
      worker_(region_, std::move(backend), limits, expected) {}

std::optional<pid_t> IsolatedBackend::worker() const {
  return worker_.get() == nullptr ? std::nullopt : std::optional(worker_.get()->pid());
}

std::string IsolatedBackend::close() {
  if (worker_.get() == nullptr) {
    return "";
  }
  std::string problem = worker_.get()->quit();
  worker_.drop();
  return problem;
}

bool IsolatedBackend::renew() {
  forget_ahead();
  worker_.renew();
  return true;
}

void IsolatedBackend::load(std::size_t slot, const spec::Case& program,
                           const spec::MemoryImage& before) {
  assert(program.steps.size() <= spec::kMaxSteps);
  translate(program.steps, steps_);
  region_.memories(slot).load(before);
  SharedProgram& shared = region_.program(slot);
  shared.sizes = sizes_of(before);
  shared.step_count = steps_.size();
  std::ranges::copy(steps_, region_.steps(slot).begin());
}

Ending IsolatedBackend::attempt(const spec::Case& program, const spec::MemoryImage& before) {
  const bool is_alone = worker_.get() == nullptr;
  if (std::optional<Ending> none = worker_.reopen()) {
    return *std::move(none);
  }
  load(kSlot, program, before);
  region_.control().fault = 0;
  worker_.get()->begin({kSlot, 1});
  Ending ending = worker_.get()->finish(worker_.limits());
  if (ending.kind != Ending::Kind::kAnswered) {
    worker_.drop();
    ending.how = how_with_place(ending, region_, kSlot, sizes_of(before));
    ending.was_alone = is_alone;
  }
  return ending;
}

spec::Outcome IsolatedBackend::answer(std::size_t slot, const MemorySizes& sizes,
                                      const MemoryFlags& is_sparse) {
  spec::Outcome outcome = answer_in_place(slot, sizes);
  outcome.after = region_.memories(slot).image(sizes, is_sparse);
  region_.memories(slot).forget_sparse();
  outcome.in_place.reset();
  return outcome;
}

spec::Outcome IsolatedBackend::answer_in_place(std::size_t slot, const MemorySizes& sizes) {
  spec::Outcome outcome;
  const std::uint32_t status = region_.program(slot).status;
  outcome.status = outcome_status(status);
  outcome.message = message_in(worker_.get()->message());
  outcome.in_place = region_.memories(slot).view(sizes);
  outcome.issued = read_report(region_.control().report);
  const std::string damage = region_.memories(slot).damage(sizes);
  if (!damage.empty()) {
    outcome.status = kCrashed;
    outcome.message = "it writes " + damage;
  }
  return outcome;
}

bool IsolatedBackend::forgives(const Ending& first) {
  Incidents& incidents = worker_.incidents();
  if (first.kind == Ending::Kind::kTimedOut) {
    ++incidents.unconfirmed_timeouts;
  } else if (first.from_outside) {
    ++incidents.outside_kills;
  } else {
    return false;
  }
  return incidents.forgiven() <= kMostForgiven;
}

spec::Outcome IsolatedBackend::execute(const spec::Case& program, const spec::MemoryImage& before) {
  if (std::optional<spec::Outcome> ready = taken(program, before)) {
    return *std::move(ready);
  }
  if (std::optional<spec::Outcome> too_large = refusal(before)) {
    return *std::move(too_large);
  }
  const Ending first = attempt(program, before);
  return settled(program, first.kind == Ending::Kind::kAnswered
                              ? answer(kSlot, sizes_of(before), sparse_of(before))
                              : run_again(program, before, first));
}

std::optional<spec::Outcome> IsolatedBackend::refusal(const spec::MemoryImage& before) const {
  const std::uint64_t largest = std::ranges::max(sizes_of(before));
  if (largest <= largest_memory()) {
    return std::nullopt;
  }
  return outcome_of(spec::OutcomeStatus::kUnsupported, before,
                    fmt::format("the case has a memory of {} bytes: the backend, on this machine, "
                                "holds {}",
                                largest, largest_memory()));
}

std::uint64_t IsolatedBackend::largest_memory() const {
  return std::min(Backend::largest_memory(),
                  std::max(spec::kMaxMemoryBytes, region_.shape().first_gm));
}

spec::Outcome IsolatedBackend::execute_in_place(const spec::Case& program,
                                                const spec::MemoryImage& before) {
  if (std::ranges::any_of(before.bytes, &spec::MemoryBytes::is_sparse)) {
    return execute(program, before);
  }
  const Ending first = attempt(program, before);
  return first.kind == Ending::Kind::kAnswered ? answer_in_place(kSlot, sizes_of(before))
                                               : run_again(program, before, first);
}

spec::Outcome IsolatedBackend::run_again(const spec::Case& program, const spec::MemoryImage& before,
                                         const Ending& first) {
  const MemorySizes sizes = sizes_of(before);
  const MemoryFlags is_sparse = sparse_of(before);
  spec::MemoryImage left = region_.memories(kSlot).image(sizes, is_sparse);
  if (first.kind == Ending::Kind::kChangedClaims) {
    return outcome_of(kChangedClaims, std::move(left), first.how);
  }
  // A backend may crash in every program, and each process costs more than most of them.
  if (first.kind == Ending::Kind::kDied && first.was_alone && !first.from_outside) {
    return outcome_of(kCrashed, std::move(left), first.how);
  }
  // Runs the program alone in a fresh worker, to see whether it or an earlier program is to blame.
  worker_.drop();
  const Ending second = attempt(program, before);
  const bool again = second.kind != Ending::Kind::kAnswered;
  if (second.kind == Ending::Kind::kChangedClaims) {
    return outcome_of(kChangedClaims, std::move(left), second.how);
  }
  if (!again && forgives(first)) {
    return answer(kSlot, sizes, is_sparse);
  }
  if (first.kind == Ending::Kind::kDied || !again) {
    const std::string how = first.kind == Ending::Kind::kDied ? "" : "no answer after ";
    return outcome_of(
        status_of(first.kind), std::move(left),
        how + first.how + (again ? "" : "; not when run again alone in a fresh process"));
  }
  if (second.kind == Ending::Kind::kDied) {
    return outcome_of(kCrashed, region_.memories(kSlot).image(sizes, is_sparse), second.how);
  }
  return outcome_of(
      kTimedOut, std::move(left),
      "no answer after " + second.how + ", and again when run alone in a fresh process");
}

// Programs that ran one after another do not show that their contexts share nothing.
Ending IsolatedBackend::attempt_at_once(std::span<const spec::Case> programs,
                                        std::vector<MemorySizes>& sizes) {
  constexpr int kMostAttempts = 200;
  const std::size_t enough = std::max<std::size_t>(2, programs.size() - 1);
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    Ending ending = run_at_once(programs, sizes);
    const auto is_completed = [&](std::size_t slot) {
      return region_.program(slot).status == VCONFORM_OK;
    };
    if (ending.kind != Ending::Kind::kAnswered || programs.size() < 2 ||
        region_.control().met.load() >= enough ||
        !std::ranges::all_of(std::views::iota(std::size_t{0}, programs.size()), is_completed)) {
      return ending;
    }
  }
  throw std::runtime_error(
      fmt::format("in {} attempts, {} programs in threads of their own never ran at the same time: "
                  "run it where other work leaves a processor free",
                  kMostAttempts, programs.size()));
}

Ending IsolatedBackend::run_at_once(std::span<const spec::Case> programs,
                                    std::vector<MemorySizes>& sizes) {
  if (std::optional<Ending> none = worker_.reopen()) {
    return *std::move(none);
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const spec::MemoryImage before = spec::initial_image(programs[i]);
    sizes[i] = sizes_of(before);
    load(i, programs[i], before);
  }
  const auto count = static_cast<std::uint32_t>(programs.size());
  // Each runs alone, then all together, and the first time their contexts are created.
  Limits limits = worker_.limits();
  limits.cpu *= 2 * count;
  limits.wall *= 2 * count;
  worker_.get()->begin({0, count, count});
  Ending ending = worker_.get()->finish(limits);
  if (ending.kind != Ending::Kind::kAnswered) {
    worker_.drop();
  }
  return ending;
}

std::vector<spec::Outcome> IsolatedBackend::execute_at_once(std::span<const spec::Case> programs) {
  assert(!programs.empty() && programs.size() <= kMostAtOnce);
  const auto is_sparse = [](const spec::Case& program) {
    return std::ranges::any_of(program.memories, &spec::CaseMemory::is_sparse);
  };
  // Only the first slot has room for a sparse memory. No generator makes such programs to run at
  // once, but a case file may.
  if (std::ranges::any_of(programs, is_sparse)) {
    return Backend::execute_at_once(programs);
  }
  std::vector<MemorySizes> sizes(programs.size());
  Ending ending = attempt_at_once(programs, sizes);
  if (ending.kind == Ending::Kind::kTimedOut || ending.from_outside) {
    if (const Ending second = attempt_at_once(programs, sizes);
        second.kind == Ending::Kind::kAnswered && forgives(ending)) {
      ending = second;
    }
  }
  std::vector<spec::Outcome> outcomes(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (ending.kind == Ending::Kind::kAnswered) {
      outcomes[i] = answer(i, sizes[i], {});
    } else {
      outcomes[i] = outcome_of(status_of(ending.kind), {}, ending.how);
    }
  }
  return outcomes;
}

std::unique_ptr<IsolatedBackend> open_isolated_backend(std::string_view name,
                                                       const Limits& limits) {
  return std::make_unique<IsolatedBackend>(loadable(name), limits);
}

}  // namespace vconform::adapters
