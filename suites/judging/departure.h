// Departures: a backend follows a reading that a page contradicts. Each is one deviation, DEPARTS,
// and all else is judged by that reading.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::suites {

inline constexpr std::string_view kDeparts = "DEPARTS";

// The instruction whose discriminating cases report the departure: the first claimed one of which
// a case tells the readings apart or, if there is none, the first that the rule concerns; nullopt
// if no claimed instruction is concerned. Does not run the backend.
std::optional<spec::Cell> reported_under(const Subject& subject, spec::RuleId rule);

struct Departure {
  Finding finding;
  // Without steps if no case shows it: then only the profile says so.
  spec::Case test_case;
};

// The departures of subject.departing that are reported under the instruction, each with the first
// case that only the departing reading explains: one of the instruction or, if none does, one of
// another that the rule concerns.
std::vector<Departure> departures_under(const Subject& subject, const spec::Cell& cell);

// Those that the case shows by itself: the reading explains its outcome, and another one does not.
std::vector<Finding> departures_in(const Subject& subject, const spec::Case& test_case);

// Such as "where the page says signed: vconv: …" of "unsigned".
std::string contradicted_by(spec::Choice departing);
// "DEPARTS  rule deq.offset-sign: follows unsigned, where the page says …".
std::string departure_line(spec::Choice departing);

}  // namespace vconform::suites
