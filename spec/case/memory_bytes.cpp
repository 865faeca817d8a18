#include "spec/case/memory_bytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace vconform::spec {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

bool is_equal(const MemoryBytes& a, const MemoryBytes& b, const ByteRange& range) {
  return std::memcmp(a.data() + range.first, b.data() + range.first, range.end - range.first) == 0;
}

}  // namespace

std::vector<ByteRange> touched_parts(int file, std::uint64_t first, std::uint64_t end) {
  std::vector<ByteRange> parts;
  for (std::uint64_t at = first; at < end;) {
    const off_t data = lseek(file, static_cast<off_t>(at), SEEK_DATA);
    if (data < 0 && errno == ENXIO) {
      break;
    }
    const off_t hole = data < 0 ? -1 : lseek(file, data, SEEK_HOLE);
    if (hole < 0) {
      fail("the touched parts of a sparse memory");
    }
    at = static_cast<std::uint64_t>(hole);
    if (static_cast<std::uint64_t>(data) < end) {
      parts.push_back({static_cast<std::uint64_t>(data) - first, std::min(at, end) - first});
    }
  }
  return parts;
}

SparsePages::SparsePages(std::uint64_t size)
    : size_(size), file_(memfd_create("vconform-sparse", MFD_CLOEXEC)) {
  constexpr const char* kWhat = "a sparse memory";
  if (file_ < 0) {
    fail(kWhat);
  }
  void* mapped =
      ftruncate(file_, static_cast<off_t>(size)) != 0
          ? MAP_FAILED
          : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (mapped == MAP_FAILED) {
    const int error = errno;
    close(file_);
    errno = error;
    fail(kWhat);
  }
  data_ = static_cast<std::uint8_t*>(mapped);
}

SparsePages::~SparsePages() {
  munmap(data_, size_);
  close(file_);
}

MemoryBytes MemoryBytes::sparse(std::uint64_t size) {
  MemoryBytes bytes;
  bytes.sparse_ = std::make_unique<SparsePages>(size);
  return bytes;
}

MemoryBytes::MemoryBytes(const MemoryBytes& other) : dense_(other.dense_) {
  if (other.sparse_) {
    sparse_ = std::make_unique<SparsePages>(other.size());
    for (const ByteRange& range : other.touched()) {
      std::memcpy(data() + range.first, other.data() + range.first, range.end - range.first);
    }
  }
}

MemoryBytes& MemoryBytes::operator=(const MemoryBytes& other) {
  if (!sparse_ && !other.sparse_) {
    dense_ = other.dense_;
  } else if (this != &other) {
    *this = MemoryBytes(other);
  }
  return *this;
}

std::uint8_t& MemoryBytes::at(std::uint64_t index) {
  if (index >= size()) {
    throw std::out_of_range("a byte beyond the end of a memory");
  }
  return data()[index];
}

void MemoryBytes::assign(std::span<const std::uint8_t> bytes) {
  sparse_.reset();
  dense_.assign(bytes.begin(), bytes.end());
}

void MemoryBytes::assign(std::uint64_t size, std::uint8_t value) {
  sparse_.reset();
  dense_.assign(size, value);
}

std::vector<ByteRange> MemoryBytes::touched() const {
  return sparse_ ? sparse_->touched() : std::vector<ByteRange>{{0, size()}};
}

std::uint64_t MemoryBytes::cost() const {
  if (!sparse_) {
    return dense_.size();
  }
  std::uint64_t cost = 0;
  for (const ByteRange& range : touched()) {
    cost += range.end - range.first;
  }
  return cost;
}

void copy_over_zeros(std::span<const std::uint8_t> from, std::uint8_t* to) {
  constexpr std::array<std::uint8_t, 64> kZeros{};
  for (std::size_t at = 0; at < from.size(); at += kZeros.size()) {
    const std::span<const std::uint8_t> line =
        from.subspan(at, std::min(kZeros.size(), from.size() - at));
    if (std::memcmp(line.data(), kZeros.data(), line.size()) != 0) {
      std::memcpy(to + at, line.data(), line.size());
    }
  }
}

std::vector<ByteRange> touched_in_either(const MemoryBytes& a, const MemoryBytes& b) {
  if (!a.is_sparse() || !b.is_sparse()) {
    return {{0, a.size()}};
  }
  std::vector<ByteRange> all = a.touched();
  const std::vector<ByteRange> others = b.touched();
  all.insert(all.end(), others.begin(), others.end());
  std::ranges::sort(all, {}, &ByteRange::first);
  std::vector<ByteRange> merged;
  for (const ByteRange& range : all) {
    if (!merged.empty() && range.first <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, range.end);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

bool operator==(const MemoryBytes& a, const MemoryBytes& b) {
  if (!a.is_sparse() && !b.is_sparse()) {
    return a.dense_ == b.dense_;
  }
  if (a.size() != b.size()) {
    return false;
  }
  const std::vector<ByteRange> ranges = touched_in_either(a, b);
  return std::ranges::all_of(ranges, [&](const ByteRange& range) { return is_equal(a, b, range); });
}

}  // namespace vconform::spec
