// Cases of one instruction and what a backend did in them, to hold explanations against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/judge/judge.h"
#include "spec/case/memory_image.h"
#include "spec/case/outcome.h"
#include "suites/diagnosis/program_faults/program_fault.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// A case that was completed.
struct Observed {
  spec::Case test_case;
  spec::MemoryImage before;
  spec::Outcome outcome;
  // The world that permits the outcome or, if none does, the one that permits most of it.
  oracle::World world;
  bool is_right = true;
};

struct Evidence {
  // Cases whose outcome is not permitted. The first `given` are some of those that were given,
  // which are small.
  std::vector<Observed> wrong;
  std::size_t given = 0;
  std::vector<Observed> right;
  // Some case that was wrong is right in a fresh process.
  bool depends_on_past = false;
};

// A small case has little in it that could contradict an explanation: where larger ones are wrong
// too, one of them must follow from it. `explained` are indices into Evidence::wrong, ascending.
bool is_shown_at_large(const std::vector<std::size_t>& explained, const Evidence& evidence);

// At most `most` of these indices, far apart, the first and the last among them.
std::vector<std::size_t> some_of(const std::vector<std::size_t>& indices, std::size_t most);
// How many wrong cases a mistake is tried on before all.
inline constexpr std::size_t kTriedCases = 8;

// Suspects, which explain another row of the family, are held against fewer cases than all.
enum class Thoroughness : std::uint8_t { kOfSuspects, kOfAll };

// Runs cases of the instruction: `failing`, in which a run found it wrong, then drawn ones and, of
// the listed values or of all patterns, some that lie far apart. Ends early when a case crashes
// or times out. One that is not completed, or that depends on earlier programs, is left out.
Evidence evidence_about(const Subject& subject, const spec::Cell& cell,
                        const std::vector<spec::Case>& failing, std::uint64_t seed,
                        Thoroughness thoroughness);

// Adds the cases that tell readings apart, and more of the listed ones: a mistake may do the same
// as another one in what was drawn, and not there.
void add_telling_cases(const Subject& subject, const spec::Cell& cell, Evidence& evidence);
// Adds cases with other values of the arguments, and programs with other writes of the registers,
// that one of the mistakes changes: it may be one at some values only.
void add_cases_changed_by(const std::vector<ProgramChange>& mistakes, const Subject& subject,
                          const spec::Cell& cell, std::uint64_t seed, Evidence& evidence);

// Whether the bytes of the range, which is within both, are equal; false if one is sparse.
bool are_equal(const spec::MemoryBytes& a, const spec::MemoryBytes& b,
               const spec::ByteRange& range);

// Whether another implementation did the same in the case: every byte is equal, or belongs to an
// element for which both results are permitted.
bool did_the_same(const Observed& observed, const spec::Outcome& other);

}  // namespace vconform::suites
