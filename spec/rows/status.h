// How sure a statement of the spec is.
#pragma once

#include <cstdint>
#include <string_view>

namespace vconform::spec {

enum class Status : std::uint8_t {
  kDocumented,     // a source page says it in so many words
  kInferred,       // follows from a page with little room, or from a published example
  kContradictory,  // two sources disagree
  kUnspecified,    // no source found says it
  kExtension,      // beyond the seed page: known from the vendor's headers
};

constexpr std::string_view name_of(Status status) {
  switch (status) {
    case Status::kDocumented:
      return "documented";
    case Status::kInferred:
      return "inferred";
    case Status::kContradictory:
      return "contradictory";
    case Status::kUnspecified:
      return "unspecified";
    case Status::kExtension:
      return "extension";
  }
  return "";
}

}  // namespace vconform::spec
