// Wrong backends for the tests of diagnoses.
#pragma once

#include <functional>
#include <string>

#include "adapters/load/open_backend.h"
#include "suites/diagnosis/diagnose.h"
#include "suites/judging/subject.h"

namespace vconform::suites {

inline Subject backend(const std::string& name) {
  Subject subject = subject_of(adapters::open_backend(name));
  subject.pinned = spec::choices_of(spec::profile_named("a2"));
  return subject;
}

inline Diagnosis diagnosis_of(const Subject& subject, const std::string& instruction) {
  return diagnose(subject, *spec::cell_named(instruction), {}, 1);
}

// Golden of which some results of a vconv, those that it finds in UB, are spoiled.
inline Subject spoiling(const std::function<bool(std::uint8_t)>& is_spoiled) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, is_spoiled](const spec::Case& test_case,
                                                           const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    auto& ub = outcome.after.of(spec::MemoryId::kUb);
    const auto& old = before.of(spec::MemoryId::kUb);
    for (std::size_t i = 0; i < ub.size(); ++i) {
      if (ub[i] != old[i] && is_spoiled(ub[i])) {
        ub[i] ^= 0x10;
      }
    }
    return outcome;
  };
  return subject;
}

// Golden that runs its instructions with changed arguments.
inline Subject misled(const std::function<void(spec::Vconv&)>& change) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, change](const spec::Case& test_case,
                                                       const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    for (spec::Step& step : changed.steps) {
      if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
        change(*vconv);
      }
    }
    return golden(changed, before);
  };
  return subject;
}

}  // namespace vconform::suites
