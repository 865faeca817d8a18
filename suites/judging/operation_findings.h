// Findings about an operation beside its results, and who is to blame for a wrong one.
#pragma once

#include <optional>
#include <vector>

#include "oracle/judge/judge.h"
#include "suites/judging/property.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// The verdict on an element that no instruction wrote and that is wrong for a source that is NaN,
// inf or out of range: what a host's conversion gives there says nothing about the chip.
inline constexpr std::string_view kHostScalarCode = "HOST SCALAR CODE";

// The operation that a case is about; null for a case of instructions.
const spec::Operation* operation_of(const spec::Case& test_case);

// Adds to a finding about an element of an operation the call that wrote it.
void note_writer(const Ran& ran, const oracle::BrokenRule& broken, Finding& finding);

// Findings about a completed operation: a call that was not executed as the pages say, or of which
// they promise nothing; registers that are not as they were although the operation does not declare
// that it clobbers them. A missing report is a finding too.
std::vector<Finding> issue_findings(const Ran& ran);

// The judged elements of a completed operation that no instruction wrote.
HostElements host_elements(const Ran& ran, const oracle::World& world);

// The report of an operation that issues nothing and leaves every register as it was.
spec::IssuedReport silent_report(const spec::Operation& operation);

}  // namespace vconform::suites
