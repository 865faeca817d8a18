#include "suites/judging/run_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <type_traits>
#include <utility>

#include "oracle/explain/explain_text.h"
#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/digest.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"
#include "spec/slugs/rule_id.h"

namespace vconform::suites {

namespace {

std::string text_of(const spec::Outcome& outcome) {
  return outcome.message.empty() ? "no reason given" : outcome.message;
}

// Such as ", subnormal"; nothing of most numbers.
std::string_view edge_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  const std::uint64_t magnitude = pattern & ~format.sign_mask();
  if (!format.is_floating()) {
    const std::uint64_t largest =
        format.is_signed() ? format.pattern_mask() ^ format.sign_mask() : format.pattern_mask();
    return pattern == largest || (format.is_signed() && pattern == format.sign_mask()) ? ", limit"
                                                                                       : "";
  }
  if (magnitude == format.max_finite_pattern()) {
    return ", largest";
  }
  const std::uint64_t smallest_normal = format.fraction_mask() + 1;
  if (magnitude == smallest_normal) {
    return ", smallest normal";
  }
  return magnitude > 0 && magnitude < smallest_normal ? ", subnormal" : "";
}

template <typename Register>
spec::Case with_register(const spec::Case& test_case, const Register& value) {
  spec::Case changed = test_case;
  for (spec::Step& step : changed.steps) {
    if (std::holds_alternative<Register>(step)) {
      step = value;
    }
  }
  return changed;
}

template <typename Register>
Register last_register(const spec::Case& test_case) {
  Register found;
  for (const spec::Step& step : test_case.steps) {
    if (const auto* set = std::get_if<Register>(&step)) {
      found = *set;
    }
  }
  return found;
}

std::vector<std::uint64_t> lanes_at(const spec::MemoryImage& image, const spec::Address& at,
                                    const spec::NumberFormat& format, int count) {
  std::vector<std::uint64_t> lanes;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
    lanes.push_back(spec::load_element(image.of(at.memory), at.offset, format, i));
  }
  return lanes;
}

// Rows with an s4 operand: the two elements in a byte trade places under this reading.
bool has_nibbles(const spec::Conversion& row) {
  return std::min(row.from().bits, row.to().bits) < static_cast<int>(spec::kBitsPerByte);
}
bool swaps_nibbles(const Subject& subject) {
  return subject.pinned.follows(spec::choice("s4.nibble", "high-first"));
}

// Whether rounding may turn the scale into inf: it lies beyond the largest finite 1-8-10 number.
bool is_open_factor(std::uint64_t factor) {
  const std::uint64_t magnitude = spec::kFactorScale.of(factor) & 0x7fffffff;
  constexpr std::uint64_t kLargestScale = 0x7f7fe000;
  return magnitude > kLargestScale;
}

bool has_open_scale(const spec::Case& test_case, const spec::Cell& cell) {
  const std::uint64_t scale = deq_scale_of(test_case).value;
  const spec::DeqForm form = cell.conversion().deq;
  if (form == spec::DeqForm::kHalf) {
    const spec::NumberFormat& half = spec::format_of(spec::NumberType::kF16);
    const std::uint64_t m = spec::kHalfScale.of(scale);
    return is_nan(half, m) || is_infinite(half, m);
  }
  if (!is_vdeq(form)) {
    return is_open_factor(scale);
  }
  const spec::MemoryImage before = spec::initial_image(test_case);
  const spec::MemoryBytes& ub = before.of(spec::MemoryId::kUb);
  const std::uint64_t at = spec::kVectorAddress.of(scale) * spec::kVectorAddressUnit;
  for (std::uint64_t i = 0; at + spec::kVectorBytes <= ub.size() && i < spec::kVectorFactors; ++i) {
    if (is_open_factor(spec::load_element(ub, at, spec::format_of(spec::NumberType::kS64), i))) {
      return true;
    }
  }
  return false;
}

