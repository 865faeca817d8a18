#include "suites/mutants/mechanical/golden_subject.h"

#include <optional>

#include "spec/rules/rules.h"
#include "suites/judging/subject.h"

namespace vconform::suites {

spec::Choices declared_by(const adapters::Backend& backend, const std::string& readings) {
  spec::Choices declared;
  for (const spec::Choice& choice : spec::choices_from_text(readings).all()) {
    if (spec::reading_of(choice).permissive) {
      declared.pin(choice);
    }
  }
  if (const std::optional<spec::Choice> order = backend.overlap_order()) {
    declared.pin(*order);
  }
  return declared;
}

Subject subject_under(const std::shared_ptr<adapters::Backend>& backend,
                      const std::string& readings) {
  Subject subject = subject_of(backend);
  subject.execute_in_place = nullptr;
  subject.pinned = spec::choices_of_golden();
  subject.pinned.leave_open(spec::cite("walk.order"));
  for (const spec::Choices& more :
       {spec::choices_from_text(readings), declared_by(*backend, readings)}) {
    for (const spec::Choice& choice : more.all()) {
      subject.pinned.pin(choice);
    }
  }
  return subject;
}

}  // namespace vconform::suites
