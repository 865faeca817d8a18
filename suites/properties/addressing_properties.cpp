#include "suites/properties/addressing_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"
#include "spec/slugs/rule_id.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using spec::Mask;
using spec::NumberFormat;

const NumberFormat& destination_of(const spec::Case& test_case) {
  return instruction_of(test_case).cell.conversion().to();
}

std::uint64_t elements_of(const spec::Case& test_case) {
  return static_cast<std::uint64_t>(instruction_of(test_case).cell.conversion().elements);
}

bool in_counter_mode(const spec::Case& test_case) {
  return spec::ctrl_bit(ctrl_of(test_case), spec::kCtrlCounterMode);
}

Mask complement(const Mask& mask) {
  return {~mask.mask1, ~mask.mask0};
}

Mask both(const Mask& a, const Mask& b) {
  return {a.mask1 & b.mask1, a.mask0 & b.mask0};
}

// The case followed by another mask and the same instruction again.
spec::Case then_with_mask(const spec::Case& test_case, const Mask& mask) {
  spec::Case longer = test_case;
  longer.steps.push_back(spec::SetMask{mask});
  longer.steps.push_back(instruction_of(test_case));
  return longer;
}

CheckResult compare(const Subject& subject, const spec::Case& a, std::string_view name_a,
                    const spec::Case& b, std::string_view name_b, std::uint64_t elements) {
  CheckResult result;
  result.elements = elements;
  const NumberFormat& to = destination_of(a);
  // In this order with every compiler: the first one that is refused is reported.
  const spec::MemoryImage after_a = run(subject, a);
  const spec::MemoryImage after_b = run(subject, b);
  if (const auto difference = first_difference(to, after_a, after_b)) {
    result.findings = {contradiction(to, *difference, name_a, name_b)};
  }
  return result;
}

// Whether inactive lanes may hold anything, so that runs with different masks cannot be compared.
bool inactive_lanes_are_undefined(const Subject& subject) {
  return subject.pinned.follows(spec::choice("mask.inactive-lanes", "undefined"));
}

}  // namespace

CheckResult permuting_lanes_permutes_results(const Subject& subject, const spec::Case& test_case) {
  const NumberFormat& to = destination_of(test_case);
  std::vector<std::uint64_t> backwards = source_lanes(test_case);
  std::reverse(backwards.begin(), backwards.end());
  const Lanes plain = run_lanes(subject, test_case);
  const Lanes reversed = run_lanes(subject, with_sources(test_case, backwards));
  CheckResult result;
  result.elements = plain.result.size();
  for (std::size_t i = 0; i < plain.result.size(); ++i) {
    const std::size_t j = plain.result.size() - 1 - i;
    if (!same_value(to, plain.result[i], reversed.result[j])) {
      const NumberFormat& from = instruction_of(test_case).cell.conversion().from();
      const std::string what = fmt::format(
          "{} gives {} in lane {}, but {} in lane {}", pattern_in_short(from, plain.source[i]),
          pattern_in_short(to, plain.result[i]), i, pattern_in_short(to, reversed.result[j]), j);
      result.findings = {contradiction(what, what)};
      return result;
    }
  }
  return result;
}

CheckResult splitting_a_repeat_changes_nothing(const Subject& subject,
                                               const spec::Case& test_case) {
  const spec::Vconv& whole = instruction_of(test_case);
  if (in_counter_mode(test_case) || whole.repeat < 2) {
    return {};
  }
  spec::Vconv first = whole;
  spec::Vconv second = whole;
  first.repeat = static_cast<std::uint8_t>((whole.repeat + 1) / 2);
  second.repeat = static_cast<std::uint8_t>(whole.repeat - first.repeat);
  second.dst.offset += spec::kBlockBytes * first.repeat * whole.dst_repeat_stride;
  second.src.offset += spec::kBlockBytes * first.repeat * whole.src_repeat_stride;
  spec::Case split = test_case;
  split.steps.back() = first;
  split.steps.push_back(second);
  return compare(subject, test_case, "one instruction", split, "two halves of its repeats",
                 elements_of(test_case) * whole.repeat);
}

CheckResult mask_and_complement_make_full(const Subject& subject, const spec::Case& test_case) {
  if (in_counter_mode(test_case) || inactive_lanes_are_undefined(subject)) {
    return {};
  }
  const Mask mask = mask_of(test_case);
  const Mask all = spec::contiguous_mask(spec::kMaskBits);
  return compare(subject, then_with_mask(test_case, complement(mask)),
                 "the mask and then its complement", with_mask(test_case, all), "the full mask",
                 elements_of(test_case) * instruction_of(test_case).repeat);
}

CheckResult contiguous_equals_bitwise(const Subject& subject, const spec::Case& test_case) {
  if (in_counter_mode(test_case) || inactive_lanes_are_undefined(subject)) {
    return {};
  }
  const Mask drawn = mask_of(test_case);
  // Any n will do; for s4, pairs stay together.
  const auto bits =
      static_cast<std::uint64_t>(std::popcount(drawn.mask0) + std::popcount(drawn.mask1));
  const std::uint64_t n = std::min(bits, elements_of(test_case)) / 2 * 2;
  const Mask first_n = spec::contiguous_mask(n);
  const Mask pairs{0x3333333333333333, 0x3333333333333333};
  const spec::Case shared_out =
      then_with_mask(with_mask(test_case, both(first_n, pairs)), both(first_n, complement(pairs)));
  return compare(subject, with_mask(test_case, first_n), fmt::format("the contiguous mask {}", n),
                 shared_out, "two bitwise masks that make it up",
                 n * instruction_of(test_case).repeat);
}

