#include "suites/faults/fault_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/load/open_backend.h"
#include "adapters/testing/faulty_golden.h"
#include "spec/case/case_text.h"
#include "suites/judging/subject.h"
#include "suites/plan/jobs.h"

namespace vconform::suites {

namespace {

constexpr const char* kFaultyGolden = VCONFORM_TEST_LIBRARIES "/faulty_golden.so";

// A file to which all processes append lines, "WORD REST".
class Notes {
 public:
  explicit Notes(const std::string& file)
      : file_(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {}
  ~Notes() { close(file_); }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  void add(const std::string& line) const {
    const std::string whole = line + "\n";
    if (write(file_, whole.data(), whole.size()) != static_cast<ssize_t>(whole.size())) {
      throw std::runtime_error("cannot write notes");
    }
  }

 private:
  int file_;
};

// The common verdict of all findings; "PASS" without any, "SEVERAL" if they disagree.
std::string verdict_of(const Subject& subject, const spec::Case& program) {
  const CheckResult result = check_property(properties().front(), subject, program);
  if (result.findings.empty()) {
    return "PASS";
  }
  const std::string& first = result.findings.front().verdict;
  const bool agree = std::all_of(result.findings.begin(), result.findings.end(),
                                 [&](const Finding& finding) { return finding.verdict == first; });
  return agree ? first : "SEVERAL";
}

Subject judged_by_a2(const std::shared_ptr<adapters::Backend>& backend) {
  Subject subject = subject_of(backend);
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  // Whether a program has a fault depends on every byte of its memories.
  subject.largest_memory = spec::kMaxMemoryBytes;
  return subject;
}

// Golden and the faulty library as one process of the run has them.
class FaultyExecutor {
 public:
  explicit FaultyExecutor(const FaultRunOptions& options)
      : options_(options),
        limits_(adapters::limits_of(options.time_limit)),
        notes_(options.folder + "/notes"),
        golden_(adapters::open_backend("golden")),
        faulty_(open_faulty()),
        subject_(judged_by_a2(golden_)) {}

  UnitResult run(const Unit& unit, std::uint64_t seed) {
    programs_ = 0;
    Subject subject = subject_;
    subject.execute = [this, &unit](const spec::Case& program, const spec::MemoryImage& before) {
      return run(unit, program, before);
    };
    UnitResult result = run_unit(unit, subject, seed);
    notes_.add(fmt::format("programs {}", programs_));
    return result;
  }

 private:
  // Returns golden's outcome, so that the run goes on as if nothing had happened.
  spec::Outcome run(const Unit& unit, const spec::Case& program, const spec::MemoryImage& before) {
    ++programs_;
    spec::Outcome right = golden_->execute(program, before);
    const auto fault = fault_in(options_.faults, program, before);
    // Some properties run one program again and again: its fault is judged once.
    if (!fault || met_.insert(fault->hash).second) {
      execute_faulty(fault, program, before, right);
    }
    if (const auto other = fault_in(options_.other, program, before)) {
      foresee(unit, program, demand_of(*other, program, before, right, subject_.pinned));
    }
    return right;
  }

  void execute_faulty(const std::optional<InjectedFault>& fault, const spec::Case& program,
                      const spec::MemoryImage& before, const spec::Outcome& right) const {
    const spec::Outcome outcome = faulty_->execute(program, before);
    if (fault) {
      judge(*fault, program, demand_of(*fault, program, before, right, subject_.pinned), outcome);
    } else if (outcome.status != right.status || outcome.message != right.message ||
               outcome.after != right.after) {
      notes_.add(fmt::format("problem {} without a fault: not golden's outcome: {}", program.claim,
                             outcome.message));
    }
  }

  void judge(const InjectedFault& fault, const spec::Case& program, const Demand& demand,
             const spec::Outcome& outcome) const {
    notes_.add(fmt::format("seen {} {}", fault.hash, fault.kind));
    if (!demand.excluded.empty()) {
      notes_.add(fmt::format("excluded {}: {}", fault.kind, demand.excluded));
      return;
    }
    Subject subject = subject_;
    subject.execute = [&](const spec::Case&, const spec::MemoryImage&) { return outcome; };
    const std::string got = verdict_of(subject, program);
    const std::string again = verdict_alone(program);
    if (got == demand.verdict && again == demand.verdict) {
      notes_.add(fmt::format("judged {} {}", fault.hash, fault.kind));
    } else {
      notes_.add(fmt::format("problem {} fault {} is {}, replayed {}, but must be {}",
                             program.claim, fault.kind, got, again, demand.verdict));
    }
  }

