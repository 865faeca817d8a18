// The options of certify, and of merge, which has most of them too.
#pragma once

#include <CLI/CLI.hpp>

#include "suites/certify/certify.h"

namespace vconform::suites {

void add_certify(CLI::App& app, CertifyOptions& options);
void add_merge(CLI::App& app, MergeOptions& options);

}  // namespace vconform::suites
