#include "suites/mutants/mechanical/golden_subject.h"

#include <optional>

#include "spec/rules/rules.h"
#include "suites/judging/subject.h"

namespace vconform::suites {

spec::Choices declared_by(const adapters::Backend& backend, const std::string& reading) {
  spec::Choices declared;
  if (!reading.empty()) {
    declared.pin(spec::choice_named(reading));
  }
  if (const std::optional<spec::Choice> order = backend.overlap_order()) {
    declared.pin(*order);
  }
  return declared;
}

Subject subject_under(const std::shared_ptr<adapters::Backend>& backend,
                      const std::string& reading) {
  Subject subject = subject_of(backend);
  subject.execute_in_place = nullptr;
  subject.pinned = spec::choices_of_golden();
  subject.pinned.leave_open(spec::cite("walk.order"));
  for (const spec::Choice& choice : declared_by(*backend, reading).all()) {
    subject.pinned.pin(choice);
  }
  return subject;
}

}  // namespace vconform::suites
