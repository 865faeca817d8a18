// The commands of ./vconform and their options, as CLI11 parses them.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include "suites/bench/bench.h"
#include "suites/certify/certify.h"
#include "suites/commands/commands.h"
#include "suites/lower_cxx/lower_cxx.h"
#include "suites/new_adapter/new_adapter.h"
#include "suites/presentation/presentation.h"
#include "suites/smoke/smoke.h"
#include "suites/sweep/sweep.h"
#include "suites/trace/trace.h"
#include "suites/vectors/vectors.h"

namespace vconform::suites {

struct AllOptions {
  CertifyOptions certify;
  SweepOptions sweep;
  MergeOptions merge;
  ProbeOptions probe;
  MutantsOptions mutants;
  CoverageOptions coverage;
  BenchOptions bench;
  VerifyCertificateOptions verify_certificate;
  ReplayOptions replay;
  FuzzOptions fuzz;
  ExplainOptions explain;
  ListOptions list;
  TraceOptions trace;
  LowerCxxOptions lower_cxx;
  SmokeOptions smoke;
  NewAdapterOptions new_adapter;
  VectorsOptions vectors;
  ReportOptions report;
  CompareOptions compare;
};

// Adds every command; parsing fills in `options`, which must outlive `app`.
void add_commands(CLI::App& app, AllOptions& options);

// The words that a command hands on, behind its options: "PROGRAM [ARGUMENT]..."; empty: none.
std::string rest_of(const CLI::App& command);

}  // namespace vconform::suites
