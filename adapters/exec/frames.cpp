#include "adapters/exec/frames.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "spec/text/quoted.h"

namespace vconform::adapters::exec {

namespace {

struct ProgramHeader {
  std::uint64_t bytes;
  std::uint32_t steps;
  std::uint32_t spans;
  std::array<std::uint64_t, VCONFORM_MEMORY_COUNT> sizes;
};
static_assert(sizeof(ProgramHeader) == 56);

struct SpanHeader {
  std::uint32_t memory;
  std::uint32_t reserved;
  std::uint64_t offset;
  std::uint64_t length;
};
static_assert(sizeof(SpanHeader) == 24);

struct StatusHeader {
  std::uint32_t status;
  std::uint32_t spans;
  std::uint32_t message;
  std::uint32_t reserved;
};
static_assert(sizeof(StatusHeader) == 16);

// protocol.md has these places.
static_assert(sizeof(vconform_step) == 264 && offsetof(vconform_step, as) == 8);
static_assert(offsetof(vconform_vconv, dstBlockStride) == 48);
static_assert(offsetof(vconform_deq, dst) == 16 && offsetof(vconform_deq, dstBlockStride) == 48);
static_assert(offsetof(vconform_cast_deq, mask) == 16 &&
              offsetof(vconform_cast_deq, half_block) == 78);
static_assert(offsetof(vconform_copy_matrix, QuantPRE) == 40 &&
              offsetof(vconform_copy_matrix, NZ2ND_EN) == 68);
static_assert(offsetof(vconform_data_copy, deqValue) == 64 &&
              offsetof(vconform_data_copy, padValue) == 88);

// Zeros are not sent, by pieces of this size.
constexpr std::uint64_t kPiece = 4096;

void append(std::vector<std::uint8_t>& body, const void* from, std::uint64_t bytes) {
  const auto* first = static_cast<const std::uint8_t*>(from);
  body.insert(body.end(), first, first + bytes);
}

void pad(std::vector<std::uint8_t>& body) {
  body.resize(padded(body.size()));
}

bool is_zero(const std::uint8_t* from, std::uint64_t bytes) {
  return bytes == 0 || (from[0] == 0 && std::memcmp(from, from + 1, bytes - 1) == 0);
}

// Appends the parts of a memory that are not zero, and returns their number.
std::uint32_t append_spans(std::vector<std::uint8_t>& body, std::uint32_t id,
                           const vconform_memory& memory) {
  std::uint32_t spans = 0;
  for (std::uint64_t at = 0; at < memory.size;) {
    std::uint64_t end = at;
    while (end < memory.size && !is_zero(memory.data + end, std::min(kPiece, memory.size - end))) {
      end = std::min(memory.size, end + kPiece);
    }
    if (end > at) {
      const SpanHeader span{id, 0, at, end - at};
      append(body, &span, sizeof span);
      append(body, memory.data + at, end - at);
      pad(body);
      ++spans;
    }
    at = std::min(memory.size, end + kPiece);
  }
  return spans;
}

// Takes one part after the other from the body of an answer.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> body) : rest_(body) {}

  std::span<const std::uint8_t> bytes(std::uint64_t count, const char* what) {
    if (padded(count) > rest_.size()) {
      throw BadAnswer("its answer ends within " + std::string(what) + ": " +
                      std::to_string(padded(count) - rest_.size()) + " bytes are missing");
    }
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(padded(count));
    return taken;
  }

  template <typename Part>
  Part part(const char* what) {
    Part taken;
    std::memcpy(&taken, bytes(sizeof taken, what).data(), sizeof taken);
    return taken;
  }

  void expect_end() const {
    if (!rest_.empty()) {
      throw BadAnswer("its answer has " + std::to_string(rest_.size()) +
                      " bytes more than its items");
    }
  }

