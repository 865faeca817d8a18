// Certificates in Markdown, for the summary of a CI job.
#pragma once

#include <string>

#include "suites/presentation/comparison.h"
#include "suites/report/certificate_record.h"

namespace vconform::suites {

std::string markdown_of(const CertificateRecord& record);

// Rows, rules and readings in which they differ; of two, what is worse and what is better in the
// second one.
std::string markdown_of(const Comparison& comparison);

}  // namespace vconform::suites
