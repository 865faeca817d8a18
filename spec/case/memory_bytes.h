// The bytes of one memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vconform::spec {

// The bytes [first, end) of a memory.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - first; }

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// The parts of bytes [first, end) of a file that were ever touched; all others are zeros. In whole
// pages, from the start of the range; ascending, apart.
std::vector<ByteRange> touched_parts(int file, std::uint64_t first, std::uint64_t end);

// Mapped zeros of which only the pages cost anything that are touched.
class SparsePages {
 public:
  // `size` must not be 0. Throws std::system_error.
  explicit SparsePages(std::uint64_t size);
  ~SparsePages();
  SparsePages(const SparsePages&) = delete;
  SparsePages& operator=(const SparsePages&) = delete;

  std::uint8_t* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  std::vector<ByteRange> touched() const { return touched_parts(file_, 0, size_); }

 private:
  std::uint64_t size_;
  int file_;
  std::uint8_t* data_;
};

// Used like a vector of bytes. A sparse memory begins as zeros and keeps its size; what is copied,
// compared and counted of it is what was touched.
class MemoryBytes {
 public:
  using value_type = std::uint8_t;
  using iterator = std::uint8_t*;
  using const_iterator = const std::uint8_t*;

  MemoryBytes() = default;
  explicit MemoryBytes(std::vector<std::uint8_t> bytes) : dense_(std::move(bytes)) {}
  static MemoryBytes sparse(std::uint64_t size);
  ~MemoryBytes() = default;
  MemoryBytes(const MemoryBytes& other);
  MemoryBytes& operator=(const MemoryBytes& other);
  MemoryBytes(MemoryBytes&&) = default;
  MemoryBytes& operator=(MemoryBytes&&) = default;

  bool is_sparse() const { return sparse_ != nullptr; }
  std::uint64_t size() const { return sparse_ ? sparse_->size() : dense_.size(); }
  bool empty() const { return size() == 0; }
  std::uint8_t* data() { return sparse_ ? sparse_->data() : dense_.data(); }
  const std::uint8_t* data() const { return sparse_ ? sparse_->data() : dense_.data(); }
  std::uint8_t* begin() { return data(); }
  std::uint8_t* end() { return data() + size(); }
  const std::uint8_t* begin() const { return data(); }
  const std::uint8_t* end() const { return data() + size(); }
  std::uint8_t& operator[](std::uint64_t at) { return data()[at]; }
  const std::uint8_t& operator[](std::uint64_t at) const { return data()[at]; }

  // Throws std::out_of_range beyond the end.
  std::uint8_t& at(std::uint64_t index);

  // Makes it dense.
  void assign(std::span<const std::uint8_t> bytes);
  void assign(std::uint64_t size, std::uint8_t value);

  // All bytes outside of these are zeros.
  std::vector<ByteRange> touched() const;
  // The bytes of memory that it takes, about.
  std::uint64_t cost() const;

  friend bool operator==(const MemoryBytes& a, const MemoryBytes& b);

 private:
  std::vector<std::uint8_t> dense_;
  std::unique_ptr<SparsePages> sparse_;
};

// Copies bytes over zeros, of a sparse memory touching only the pages whose contents change: a page
// of one memory may lie across two of the other.
void copy_over_zeros(std::span<const std::uint8_t> from, std::uint8_t* to);

// The ranges outside of which both, which have one size, hold zeros.
std::vector<ByteRange> touched_in_either(const MemoryBytes& a, const MemoryBytes& b);

}  // namespace vconform::spec
