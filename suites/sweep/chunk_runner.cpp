#include "suites/sweep/chunk_runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "adapters/abi/steps.h"
#include "oracle/judge/judge.h"
#include "spec/number/digest.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/judging/matches_oracle.h"
#include "suites/processes/ended_process.h"
#include "suites/swept/element_judge.h"
#include "suites/swept/result_places.h"

namespace vconform::suites {

namespace {

using generators::SweepProgram;
namespace golden = adapters::golden;

// One program in so many gives the oracle a sample.
constexpr std::size_t kSampleEvery = 8;
// Somebody who ends a worker does not do so each of these times that a chunk is run.
constexpr int kKillsOfABackend = 3;

adapters::golden::Behaviour golden_under(const spec::Choices& pinned) {
  golden::Behaviour behaviour = golden::golden_behaviour();
  for (const spec::Choice& choice : pinned.all()) {
    behaviour.pin(choice);
  }
  return behaviour;
}

generators::SweptMemories spans_of(const vconform_memories& memories) {
  generators::SweptMemories spans;
  for (std::size_t id = 0; id < spans.size(); ++id) {
    spans[id] = {memories.memory[id].data, memories.memory[id].size};
  }
  return spans;
}

std::array<std::uint64_t, spec::kMemoryCount> sizes_of(const vconform_memories& memories) {
  std::array<std::uint64_t, spec::kMemoryCount> sizes{};
  for (std::size_t id = 0; id < sizes.size(); ++id) {
    sizes[id] = memories.memory[id].size;
  }
  return sizes;
}

std::string_view verdict_text(spec::OutcomeStatus status) {
  return oracle::name_of(oracle::verdict_of(status, true));
}

}  // namespace

ChunkRunner::ChunkRunner(std::unique_ptr<adapters::BatchRunner> backend,
                         std::function<const Subject&()> subject, const ChunkRunnerOptions& options)
    : backend_(std::move(backend)),
      subject_(std::move(subject)),
      options_(options),
      golden_(golden_under(options.pinned)),
      packed_(golden_),
      golden_memory_(sizes_of(backend_->memories(0))),
      copy_(sizes_of(backend_->memories(0))) {
  for (std::size_t slot = 0; slot < backend_->slot_count(); ++slot) {
    slots_.push_back({SweptMemory(spans_of(backend_->memories(slot))), {}, {}});
  }
}

bool ChunkRunner::is_over() const {
  return ended_ || result_.causes.count() >= options_.max_failures;
}

ChunkResult ChunkRunner::run(const PlannedDomain& domain, std::uint64_t chunk) {
  ChunkResult result = attempt(domain, chunk);
  const std::optional<Killed> first = killed_;
  for (int more = 1; killed_ && more < kKillsOfABackend; ++more) {
    attempt(domain, chunk);
  }
  if (first && (!killed_ || has_limit_of_processor_time())) {
    throw std::runtime_error("the process of the backend was ended by " + first->how +
                             ": somebody ended it, or memory ran out; --resume continues");
  }
  if (first) {
    result.causes.add(
        std::string(verdict_text(spec::OutcomeStatus::kCrashed)), "", "",
        {first->first, first->first, 0,
         first->how + ", each time that its chunk is run; not when the program runs alone"});
  }
  return result;
}

ChunkResult ChunkRunner::attempt(const PlannedDomain& domain, std::uint64_t chunk) {
  programs_ = generators::sweep_programs(domain.domain, domain.features, chunk);
  result_ = {};
  free_ = {};
  ended_ = false;
  killed_ = std::nullopt;
  std::deque<Batch> in_flight;
  std::size_t next = 0;
  std::size_t slot = 0;
  while (true) {
    const std::size_t count = is_over() ? 0 : std::min(options_.batch, programs_.size() - next);
    const bool has_room = (in_flight.size() + 1) * options_.batch <= slots_.size();
    if (count > 0 && has_room) {
      in_flight.push_back({slot, next, count});
      start(in_flight.back());
      next += count;
      slot = (slot + options_.batch) % slots_.size();
    } else if (!in_flight.empty()) {
      finish(in_flight.front());
      in_flight.pop_front();
    } else {
      break;
    }
  }
  for (Slot& one : slots_) {
    if (!one.memory.is_clean_outside()) {
      explain_outside(one);
    }
    one.ran.clear();
  }
  describe_causes(domain.domain);
  const std::uint64_t size = generators::chunk_size(domain.domain.cell.conversion());
  if (result_.values != size && !is_over()) {
    throw std::logic_error("the programs of a chunk do not meet each value once");
  }
  result_.not_run = size - result_.values;
  return std::move(result_);
}

void ChunkRunner::start(const Batch& batch) {
  for (std::size_t i = 0; i < batch.count; ++i) {
    Slot& slot = slots_[batch.slot + i];
    const SweepProgram& program = programs_[batch.first_program + i];
    if (!slot.memory.place(program)) {
      explain_outside(slot);
      slot.memory.place(program);
    }
    slot.ran.push_back(batch.first_program + i);
    adapters::translate(generators::steps_of(program), slot.steps);
    backend_->set_program(batch.slot + i, slot.steps);
  }
  backend_->start(batch.slot, batch.count);
}

void ChunkRunner::finish(const Batch& batch) {
  const adapters::BatchEnding ending = backend_->finish();
  for (std::size_t i = 0; i < batch.count; ++i) {
    Slot& slot = slots_[batch.slot + i];
    const std::size_t number = batch.first_program + i;
    if (i < ending.statuses.size() && ending.statuses[i] == spec::OutcomeStatus::kCompleted) {
      compare(slot, number);
      continue;
    }
    if (i < ending.statuses.size()) {
      repeat_alone(programs_[number], std::string(verdict_text(ending.statuses[i])),
                   ending.message);
    } else if (i == ending.statuses.size() && ending.broken) {
      repeat_alone(programs_[number], std::string(verdict_text(ending.broken->status)),
                   ending.broken->how, ending.broken->from_outside);
    }
    // The content of the memory is unknown.
    slot.memory.clear();
    slot.ran.clear();
  }
}

void ChunkRunner::run_golden(const Slot& slot, const SweepProgram& program) {
  golden_memory_.swept().place(program);
  const vconform_memories memories = golden_memory_.for_execute();
  std::string message;
  if (golden::execute(golden_, slot.steps.data(), slot.steps.size(), memories, message) !=
      VCONFORM_OK) {
    throw std::logic_error("golden refuses a program of the sweep: " + message);
  }
}

void ChunkRunner::compare(const Slot& slot, std::size_t number) {
  const SweepProgram& program = programs_[number];
  if (agrees(slot, program)) {
    const bool is_one_of_few = programs_.size() < kSampleEvery * kSampleEvery;
    if (is_one_of_few || number % kSampleEvery == 0) {
      sample(slot, program);
    }
  } else {
    explain(slot, program);
  }
  // In the program with the last permitted failure, not all results were looked at.
  result_.values += is_over() ? 0 : program.active_count();
}

// Leaves a copy of the results and golden's if they differ. The backend may change the slot while
// it is looked at: what is compared is what is explained.
bool ChunkRunner::agrees(const Slot& slot, const SweepProgram& program) {
  if (packed_.agrees(program, slot.memory.memories())) {
    return true;
  }
  for (const generators::MemoryRange& range : slot.memory.ranges()) {
    std::ranges::copy(slot.memory.bytes(range), copy_.swept().bytes(range).begin());
  }
  run_golden(slot, program);
  return hold_the_same(copy_.swept(), golden_memory_.swept(), slot.memory.ranges());
}

// Asks the oracle about one result that equals golden's.
void ChunkRunner::sample(const Slot& slot, const SweepProgram& program) {
  const std::uint64_t lane = spec::digest_with(spec::kEmptyDigest, program.first) % program.lanes();
  if (program.is_active(lane)) {
    const std::uint64_t result = ResultPlaces(golden_, program).load(slot.memory.memories(), lane);
    judge(program, lane, result, result);
  }
}

void ChunkRunner::explain(const Slot& slot, const SweepProgram& program) {
  const ResultPlaces places(golden_, program);
  for (std::uint64_t lane = 0; lane < program.lanes() && !is_over(); ++lane) {
    if (!program.is_active(lane)) {
      continue;
    }
    const std::uint64_t got = places.load(copy_.swept().memories(), lane);
    const std::uint64_t wanted = places.load(golden_memory_.swept().memories(), lane);
    if (got != wanted) {
      judge(program, lane, got, wanted);
      places.store(copy_.swept().memories(), lane, wanted);
    }
  }
  const bool same_elsewhere =
      hold_the_same(copy_.swept(), golden_memory_.swept(), slot.memory.ranges());
  if (!is_over() && !same_elsewhere && !fails_alone(program)) {
    result_.causes.add(std::string(oracle::name_of(oracle::Verdict::kWroteOutside)), "", "",
                       {program.first, program.first, 0, "not when its program runs alone"});
  }
}

void ChunkRunner::judge(const SweepProgram& program, std::uint64_t lane, std::uint64_t got,
                        std::uint64_t wanted) {
  const std::uint64_t number = program.first + lane;
  const SweptElement difference{program.domain, number, wanted, got};
  if (got != wanted && !free_.asks_oracle(difference, wanted)) {
    ++result_.permitted;
    return;
  }
  const ElementJudge oracle(program.domain, number, options_.pinned);
  ++result_.judged;
  if (got != wanted) {
    free_.note(difference, wanted,
               oracle.permits(got) && oracle.permits(wanted) && oracle.is_free());
  }
  const std::string rule(spec::rule_of(oracle.rule()).slug);
  const std::uint64_t order = order_of(program.domain, number);
  if (!oracle.permits(wanted)) {
    result_.causes.add(std::string(kGoldenVerdict), rule, "", {order, number, wanted, ""});
  }
  // Each value may follow any reading of an open rule, but all of them one. Only a sweep whose
  // golden follows it too sees that, so that it has to be pinned.
  if (const auto readings = oracle.readings_apart(got, wanted); !readings.empty()) {
    std::vector<std::string> choices;
    std::ranges::transform(readings, std::back_inserter(choices), spec::choice_text);
    result_.causes.add(std::string(oracle::name_of(oracle::Verdict::kInconsistent)),
                       std::string(spec::rule_of(readings.front().rule).slug), "another reading",
                       {order, number, got,
                        fmt::format("{}; sweep with --choice {}", in_short(difference, wanted),
                                    fmt::join(choices, " or "))});
    return;
  }
  if (oracle.permits(got)) {
    result_.permitted += got == wanted ? 0 : 1;
    return;
  }
  const std::uint64_t old =
      ResultPlaces(golden_, program).filled_with(generators::old_destination(program));
  const SweptElement element{program.domain, number, old, got};
  result_.causes.add(std::string(oracle::name_of(oracle::Verdict::kMismatch)), rule,
                     std::string(result_class(element, oracle.expected())),
                     {order, number, got, ""});
}

void ChunkRunner::repeat_alone(const SweepProgram& program, const std::string& verdict,
                               const std::string& how, bool from_outside) {
  ended_ = true;
  const bool fails = fails_alone(program);
  if (!fails && from_outside) {
    killed_ = {program.first, how};
  } else if (!fails) {
    result_.causes.add(verdict, "", "",
                       {program.first, program.first, 0, how + "; not when it runs alone"});
  }
}

bool ChunkRunner::fails_alone(const SweepProgram& program) {
  const CheckResult alone = matches_oracle(subject_(), generators::case_of(program));
  for (const Finding& finding : alone.findings) {
    result_.causes.add(finding.verdict, slug_of(finding), "",
                       {program.first, program.first, 0, finding.in_short});
  }
  return !alone.findings.empty();
}

void ChunkRunner::explain_outside(Slot& slot) {
  bool any_fails = false;
  for (const std::size_t number : slot.ran) {
    any_fails = fails_alone(programs_[number]) || any_fails;
  }
  if (!any_fails) {
    const std::uint64_t first = slot.ran.empty() ? 0 : programs_[slot.ran.front()].first;
    result_.causes.add(
        std::string(oracle::name_of(oracle::Verdict::kWroteOutside)), "", "",
        {first, first, 0, "by this program or one behind it; by none of them alone"});
  }
  slot.memory.clear();
  slot.ran.clear();
}

void ChunkRunner::describe_causes(const generators::SweepDomain& domain) {
  const auto describe = [&](Wrong& wrong) {
    if (wrong.in_short.empty()) {
      const ElementJudge oracle(domain, wrong.number, options_.pinned);
      wrong.in_short = in_short({domain, wrong.number, 0, wrong.got}, oracle.expected());
    }
  };
  for (Cause& cause : result_.causes.all()) {
    describe(cause.smallest);
    describe(cause.largest);
  }
}

}  // namespace vconform::suites
