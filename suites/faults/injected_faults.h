// Test support: the fault that the library faulty_golden injects into a program, and the verdict
// that it must get.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/case/outcome.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

// The value of VCONFORM_FAULTS: one of `one_in` programs meets a fault; kinds take turns, and a
// kind may stand there twice.
struct FaultList {
  std::uint64_t one_in = 1;
  std::vector<std::string> kinds;

  std::string text() const;
};

struct InjectedFault {
  // The hash of the program, as in the library's log.
  std::string hash;
  std::string kind;
  // The byte that it changes, if any.
  std::optional<spec::Address> byte;
};

// `before` is initial_image(program).
std::optional<InjectedFault> fault_in(const FaultList& list, const spec::Case& program,
                                      const spec::MemoryImage& before);

// Either the verdict that the fault must get, or the reason why it need not get any.
struct Demand {
  std::string verdict;
  std::string excluded;
};

// Derived from the kind of fault or, for a changed byte, from what the oracle permits there.
// `right` is golden's outcome.
Demand demand_of(const InjectedFault& fault, const spec::Case& program,
                 const spec::MemoryImage& before, const spec::Outcome& right,
                 const spec::Choices& pinned);

}  // namespace vconform::suites
