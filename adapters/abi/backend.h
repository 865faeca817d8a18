// A backend: the one seam through which cases are executed.
#pragma once

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

// What a backend says about itself. Where the suite does the addressing, the features, order and
// width of strides of that addressing are in the capabilities.
struct Description {
  // One line each, as the table gives them.
  std::string name;
  std::string version;
  bool judges_addressing = true;
  Capabilities capabilities;
};

// The most programs that Backend::execute_at_once takes.
inline constexpr std::size_t kMostAtOnce = 4;

// Used by one thread at a time.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  virtual const Description& description() const = 0;

  // Runs the steps of `program` on a copy of `before` (spec::initial_image(program), as a rule).
  // `after` is what the memories hold then, whatever the status; `message` is one line or empty.
  virtual spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) = 0;

  // The same, with memories in place where the backend has that.
  virtual spec::Outcome execute_in_place(const spec::Case& program,
                                         const spec::MemoryImage& before) {
    return execute(program, before);
  }

  // Runs programs from their initial_image, at most kMostAtOnce. A backend in a worker runs them at
  // the same time, each in a context and a thread of its own.
  virtual std::vector<spec::Outcome> execute_at_once(std::span<const spec::Case> programs) {
    std::vector<spec::Outcome> outcomes;
    for (const spec::Case& program : programs) {
      outcomes.push_back(execute(program, spec::initial_image(program)));
    }
    return outcomes;
  }

  // So far.
  virtual Incidents incidents() const { return {}; }

  // What contains it; empty in this process.
  virtual std::vector<Measure> measures() const { return {}; }

  // Closes it; afterwards nothing is executed. Returns what was wrong with that, half a sentence,
  // or empty.
  virtual std::string close() { return ""; }

  const std::string& name() const { return description().name; }
  const std::string& version() const { return description().version; }

  // False for tables that only convert arrays: masks, repeats and strides are then done here.
  bool judges_addressing() const { return description().judges_addressing; }

  // The features claimed for an instruction, or nothing when it is not claimed. Where addressing
  // is done here, its features are included.
  std::optional<spec::FeatureSet> claims(const spec::Cell& cell) const {
    return capabilities().rows[cell.row][static_cast<std::size_t>(cell.rounding)];
  }

  // Whether arguments outside the documented range are rejected.
  bool declares_argument_checking() const { return capabilities().argument_checking; }
  // The declared reading of rule walk.order, or nothing.
  std::optional<spec::Choice> overlap_order() const { return capabilities().overlap_order; }
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits() const { return capabilities().stride_bits; }
  bool thread_safe() const { return capabilities().thread_safe; }
  // "rule=reading": the permissive readings that it asks for.
  const std::vector<std::string>& permissive_choices() const {
    return capabilities().permissive_choices;
  }

 private:
  const Capabilities& capabilities() const { return description().capabilities; }
};

}  // namespace vconform::adapters
