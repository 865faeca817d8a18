#include "suites/runner/subject.h"

#include <algorithm>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/open_backend.h"
#include "spec/lowering.h"
#include "spec/memory_image.h"

namespace vconform::suites {

namespace {

bool is_among(const std::vector<spec::Cell>& cells, const spec::Cell& cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// What is claimed for all instructions that an API form may stand for.
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
    common.bits &= claimed->bits;
  }
  return common;
}

spec::Case with_lowered(const spec::Case& test_case, const std::vector<spec::Cell>& lowered) {
  spec::Case changed = test_case;
  changed.steps.clear();
  std::uint64_t ctrl = 0;
  for (const spec::Step& step : test_case.steps) {
    const auto* call = std::get_if<spec::CastDeq>(&step);
    if (const auto* set = std::get_if<spec::SetCtrl>(&step)) {
      ctrl = set->value;
    }
    if (call == nullptr || !is_among(lowered, call->cell)) {
      changed.steps.push_back(step);
      continue;
    }
    const std::vector<spec::Step> instructions = spec::lowered(*call, ctrl);
    changed.steps.insert(changed.steps.end(), instructions.begin(), instructions.end());
  }
  return changed;
}

}  // namespace

std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options) {
  if (options.in_process) {
    return adapters::open_backend(options.backend);
  }
  return adapters::open_isolated_backend(options.backend, adapters::limits_of(options.time_limit));
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
    return claimed && !backend->judges_addressing()
               ? std::optional(claimed->without(spec::Feature::kInPlace))
               : claimed;
  };
}

Subject subject_of(const std::shared_ptr<adapters::Backend>& backend) {
  Subject subject;
  subject.lowered = lowered_by_suite(*backend);
  subject.machine = [backend, lowered = subject.lowered](const spec::Case& test_case,
                                                         const spec::MemoryImage& before) {
    return lowered.empty() ? backend->execute(test_case, before)
                           : backend->execute(with_lowered(test_case, lowered), before);
  };
  subject.claims = claims_of(backend);
  subject.checks_arguments = backend->declares_argument_checking();
  subject.stride_bits = backend->stride_bits();
  return subject;
}

}  // namespace vconform::suites
