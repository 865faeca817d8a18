// The one text form of a case: what a failure prints, a regression file holds, `replay` reads and
// people edit. Its grammar is in spec/README.md.
#pragma once

#include <string>
#include <string_view>

#include "spec/case/case.h"

namespace vconform::spec {

// Begins the line of an Operation, before its name.
inline constexpr std::string_view kOperationKeyword = "operation";

std::string to_text(const Case& test_case);

// Throws InputError with the line number. For every case c without case_problem,
// case_from_text(to_text(c)) == c; for every text it accepts, to_text is its normal form.
Case case_from_text(std::string_view text);

// One step, as a line of a case file.
std::string step_text(const Step& step);

}  // namespace vconform::spec