// Whether a NaN was placed in the memory that a copy reads.
bool has_placed_nan(const spec::Case& test_case, spec::MemoryId memory) {
  const auto is_placed_nan = [memory](const auto& placement) {
    using Placement = std::decay_t<decltype(placement)>;
    if constexpr (std::is_same_v<Placement, spec::PlaceElement>) {
      return placement.at.memory == memory &&
             is_nan(spec::format_of(placement.type), placement.pattern);
    } else if constexpr (std::is_same_v<Placement, spec::PlacePatterns>) {
      const spec::NumberFormat& format = spec::format_of(placement.type);
      for (std::uint64_t i = 0; placement.at.memory == memory && i < placement.count; ++i) {
        if (is_nan(format, (placement.first + i * placement.step) & format.pattern_mask())) {
          return true;
        }
      }
      return false;
    } else {
      return false;
    }
  };
  return std::any_of(
      test_case.placements.begin(), test_case.placements.end(),
      [&](const spec::Placement& placement) { return std::visit(is_placed_nan, placement); });
}

// Whether the low half of a quant word, deqValue or alpha leaves results open: NaN, inf, or a
// subnormal, which FIXPIPE does not permit.
bool has_open_low_half(std::uint64_t word) {
  const spec::NumberFormat& f32 = spec::format_of(spec::NumberType::kF32);
  const std::uint64_t magnitude = word & ~f32.sign_mask() & f32.pattern_mask();
  return magnitude >= f32.infinity_pattern() ||
         (magnitude != 0 && magnitude <= f32.fraction_mask());
}

bool has_open_word(const spec::Case& test_case) {
  const bool in_steps =
      std::any_of(test_case.steps.begin(), test_case.steps.end(), [](const spec::Step& step) {
        const auto* set = std::get_if<spec::SetFixpipe>(&step);
        const auto* copy = std::get_if<spec::DataCopy>(&step);
        return (set != nullptr && set->which == spec::FixpipeRegister::kQuantPre &&
                has_open_low_half(set->value)) ||
               (copy != nullptr && has_open_low_half(copy->deq_value));
      });
  const bool in_vectors =
      std::any_of(test_case.placements.begin(), test_case.placements.end(),
                  [](const spec::Placement& placement) {
                    const auto* element = std::get_if<spec::PlaceElement>(&placement);
                    const auto* patterns = std::get_if<spec::PlacePatterns>(&placement);
                    return (element != nullptr && element->type == spec::NumberType::kU64 &&
                            has_open_low_half(element->pattern)) ||
                           (patterns != nullptr && patterns->type == spec::NumberType::kU64 &&
                            has_open_low_half(patterns->first));
                  });
  return in_steps || in_vectors;
}

// Whether the half in a deqValue is inf or NaN.
bool has_open_half(const spec::DataCopy& step) {
  const spec::NumberFormat& half = spec::format_of(spec::NumberType::kF16);
  const std::uint64_t m = spec::kHalfScale.of(step.deq_value);
  return step.cell.conversion().deq_scale == spec::DeqScale::kDeq &&
         (is_nan(half, m) || is_infinite(half, m));
}

bool has_open_copy(const spec::Case& test_case, const spec::Step& step) {
  const auto* matrix = std::get_if<spec::CopyMatrix>(&step);
  const spec::Conversion& row = spec::cell_of(step)->conversion();
  const bool has_alpha =
      matrix != nullptr && matrix->relu_pre > static_cast<int>(spec::ReluPre::kNormal);
  const bool is_unscaled_integer = row.source == spec::NumberType::kS32 &&
                                   row.family == spec::Family::kCopyMatrix &&
                                   (spec::quant_code_of(row).pipeline == spec::Pipeline::kNone ||
                                    spec::quant_code_of(row).pipeline == spec::Pipeline::kShift);
  const bool reads_words = matrix != nullptr
                               ? spec::quant_code_of(row).reads_quant_word()
                               : spec::deq_word_of(row.deq_scale) == spec::Word::kDeqValue &&
                                     row.deq_scale != spec::DeqScale::kNone;
  const auto* blocks = std::get_if<spec::DataCopy>(&step);
  return (blocks != nullptr && has_open_half(*blocks)) || (has_alpha && is_unscaled_integer) ||
         (reads_words && has_open_word(test_case)) ||
         has_placed_nan(test_case, spec::memory_of(row.path.from));
}

}  // namespace

