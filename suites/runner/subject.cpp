#include "suites/runner/subject.h"

#include "adapters/isolation/isolated_backend.h"
#include "adapters/open_backend.h"
#include "spec/memory_image.h"

namespace vconform::suites {

std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options) {
  if (options.in_process) {
    return adapters::open_backend(options.backend);
  }
  return adapters::open_isolated_backend(options.backend, adapters::limits_of(options.time_limit));
}

Claims claims_of(const std::shared_ptr<adapters::Backend>& backend) {
  return [backend](const spec::Cell& cell) {
    const std::optional<spec::FeatureSet> claimed = backend->claims(cell);
    return claimed && !backend->judges_addressing()
               ? std::optional(claimed->without(spec::Feature::kInPlace))
               : claimed;
  };
}

Subject subject_of(const std::shared_ptr<adapters::Backend>& backend) {
  Subject subject;
  subject.machine = [backend](const spec::Case& test_case) {
    return backend->execute(test_case, spec::initial_image(test_case));
  };
  subject.claims = claims_of(backend);
  subject.checks_arguments = backend->declares_argument_checking();
  subject.stride_bits = backend->stride_bits();
  return subject;
}

}  // namespace vconform::suites
