#include "adapters/intrinsics/records/recording.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "spec/case/case_text.h"
#include "spec/text/error.h"

namespace vconform::adapters::intrinsics {

namespace {

constexpr std::uint64_t kDiskBlock = 4096;
constexpr std::size_t kMostFileName = 200;

// Four chains, so that multiplications overlap. Only a guess: keys are compared.
std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, 4> chains = {bytes.size(), 1, 2, 3};
  std::size_t at = 0;
  for (; at + chains.size() * kWord <= bytes.size(); at += chains.size() * kWord) {
    for (std::size_t i = 0; i < chains.size(); ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at + i * kWord, kWord);
      chains[i] = (chains[i] ^ word) * kMultiplier;
      chains[i] ^= chains[i] >> 32;
    }
  }
  for (; at < bytes.size(); ++at) {
    chains[0] = (chains[0] ^ bytes[at]) * kMultiplier;
    chains[0] ^= chains[0] >> 32;
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t chain : chains) {
    hash = (hash ^ chain) * kMultiplier;
    hash ^= hash >> 29;
  }
  return hash;
}

template <typename T>
void append(std::vector<std::uint8_t>& key, const T& value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  key.insert(key.end(), bytes, bytes + sizeof value);
}

std::string made_folder(const std::string& folder) {
  if (folder.empty()) {
    throw spec::InputError("it is empty; name a folder");
  }
  if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    throw spec::InputError(folder + ": " + std::strerror(errno));
  }
  return folder;
}

// One line of untrusted text.
std::string shown(std::string_view text) {
  std::string line(text.substr(0, kMostFileName));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, '?');
  return line;
}

std::string place_of(const vconform_call* call) {
  if (call == nullptr || call->file == nullptr) {
    return "unknown";
  }
  return shown(call->file) + ":" + std::to_string(call->line);
}

}  // namespace

Recording::Recording(const std::string& folder, std::uint64_t most_bytes,
                     std::uint64_t most_known_bytes)
    : folder_(made_folder(folder)),
      most_bytes_(most_bytes),
      most_known_bytes_(most_known_bytes),
      list_(folder_ + "/recorded.txt") {}

void Recording::take(const PlacedStep& placed, const vconform_memories& memories) {
  key_.clear();
  has_taken_all_ = find_reads(placed.readings, placed.cell, placed.step, placed.registers, reads_);
  if (!has_taken_all_) {
    return;
  }
  append(key_, placed.registers.mask);
  append(key_, placed.registers.ctrl);
  append(key_, placed.registers.deq_scale);
  append(key_, std::uint64_t{placed.registers.deq_scale_is_tensor});
  append(key_, placed.registers.fixpipe);
  append(key_, placed.step);
  bytes_from_ = key_.size();
  for (ReadBytes& read : reads_) {
    const vconform_memory& memory = memories.memory[static_cast<std::size_t>(read.memory)];
    const std::uint64_t size = memory.data == nullptr ? 0 : memory.size;
    read.bytes.end = std::min(read.bytes.end, size);
    read.bytes.first = std::min(read.bytes.first, read.bytes.end);
    key_.insert(key_.end(), memory.data + read.bytes.first, memory.data + read.bytes.end);
  }
}

void Recording::keep(const PlacedStep& placed) {
  if (!has_taken_all_) {
    skip(placed);
    return;
  }
  const std::uint64_t hash = hash_of(key_);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const Known& known = known_[at->second];
    if (known.key == key_) {
      list_.count(known.place);
      return;
    }
  }
  record(placed, hash);
}

void Recording::skip(const PlacedStep& placed) {
  if (!has_named_skipped_) {
    std::fprintf(stderr,
                 "vconform: VCONFORM_RECORD: %s: %s reads more than a case file holds: such calls "
                 "are not recorded\n",
                 place_of(call_).c_str(), spec::instruction_name(placed.cell).c_str());
  }
  has_named_skipped_ = true;
}

void Recording::record(const PlacedStep& placed, std::uint64_t hash) {
  const auto recorded = recorded_case(placed, reads_, std::span(key_).subspan(bytes_from_));
  if (!recorded) {
    skip(placed);
    return;
  }
  if (known_bytes_ + key_.size() > most_known_bytes_) {
    end(fmt::format("{} cases take {} MiB of {} of memory, the most to tell calls apart",
                    known_.size(), known_bytes_ >> 20, most_known_bytes_ >> 20));
    return;
  }
  const std::string instruction = spec::instruction_name(placed.cell);
  std::string text = spec::to_text(*recorded);
  const std::string function = call_ == nullptr ? instruction : shown(call_->function);
  text.insert(text.find('\n') + 1,
              fmt::format("# {}, first called at {}\n", function, place_of(call_)));
  const std::uint64_t blocks = (text.size() + kDiskBlock - 1) / kDiskBlock * kDiskBlock;
  if (used_ + blocks > most_bytes_) {
    end(fmt::format("{} cases take {} MiB of {}, the most that is recorded", known_.size(),
                    used_ >> 20, most_bytes_ >> 20));
    return;
  }
  const std::string name = fmt::format("{:06}-{}.case", known_.size() + 1, instruction);
  std::uint64_t place = 0;
  if (!write(name, text) ||
      !list_.add(fmt::format("{} {} {}", name, function, place_of(call_)), place)) {
    end(folder_ + "/" + name + ": " + std::strerror(errno));
    return;
  }
  used_ += blocks;
  by_hash_.emplace(hash, known_.size());
  known_.push_back({key_, place});
  known_bytes_ += key_.size();
}

bool Recording::write(const std::string& name, const std::string& text) {
  const std::string path = folder_ + "/" + name;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) {
    return false;
  }
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t size = ::write(file, text.data() + written, text.size() - written);
    if (size <= 0) {
      const int error = size == 0 ? ENOSPC : errno;
      close(file);
      unlink(path.c_str());
      errno = error;
      return false;
    }
    written += static_cast<std::size_t>(size);
  }
  return close(file) == 0;
}

void Recording::end(const std::string& reason) {
  has_ended_ = true;
  std::fprintf(stderr, "vconform: VCONFORM_RECORD: recording ends: %s\n", reason.c_str());
}

namespace {

Recording* made_recording() {
  const char* folder = std::getenv("VCONFORM_RECORD");
  return folder == nullptr ? nullptr : std::make_unique<Recording>(folder).release();
}

}  // namespace

Recording* recording() {
  static Recording* only = [] {
    static Recording* made = made_recording();
    if (made != nullptr) {
      pthread_atfork(nullptr, nullptr, [] { made->end(); });
    }
    return made;
  }();
  return only == nullptr || only->has_ended() ? nullptr : only;
}

}  // namespace vconform::adapters::intrinsics
