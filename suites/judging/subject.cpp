#include "suites/judging/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

#include "adapters/containment/memory_watch.h"
#include "adapters/isolation/isolated_backend.h"
#include "adapters/load/worker_files.h"
#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "suites/judging/executed_on.h"

namespace vconform::suites {

namespace {

bool is_among(const std::vector<spec::Cell>& cells, const spec::Cell& cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// The features claimed for all instructions that an API form may stand for; nullopt if one of them
// is not claimed.
std::optional<spec::FeatureSet> claims_of_instructions(const adapters::Backend& backend,
                                                       const spec::Conversion& api) {
  spec::FeatureSet common = spec::kAllFeatures;
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family != spec::Family::kDeq || row.destination != api.destination) {
      continue;
    }
    const auto claimed = backend.claims({row.number, spec::Rounding::kNull});
    if (!claimed) {
      return std::nullopt;
    }
    common = common.within(*claimed);
  }
  return common;
}

spec::Case with_lowered(const spec::Case& test_case, const std::vector<spec::Cell>& lowered) {
  spec::Case changed = test_case;
  changed.steps.clear();
  std::uint64_t ctrl = 0;
  const auto add = [&](const spec::Step& step) {
    const auto* set = std::get_if<spec::SetCtrl>(&step);
    ctrl = set != nullptr ? set->value : ctrl;
    changed.steps.push_back(step);
  };
  for (const spec::Step& step : test_case.steps) {
    const auto* call = std::get_if<spec::CastDeq>(&step);
    if (call == nullptr || !is_among(lowered, call->cell)) {
      add(step);
    } else {
      std::ranges::for_each(spec::lowered(*call, ctrl), add);
    }
  }
  return changed;
}

}  // namespace

adapters::Limits limits_of(const BackendOptions& options) {
  adapters::Limits limits = adapters::limits_of(options.time_limit);
  limits.memory = adapters::memory_size(options.memory_limit).value_or(0);
  return limits;
}

adapters::Loadable loadable_of(const BackendOptions& options) {
  adapters::Loadable backend = adapters::loadable(options.backend);
  adapters::expect_own_files_apart(options.allow_write);
  backend.writable = options.allow_write;
  check_executed_on(options);
  backend.on = options.on;
  return backend;
}

std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options,
                                                    const adapters::Description* expected) {
  return std::make_shared<adapters::IsolatedBackend>(loadable_of(options), limits_of(options),
                                                     expected);
}

std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options,
                                                    const adapters::Limits& limits) {
  return std::make_shared<adapters::IsolatedBackend>(loadable_of(options), limits);
}

std::shared_ptr<adapters::Backend> open_first(const BackendOptions& options) {
  std::shared_ptr<adapters::Backend> backend = open_for_judging(options);
  for (const adapters::Measure& measure : backend->measures()) {
    if (!measure.holds || !measure.reason.empty()) {
      fmt::print(stderr, "vconform: {}\n", adapters::in_words(measure));
    }
  }
  std::istringstream notes(backend->description().notes);
  for (std::string note; std::getline(notes, note);) {
    fmt::print(stderr, "vconform: note: {}: {}\n", backend->name(), note);
  }
  return backend;
}

void close_last(adapters::Backend& backend) {
  const std::string name = backend.name();
  if (const std::string problem = backend.close(); !problem.empty()) {
    fmt::print(stderr, "vconform: note: when it is closed, backend {}: {}\n", name, problem);
  }
}

std::vector<spec::Cell> lowered_by_suite(const adapters::Backend& backend) {
  std::vector<spec::Cell> lowered;
  for (const spec::Conversion& row : spec::kRows) {
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family == spec::Family::kCastDeq && !backend.claims(cell) &&
        claims_of_instructions(backend, row)) {
      lowered.push_back(cell);
    }
  }
  return lowered;
}

Claims claims_of(const std::shared_ptr<adapters::Backend>& backend) {
  const std::vector<spec::Cell> lowered = lowered_by_suite(*backend);
  return [backend, lowered](const spec::Cell& cell) {
    const std::optional<spec::FeatureSet> claimed =
        is_among(lowered, cell) ? claims_of_instructions(*backend, cell.conversion())
                                : backend->claims(cell);
    return claimed && (backend->lays_out(cell) || !backend->judges_addressing())
               ? std::optional(claimed->without(spec::Feature::kInPlace))
               : claimed;
  };
}

Subject subject_of(const std::shared_ptr<adapters::Backend>& backend, bool in_place) {
  Subject subject;
  subject.lowered = lowered_by_suite(*backend);
  subject.past = std::make_shared<Past>();
  subject.renew = [backend, past = subject.past] {
    past->forget();
    return backend->renew();
  };
  const auto executing = [&](auto execute) {
    return [backend, execute, lowered = subject.lowered, past = subject.past](
               const spec::Case& test_case, const spec::MemoryImage& before) {
      past->note(test_case);
      return lowered.empty() ? ((*backend).*execute)(test_case, before)
                             : ((*backend).*execute)(with_lowered(test_case, lowered), before);
    };
  };
  subject.execute = executing(&adapters::Backend::execute);
  if (in_place) {
    subject.execute_in_place = executing(&adapters::Backend::execute_in_place);
  }
  for (const spec::DeclaredOperation& operation : backend->operations()) {
    subject.operations.push_back(spec::declare_operation(operation));
  }
  subject.claims = claims_of(backend);
  subject.at_once = [backend](std::span<const spec::Case> programs) {
    return backend->execute_at_once(programs);
  };
  if (backend->description().takes_batches && !in_place) {
    subject.ahead = [backend, lowered = subject.lowered](std::size_t count,
                                                         const adapters::ProgramAt& at) {
      return backend->execute_ahead(count, [&](std::size_t index) {
        return lowered.empty() ? at(index) : with_lowered(at(index), lowered);
      });
    };
  }
  subject.prefers_batches = backend->prefers_batches();
  subject.incidents = [backend] { return backend->incidents(); };
  subject.checks_arguments = backend->declares_argument_checking();
  subject.thread_safe = backend->thread_safe();
  subject.only_converts = !backend->judges_addressing();
  subject.stride_bits = backend->stride_bits();
  subject.largest_memory = backend->largest_memory();
  return subject;
}

}  // namespace vconform::suites
