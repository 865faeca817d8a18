// Target: the table of a library and its claims, with arbitrary content. An accepted table claims
// no more than its rows say, and reaches the other side of a worker unchanged.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "adapters/load/in_process_backend.h"
#include "adapters/region/flat_description.h"
#include "fuzz/inputs/any_table.h"
#include "fuzz/inputs/reader_check.h"

namespace {

using namespace vconform;

std::size_t claims_in(const adapters::Capabilities& capabilities) {
  std::size_t claims = 0;
  for (const auto& row : capabilities.rows) {
    claims += static_cast<std::size_t>(
        std::count_if(row.begin(), row.end(), [](const auto& claim) { return claim.has_value(); }));
  }
  return claims;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::AnyTable table({data, size});
  const auto description = fuzz::read_or_refused(
      [&] { return adapters::InProcessBackend(table.table(), "library").description(); });
  if (!description) {
    return 0;
  }
  const adapters::Capabilities& accepted = description->capabilities;
  fuzz::expect(claims_in(accepted) <= table.most_claims(), "more is claimed than the rows say");
  fuzz::expect(accepted.stride_bits >= 1 && accepted.stride_bits <= 16, "a stride has no bits");
  adapters::FlatDescription flat{};
  adapters::flatten(*description, flat);
  const auto arrived =
      fuzz::read_or_refused([&] { return adapters::unflattened(flat, "library"); });
  fuzz::expect(arrived.has_value(), "what is accepted is refused on the other side of a worker");
  fuzz::expect(arrived->capabilities.rows == accepted.rows, "a claim changes on its way");
  fuzz::expect(arrived->capabilities.permissive_choices == accepted.permissive_choices,
               "a choice is lost on its way");
  return 0;
}
