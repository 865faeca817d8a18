// A library with the C ABI, the memory of its programs, and a digest of its contents after each
// program.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/number/digest.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::golden::digests {

class Executor {
 public:
  // Throws std::runtime_error if the library cannot be opened.
  explicit Executor(const std::string& path);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  ~Executor();

  const vconform_capabilities& capabilities() const;

  // Starts a new digest.
  void begin();
  // The bytes of a memory for the next program, filled with a background; at most kMaxBytes.
  std::span<std::uint8_t> memory(spec::MemoryId id, std::uint64_t size);
  // Runs the program and adds its whole memory to the digest. Throws std::runtime_error unless it
  // completes.
  void run(std::span<const vconform_step> steps, std::uint64_t elements);

  std::uint64_t digest() const { return digest_; }
  std::uint64_t elements() const { return elements_; }

  static constexpr std::uint64_t kMaxBytes = 128 * 1024;

 private:
  struct alignas(64) Bytes {
    std::array<std::uint8_t, kMaxBytes> of;
  };

  void* handle_ = nullptr;
  const vconform_adapter* table_ = nullptr;
  void* context_ = nullptr;
  std::unique_ptr<std::array<Bytes, spec::kMemoryCount>> storage_;
  vconform_memories memories_{};
  std::uint64_t digest_ = spec::kEmptyDigest;
  std::uint64_t elements_ = 0;
};

vconform_step step_of_kind(std::uint32_t kind);
vconform_step set_register(std::uint32_t id, std::uint64_t value, std::uint64_t second = 0);
vconform_address address_in(spec::MemoryId memory, std::uint64_t offset);

}  // namespace vconform::adapters::golden::digests