Refusal::Refusal(const spec::Outcome& outcome)
    : std::runtime_error(text_of(outcome)), status_(outcome.status) {}

void run_earlier(const Subject& subject, const spec::Case& test_case) {
  for (const spec::Case& earlier : test_case.earlier) {
    subject.execute(earlier, spec::initial_image(earlier));
  }
}

spec::MemoryImage run(const Subject& subject, const spec::Case& test_case) {
  run_earlier(subject, test_case);
  spec::Outcome outcome = subject.execute(test_case, spec::initial_image(test_case));
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    throw Refusal(outcome);
  }
  return std::move(outcome.after);
}

const spec::Vconv& instruction_of(const spec::Case& test_case) {
  return std::get<spec::Vconv>(test_case.steps.back());
}
spec::Vconv& instruction_of(spec::Case& test_case) {
  return std::get<spec::Vconv>(test_case.steps.back());
}

spec::Case with_rounding(const spec::Case& test_case, spec::Rounding rounding) {
  spec::Case changed = test_case;
  instruction_of(changed).cell.rounding = rounding;
  return changed;
}

spec::Case with_mask(const spec::Case& test_case, const spec::Mask& mask) {
  return with_register(test_case, spec::SetMask{mask});
}

spec::Case with_ctrl(const spec::Case& test_case, std::uint64_t ctrl) {
  return with_register(test_case, spec::SetCtrl{ctrl});
}

std::uint64_t ctrl_of(const spec::Case& test_case) {
  return last_register<spec::SetCtrl>(test_case).value;
}

spec::Mask mask_of(const spec::Case& test_case) {
  return last_register<spec::SetMask>(test_case).mask;
}

spec::Case with_deq_scale(const spec::Case& test_case, const spec::SetDeqScale& scale) {
  return with_register(test_case, scale);
}

spec::SetDeqScale deq_scale_of(const spec::Case& test_case) {
  return last_register<spec::SetDeqScale>(test_case);
}

bool has_open_results(const Subject& subject, const spec::Case& test_case) {
  const spec::Step& last = test_case.steps.back();
  if (const auto* call = std::get_if<spec::CastDeq>(&last)) {
    const bool is_s32_vector =
        call->cell.conversion().source == spec::NumberType::kS32 && call->is_vec_deq;
    constexpr spec::Choice kUndefined = spec::choice("cast-deq.s32-is-vec-deq", "undefined");
    return (is_s32_vector &&
            (subject.pinned.follows(kUndefined) || deq_scale_of(test_case).is_tensor)) ||
           has_open_scale(test_case, spec::lowered_cell(*call));
  }
  if (spec::cell_of(last)->conversion().is_copy()) {
    return has_open_copy(test_case, last);
  }
  const auto* vconv = std::get_if<spec::Vconv>(&last);
  return vconv != nullptr && vconv->cell.conversion().family == spec::Family::kDeq &&
         has_open_scale(test_case, vconv->cell);
}

spec::Case with_permitted_codes(spec::Case test_case, const spec::Choices& pinned) {
  if (!pinned.follows(spec::choice("fixpipe.quantpre-codes", "zero-only"))) {
    return test_case;
  }
  for (spec::Step& step : test_case.steps) {
    auto* copy = std::get_if<spec::CopyMatrix>(&step);
    if (copy != nullptr && copy->quant_pre == spec::quant_code_of(copy->cell.conversion()).scalar) {
      copy->quant_pre = 0;
    }
  }
  return test_case;
}

Lanes run_lanes(const Subject& subject, const spec::Case& test_case) {
  const spec::Vconv& step = instruction_of(test_case);
  const spec::Conversion& row = step.cell.conversion();
  const spec::MemoryImage after = run(subject, test_case);
  std::vector<std::uint64_t> results = lanes_at(after, step.dst, row.to(), row.elements);
  if (has_nibbles(row) && swaps_nibbles(subject)) {
    for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
      std::swap(results[i], results[i + 1]);
    }
  }
  return {source_lanes(test_case), std::move(results)};
}

