// The program ./vconform: the command that is asked for, and its exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>

#include "adapters/load_error.h"
#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/commands/all_options.h"
#include "suites/commands/options.h"
#include "suites/commands/streams.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/processes/supervisor.h"

namespace vconform::suites {
namespace {

struct Command {
  std::string_view name;
  int (*run)(const AllOptions& options);
};

constexpr Command kCommands[] = {
    {"certify", [](const AllOptions& options) { return certify(options.certify); }},
    {"sweep", [](const AllOptions& options) { return sweep(options.sweep); }},
    {"merge", [](const AllOptions& options) { return merge(options.merge); }},
    {"probe", [](const AllOptions& options) { return probe_backend(options.probe); }},
    {"verify-certificate",
     [](const AllOptions& options) { return verify_certificate(options.verify_certificate); }},
    {"report", [](const AllOptions& options) { return report(options.report); }},
    {"compare", [](const AllOptions& options) { return compare(options.compare); }},
    {"replay", [](const AllOptions& options) { return replay(options.replay); }},
    {"fuzz", [](const AllOptions& options) { return fuzz(options.fuzz); }},
    {"explain", [](const AllOptions& options) { return explain(options.explain); }},
    {"list", [](const AllOptions& options) { return list(options.list); }},
    {"bench", [](const AllOptions& options) { return bench(options.bench); }},
    {"mutants", [](const AllOptions& options) { return mutants(options.mutants); }},
    {"coverage", [](const AllOptions& options) { return coverage(options.coverage); }},
    {"trace", [](const AllOptions& options) { return trace(options.trace); }},
    {"lower-cxx", [](const AllOptions& options) { return lower_cxx(options.lower_cxx); }},
    {"smoke", [](const AllOptions& options) { return smoke(options.smoke); }},
    {"new-adapter", [](const AllOptions& options) { return new_adapter(options.new_adapter); }},
    {"vectors", [](const AllOptions& options) { return vectors(options.vectors); }},
    {"backends", [](const AllOptions&) { return backends(); }},
    {"doctor", [](const AllOptions&) { return doctor(); }},
};

// The number of our own words: the rest, behind "--", is the call of another program.
int own_words(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  char** const mark = std::find(argv, argv + argc, std::string_view("--"));
  return command == "trace" || command == "lower-cxx" ? static_cast<int>(mark - argv) : argc;
}

int run(int argc, char** argv) {
  CLI::App app("vconform certifies implementations of the Ascend NPU's conversion instructions");
  app.name(std::string(program()));
  app.set_version_flag("--version", std::string(spec::kProgramVersion));
  app.require_subcommand(1);
  AllOptions options;
  add_commands(app, options);
  refuse_options_without_value(argc, argv);
  const int own = own_words(argc, argv);
  try {
    app.parse(own, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    const int status = app.exit(help, text, text);
    fmt::print("{}", text.str());
    return status;
  } catch (const CLI::ParseError& error) {
    if (argc > 1 && std::string_view(argv[1]) == "test") {
      fmt::print(
          stderr,
          "vconform: test runs the project's own tests: call ./vconform test in a checkout\n");
      return kBadInput;
    }
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty()) {
      fmt::print(stderr, "vconform: unknown command {}; see {} --help\n", in_quotes(argv[1]),
                 program());
      return kBadInput;
    }
    fmt::print(stderr, "vconform: {}; see {} --help\n", printable(error.what()), program());
    return kBadInput;
  }
  for (std::vector<std::string>* words : {&options.trace.words, &options.lower_cxx.words}) {
    words->insert(words->end(), argv + std::min(own + 1, argc), argv + argc);
  }
  const std::string name = app.get_subcommands().front()->get_name();
  return std::ranges::find(kCommands, name, &Command::name)->run(options);
}

// Turns any exception into one line on standard error and an exit code. An exception that does not
// name bad input is a fault of vconform, its disk or its machine, and never a verdict.
int exit_code_of(int argc, char** argv) {
  const auto ended = [](int status, std::string_view message) {
    std::fflush(stdout);
    fmt::print(stderr, "vconform: {}\n", printable(message));
    return status;
  };
  try {
    return run(argc, argv);
  } catch (const spec::InputError& error) {
    return ended(kBadInput, error.what());
  } catch (const adapters::LoadError& error) {
    return ended(kNoBackend, error.what());
  } catch (const DiskError& error) {
    return ended(kBroken, error.what());
  } catch (const std::bad_alloc&) {
    return ended(kBroken,
                 "the run could not be finished: out of memory; free some, or use fewer --jobs");
  } catch (const std::exception& error) {
    return ended(kBroken, fmt::format("the run could not be finished: {}", error.what()));
  } catch (...) {
    return ended(kBroken, "the run could not be finished: an exception of an unknown kind");
  }
}

}  // namespace
}  // namespace vconform::suites

int main(int argc, char** argv) {
  using namespace vconform::suites;
  prepare_streams();
  return finish_streams(supervised([&] { return exit_code_of(argc, argv); }));
}
