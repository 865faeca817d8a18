#include "suites/properties/deq_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "spec/number/units.h"
#include "spec/slugs/rule_id.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using spec::Cell;
using spec::DeqForm;

// The instruction with the same result that writes the other half.
std::optional<Cell> high_of(const Cell& cell) {
  const spec::Conversion& low = cell.conversion();
  const DeqForm wanted = is_vdeq(low.deq) ? DeqForm::kVdeqHigh : DeqForm::kDeqHigh;
  for (const spec::Conversion& row : spec::kVectorRows) {
    if (row.family == low.family && row.deq == wanted && row.destination == low.destination) {
      return Cell{row.number, cell.rounding};
    }
  }
  return std::nullopt;
}

bool keeps_halves_apart(const Subject& subject) {
  return subject.pinned.follows(spec::choice("deq.half", "block")) &&
         subject.pinned.follows(spec::choice("deq.other-half", "unchanged"));
}

constexpr std::uint64_t kHalfBlock = spec::kBlockBytes / 2;

// Four destination blocks: l over source blocks 0, 2, 4, 6 and h over 1, 3, 5, 7.
spec::Case recipe(const spec::Case& test_case) {
  const spec::Vconv& alone = instruction_of(test_case);
  spec::Vconv low = alone;
  low.src_block_stride = 2;
  spec::Vconv high = low;
  high.cell = *high_of(alone.cell);
  high.src.offset += spec::kBlockBytes;
  spec::Case both = with_mask(test_case, spec::contiguous_mask(4 * kHalfBlock));
  both.steps.back() = low;
  both.steps.push_back(high);
  // The walk goes on behind the lanes that are active.
  both.memories.front().size += kRoomForHalves;
  return both;
}

const spec::CastDeq& call_of(const spec::Case& test_case) {
  return std::get<spec::CastDeq>(test_case.steps.back());
}

CheckResult compare(const Subject& subject, const spec::Case& a, std::string_view name_a,
                    const spec::Case& b, std::string_view name_b) {
  const spec::Conversion& row = call_of(a).cell.conversion();
  CheckResult result;
  result.elements = static_cast<std::uint64_t>(row.elements);
  // In this order with every compiler: the first one that is refused is reported.
  const spec::MemoryImage after_a = run(subject, a);
  const spec::MemoryImage after_b = run(subject, b);
  if (const auto difference = first_difference(row.to(), after_a, after_b)) {
    result.findings = {contradiction(row.to(), *difference, name_a, name_b)};
  }
  return result;
}

}  // namespace

bool has_both_halves(const Cell& cell, const Claims& claims) {
  const DeqForm form = cell.conversion().deq;
  if (form != DeqForm::kDeqLow && form != DeqForm::kVdeqLow) {
    return false;
  }
  const auto low = claims(cell);
  const auto high = claims(*high_of(cell));
  const auto can = [](const std::optional<spec::FeatureSet>& features) {
    return features && features->has(spec::Feature::kMask) &&
           features->has(spec::Feature::kStrides);
  };
  return can(low) && can(high);
}

CheckResult halves_compose(const Subject& subject, const spec::Case& test_case) {
  if (!keeps_halves_apart(subject)) {
    return {};
  }
  const std::uint64_t dst = instruction_of(test_case).dst.offset;
  const spec::MemoryImage alone = run(subject, test_case);
  const spec::MemoryImage composed = run(subject, recipe(test_case));
  CheckResult result;
  const std::uint64_t elements = spec::kBlocksPerRepeat * kHalfBlock;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint64_t half = dst + i / kHalfBlock * spec::kBlockBytes + i % kHalfBlock;
    const std::uint64_t expected = alone.of(spec::MemoryId::kUb)[half];
    const std::uint64_t got = composed.of(spec::MemoryId::kUb)[dst + i];
    if (expected != got) {
      const std::string what = fmt::format(
          "element {} is {:#04x} in a half block, but {:#04x} where l and h fill whole blocks", i,
          expected, got);
      result.findings = {contradiction(what, what)};
      return result;
    }
  }
  result.elements = elements;
  return result;
}

bool is_api_form(const Cell& cell, const Claims& claims) {
  return cell.conversion().family == spec::Family::kCastDeq && claims(cell).has_value();
}

CheckResult count_form_equals_mask_form(const Subject& subject, const spec::Case& test_case) {
  const spec::Conversion& row = call_of(test_case).cell.conversion();
  const auto elements = static_cast<std::uint32_t>(row.elements);
  CheckResult all;
  for (const std::uint32_t n : {elements, elements - 17}) {
    spec::Case counted = test_case;
    auto& call = std::get<spec::CastDeq>(counted.steps.back());
    call.form = spec::CastDeqForm::kCount;
    call.count = n;
    call = spec::normal_form(call);
    spec::Case masked = counted;
    auto& by_mask = std::get<spec::CastDeq>(masked.steps.back());
    by_mask.form = spec::CastDeqForm::kContiguous;
    by_mask.mask = {0, n};
    by_mask.repeat_time = 1;
    by_mask.is_set_mask = true;
    by_mask = spec::normal_form(by_mask);
    const CheckResult one = compare(subject, counted, fmt::format("count={}", n), masked,
                                    fmt::format("mask={}, repeat_time=1", n));
    all.elements += one.elements;
    all.findings.insert(all.findings.end(), one.findings.begin(), one.findings.end());
    if (!all.findings.empty()) {
      break;
    }
  }
  return all;
}

bool has_instructions_too(const Cell& cell, const Claims& claims) {
  return is_api_form(cell, claims) &&
         std::all_of(spec::kVectorRows.begin(), spec::kVectorRows.end(),
                     [&](const spec::Conversion& row) {
                       return row.family != spec::Family::kDeq ||
                              row.destination != cell.conversion().destination ||
                              claims({row.number, spec::Rounding::kNull}).has_value();
                     });
}

CheckResult api_form_equals_instructions(const Subject& subject, const spec::Case& test_case) {
  spec::Case lowered = test_case;
  lowered.steps.pop_back();
  for (const spec::Step& step :
       spec::lowered(call_of(test_case), ctrl_of(test_case), subject.pinned)) {
    lowered.steps.push_back(step);
  }
  return compare(subject, test_case, "the API form", lowered, "its instructions");
}

}  // namespace vconform::suites