  // The library writes its log into the folder of the run.
  std::unique_ptr<adapters::IsolatedBackend> open_faulty() const {
    adapters::Loadable faulty = adapters::loadable(kFaultyGolden);
    faulty.writable = {options_.folder};
    return std::make_unique<adapters::IsolatedBackend>(std::move(faulty), limits_);
  }

  // The verdict on the case read back from its text, in a worker of its own.
  std::string verdict_alone(const spec::Case& program) const {
    const spec::Case read = spec::case_from_text(spec::to_text(program));
    if (read != program) {
      return "another case";
    }
    const std::shared_ptr<adapters::Backend> alone = open_faulty();
    Subject subject = judged_by_a2(alone);
    // To name a fault, judging runs other programs too, which may have faults of their own.
    subject.execute = [this, execute = subject.execute](const spec::Case& other,
                                                        const spec::MemoryImage& before) {
      if (const auto fault = fault_in(options_.faults, other, before)) {
        notes_.add(fmt::format("seen {} {}", fault->hash, fault->kind));
      }
      return execute(other, before);
    };
    return verdict_of(subject, read);
  }

  // Properties that do not ask the oracle see every fault that ends a program, but only some of
  // those in memory; and one that runs several instructions may blame any of them.
  void foresee(const Unit& unit, const spec::Case& program, const Demand& demand) const {
    bool is_alone = true;
    for (const spec::Step& step : program.steps) {
      if (const std::optional<spec::Cell> cell = spec::cell_of(step); cell && *cell != unit.cell) {
        notes_.add(fmt::format("may {}", spec::instruction_name(*cell)));
        is_alone = false;
      }
    }
    const bool ends =
        demand.verdict == "CRASH" || demand.verdict == "TIMEOUT" || demand.verdict == "ERROR";
    const bool must =
        is_alone && (properties()[unit.property].asks_oracle ? !demand.verdict.empty() : ends);
    notes_.add(fmt::format("{} {}", must ? "must" : "may", spec::instruction_name(unit.cell)));
  }

  const FaultRunOptions& options_;
  adapters::Limits limits_;
  Notes notes_;
  std::shared_ptr<adapters::Backend> golden_;
  std::unique_ptr<adapters::Backend> faulty_;
  Subject subject_;
  std::uint64_t programs_ = 0;
  std::set<std::string> met_;  // hashes of the programs with a fault so far
};

void take_note(const std::string& word, const std::string& rest, FaultRun& run) {
  if (word == "programs") {
    run.programs += std::stoull(rest);
  } else if (word == "seen") {
    run.seen.insert(rest);
  } else if (word == "judged") {
    const std::size_t space = rest.find(' ');
    run.judged[rest.substr(space + 1)].insert(rest.substr(0, space));
  } else if (word == "excluded") {
    ++run.excluded[rest];
  } else if (word == "problem") {
    run.problems.push_back(rest);
  } else {
    Foreseen& foreseen = run.foreseen[rest];
    foreseen.has_fault = true;
    foreseen.must_deviate = foreseen.must_deviate || word == "must";
  }
}

}  // namespace

std::uint64_t FaultRun::judged_programs() const {
  std::uint64_t count = 0;
  for (const auto& [kind, hashes] : judged) {
    count += hashes.size();
  }
  return count;
}

std::set<std::string> logged_faults(const std::string& file) {
  std::set<std::string> faults;
  std::ifstream log(file);
  for (std::string line; std::getline(log, line);) {
    faults.insert(line);
  }
  return faults;
}

FaultRun run_with_faults(const FaultRunOptions& options) {
  const std::string log = options.folder + "/log";
  setenv(adapters::faulty::kFaultsVariable, options.faults.text().c_str(), 1);
  setenv(adapters::faulty::kLogVariable, log.c_str(), 1);
  const std::shared_ptr<adapters::Backend> golden = adapters::open_backend("golden");
  const std::vector<Unit> plan = make_plan(level_named(options.level), judged_by_a2(golden));
  const auto start = [&]() -> UnitRunner {
    const auto executor = std::make_shared<FaultyExecutor>(options);
    return [executor](const Unit& unit) { return executor->run(unit, 1); };
  };
  FaultRun run;
  run.results = run_in_processes(plan, options.jobs, start, [](std::size_t, const UnitResult&) {});
  unsetenv(adapters::faulty::kFaultsVariable);
  unsetenv(adapters::faulty::kLogVariable);
  run.logged = logged_faults(log);
  std::ifstream notes(options.folder + "/notes");
  std::string word;
  for (std::string rest; notes >> word && std::getline(notes >> std::ws, rest);) {
    take_note(word, rest, run);
  }
  return run;
}

}  // namespace vconform::suites
