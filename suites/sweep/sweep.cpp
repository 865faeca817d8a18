#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "adapters/isolation/isolated_batch_runner.h"
#include "generators/sweep/memory.h"
#include "generators/sweep/programs.h"
#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/progress_line.h"
#include "suites/files/terminal.h"
#include "suites/judging/subject.h"
#include "suites/output/earlier_verdict.h"
#include "suites/output/output_folder.h"
#include "suites/plan/probed_faults.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/resolve_choices.h"
#include "suites/processes/process_pool.h"
#include "suites/shards/journal.h"
#include "suites/shards/judged_files.h"
#include "suites/shards/parts.h"
#include "suites/sweep/cause_cases.h"
#include "suites/sweep/journal_entry.h"
#include "suites/sweep/sweep.h"
#include "suites/sweep/sweep_identity.h"
#include "suites/sweep/sweep_record.h"

namespace vconform::suites {

namespace {

// Shown on standard error: one changing line on a terminal, a line now and then elsewhere.
class SweepProgress {
 public:
  explicit SweepProgress(std::uint64_t values) : values_(values) {}

  // Counts a finished chunk.
  void finished(std::uint64_t values, std::uint64_t wrong) {
    done_ += values;
    wrong_ += wrong;
    line_.show([this](double seconds) {
      const auto done = static_cast<double>(done_);
      const double rate = done / seconds;
      return fmt::format("{:.1f} % of {} values, {:.2f} billion/s, {} wrong, about {:.0f} s left",
                         100 * done / static_cast<double>(values_), with_commas(values_),
                         rate / 1e9, with_commas(wrong_),
                         static_cast<double>(values_ - done_) / rate);
    });
  }

 private:
  std::uint64_t values_;
  std::uint64_t done_ = 0;
  std::uint64_t wrong_ = 0;
  ProgressLine line_;
};

// Programs per batch: handing over takes longer than running one. While one batch runs, another is
// compared and prepared.
constexpr std::size_t kBatch = 4;

std::unique_ptr<adapters::BatchRunner> open_batches(const BackendOptions& options,
                                                    const std::vector<PlannedDomain>& domains,
                                                    const adapters::Description& expected) {
  adapters::MemorySizes sizes{};
  for (const PlannedDomain& planned : domains) {
    const adapters::MemorySizes needed = generators::swept_sizes(planned.domain.cell.conversion());
    std::ranges::transform(sizes, needed, sizes.begin(), std::ranges::max);
  }
  return std::make_unique<adapters::IsolatedBatchRunner>(loadable_of(options), sizes,
                                                         kBatch * adapters::kMaxBatchesInFlight,
                                                         limits_of(options), &expected);
}

// Runs single suspect programs in isolation. Opened on demand: most sweeps need none.
class LazySubject {
 public:
  LazySubject(const BackendOptions& options, const ResolvedChoices& choices,
              const adapters::Description& expected)
      : options_(options), choices_(choices), expected_(expected) {}

  const Subject& get() {
    if (!subject_) {
      subject_ = judged_by(subject_of(open_for_judging(options_, &expected_)), choices_);
    }
    return *subject_;
  }

 private:
  BackendOptions options_;
  ResolvedChoices choices_;
  adapters::Description expected_;
  std::optional<Subject> subject_;
};

std::vector<spec::Cell> cells_of(const std::vector<PlannedDomain>& domains) {
  std::vector<spec::Cell> cells;
  for (const PlannedDomain& planned : domains) {
    cells.push_back(planned.domain.cell);
  }
  return cells;
}

// One set of readings holds in a sweep: those of the suite's walks, or those of the backend.
void expect_alike(const adapters::Backend& backend, const std::vector<spec::Cell>& cells) {
  const auto lays_out = [&](const spec::Cell& cell) { return backend.lays_out(cell); };
  if (std::ranges::any_of(cells, lays_out) && !std::ranges::all_of(cells, lays_out)) {
    throw spec::InputError(
        "some of these instructions are served by execute(), and others by convert() or element(): "
        "sweep them apart, with --instruction");
  }
}

// The plan and the results of a shard.
class Run {
 public:
  // `description` is that of the backend at every opening.
  Run(const SweepOptions& options, const adapters::Description& description,
      const ResolvedChoices& choices, std::vector<PlannedDomain> domains, const Shard& shard)
      : options_(options),
        description_(description),
        choices_(choices),
        domains_(std::move(domains)),
        chunks_(chunks_of(domains_, shard)) {
    record_.shard = shard;
    for (const PlannedDomain& planned : domains_) {
      record_.domains.push_back(
          {spec::instruction_name(planned.domain.cell), planned.domain.ctrl, 0, 0, 0, 0, {}});
    }
    causes_.resize(domains_.size());
  }

  // Throws spec::InputError for an entry of another shard or a repeated one.
  void take_up(const JournalEntry& entry) {
    if (!std::ranges::binary_search(chunks_, entry.id) || !done_.insert(entry.id).second) {
      throw spec::InputError(
          fmt::format("has chunk {} of sweep {}, which is not of this shard, or there twice",
                      entry.id.chunk, entry.id.domain));
    }
    if (entry.result.values + entry.result.not_run != size_of(entry.id)) {
      throw spec::InputError(fmt::format("has {} values of chunk {} of sweep {}, which has {}",
                                         entry.result.values + entry.result.not_run, entry.id.chunk,
                                         entry.id.domain, size_of(entry.id)));
    }
    add(entry);
  }

  void sweep(Journal& journal);

  const std::vector<PlannedDomain>& domains() const { return domains_; }

