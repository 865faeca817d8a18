// Where each row of a certificate stands.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "suites/report/certificate_record.h"

namespace vconform::suites {

// The best first.
enum class RowStanding : std::uint8_t {
  kConforming,
  kWaived,     // it deviates, and each deviation is waived
  kNotJudged,  // claimed, but not all that level quick has of it was run
  kDeparting,  // it follows readings that a page contradicts, and deviates in nothing else
  kDeviating,
  kNotClaimed,
};

inline constexpr std::array<std::string_view, 6> kRowStandingNames = {
    "conforms", "waived", "not judged", "departs", "deviates", "not claimed"};

constexpr std::string_view name_of(RowStanding standing) {
  return kRowStandingNames[static_cast<std::size_t>(standing)];
}

RowStanding standing_of(const RowRecord& row, const std::vector<DeviationRecord>& deviations);

}  // namespace vconform::suites
