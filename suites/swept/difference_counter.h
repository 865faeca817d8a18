// How many inputs of an instruction a mistake affects, and where they lie: golden with the mistake
// against golden, on the values of a sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "adapters/golden/reference.h"
#include "generators/sweep/domain.h"
#include "generators/sweep/programs.h"
#include "spec/profiles/choices.h"
#include "suites/diagnosis/where/grid.h"
#include "suites/swept/swept_memory.h"

namespace vconform::suites {

// Golden's behaviour for an instruction: with a mistake, that of another one maybe.
struct Implementation {
  adapters::golden::Behaviour behaviour;
  spec::Cell cell;
};

// Each source of a vconv counts once. Of differences that are alike, in the place of their source
// and whether both results are zeros or NaN, the oracle sees the first ones of a chunk; if it
// answers all of them alike, it is not asked about the rest.
class DifferenceCounter {
 public:
  // `right` has the cell of the domain. Results are permitted under the readings `pinned`, which
  // must outlive the object.
  DifferenceCounter(const generators::SweepDomain& domain, const spec::Choices& pinned,
                    const Implementation& right, const Implementation& wrong);

  // Sources by their sign, and by exponent or binary digits, none of them counted yet.
  Grid no_sources() const;
  // Adds those of a chunk; wrong are those with a result that is not permitted.
  void count(std::uint64_t chunk, Grid& sources);
  // The result of the wrong implementation for a source; nullopt if it refuses the program.
  std::optional<std::uint64_t> wrong_result(std::uint64_t source);

 private:
  // The oracle's answers about differences that are alike.
  struct Answers {
    std::uint64_t asked = 0;
    std::uint64_t permitted = 0;
  };
  static constexpr std::uint64_t kAsked = 64;
  // Whether both results are zeros, both NaN, or neither.
  static constexpr std::size_t kKinds = 3;

  // Whether it completed the program.
  bool run(const Implementation& implementation, const generators::SweepProgram& program,
           OwnMemory& memory);
  void count(const generators::SweepProgram& program, bool completed, Grid& sources);
  bool has_one_place(const generators::SweepProgram& program) const;
  bool permits(std::uint64_t source, std::uint64_t got, std::uint64_t wanted);

  generators::SweepDomain domain_;
  const spec::Choices& pinned_;
  Implementation right_;
  Implementation wrong_;
  OwnMemory right_memory_;
  OwnMemory wrong_memory_;
  // By sign, place and kind.
  std::vector<Answers> answers_;
  NumberPlaces places_;
  std::vector<vconform_step> steps_;
};

}  // namespace vconform::suites
