#include "suites/judging/wrong_results/place_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "oracle/explain/element_text.h"
#include "oracle/judge/missing.h"
#include "oracle/number/expectation.h"
#include "oracle/predict/leaves_memory.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"
#include "suites/judging/permitted_worlds.h"
#include "suites/judging/run_case.h"
#include "suites/judging/small_case.h"

namespace vconform::suites {

namespace {

using oracle::PredictedElement;
using spec::Address;
using spec::NumberType;

// Where the vector of the VDEQ at a step stands. A program may set the register again afterwards.
Address vdeq_factors(const spec::Case& test_case, std::size_t step) {
  std::uint64_t scale = 0;
  for (std::size_t i = 0; i < step; ++i) {
    const auto* set = std::get_if<spec::SetDeqScale>(&test_case.steps[i]);
    scale = set != nullptr ? set->value : scale;
  }
  return {spec::MemoryId::kUb, spec::kVectorAddress.of(scale) * spec::kVectorAddressUnit};
}

// The factors of a VDEQ lie in the memory of its source.
void place_factors_again(const Ran& ran, const PredictedElement& element, spec::Case& changed) {
  if (!spec::is_vdeq(oracle::converting_cell(ran.test_case.steps[element.step]).conversion().deq)) {
    return;
  }
  const Address at = vdeq_factors(ran.test_case, element.step);
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    const std::uint64_t factor = spec::load_element(ran.before.of(at.memory), at.offset,
                                                    spec::format_of(NumberType::kS64), i);
    changed.placements.emplace_back(spec::PlaceElement{at, NumberType::kS64, i, factor});
  }
}

const spec::NumberFormat& source_format(const Ran& ran, const PredictedElement& element) {
  return oracle::converting_cell(ran.test_case.steps[element.step]).conversion().from();
}

// The case with the element's source wherever a source may be read.
spec::Case with_one_source(const Ran& ran, const PredictedElement& element) {
  const spec::NumberFormat& format = source_format(ran, element);
  const std::uint64_t bytes = std::max<std::uint64_t>(spec::byte_count(format, 1), 1);
  const std::uint64_t phase = element.source / oracle::kNibblesPerByte % bytes;
  spec::Case changed = ran.test_case;
  for (const spec::ByteRange& part : ran.before.of(element.source_memory).touched()) {
    const std::uint64_t size = part.end - part.first - phase;
    changed.placements.emplace_back(
        spec::PlacePatterns{{element.source_memory, part.first + phase},
                            format.type,
                            size * spec::kBitsPerByte / static_cast<std::uint64_t>(format.bits),
                            *element.source_pattern,
                            0});
  }
  place_factors_again(ran, element, changed);
  return changed;
}

// Whether the element holds what is right for a source of zeros, which lie wherever nothing is
// placed in a sparse memory.
bool holds_what_zeros_give(const Ran& ran, const oracle::Difference& difference) {
  const PredictedElement& wrong = *difference.element;
  if (!ran.before.of(wrong.source_memory).is_sparse()) {
    return false;
  }
  spec::Case zeros = ran.test_case;
  const std::uint64_t nibble = wrong.source % oracle::kNibblesPerByte;
  zeros.placements.emplace_back(
      spec::PlaceElement{{wrong.source_memory, wrong.source / oracle::kNibblesPerByte},
                         source_format(ran, wrong).type,
                         nibble,
                         0});
  const std::vector<oracle::World> worlds =
      permitted_worlds(ran.subject, zeros, spec::initial_image(zeros), oracle::every_rule());
  return std::ranges::any_of(worlds.front().elements, [&](const PredictedElement& element) {
    return element.step == wrong.step && element.destination == wrong.destination &&
           oracle::permits(worlds.front().expectations[element.expectation],
                           spec::format_of(difference.type), difference.got);
  });
}

std::uint64_t fpc_before(const spec::Case& test_case, std::size_t step) {
  std::uint64_t fpc = 0;
  for (std::size_t i = 0; i < step; ++i) {
    const auto* set = std::get_if<spec::SetFixpipe>(&test_case.steps[i]);
    fpc = set != nullptr && set->which == spec::FixpipeRegister::kFpc ? set->value : fpc;
  }
  return fpc;
}

// The vector of an instruction with one factor throughout, and the rule about its lanes.
struct OneFactor {
  spec::Placement vector;
  spec::RuleId rule;
};

std::optional<OneFactor> one_factor(const spec::Case& test_case, const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  if (const auto* copy = std::get_if<spec::CopyMatrix>(&step)) {
    const spec::QuantCode& code = spec::quant_code_of(copy->cell.conversion());
    if (!code.reads_quant_word() || copy->quant_pre != code.vector) {
      return std::nullopt;
    }
    return OneFactor{spec::PlacePatterns{{spec::MemoryId::kFixpipe,
                                          spec::kFpcQuant.of(fpc_before(test_case, element.step)) *
                                              spec::kFpcQuantUnit},
                                         NumberType::kS64,
                                         copy->n_size,
                                         element.scale,
                                         0},
                     spec::cite("fixpipe.quant-word")};
  }
  if (const auto* copy = std::get_if<spec::DataCopy>(&step)) {
    const spec::DeqScale deq = copy->cell.conversion().deq_scale;
    if (!spec::is_vector(deq)) {
      return std::nullopt;
    }
    const std::uint64_t bytes = spec::deq_element_bytes(deq);
    const std::uint64_t free =
        spec::memory_size(test_case, spec::MemoryId::kUb) - copy->deq_tensor_addr;
    return OneFactor{
        spec::PlacePatterns{{spec::MemoryId::kUb, copy->deq_tensor_addr},
                            bytes == 2 ? NumberType::kF16 : NumberType::kS64,
                            std::min(free, copy->block_count * spec::deq_vector_bytes(deq)) / bytes,
                            element.scale,
                            0},
        spec::cite("copy.vector-element")};
  }
  if (!spec::is_vdeq(oracle::converting_cell(step).conversion().deq)) {
    return std::nullopt;
  }
  return OneFactor{spec::PlacePatterns{vdeq_factors(test_case, element.step), NumberType::kS64,
                                       spec::kVectorFactors, element.scale, 0},
                   spec::cite("vdeq.factor-index")};
}

// nullopt if the changed case is not completed.
std::optional<oracle::Judgement> judgement_of(const Ran& ran, const spec::Case& changed) {
  const spec::MemoryImage before = spec::initial_image(changed);
  run_earlier(ran.subject, changed);
  const spec::Outcome outcome = ran.subject.execute(changed, before);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return std::nullopt;
  }
  return oracle::judge(permitted_worlds(ran.subject, changed, before, oracle::every_rule()), before,
                       outcome, {});
}

