#include "suites/vectors/supplied_backend.h"

#include <cstring>

namespace vconform::suites {

SuppliedBackend::SuppliedBackend(const std::string& name, const Collection& collection,
                                 const Returned& returned)
    : collection_(collection), returned_(returned), description_(collection.description()) {
  description_.name = name;
}

bool SuppliedBackend::lacks(const spec::Case& program) const {
  return status_of(collection_.find(program)) == spec::OutcomeStatus::kNotReturned;
}

spec::OutcomeStatus SuppliedBackend::status_of(const ProgramPlace* place) const {
  const ReturnedGroup* group = place == nullptr ? nullptr : returned_.group(place->instruction);
  return group == nullptr ? spec::OutcomeStatus::kNotReturned : group->statuses.at(place->number);
}

spec::Outcome SuppliedBackend::execute(const spec::Case& program, const spec::MemoryImage& before) {
  spec::Outcome outcome;
  outcome.after = before;
  const ProgramPlace* place = collection_.find(program);
  outcome.status = status_of(place);
  if (outcome.status == spec::OutcomeStatus::kNotReturned) {
    outcome.message = "its result did not come back";
    return outcome;
  }
  const ReturnedGroup* group = returned_.group(place->instruction);
  std::size_t at = place->first_byte;
  for (const Window& window : place->windows) {
    std::memcpy(outcome.after.of(window.memory).data() + window.address, group->after.data() + at,
                window.bytes);
    at += window.bytes;
  }
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    outcome.message = "as its status in the folder says";
  }
  return outcome;
}

}  // namespace vconform::suites
