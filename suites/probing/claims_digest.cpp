#include "suites/probing/claims_digest.h"

#include <fmt/format.h>

#include <optional>

#include "suites/files/digest.h"

namespace vconform::suites {

std::string digest_of_claims(const Claims& claims) {
  std::string text;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (const std::optional<spec::FeatureSet> features = claims(cell)) {
      text += fmt::format("{} {}\n", spec::instruction_name(cell), features->bits);
    }
  }
  return sha256_of(text);
}

std::string digest_of_claims(const adapters::Backend& backend) {
  return digest_of_claims(Claims([&](const spec::Cell& cell) { return backend.claims(cell); }));
}

}  // namespace vconform::suites
