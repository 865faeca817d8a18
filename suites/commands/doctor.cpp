#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <map>
#include <sstream>
#include <string>

#include "adapters/bundled/named_backends.h"
#include "adapters/containment/memory_watch.h"
#include "adapters/containment/trial.h"
#include "adapters/load/worker_files.h"
#include "spec/case/version.h"
#include "suites/commands/commands.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

struct Tool {
  const char* program;
  const char* package;
  const char* use;
};

constexpr std::array kTools = {
    Tool{"g++", "g++", "building"},
    Tool{"cmake", "cmake", "building"},
    Tool{"ninja", "ninja-build", "building"},
    Tool{"clang++-19", "clang-19", "fuzz, and the second compiler of the tests"},
    Tool{"llvm-symbolizer-19", "llvm-19", "reports of the fuzzer and the sanitizers"},
    Tool{"clang-format-19", "clang-format-19", "test"},
    Tool{"clang-tidy-19", "clang-tidy-19", "test"},
    Tool{"yq", "yq", "test"},
    Tool{"jq", "jq", "test"},
    Tool{"pkg-config", "pkgconf", "test"},
    Tool{"afl-fuzz", "afl++", "test --level release"},
    Tool{"debootstrap", "debootstrap", "test --level release"},
    Tool{"git", "git", "test"},
    Tool{"aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu", "test --level release"},
    Tool{"qemu-aarch64", "qemu-user", "test --level release"},
    Tool{"sbatch", "slurm-wlm", "test --level release, and sweeps on a cluster"},
};

// The path where the shell would find it; empty: nowhere.
std::string found_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (const std::string file = fmt::format("{}/{}", folder, program);
        access(file.c_str(), X_OK) == 0) {
      return file;
    }
  }
  return "";
}

void print_machine() {
  utsname system{};
  uname(&system);
  fmt::print("vconform {}, {} {} on {}, {}\n", spec::kProgramVersion, system.sysname,
             system.release, system.machine, geteuid() == 0 ? "as root" : "as a user");
}

void print_containment() {
  fmt::print("\ncontainment, each tried on a process of its own\n");
  for (const adapters::Measure& measure : adapters::try_containment()) {
    fmt::print("  {}\n", adapters::in_words(measure));
  }
  fmt::print("  memory limit of a backend: {}, half of the {} that are here\n",
             adapters::memory_text(adapters::default_memory_limit()),
             adapters::memory_text(adapters::available_memory()));
}

void print_tools() {
  fmt::print("\nprograms\n");
  for (const Tool& tool : kTools) {
    const std::string file = found_in_path(tool.program);
    fmt::print("  {:<23}{}\n", tool.program,
               file.empty() ? fmt::format("not here: package {}, for {}", tool.package, tool.use)
                            : printable(file));
  }
}

// Golden's readings and the mutants take one line each: there are hundreds.
void print_backends() {
  fmt::print("\nbackends\n");
  std::map<std::string, std::size_t> forms;
  for (const adapters::KnownBackend& backend : adapters::known_backends()) {
    if (const std::size_t colon = backend.name.find(':'); colon != std::string::npos) {
      ++forms[backend.name.substr(0, colon + 1) + "…"];
      continue;
    }
    const std::string remedy =
        backend.package.empty() ? backend.reason : "package " + backend.package;
    fmt::print("  {:<23}{}\n", backend.name, backend.available ? "here" : "not here: " + remedy);
  }
  for (const auto& [form, count] : forms) {
    fmt::print("  {:<23}{}, all here\n", form, count);
  }
}

// The files that a run needs besides the program itself and that are missing; empty: none.
std::string missing_files() {
  try {
    adapters::worker_files();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

int doctor() {
  print_machine();
  print_containment();
  print_tools();
  print_backends();
  const std::string missing = missing_files();
  fmt::print("\nfiles of vconform: {}\n", missing.empty() ? "all here" : printable(missing));
  return missing.empty() ? kConforms : kBroken;
}

}  // namespace vconform::suites
