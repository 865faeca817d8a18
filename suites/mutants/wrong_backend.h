// Deliberately wrong backends: golden with one fault around it, which changes what golden is given
// or what it gave, made from tables; or golden's own source with one place changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suites/judging/property.h"

namespace vconform::suites {

struct WrongBackend {
  // Unique: "rounding/vconv_f322s16r/z".
  std::string name;
  // The fault, in one line.
  std::string wrong;
  // The instructions that it concerns, in the order in which a hunt tries them.
  std::vector<spec::Cell> cells;
  // Golden with the fault, with a state of its own. `golden` must be able to run every case.
  // Null if `site` is given.
  std::function<Executor(const Executor& golden)> around;
  // Hypotheses of a diagnosis, by name, that say what is wrong; empty if none can.
  std::vector<std::string> said_by;
  // Whether it changes only values of the first of `cells`, by source and CTRL; and if only those
  // of one source, its pattern.
  bool changes_values = false;
  std::optional<std::uint64_t> source = std::nullopt;
  // An argument that nothing shows the fault; empty if something should.
  std::string equivalent;
  // The same, looked for only once it has survived; may be empty.
  std::function<std::string()> proof = nullptr;
  // The two mistakes of a pair, each by itself; otherwise empty.
  std::vector<WrongBackend> parts = {};
  // The number of the place in golden's source that is wrong; 0 if golden itself is right. It runs
  // in a worker process only: mechanical/.
  std::size_t site = 0;

  bool has_site() const { return site != 0; }
};

}  // namespace vconform::suites