CheckResult counter_equals_normal(const Subject& subject, const spec::Case& test_case) {
  const std::uint64_t count = elements_of(test_case) * instruction_of(test_case).repeat;
  const std::uint64_t counting = ctrl_of(test_case) | spec::with_ctrl_bit(spec::kCtrlCounterMode);
  const spec::Case counted = with_mask(with_ctrl(test_case, counting), Mask{0, count});
  const spec::Case normal =
      with_mask(with_ctrl(test_case, counting & ~spec::with_ctrl_bit(spec::kCtrlCounterMode)),
                spec::contiguous_mask(spec::kMaskBits));
  return compare(subject, counted, "counter mode", normal, "normal mode", count);
}

namespace {

// The case with everything that it places or addresses moved by some bytes.
spec::Case moved(const spec::Case& test_case, std::int64_t bytes) {
  spec::Case elsewhere = test_case;
  const auto move = [bytes](spec::Address& at) {
    at.offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(at.offset) + bytes);
  };
  for (spec::Placement& placement : elsewhere.placements) {
    std::visit([&](auto& what) { move(what.at); }, placement);
  }
  move(instruction_of(elsewhere).dst);
  move(instruction_of(elsewhere).src);
  if (is_vdeq(instruction_of(elsewhere).cell.conversion().deq)) {
    spec::SetDeqScale scale = deq_scale_of(elsewhere);
    scale.value = spec::kVectorAddress.put(
        scale.value, spec::kVectorAddress.of(scale.value) +
                         static_cast<std::uint64_t>(
                             bytes / static_cast<std::int64_t>(spec::kVectorAddressUnit)));
    return with_deq_scale(elsewhere, scale);
  }
  return elsewhere;
}

struct Extent {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

Extent extent_of(const spec::PlaceElement& p) {
  return {p.at.offset, p.at.offset + spec::byte_count(spec::format_of(p.type), p.index + 1)};
}
template <typename Array>
Extent extent_of(const Array& p) {
  return {p.at.offset, p.at.offset + spec::byte_count(spec::format_of(p.type), p.count)};
}

// The bytes from the first to the last one that the case places.
Extent placed_extent(const spec::Case& test_case) {
  Extent all{~std::uint64_t{0}, 0};
  for (const spec::Placement& placement : test_case.placements) {
    const Extent one = std::visit([](const auto& p) { return extent_of(p); }, placement);
    all = {std::min(all.first, one.first), std::max(all.last, one.last)};
  }
  return all;
}

}  // namespace

CheckResult moving_the_bases_moves_the_results(const Subject& subject,
                                               const spec::Case& test_case) {
  const std::uint64_t size = test_case.memories.front().size;
  const Extent extent = placed_extent(test_case);
  // The operands move to the start of the memory, or to its end if they are at the start already.
  const std::uint64_t room = (size - extent.last) / spec::kBlockBytes * spec::kBlockBytes;
  const std::int64_t bytes =
      extent.first >= spec::kBlockBytes
          ? -static_cast<std::int64_t>(extent.first / spec::kBlockBytes * spec::kBlockBytes)
          : static_cast<std::int64_t>(room);
  if (bytes == 0 || extent.first >= extent.last) {
    return {};
  }
  const NumberFormat& to = destination_of(test_case);
  const spec::MemoryImage here = run(subject, test_case);
  const spec::MemoryImage there = run(subject, moved(test_case, bytes));
  // Bytes outside of placements hold the background of their place in either run: only placed data
  // moves along.
  const std::span<const std::uint8_t> bytes_here = here.of(spec::MemoryId::kUb);
  const std::span<const std::uint8_t> bytes_there = there.of(spec::MemoryId::kUb);
  CheckResult result;
  for (const spec::Placement& placement : test_case.placements) {
    const Extent one = std::visit([](const auto& p) { return extent_of(p); }, placement);
    const std::uint64_t bits = static_cast<std::uint64_t>(to.bits);
    const std::uint64_t length = one.last - one.first;
    const std::uint64_t count = length * spec::kBitsPerByte / bits;
    const auto away = static_cast<std::uint64_t>(static_cast<std::int64_t>(one.first) + bytes);
    const bool is_same = std::ranges::equal(bytes_here.subspan(one.first, length),
                                            bytes_there.subspan(away, length));
    for (std::uint64_t i = 0; !is_same && i < count; ++i) {
      const std::uint64_t a = spec::load_element(bytes_here, one.first, to, i);
      const std::uint64_t b = spec::load_element(bytes_there, away, to, i);
      if (a != b && !same_value(to, a, b)) {
        const ImageDifference difference{
            {spec::MemoryId::kUb, one.first + i * bits / spec::kBitsPerByte}, a, b};
        result.findings = {contradiction(to, difference, "the case as it is",
                                         fmt::format("moving everything by {} bytes", bytes))};
        return result;
      }
    }
    result.elements += count;
  }
  return result;
}

}  // namespace vconform::suites