  // The record so far, its causes without cases.
  SweepRecord unfinished() const {
    SweepRecord record = record_;
    for (std::size_t i = 0; i < domains_.size(); ++i) {
      for (const Cause& cause : causes_[i].all()) {
        record.domains[i].causes.push_back({cause, "", "", true});
      }
    }
    return record;
  }

  SweepRecord record() {
    LazySubject subject(options_.backend, choices_, description_);
    for (std::size_t i = 0; i < domains_.size(); ++i) {
      for (const Cause& cause : causes_[i].all()) {
        SweptCause swept = with_case(cause, domains_[i], subject.get());
        swept.file = file_of(record_.domains[i], cause);
        record_.domains[i].causes.push_back(std::move(swept));
      }
    }
    return std::move(record_);
  }

 private:
  std::uint64_t size_of(const ChunkId& id) const {
    return generators::chunk_size(domains_[id.domain].domain.cell.conversion());
  }

  void add(const JournalEntry& entry) {
    DomainRecord& domain = record_.domains[entry.id.domain];
    domain.values += entry.result.values;
    domain.not_run += entry.result.not_run;
    domain.judged += entry.result.judged;
    domain.permitted += entry.result.permitted;
    causes_[entry.id.domain].add(entry.result.causes);
  }

  SweepOptions options_;
  adapters::Description description_;
  ResolvedChoices choices_;
  std::vector<PlannedDomain> domains_;
  std::vector<ChunkId> chunks_;
  std::set<ChunkId> done_;
  SweepRecord record_;
  std::vector<Causes> causes_;
};

void Run::sweep(Journal& journal) {
  std::vector<ChunkId> left;
  std::uint64_t values = 0;
  for (const ChunkId& id : chunks_) {
    if (!done_.contains(id)) {
      left.push_back(id);
      values += size_of(id);
    }
  }
  const std::size_t jobs = job_count(options_.jobs);
  SweepProgress progress(values);
  const auto settle = [&](const JournalEntry& entry, const std::string& line) {
    // Counted first: a result that does not fit on the disk was found all the same.
    add(entry);
    journal.add(line);
    progress.finished(size_of(entry.id), entry.result.causes.count());
  };
  const TaskListener listener = {[&](std::size_t task, const std::string& line) {
    const JournalEntry entry = entry_from_line(line);
    if (entry.id != left[task]) {
      throw BrokenRun("a process of the sweep sent the result of another chunk than its own");
    }
    settle(entry, line);
  }};
  const auto start = [&]() -> TaskRunner {
    const auto subject = std::make_shared<LazySubject>(options_.backend, choices_, description_);
    const ChunkRunnerOptions options{kBatch, choices_.pinned, options_.max_failures};
    const auto runner = std::make_shared<ChunkRunner>(
        open_batches(options_.backend, domains_, description_),
        [subject]() -> const Subject& { return subject->get(); }, options);
    return [this, &left, runner](std::size_t task) {
      const ChunkId& id = left[task];
      return to_line({id, runner->run(domains_[id.domain], id.chunk)});
    };
  };
  try {
    run_tasks(left.size(), jobs, start, listener);
  } catch (const BrokenRun& error) {
    throw BrokenRun(std::string(error.what()) + "; --resume continues");
  }
}

// If it breaks off, prints what was found so far: the journal may not hold it, and nobody else
// does.
void sweep_or_print(Run& run, Journal& journal, const nlohmann::ordered_json& identity) {
  try {
    run.sweep(journal);
  } catch (...) {
    SweepRecord record = run.unfinished();
    record.identity = identity;
    fmt::print("{}", unfinished_text(record));
    throw;
  }
}

int sweep_or_shard(const SweepOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const Shard shard = shard_named(options.shard);
  if (options.resume || !options.shard.empty()) {
    expect_known_again(options.backend.backend);
  }
  expect_out_of_reach("--out", options.out, options.backend.allow_write);
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  const Subject open = subject_of(backend);
  const SweepSelection selection = {options.instructions, options.ctrls};
  const std::vector<spec::Cell> cells = cells_of(sweep_domains(selection, open));
  expect_alike(*backend, cells);
  ResolvedChoices choices = resolve_choices(options.backend, *backend, open, cells);
  choices.pinned =
      judged_like(backend->description(), judged_by(open, choices), cells.front()).pinned;
  const Subject subject = judged_by(open, choices);
  std::vector<PlannedDomain> domains = sweep_domains(selection, subject);
  const std::vector<std::string> faults = faults_of_probing(choices, backend->incidents(), cells);
  const nlohmann::ordered_json identity =
      sweep_identity(options, *backend, choices, faults, domains);
  OutputFolder folder(options.out);
  nlohmann::ordered_json of_shard = identity;
  of_shard["shard"] = shard.text();
  Run run(options, backend->description(), choices, std::move(domains), shard);
  Journal journal(options.out, {kSweepWork, of_shard},
                  options.resume ? Journal::Mode::kResume : Journal::Mode::kNew,
                  [&](const std::string& line) { run.take_up(entry_from_line(line)); });
  folder.put_away(Results::kJudged);
  sweep_or_print(run, journal, identity);
  SweepRecord record = run.record();
  close_last(*backend);
  if (sweep_identity(options, *backend, choices, faults, run.domains()) != identity) {
    throw std::runtime_error("the library of backend '" + options.backend.backend +
                             "' was changed while it was swept: sweep again");
  }
  record.identity = identity;
  record.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  fmt::print("{}", fitted(sweep_text(record, printable(options.out))));
  std::fflush(stdout);
  write_sweep(record, folder);
  return record.conforms() ? kConforms : kDoesNotConform;
}

}  // namespace

int sweep(const SweepOptions& options) {
  return with_earlier_verdict_aside(options.out, [&] { return sweep_or_shard(options); });
}

}  // namespace vconform::suites
