#include "suites/runner/subject.h"

#include "adapters/isolation/isolated_backend.h"
#include "adapters/open_backend.h"
#include "spec/memory_image.h"

namespace vconform::suites {

std::shared_ptr<adapters::Backend> open_for_judging(const std::string& name, bool in_process,
                                                    const adapters::Limits& limits) {
  if (in_process) {
    return adapters::open_backend(name);
  }
  return adapters::open_isolated_backend(name, limits);
}

Claims claims_of(const std::shared_ptr<adapters::Backend>& backend) {
  return [backend](const spec::Cell& cell) { return backend->claims(cell); };
}

Subject subject_of(const std::shared_ptr<adapters::Backend>& backend, const spec::Choices& pinned) {
  Subject subject;
  subject.machine = [backend](const spec::Case& test_case) {
    return backend->execute(test_case, spec::initial_image(test_case));
  };
  subject.claims = claims_of(backend);
  subject.pinned = pinned;
  subject.checks_arguments = backend->declares_argument_checking();
  return subject;
}

spec::Choices choices_for(const std::string& profile, const std::vector<std::string>& choices,
                          const adapters::Backend& backend) {
  spec::Choices pinned = spec::choices_of(spec::profile_named(profile));
  for (const std::string& choice : backend.permissive_choices()) {
    spec::pin_from_text(pinned, choice);
  }
  spec::pin_all(pinned, choices);
  return pinned;
}

}  // namespace vconform::suites
