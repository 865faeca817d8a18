#include "adapters/region/worker_call.h"

#include <charconv>

#include "spec/case/version.h"

namespace vconform::adapters {

namespace {

constexpr std::string_view kMark = "--serve";

// Programs of different versions must not share a region.
std::string protocol() {
  return std::string(spec::kProgramVersion) + "/" + std::to_string(sizeof(ControlBlock)) + "/" +
         std::to_string(sizeof(SharedProgram));
}

template <typename Number>
bool read(const char* word, Number& number) {
  const std::string_view text(word);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

constexpr std::size_t kTexts = 4;
constexpr std::size_t kNumbers = 7 + spec::kMemoryCount;

}  // namespace

std::vector<std::string> words_of(const WorkerCall& call) {
  std::vector<std::string> words = {std::string(kMark),   protocol(),         call.backend.name,
                                    call.backend.library, call.backend.entry, call.backend.scratch};
  words.push_back(std::to_string(call.descriptor));
  words.push_back(std::to_string(call.suite));
  words.push_back(std::to_string(call.shape.slots));
  words.push_back(std::to_string(call.shape.max_steps));
  words.push_back(std::to_string(call.shape.first_gm));
  words.push_back(std::to_string(call.shape.small_slots));
  words.push_back(std::to_string(call.shape.small));
  for (const std::uint64_t capacity : call.shape.capacities) {
    words.push_back(std::to_string(capacity));
  }
  words.insert(words.end(), call.backend.writable.begin(), call.backend.writable.end());
  return words;
}

std::optional<WorkerCall> worker_call_from(std::span<char* const> words) {
  constexpr std::size_t kFirst = 3;  // after the program's name, the mark and the protocol
  if (words.size() < kFirst + kTexts + kNumbers || words[1] != kMark || words[2] != protocol()) {
    return std::nullopt;
  }
  WorkerCall call;
  const auto writable = words.subspan(kFirst + kTexts + kNumbers);
  call.backend = {words[kFirst], words[kFirst + 1], words[kFirst + 2],
                  words[0],      words[kFirst + 3], {writable.begin(), writable.end()}};
  const auto numbers = words.subspan(kFirst + kTexts, kNumbers);
  bool all = read(numbers[0], call.descriptor) && read(numbers[1], call.suite) &&
             read(numbers[2], call.shape.slots) && read(numbers[3], call.shape.max_steps) &&
             read(numbers[4], call.shape.first_gm) && read(numbers[5], call.shape.small_slots) &&
             read(numbers[6], call.shape.small) && call.shape.small_slots <= call.shape.slots;
  for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
    all = all && read(numbers[7 + id], call.shape.capacities[id]);
  }
  return all ? std::optional(call) : std::nullopt;
}

}  // namespace vconform::adapters
