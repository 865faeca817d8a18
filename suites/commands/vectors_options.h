// The command `vectors` and its options.
#pragma once

#include <CLI/CLI.hpp>

#include "suites/vectors/vectors.h"

namespace vconform::suites {

// Parsing fills in `options`, which must outlive `app`.
void add_vectors(CLI::App& app, VectorsOptions& options);

}  // namespace vconform::suites
