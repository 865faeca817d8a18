// golden_digests LIBRARY [--quick] [--host-rounding nearest|upward|downward|zero] [--instruction
// NAME] [--part I/N] [--at-once N]
//
// Prints one line for each instruction of a library with the C ABI: its name, a digest of all
// results, and the number of elements. The lines are a pure function of what the library computes,
// so that equal lines from builds for two machines carry over what was shown on one of them. With
// --host-rounding the host's floating-point unit is set to another mode before the library runs.
// With --at-once each instruction first runs in N concurrent contexts, in a thread each, which must
// compute the same.
#include <array>
#include <barrier>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/golden/digests/host_rounding.h"
#include "adapters/golden/digests/programs.h"

namespace vconform::adapters::golden::digests {

namespace {

constexpr Extent kFull = {1 << 22, 256};
constexpr Extent kQuick = {1 << 13, 16};

struct Options {
  std::string library;
  Extent extent = kFull;
  HostRounding rounding = host_rounding_named("nearest").value();
  // Empty for all instructions.
  std::string instruction;
  unsigned part = 1;
  unsigned parts = 1;
  // The number of concurrent contexts; 0 for none.
  unsigned at_once = 0;
};

bool read_part(const std::string& text, Options& options) {
  int length = -1;
  const int read = std::sscanf(text.c_str(), "%9u/%9u%n", &options.part, &options.parts, &length);
  return read == 2 && length == static_cast<int>(text.size()) && options.part >= 1 &&
         options.part <= options.parts;
}

bool read_at_once(const std::string& text, Options& options) {
  int length = -1;
  const int read = std::sscanf(text.c_str(), "%2u%n", &options.at_once, &length);
  return read == 1 && length == static_cast<int>(text.size());
}

std::runtime_error no_option(const std::string& word, const std::string& value) {
  return std::runtime_error("'" + word + " " + value + "' is no option of golden_digests");
}

Options options_of(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::string value = i + 1 < count ? words[i + 1] : "";
    if (word == "--quick") {
      options.extent = kQuick;
    } else if (word == "--host-rounding" && host_rounding_named(value)) {
      options.rounding = *host_rounding_named(value);
      ++i;
    } else if (word == "--instruction" && spec::cell_named(value)) {
      options.instruction = value;
      ++i;
    } else if ((word == "--part" && read_part(value, options)) ||
               (word == "--at-once" && read_at_once(value, options))) {
      ++i;
    } else if (options.library.empty() && !word.starts_with("-")) {
      options.library = word;
    } else {
      throw no_option(word, value);
    }
  }
  return options;
}

void run(Executor& executor, const spec::Cell& cell, const Options& options) {
  executor.begin();
  try {
    kPrograms[static_cast<std::size_t>(cell.conversion().family)](executor, cell, options.extent);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(spec::instruction_name(cell) + ": " + error.what());
  }
}

using Executors = std::vector<std::unique_ptr<Executor>>;

void run_at_once(const Executors& executors, const spec::Cell& cell, const Options& options) {
  std::vector<std::exception_ptr> errors(executors.size());
  {
    std::barrier together(static_cast<std::ptrdiff_t>(executors.size()));
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < executors.size(); ++i) {
      threads.emplace_back([&, i] {
        together.arrive_and_wait();
        try {
          run(*executors[i], cell, options);
        } catch (const std::exception&) {
          errors[i] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& error : errors) {
    if (error != nullptr) {
      std::rethrow_exception(error);
    }
  }
}

void print_digest(Executor& executor, const Executors& others, const spec::Cell& cell,
                  const Options& options) {
  const std::string name = spec::instruction_name(cell);
  // Concurrent contexts run first, so that they race for what a library does only once.
  run_at_once(others, cell, options);
  run(executor, cell, options);
  for (const std::unique_ptr<Executor>& other : others) {
    if (other->digest() != executor.digest()) {
      throw std::runtime_error(name + " computes something else while other contexts run");
    }
  }
  if (!has_host_rounding(options.rounding)) {
    throw std::runtime_error(name + " changed how the host rounds");
  }
  std::printf("%s %016llx %llu\n", name.c_str(), static_cast<unsigned long long>(executor.digest()),
              static_cast<unsigned long long>(executor.elements()));
  std::fflush(stdout);
}

std::vector<spec::Cell> claimed_cells(const vconform_capabilities& claimed) {
  std::vector<spec::Cell> cells;
  for (std::uint32_t i = 0; i < claimed.row_count; ++i) {
    const vconform_capability& row = claimed.rows[i];
    for (std::uint32_t rounding = 0; rounding < spec::kRoundingModes.size(); ++rounding) {
      if ((row.roundings >> rounding & 1) != 0) {
        cells.push_back(cell_of(static_cast<spec::Family>(row.family), row.variant, row.source_type,
                                row.destination_type, rounding)
                            .value());
      }
    }
  }
  return cells;
}

void print_digests(const Options& options) {
  Executor executor(options.library);
  Executors others;
  while (others.size() < options.at_once) {
    others.push_back(std::make_unique<Executor>(options.library));
  }
  set_host_rounding(options.rounding);
  const std::vector<spec::Cell> cells = claimed_cells(executor.capabilities());
  int lines = 0;
  for (std::size_t i = options.part - 1; i < cells.size(); i += options.parts) {
    if (options.instruction.empty() || options.instruction == spec::instruction_name(cells[i])) {
      print_digest(executor, others, cells[i], options);
      ++lines;
    }
  }
  if (lines == 0) {
    throw std::runtime_error("the library claims no such instruction");
  }
}

}  // namespace

}  // namespace vconform::adapters::golden::digests

int main(int count, char** words) {
  namespace digests = vconform::adapters::golden::digests;
  try {
    digests::print_digests(digests::options_of(count, words));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "golden_digests: %s\n", error.what());
    return 2;
  }
}