 private:
  std::span<const std::uint8_t> rest_;
};

// A status with its message; the number of spans in `spans`.
Status take_status(Reader& reader, std::uint32_t& spans) {
  const auto header = reader.part<StatusHeader>("a status");
  if (header.status > VCONFORM_ERROR) {
    throw BadAnswer("its answer has the status " + std::to_string(header.status) +
                    ", which is none of 0 to 3");
  }
  if (header.message > kMostMessage) {
    throw BadAnswer("its answer has a message of " + std::to_string(header.message) +
                    " bytes: at most 400 are allowed");
  }
  if (header.status != VCONFORM_OK && header.spans != 0) {
    throw BadAnswer("its answer has the status " + std::to_string(header.status) +
                    " and spans: only 0 has some");
  }
  spans = header.spans;
  const auto text = reader.bytes(header.message, "a message");
  return {header.status, std::string(text.begin(), text.end())};
}

void take_span(Reader& reader, const vconform_memories& memories, bool writes) {
  const auto span = reader.part<SpanHeader>("a span");
  const std::uint64_t size =
      span.memory < VCONFORM_MEMORY_COUNT ? memories.memory[span.memory].size : 0;
  if (span.length == 0 || span.offset >= size || span.length > size - span.offset) {
    throw BadAnswer("its answer has a span of " + std::to_string(span.length) + " bytes at " +
                    std::to_string(span.offset) + " in memory " + std::to_string(span.memory) +
                    ", which has " + std::to_string(size));
  }
  const auto bytes = reader.bytes(span.length, "a span");
  if (writes) {
    std::memcpy(memories.memory[span.memory].data + span.offset, bytes.data(), bytes.size());
  }
}

std::string walk(std::span<const std::uint8_t> body, std::span<vconform_program> programs,
                 bool writes) {
  Reader reader(body);
  std::string message;
  for (vconform_program& program : programs) {
    std::uint32_t spans = 0;
    const Status status = take_status(reader, spans);
    for (std::uint32_t i = 0; i < spans; ++i) {
      take_span(reader, *program.memories, writes);
    }
    if (writes) {
      program.status = status.status;
    }
    if (status.status != VCONFORM_OK && message.empty()) {
      message = status.message;
    }
  }
  reader.expect_end();
  return message;
}

}  // namespace

void append_program(std::vector<std::uint8_t>& body, std::span<const vconform_step> steps,
                    const vconform_memories& memories) {
  const std::size_t start = body.size();
  ProgramHeader header{};
  header.steps = static_cast<std::uint32_t>(steps.size());
  append(body, &header, sizeof header);
  append(body, steps.data(), steps.size_bytes());
  for (std::uint32_t id = 0; id < VCONFORM_MEMORY_COUNT; ++id) {
    header.sizes[id] = memories.memory[id].size;
    header.spans += append_spans(body, id, memories.memory[id]);
  }
  header.bytes = body.size() - start;
  std::memcpy(body.data() + start, &header, sizeof header);
}

void check_header(const FrameHeader& answer, const FrameHeader& request) {
  if (answer.magic != kMagic) {
    throw BadAnswer(
        "its answer begins with " +
        spec::quoted({answer.magic.data(), ::strnlen(answer.magic.data(), answer.magic.size())}) +
        " in place of VCX1: is something else printed on stdout?");
  }
  if (answer.kind != request.kind || answer.count != request.count ||
      answer.number != request.number) {
    throw BadAnswer("its answer is of kind " + std::to_string(answer.kind) + ", count " +
                    std::to_string(answer.count) + ", number " + std::to_string(answer.number) +
                    "; asked was kind " + std::to_string(request.kind) + ", count " +
                    std::to_string(request.count) + ", number " + std::to_string(request.number));
  }
  if (answer.bytes > kMostBytes || answer.bytes % kUnit != 0) {
    throw BadAnswer("its answer has " + std::to_string(answer.bytes) +
                    " bytes: it must be a multiple of 8, and at most 2^28");
  }
}

std::string take_programs(std::span<const std::uint8_t> body,
                          std::span<vconform_program> programs) {
  walk(body, programs, false);
  return walk(body, programs, true);
}

Status take_array(std::span<const std::uint8_t> body, std::span<std::uint8_t> results) {
  Reader reader(body);
  std::uint32_t spans = 0;
  Status status = take_status(reader, spans);
  if (spans != 0) {
    throw BadAnswer("its answer to an array has spans");
  }
  if (status.status == VCONFORM_OK) {
    const auto bytes = reader.bytes(results.size(), "the results");
    reader.expect_end();
    std::ranges::copy(bytes, results.begin());
  } else {
    reader.expect_end();
  }
  return status;
}

}  // namespace vconform::adapters::exec
