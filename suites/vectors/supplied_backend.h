// An implementation whose results were supplied as files, as a backend.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/judging/property.h"
#include "suites/vectors/collection.h"
#include "suites/vectors/returned.h"

namespace vconform::suites {

// The claims of an implementation of everything that the plan asks for. Throws spec::InputError for
// the name of no family or instruction, and for an instruction of another family.
adapters::Description description_of(const VectorsPlan& plan);

// The subject of a plan before anything was executed.
Subject subject_claiming(const adapters::Description& description);

// Answers from what came back: kNotReturned for what did not, and for programs that the folder does
// not have. The arguments must outlive it.
class SuppliedBackend final : public adapters::Backend {
 public:
  SuppliedBackend(const std::string& name, const Collection& collection, const Returned& returned);

  const adapters::Description& description() const override { return description_; }
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;

 private:
  const Collection& collection_;
  const Returned& returned_;
  adapters::Description description_;
};

}  // namespace vconform::suites
