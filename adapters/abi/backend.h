// A backend: the only interface through which cases are executed.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/abi/capabilities.h"
#include "adapters/abi/incidents.h"
#include "adapters/containment/measure.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/case/outcome.h"
#include "spec/rows/features.h"

namespace vconform::adapters {

// A backend's description of itself. Claims of rows that the suite lays out include the features of
// its walks; if it lays out every row, order and stride width are theirs too.
struct Description {
  // One line each, as the table gives them.
  std::string name;
  std::string version;
  bool judges_addressing = true;
  Capabilities capabilities;
  // The name and version of the backend that carries out what a lowering issues; else empty.
  std::string basis = {};
  // Lines for whoever opened it, each with its '\n'; nothing depends on them.
  std::string notes = {};
  // The library has execute_batch.
  bool takes_batches = false;
};

// The largest number of programs for Backend::execute_at_once.
inline constexpr std::size_t kMostAtOnce = 4;
// The same for Backend::execute_ahead, of one that prefers batches and of others.
inline constexpr std::size_t kMostAheadAtOnce = 2048;
inline constexpr std::size_t kMostAhead = 32;

// The programs that come next, by number.
using ProgramAt = std::function<spec::Case(std::size_t)>;

// May be used by one thread at a time.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  virtual const Description& description() const = 0;

  // Runs the steps of `program` on a copy of `before` (normally spec::initial_image(program)).
  // `after` holds the memory images at the end, whatever the status; `message` is one line or
  // empty.
  virtual spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) = 0;

  // Runs a program likewise, but may leave the result in place if the backend supports that.
  virtual spec::Outcome execute_in_place(const spec::Case& program,
                                         const spec::MemoryImage& before) {
    return execute(program, before);
  }

  // Runs at most kMostAtOnce programs from their initial_image. A backend in a worker runs them
  // concurrently, each in a context and a thread of its own.
  virtual std::vector<spec::Outcome> execute_at_once(std::span<const spec::Case> programs) {
    std::vector<spec::Outcome> outcomes;
    for (const spec::Case& program : programs) {
      outcomes.push_back(execute(program, spec::initial_image(program)));
    }
    return outcomes;
  }

  // Says that `count` programs are executed next, in the order of `at`, each from its
  // initial_image. A backend that takes batches runs the first of them now, and answers execute()
  // from that; of others nothing happens.
  // Returns the number of programs that it holds answers for, of a batch or, if that failed, of
  // each by itself. Nullopt: it takes no batches, or none any more.
  virtual std::optional<std::size_t> execute_ahead(std::size_t /*count*/, const ProgramAt& /*at*/) {
    return std::nullopt;
  }
  // Whether one that takes batches is to run what is known in advance in batches only, since a
  // hand-over takes long; any other one has its execute() and its batches tried.
  virtual bool prefers_batches() const { return false; }

  // Has the next program run in a fresh process. Returns false if the backend has none of its own.
  virtual bool renew() { return false; }

  // The bytes of the largest memory that a case for it may have.
  virtual std::uint64_t largest_memory() const { return capabilities().largest_memory; }

  // The incidents so far.
  virtual Incidents incidents() const { return {}; }

  // The measures that contain it; empty for a backend in this process.
  virtual std::vector<Measure> measures() const { return {}; }

  // Closes it; nothing can be executed afterwards. Returns half a sentence about a failure, or "".
  virtual std::string close() { return ""; }

  const std::string& name() const { return description().name; }
  const std::string& version() const { return description().version; }

  // False if the suite lays out the operands of every row that is claimed: masks, repeats, strides.
  bool judges_addressing() const { return description().judges_addressing; }
  // Whether it does so for this instruction.
  bool lays_out(const spec::Cell& cell) const {
    return form_of(capabilities(), cell) != Form::kExecute;
  }

  // The features claimed for an instruction, or nullopt if it is not claimed. If the suite does the
  // addressing, its features are included.
  std::optional<spec::FeatureSet> claims(const spec::Cell& cell) const {
    return claimed_features(capabilities(), cell);
  }

  // Whether arguments outside the documented range are rejected.
  bool declares_argument_checking() const { return capabilities().argument_checking; }
  // The declared reading of rule walk.order, or nothing.
  std::optional<spec::Choice> overlap_order() const { return capabilities().overlap_order; }
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits() const { return capabilities().stride_bits; }
  bool thread_safe() const { return capabilities().thread_safe; }
  const std::vector<spec::DeclaredOperation>& operations() const {
    return capabilities().operations;
  }
  // The permissive readings that it asks for, each "rule=reading".
  const std::vector<std::string>& permissive_choices() const {
    return capabilities().permissive_choices;
  }

 private:
  const Capabilities& capabilities() const { return description().capabilities; }
};

}  // namespace vconform::adapters
