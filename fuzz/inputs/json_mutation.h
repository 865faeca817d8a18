// Mutations of JSON that stay JSON, so that the code behind the parser is reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace vconform::fuzz {

// Applied to a document after each change, for instance to compute its digest anew.
using Seal = std::function<void(nlohmann::ordered_json& document)>;

// For LLVMFuzzerCustomMutator: changes one value of the document at `data` or, now and then and if
// it is not JSON, some bytes. Most changes are sealed. Returns the new size.
std::size_t mutated_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed,
                         const Seal& seal);

// Writes the digest into a certificate or sweep that has the field.
void seal_digest(nlohmann::ordered_json& document);

}  // namespace vconform::fuzz
