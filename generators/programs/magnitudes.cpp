#include "generators/programs/magnitudes.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

#include "generators/programs/families.h"
#include "generators/vector/register_choices.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

std::uint64_t bytes_of(const spec::Placement& placement) {
  struct Bytes {
    std::uint64_t operator()(const spec::PlaceElement& p) const { return of(p.type, 1); }
    std::uint64_t operator()(const spec::PlaceNumbers& p) const { return of(p.type, p.count); }
    std::uint64_t operator()(const spec::PlacePatterns& p) const { return of(p.type, p.count); }
    static std::uint64_t of(spec::NumberType type, std::uint64_t count) {
      return spec::byte_count(spec::format_of(type), count);
    }
  };
  return std::visit(Bytes{}, placement);
}

std::uint64_t bytes_of(const spec::Case& test_case) {
  std::uint64_t bytes = 0;
  bool is_sparse = false;
  for (const spec::CaseMemory& memory : test_case.memories) {
    bytes += memory.is_sparse ? 0 : memory.size;
    is_sparse = is_sparse || memory.is_sparse;
  }
  for (const spec::Placement& placement : test_case.placements) {
    bytes += is_sparse ? bytes_of(placement) : 0;
  }
  return bytes;
}

// The bits of the widest stride of a vconv.
int stride_bits_of(const spec::Case& test_case) {
  std::uint64_t strides = 0;
  for (const spec::Step& step : test_case.steps) {
    if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
      strides |= std::uint64_t{vconv->dst_block_stride} | vconv->src_block_stride |
                 vconv->dst_repeat_stride | vconv->src_repeat_stride;
    }
  }
  return static_cast<int>(std::bit_width(strides));
}

bool is_held(const MagnitudeCase& one, const Held& held) {
  const auto& memories = one.made.test_case.memories;
  return held.features.includes(one.made.needs) &&
         stride_bits_of(one.made.test_case) <= held.stride_bits &&
         std::ranges::all_of(
             memories, [&](const spec::CaseMemory& memory) { return memory.size <= held.memory; });
}

// A case by its place in the order: extra ones last, then by the bytes of memory, then as made.
struct Place {
  bool is_extra;
  std::uint64_t bytes;
  std::size_t made;

  friend auto operator<=>(const Place&, const Place&) = default;
};

std::vector<Place> places_of(const std::vector<MagnitudeCase>& cases, const Held& held) {
  std::vector<Place> order;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (is_held(cases[i], held)) {
      order.push_back({cases[i].is_extra, bytes_of(cases[i].made.test_case), i});
    }
  }
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<MagnitudeCase> cases_under(const spec::Cell& cell, const Held& held, Pairs pairs) {
  const bool keeps =
      has_half_result(cell.conversion()) && !held.features.has(spec::Feature::kSaturate);
  return generators_of(cell.conversion())
      .magnitudes(cell, keeps ? spec::with_ctrl_bit(spec::kCtrlKeepInfNan) : 0, pairs);
}

// The first cases in their order.
std::vector<spec::Case> first(std::vector<MagnitudeCase>& all, const std::vector<Place>& order,
                              std::uint64_t count) {
  std::vector<spec::Case> cases;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(order.size(), count); ++i) {
    cases.push_back(std::move(all[order[i].made].made.test_case));
  }
  return cases;
}

}  // namespace

std::vector<spec::Case> magnitude_cases(const spec::Cell& cell, const Held& held,
                                        std::uint64_t count) {
  std::vector<MagnitudeCase> all = cases_under(cell, held, Pairs::kNone);
  const std::vector<Place> order = places_of(all, held);
  if (count < order.size() && !order[static_cast<std::size_t>(count)].is_extra) {
    return first(all, order, count);
  }
  all = cases_under(cell, held, Pairs::kAll);
  return first(all, places_of(all, held), count);
}

std::vector<spec::Case> magnitude_cases_alone(const spec::Cell& cell, const Held& held) {
  std::vector<MagnitudeCase> all = cases_under(cell, held, Pairs::kNone);
  return first(all, places_of(all, held), all.size());
}

namespace {

std::uint64_t counted(const spec::Cell& cell, const Held& held,
                      std::optional<std::uint64_t> most_bytes) {
  const std::vector<Place> order =
      places_of(cases_under(cell, held, most_bytes ? Pairs::kNone : Pairs::kAll), held);
  return static_cast<std::uint64_t>(std::ranges::count_if(order, [&](const Place& place) {
    return !most_bytes || (!place.is_extra && place.bytes <= *most_bytes);
  }));
}

}  // namespace

std::uint64_t magnitude_case_count(const spec::Cell& cell, const Held& held,
                                   std::optional<std::uint64_t> most_bytes) {
  // A plan is made again and again with the same claims, and takes all cases to be counted.
  using Key = std::tuple<std::uint16_t, spec::Rounding, std::uint32_t, std::uint64_t, int,
                         std::optional<std::uint64_t>>;
  static std::map<Key, std::uint64_t> known;
  const Key key{cell.row,    cell.rounding,    held.features.bits,
                held.memory, held.stride_bits, most_bytes};
  const auto found = known.find(key);
  return found != known.end() ? found->second
                              : known.emplace(key, counted(cell, held, most_bytes)).first->second;
}

}  // namespace vconform::generators
