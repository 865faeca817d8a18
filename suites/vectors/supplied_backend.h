// An implementation whose results were supplied as files, as a backend.
#pragma once

#include <string>

#include "adapters/abi/backend.h"
#include "suites/vectors/collection.h"
#include "suites/vectors/returned.h"

namespace vconform::suites {

// Answers from what came back: kNotReturned for what did not, and for programs that the folder does
// not have. The arguments must outlive it.
class SuppliedBackend final : public adapters::Backend {
 public:
  SuppliedBackend(const std::string& name, const Collection& collection, const Returned& returned);

  const adapters::Description& description() const override { return description_; }
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;
  // Whether it answers kNotReturned.
  bool lacks(const spec::Case& program) const;

 private:
  // `place` may be null.
  spec::OutcomeStatus status_of(const ProgramPlace* place) const;

  const Collection& collection_;
  const Returned& returned_;
  adapters::Description description_;
};

}  // namespace vconform::suites
