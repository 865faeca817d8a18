// One input of a fuzzer: bytes → cell and case → backend → judge.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "adapters/backend.h"
#include "spec/choices.h"

namespace vconform::fuzz {

// Judges under profile a2. Says on standard error how much it judged when it is destroyed.
class CaseFuzzer {
 public:
  explicit CaseFuzzer(std::unique_ptr<adapters::Backend> backend);
  CaseFuzzer(const CaseFuzzer&) = delete;
  CaseFuzzer& operator=(const CaseFuzzer&) = delete;
  ~CaseFuzzer();

  // Every byte string is a case of the family vconv. Prints what is wrong, with the case as text,
  // and aborts when the oracle does not permit what the backend did.
  void vconv(std::span<const std::uint8_t> bytes);

 private:
  std::unique_ptr<adapters::Backend> backend_;
  spec::Choices pinned_;
  std::uint64_t cases_ = 0;
  std::uint64_t elements_ = 0;
};

}  // namespace vconform::fuzz
