// The diagnoses of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "suites/diagnosis/diagnose.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// An instruction with cases in which it gave wrong results or wrote where it must not.
struct FailingRow {
  spec::Cell cell;
  std::vector<spec::Case> cases;
};

// Adds the smallest case of a deviation to its row, unless it has no results to explain: a crash,
// or a departure, which names its reading.
void add_failing(const spec::Cell& cell, const Deviation& deviation, std::vector<FailingRow>& rows);

// One diagnosis for each row, made in `jobs` processes; `start` opens the backend in each. What
// explains the first row of a family is tried first on its others: a mistake is rarely alone in
// its row, and the whole table takes long. Throws what run_tasks throws.
std::vector<Diagnosis> diagnose_all(const std::vector<FailingRow>& rows, std::size_t jobs,
                                    const std::function<Subject()>& start, std::uint64_t seed);

}  // namespace vconform::suites
