// The plan of a run whose results are supplied as files: cases are run before anything is known
// about the implementation, and each of them once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The units of a plan whose cases are all legal and are judged by the oracle one by one, those that
// tell most first: the cases that tell readings apart, drawn ones, programs of several
// instructions, every pattern, every magnitude.
std::vector<Unit> supplied_plan(const std::vector<Unit>& plan);

// The results of a run, as its certificate records them.
struct Supplied {
  // The first units of supplied_plan() whose programs were exported; the others did not fit.
  std::uint64_t units = 0;
  // The programs, and those that came back with a result.
  std::uint64_t programs = 0;
  std::uint64_t returned = 0;
};

}  // namespace vconform::suites
