// A table of the C ABI made of arbitrary bytes. All that it points to ends where it claims to end,
// so that a sanitizer sees a read beyond that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "generators/choices/byte_source.h"

namespace vconform::fuzz {

class AnyTable {
 public:
  explicit AnyTable(std::span<const std::uint8_t> bytes);

  const vconform_adapter* table() const {
    return reinterpret_cast<const vconform_adapter*>(table_.data());
  }
  // The number of cells that its rows can name.
  std::size_t most_claims() const { return most_claims_; }

 private:
  void make_rows(generators::ChoiceSource& choices);
  void make_choices(generators::ChoiceSource& choices);
  void make_capabilities(generators::ChoiceSource& choices);
  void make_table(generators::ChoiceSource& choices);

  vconform_capabilities declared_{};
  std::vector<std::uint8_t> rows_;
  std::vector<std::string> texts_;
  std::vector<const char*> pointers_;
  std::string name_;
  std::string version_;
  std::vector<std::uint8_t> capabilities_;
  std::vector<std::uint8_t> table_;
  std::size_t most_claims_ = 0;
};

}  // namespace vconform::fuzz
