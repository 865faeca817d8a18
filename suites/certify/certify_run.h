// A run of certify, from its options to its verdict, whatever its units' results come from.
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/certify/certify_options.h"
#include "suites/files/signature.h"
#include "suites/gate/gate.h"
#include "suites/judging/level.h"
#include "suites/judging/subject.h"
#include "suites/output/output_folder.h"
#include "suites/plan/budget_plan.h"
#include "suites/plan/waves.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/run_part.h"
#include "suites/shards/judged_files.h"

namespace vconform::suites {

class CertifyRun {
 public:
  // The plan, and how much of it is to be run.
  struct Work {
    std::vector<Unit> units;
    // The whole of it, if the run may end early.
    std::optional<BudgetPlan> whole;
    Deadline deadline;
  };

  // Whether the readings of open rules may be found out by this run: shards that probe by
  // themselves might find different ones.
  enum class Readings : std::uint8_t { kGiven, kMayBeProbed };

  // Opens the backend, takes the folder of the results, makes the plan, and probes if no profile
  // says what holds. Throws spec::InputError or adapters::LoadError, before results of earlier runs
  // are moved.
  CertifyRun(const CertifyOptions& options, Readings readings);

  const std::vector<Unit>& units() const { return work_.units; }

  // All that the results of the units depend on, by name.
  nlohmann::ordered_json identity() const;

  // Moves the results of earlier runs away: they say nothing about this one.
  void put_away() { folder_.put_away(Results::kJudged); }

  // The incidents of probing: those of this start, and those of earlier ones of the same run, which
  // count too.
  adapters::Incidents probing() const { return backend_->incidents(); }
  void add_earlier_probing(const adapters::Incidents& incidents) { earlier_probing_ += incidents; }

  // As run_in_waves(), each process with its own backend. Cuts the work to the units that were
  // begun in time. Throws std::runtime_error before it gives `finished` a result of other files.
  UnitResults run(const Wanted& wanted, UnitResults known, const UnitListener& finished);

  // Closes the backend, and expects its files as they were. Throws std::runtime_error.
  void close();

  // Diagnoses, prints and writes the verdict on the results of all units, and returns the exit
  // code.
  int conclude(UnitResults by_unit);

 private:
  std::vector<Diagnosis> diagnoses_of(const Certificate& certificate) const;

  CertifyOptions options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::shared_ptr<const SigningKey> signing_key_;
  const Level& level_;
  std::shared_ptr<adapters::Backend> backend_;
  Subject subject_;
  Gate gate_;
  JudgedFiles files_;
  RunPart record_;
  Work work_;
  OutputFolder folder_;
  ResolvedChoices choices_;
  adapters::Incidents earlier_probing_;
};

}  // namespace vconform::suites