// Whether the changed case is right, or what is wrong with it is no value.
bool has_right_values(const Ran& ran, const spec::Case& changed) {
  const std::optional<oracle::Judgement> judgement = judgement_of(ran, changed);
  return judgement && std::ranges::all_of(judgement->broken, [](const oracle::BrokenRule& broken) {
           return broken.first && spec::rule_of(broken.rule).about == spec::About::kPlaces;
         });
}

// "what lane 11 should", the nearest of the elements whose right result it is.
std::string other_place(const Ran& ran, const oracle::World& world,
                        const oracle::Difference& difference) {
  const spec::NumberFormat& format = spec::format_of(difference.type);
  const PredictedElement& wrong = *difference.element;
  const PredictedElement* nearest = nullptr;
  const auto distance = [&](const PredictedElement& other) {
    return other.destination > wrong.destination ? other.destination - wrong.destination
                                                 : wrong.destination - other.destination;
  };
  for (const PredictedElement& other : world.elements) {
    if (other.has_source && other.type == difference.type &&
        other.source_pattern != wrong.source_pattern &&
        oracle::permits(world.expectations[other.expectation], format, difference.got) &&
        (nearest == nullptr || distance(other) < distance(*nearest))) {
      nearest = &other;
    }
  }
  const spec::Step& step = ran.test_case.steps[wrong.step];
  return nearest == nullptr ? "the result of another place"
                            : "what " + oracle::position_text(step, *nearest) + " should";
}

