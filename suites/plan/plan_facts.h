// Facts that follow from a plan without running it, for checking a certificate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suites/judging/unit.h"

namespace vconform::suites {

// "generated", "systematic", "magnitudes", "illegal" or "discriminating".
std::string_view name_of(Cases cases);

// The CTRL of a systematic unit, such as "0x0001000000000000".
std::string ctrl_text(const Unit& unit);

// The number of cases of a unit that runs to its end.
std::uint64_t planned_cases(const Unit& unit, const Subject& subject);

// Whether every conforming backend compares elements in a unit, found by running some of its cases
// on an implementation that refuses whatever it may. False if all of them may be refused, if
// nothing is promised about their results, or if a property finds nothing to compare in them.
bool must_compare_elements(const Unit& unit, const Subject& subject, std::uint64_t seed);

// For each instruction, the programs that have a step of it in units of other ones, if all of these
// run to their end.
std::vector<Share> programs_elsewhere(const std::vector<Unit>& plan, const Subject& subject,
                                      std::uint64_t seed);

// For results that are supplied as files, where cases are run before anything is known about the
// implementation, and each of them once: the units of a plan whose cases are all legal and are
// judged by the oracle one by one, those that tell most first: the cases that tell readings apart,
// drawn ones, programs of several instructions, every pattern, every magnitude.
std::vector<Unit> supplied_plan(const std::vector<Unit>& plan);

// Whether the rest of a unit is not run after this verdict.
bool ends_unit(std::string_view verdict);

// "sha256:" and 64 hexadecimal digits over all that decides which cases a run has and how they are
// judged: the version of the rules, level, seed, claims, readings and options, and the units with
// their cases. Equal for equal runs, whatever came out.
std::string plan_digest(const Level& level, std::uint64_t seed, const Subject& subject,
                        const std::vector<Unit>& plan);

}  // namespace vconform::suites