std::vector<std::uint64_t> source_lanes(const spec::Case& test_case) {
  const spec::Vconv& step = instruction_of(test_case);
  const spec::Conversion& row = step.cell.conversion();
  return lanes_at(spec::initial_image(test_case), step.src, row.from(), row.elements);
}

spec::Case with_sources(const spec::Case& test_case, const std::vector<std::uint64_t>& sources) {
  spec::Case changed = test_case;
  const spec::Vconv& step = instruction_of(test_case);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    changed.placements.push_back(
        spec::PlaceElement{step.src, step.cell.conversion().source, i, sources[i]});
  }
  return changed;
}

std::int64_t ordered(const spec::NumberFormat& format, std::uint64_t pattern) {
  if (!format.is_signed()) {
    return static_cast<std::int64_t>(pattern);
  }
  const bool negative = (pattern & format.sign_mask()) != 0;
  if (format.is_floating()) {
    const auto magnitude = static_cast<std::int64_t>(pattern & ~format.sign_mask());
    return negative ? -magnitude : magnitude;
  }
  return static_cast<std::int64_t>(negative ? pattern | ~format.pattern_mask() : pattern);
}

bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && (pattern & ~format.sign_mask()) > format.infinity_pattern();
}

bool is_infinite(const spec::NumberFormat& format, std::uint64_t pattern) {
  return format.is_floating() && (pattern & ~format.sign_mask()) == format.infinity_pattern();
}

bool same_value(const spec::NumberFormat& format, std::uint64_t a, std::uint64_t b) {
  if (is_nan(format, a) || is_nan(format, b)) {
    return is_nan(format, a) && is_nan(format, b);
  }
  return ordered(format, a) == ordered(format, b);
}

std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::MemoryImage& a,
                                                const spec::MemoryImage& b) {
  return first_difference(format, {spec::MemoryId::kUb, 0}, a.of(spec::MemoryId::kUb),
                          b.of(spec::MemoryId::kUb));
}

std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::Address& from,
                                                std::span<const std::uint8_t> a,
                                                std::span<const std::uint8_t> b) {
  assert(a.size() == b.size());
  if (std::equal(a.begin(), a.end(), b.begin())) {
    return std::nullopt;
  }
  const auto mismatch = std::mismatch(a.begin(), a.end(), b.begin()).first;
  const auto first = static_cast<std::uint64_t>(mismatch - a.begin());
  if (first < from.offset) {
    return ImageDifference{{from.memory, first}, a[first], b[first]};
  }
  const std::uint64_t bits = static_cast<std::uint64_t>(format.bits);
  const std::uint64_t count = (a.size() - from.offset) * spec::kBitsPerByte / bits;
  for (std::uint64_t i = (first - from.offset) * spec::kBitsPerByte / bits; i < count; ++i) {
    const std::uint64_t in_a = spec::load_element(a, from.offset, format, i);
    const std::uint64_t in_b = spec::load_element(b, from.offset, format, i);
    if (in_a != in_b && !same_value(format, in_a, in_b)) {
      return ImageDifference{
          {from.memory, from.offset + i * bits / spec::kBitsPerByte}, in_a, in_b};
    }
  }
  return std::nullopt;
}

Finding contradiction(std::string what, std::string in_short) {
  Finding finding;
  finding.verdict = "PROPERTY";
  finding.details = "  " + std::move(what) + "\n";
  finding.digest = spec::digest_of(in_short);
  finding.in_short = std::move(in_short);
  return finding;
}

Finding contradiction(const spec::NumberFormat& format, const ImageDifference& difference,
                      std::string_view name_a, std::string_view name_b) {
  const std::string what = fmt::format("{}+{:#x} holds {} after {}, but {} after {}",
                                       spec::memory_of(difference.at.memory).name,
                                       difference.at.offset, pattern_in_short(format, difference.a),
                                       name_a, pattern_in_short(format, difference.b), name_b);
  return contradiction(what, what);
}

std::string pattern_in_short(const spec::NumberFormat& format, std::uint64_t pattern) {
  return fmt::format("{} ({}{})", oracle::value_in_short(format, pattern), format.name,
                     edge_of(format, pattern));
}

}  // namespace vconform::suites