// The element that has the source, and the same parameters.
const PredictedElement* element_with(const oracle::World& world,
                                     const oracle::ElementInput& input) {
  const auto found = std::ranges::find_if(world.elements, [&](const PredictedElement& element) {
    return element.has_source && element.source_pattern == input.pattern &&
           element.scale == input.scale && element.alpha == input.alpha;
  });
  return found == world.elements.end() ? nullptr : &*found;
}

// The memory images that a step of a program met; nullopt if the backend does not get there.
std::optional<spec::MemoryImage> met_by(const Ran& ran, std::size_t step) {
  spec::Case until = ran.test_case;
  until.steps.resize(step);
  if (spec::instruction_count(until) == 0) {
    return ran.before;
  }
  run_earlier(ran.subject, until);
  spec::Outcome outcome = ran.subject.execute(until, ran.before);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return std::nullopt;
  }
  return std::move(outcome.after);
}

// Whether what the step met where its wrong result lies is what the steps before should have left
// there. If they are wrong in the same way, an equal result is no sign that it was not written.
bool met_what_is_right(const Ran& ran, const oracle::Difference& difference,
                       const spec::MemoryImage& met) {
  spec::Case until = ran.test_case;
  until.steps.resize(difference.element->step);
  if (spec::instruction_count(until) == 0) {
    return true;
  }
  const oracle::World world =
      permitted_worlds(ran.subject, until, ran.before, oracle::every_rule()).front();
  const auto last = std::find_if(
      world.elements.rbegin(), world.elements.rend(), [&](const PredictedElement& element) {
        return element.memory == difference.memory && element.destination == difference.place;
      });
  if (last == world.elements.rend()) {
    return true;
  }
  const spec::NumberFormat& format = spec::format_of(last->type);
  return oracle::permits(world.expectations[last->expectation], format,
                         oracle::load_at(met.of(last->memory), last->destination, format));
}

// A step of a program as a case of its own: the registers as they were written before it, on the
// memory images that it met.
spec::Case by_itself(const Ran& ran, std::size_t step, const spec::MemoryImage& met) {
  spec::Case alone = ran.test_case;
  alone.steps.clear();
  for (std::size_t i = 0; i < step; ++i) {
    if (!spec::cell_of(ran.test_case.steps[i])) {
      alone.steps.push_back(ran.test_case.steps[i]);
    }
  }
  alone.steps.push_back(ran.test_case.steps[step]);
  for (const spec::CaseMemory& memory : alone.memories) {
    const spec::MemoryBytes& bytes = met.of(memory.id);
    for (const spec::ByteRange& part : bytes.touched()) {
      for (std::uint64_t at = part.first; at < part.end; ++at) {
        if (bytes[at] != ran.before.of(memory.id)[at]) {
          alone.placements.emplace_back(
              spec::PlaceElement{{memory.id, at}, NumberType::kU8, 0, bytes[at]});
        }
      }
    }
  }
  return alone;
}

bool is_same(const oracle::Difference& a, const oracle::Difference& b) {
  return a.element && b.element && a.memory == b.memory && a.place == b.place && a.got == b.got;
}

std::optional<Finding> place_fault_of_step(const Ran& ran, const oracle::Judgement& judgement,
                                           const Finding& finding);

// The same of a program's step that is wrong by itself too: a program may be wrong because of what
// came before the step, which is no fault of its places.
std::optional<Finding> place_fault_in_program(const Ran& ran, const oracle::Difference& first,
                                              const Finding& finding) {
  const std::size_t step = first.element->step;
  const std::optional<spec::MemoryImage> met = met_by(ran, step);
  if (!met) {
    return std::nullopt;
  }
  const spec::Case alone = by_itself(ran, step, *met);
  const spec::MemoryImage before = spec::initial_image(alone);
  run_earlier(ran.subject, alone);
  const spec::Outcome outcome = ran.subject.execute(alone, before);
  const oracle::Judgement judgement = oracle::judge(
      permitted_worlds(ran.subject, alone, before, oracle::every_rule()), before, outcome, {});
  if (outcome.status != spec::OutcomeStatus::kCompleted || judgement.broken.empty() ||
      !judgement.broken.front().first || !is_same(*judgement.broken.front().first, first)) {
    return std::nullopt;
  }
  const spec::RuleId rule = judgement.broken.front().rule;
  if (spec::rule_of(rule).about != spec::About::kPlaces) {
    return place_fault_of_step({ran.subject, alone, before, outcome}, judgement, finding);
  }
  if (!met_what_is_right(ran, first, *met)) {
    return std::nullopt;
  }
  Finding about_place = finding;
  about_place.rule = rule;
  about_place.cited.set(rule);
  about_place.details += "  place    it holds what the steps before left there\n";
  return about_place;
}

