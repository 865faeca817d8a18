#include "suites/consistency/detours.h"

#include "spec/number/number_format.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {

namespace {

using spec::Conversion;
using spec::Rounding;

std::vector<Rounding> modes_of(const Conversion& row) {
  std::vector<Rounding> modes;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (spec::offers(row, mode.rounding)) {
      modes.push_back(mode.rounding);
    }
  }
  return modes;
}

void add_detours(const Conversion& whole, const Conversion& first, const Conversion& second,
                 std::vector<Detour>& all) {
  for (const Rounding rounding : modes_of(whole)) {
    if (!spec::offers(second, rounding) && !spec::offers(second, Rounding::kNull)) {
      continue;
    }
    const Rounding last = spec::offers(second, rounding) ? rounding : Rounding::kNull;
    for (const Rounding before : modes_of(first)) {
      all.push_back({{"direct", whole.source, {{rounding, whole.destination}}, 0, 0},
                     {"chain",
                      whole.source,
                      {{before, first.destination}, {last, whole.destination}},
                      0,
                      0}});
    }
  }
}

// Whether every source is among the cases, so that a detour they do not tell apart is exact.
bool is_exhausted(const Detour& detour) {
  return spec::format_of(detour.direct.source).bits <= 16;
}

// Whether the first conversion is exact for every source, so that there is one rounding.
bool begins_exactly(const Detour& detour) {
  const spec::NumberFormat& from = spec::format_of(detour.chain.source);
  const spec::NumberFormat& to = spec::format_of(detour.chain.legs.front().to);
  return !from.is_floating() && !to.is_floating() && from.bits <= to.bits;
}

// Whether the second conversion rounds nothing: it narrows an integer that the first one rounded as
// it should, and a number clamped to the wider range and then to the narrower one is clamped to
// that.
bool ends_exactly(const Detour& detour) {
  const spec::NumberFormat& between = spec::format_of(detour.chain.legs.front().to);
  const spec::NumberFormat& to = spec::format_of(detour.chain.destination());
  return !between.is_floating() && !to.is_floating() && between.bits > to.bits &&
         detour.chain.legs.front().rounding == detour.direct.rounding();
}

bool is_f32(spec::NumberType type) {
  return type == spec::NumberType::kF32;
}

// Whether one of the two rounds f32 to integers and the other one, which rounds as the direct
// conversion does, has integers on that side.
bool rounds_to_integers_aside(const Detour& detour) {
  const auto mode_of = [](Rounding rounding) {
    return rounding == Rounding::kNull ? Rounding::kNearestEven : rounding;
  };
  const spec::NumberType between = detour.chain.legs.front().to;
  const auto is_integer = [](spec::NumberType type) {
    return !spec::format_of(type).is_floating();
  };
  const spec::NumberType from = detour.direct.source;
  const spec::NumberType to = detour.direct.destination();
  const bool first = is_f32(from) && is_f32(between) && (is_integer(to) || is_f32(to));
  const bool second = is_f32(between) && is_f32(to) && is_integer(from);
  return (first || second) &&
         mode_of(detour.chain.legs.front().rounding) == mode_of(detour.direct.rounding());
}

}  // namespace

std::vector<Detour> all_detours() {
  std::vector<Detour> all;
  for (const Conversion& whole : spec::kConversions) {
    for (const Conversion& first : spec::kConversions) {
      for (const Conversion& second : spec::kConversions) {
        if (first.source == whole.source && second.destination == whole.destination &&
            first.destination == second.source) {
          add_detours(whole, first, second, all);
        }
      }
    }
  }
  return all;
}

std::string_view reason_of(const Detour& detour) {
  return is_exhausted(detour)               ? "every source tried"
         : begins_exactly(detour)           ? "the first conversion is exact"
         : ends_exactly(detour)             ? "the second one narrows an integer"
         : rounds_to_integers_aside(detour) ? "one of them changes nothing"
                                            : "";
}

}  // namespace vconform::suites
