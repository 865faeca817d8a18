// Wrong backends for the tests of diagnoses.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "adapters/load/open_backend.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/number_format.h"
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

// The names of the mistakes that explain most, none if nothing explains anything.
inline std::vector<std::string> first_names(const Diagnosis& diagnosis) {
  std::vector<std::string> names;
  if (!diagnosis.explanations.empty()) {
    for (const Explanation::Mistake& mistake : diagnosis.explanations.front().alike) {
      names.push_back(mistake.name);
    }
  }
  return names;
}

// Golden that runs its steps of a kind with changed arguments.
template <typename Kind>
Subject misled(const std::function<void(Kind&)>& change) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, change](const spec::Case& test_case,
                                                       const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    for (spec::Step& step : changed.steps) {
      if (auto* one = std::get_if<Kind>(&step)) {
        change(*one);
      }
    }
    return golden(changed, before);
  };
  return subject;
}

// Golden that runs another instruction of vconv or DEQ in place of one, where `is_misled`.
inline Subject with_instruction_as(
    const std::string& instruction, const std::string& other,
    const std::function<bool(const spec::Vconv&)>& is_misled = [](const spec::Vconv&) {
      return true;
    }) {
  return misled<spec::Vconv>([cell = *spec::cell_named(instruction), as = *spec::cell_named(other),
                              is_misled](spec::Vconv& call) {
    if (call.cell == cell && is_misled(call)) {
      call.cell = as;
    }
  });
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

// Golden that cuts each s32 in L0C to 24 significant bits, as a conversion to f32 does that does
// not round, where FIXPIPE takes a scalar word without a shift.
inline Subject cutting_sources() {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute](const spec::Case& test_case,
                                               const spec::MemoryImage& before) {
    const auto* copy = std::get_if<spec::CopyMatrix>(&test_case.steps.back());
    const bool shifts = std::ranges::any_of(test_case.steps, [](const spec::Step& step) {
      const auto* set = std::get_if<spec::SetFixpipe>(&step);
      return set != nullptr && set->which == spec::FixpipeRegister::kQuantPre &&
             spec::kQuantMcb.of(set->value) != 0;
    });
    if (copy == nullptr || shifts ||
        copy->quant_pre != spec::quant_code_of(copy->cell.conversion()).scalar) {
      return golden(test_case, before);
    }
    spec::MemoryImage cut = before;
    auto& l0c = cut.of(spec::MemoryId::kL0c);
    const spec::NumberFormat& s32 = spec::format_of(spec::NumberType::kS32);
    for (oracle::Nibble at = 0; at + 8 <= 2 * l0c.size(); at += 8) {
      const auto bits = static_cast<std::uint32_t>(oracle::load_at(l0c, at, s32));
      const bool negative = bits >> 31 != 0;
      std::uint32_t magnitude = negative ? ~bits + 1 : bits;
      const int beyond = std::max(0, static_cast<int>(std::bit_width(magnitude)) - 24);
      magnitude = magnitude >> beyond << beyond;
      oracle::store_at(l0c, at, s32, negative ? ~magnitude + 1 : magnitude);
    }
    spec::Outcome outcome = golden(test_case, cut);
    outcome.after.of(spec::MemoryId::kL0c) = before.of(spec::MemoryId::kL0c);
    return outcome;
  };
  return subject;
}

using IsWrong = std::function<bool(const oracle::PredictedElement&)>;

// Golden, but that some elements have the results of another backend.
inline Subject partly(const std::string& other, const IsWrong& is_wrong) {
  Subject subject = backend("golden");
  subject.execute = [golden = subject.execute, wrong = backend(other).execute, is_wrong,
                     pinned = subject.pinned](const spec::Case& test_case,
                                              const spec::MemoryImage& before) {
    spec::Outcome outcome = golden(test_case, before);
    const spec::Outcome spoiled = wrong(test_case, before);
    const std::vector<oracle::World> worlds = oracle::predict(test_case, before, pinned);
    for (const oracle::PredictedElement& element : worlds.front().elements) {
      if (element.source_pattern && element.has_source && is_wrong(element)) {
        const spec::NumberFormat& format = spec::format_of(element.type);
        oracle::store_at(
            outcome.after.of(element.memory), element.destination, format,
            oracle::load_at(spoiled.after.of(element.memory), element.destination, format));
      }
    }
    return outcome;
  };
  return subject;
}

// The product of an element of a DEQ, in which M counts as 1-8-10, and its offset.
inline double product_of_deq(const oracle::PredictedElement& element) {
  const auto m = static_cast<std::uint32_t>(element.scale & 0xffffe000);
  return static_cast<double>(std::bit_cast<float>(m)) *
         static_cast<std::int16_t>(*element.source_pattern);
}
inline bool is_third(double value) {
  return std::fmod(std::floor(value), 3) == 0;
}

}  // namespace vconform::suites