std::optional<Finding> place_fault_of_step(const Ran& ran, const oracle::Judgement& judgement,
                                           const Finding& finding) {
  const std::optional<oracle::Difference>& first = judgement.broken.front().first;
  if (!first || !first->element || !first->element->source_pattern || !first->element->has_source) {
    return std::nullopt;
  }
  const PredictedElement& element = *first->element;
  Finding about_place = finding;
  if (holds_what_zeros_give(ran, *first)) {
    about_place.rule = oracle::rule_of_place(judgement.world, element);
    about_place.details += "  place    it is what zeros give, which lie where nothing is placed\n";
  } else if (has_right_values(ran, with_one_source(ran, element))) {
    about_place.rule = oracle::rule_of_place(judgement.world, element);
    about_place.details += "  place    with this source in every lane no value is wrong\n";
  } else if (const std::optional<OneFactor> one = one_factor(ran.test_case, element)) {
    spec::Case changed = ran.test_case;
    changed.placements.push_back(one->vector);
    if (!has_right_values(ran, changed)) {
      return std::nullopt;
    }
    about_place.rule = one->rule;
    about_place.details += "  place    with this factor for every lane no value is wrong\n";
  } else {
    return std::nullopt;
  }
  const std::string here = oracle::position_text(ran.test_case.steps[element.step], element);
  about_place.in_short =
      fmt::format("{} holds {}", here, other_place(ran, judgement.world, *first));
  about_place.cited.set(*about_place.rule);
  return about_place;
}

}  // namespace

bool is_wrong_everywhere(const Ran& ran, const Finding& finding) {
  const std::optional<spec::Cell> cell = spec::cell_of(ran.test_case.steps.back());
  if (!finding.input || !cell || spec::instruction_count(ran.test_case) != 1) {
    return false;
  }
  const spec::Case small =
      small_cases(*cell, ctrl_of(ran.test_case), ran.test_case, *finding.input).front();
  const spec::MemoryImage before = spec::initial_image(small);
  const std::vector<oracle::World> worlds =
      permitted_worlds(ran.subject, small, before, oracle::every_rule());
  const PredictedElement* element = element_with(worlds.front(), *finding.input);
  if (element == nullptr) {
    return false;
  }
  const Ran same{ran.subject, small, before, ran.outcome};
  spec::Case changed = with_one_source(same, *element);
  if (const std::optional<OneFactor> one = one_factor(small, *element)) {
    changed.placements.push_back(one->vector);
  }
  const std::optional<oracle::Judgement> judgement = judgement_of(same, changed);
  return judgement && std::ranges::any_of(judgement->broken, [](const oracle::BrokenRule& broken) {
           return broken.first && spec::rule_of(broken.rule).about == spec::About::kNumbers;
         });
}

std::optional<Finding> place_fault(const Ran& ran, const oracle::Judgement& judgement,
                                   const Finding& finding) {
  if (spec::instruction_count(ran.test_case) == 1) {
    return place_fault_of_step(ran, judgement, finding);
  }
  const std::optional<oracle::Difference>& first = judgement.broken.front().first;
  if (!first || !first->element) {
    return std::nullopt;
  }
  try {
    return place_fault_in_program(ran, *first, finding);
  } catch (const oracle::LeavesMemory&) {
    // A call before the step set MASK or CTRL, which the step by itself does not meet.
    return std::nullopt;
  }
}

}  // namespace vconform::suites
