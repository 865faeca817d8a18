// For tests: which fault the library faulty_golden injects into a program, and what must become of
// it.
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

// What VCONFORM_FAULTS says: one of so many programs; the kinds in turn, a kind may stand twice.
struct FaultList {
  std::uint64_t one_in = 1;
  std::vector<std::string> kinds;

  std::string text() const;
};

struct InjectedFault {
  // Of the program, as in the library's log.
  std::string hash;
  std::string kind;
  // The byte that it changes.
  std::optional<spec::Address> byte;
};

// `before` is initial_image(program).
std::optional<InjectedFault> fault_in(const FaultList& list, const spec::Case& program,
                                      const spec::MemoryImage& before);

// Either the verdict that the fault must get, or why it need not get any.
struct Demand {
  std::string verdict;
  std::string excluded;
};

// From what the kind does, and for a byte from what the oracle permits there. `right` is golden's
// outcome.
Demand demand_of(const InjectedFault& fault, const spec::Case& program,
                 const spec::MemoryImage& before, const spec::Outcome& right,
                 const spec::Choices& pinned);

}  // namespace vconform::suites
