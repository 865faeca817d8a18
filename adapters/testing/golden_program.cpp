// Golden as a program for --backend exec:, after adapters/exec/protocol.md; for tests. The argument
// FAULT or FAULT@N says what goes wrong at each frame, or at the Nth alone; see misbehave(). A
// second argument is the most programs that it takes in a frame, and a third one a file to which it
// appends the number of programs of each. VCONFORM_PROGRAM_TABLE names a library whose table it
// executes instead of golden's.
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/vconform_adapter.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Header {
  std::array<char, 4> magic;
  std::uint32_t kind;
  std::uint32_t count;
  std::uint32_t number;
  std::uint64_t bytes;
};

struct Fault {
  std::string kind;
  std::uint64_t at = 0;  // 0: at each frame

  bool is(std::string_view which, std::uint64_t frame) const {
    return kind == which && (at == 0 || at == frame);
  }
};

Fault fault_in(int argc, char** argv) {
  const std::string text = argc > 1 ? argv[1] : "";
  const std::size_t at = text.find('@');
  return {text.substr(0, at), at == std::string::npos ? 0 : std::stoull(text.substr(at + 1))};
}

template <typename Part>
Part taken(const std::uint8_t*& at) {
  Part part;
  std::memcpy(&part, at, sizeof part);
  at += sizeof part;
  return part;
}

void append(Bytes& to, const void* from, std::size_t bytes) {
  const auto* first = static_cast<const std::uint8_t*>(from);
  to.insert(to.end(), first, first + bytes);
  to.resize((to.size() + 7) / 8 * 8);
}

// A program's memories, before and after it.
struct Images {
  std::array<Bytes, VCONFORM_MEMORY_COUNT> before;
  // Aligned to 64 bytes.
  std::array<Bytes, VCONFORM_MEMORY_COUNT> storage;
  vconform_memories after{};
};

void take_memories(const std::uint8_t* at, const std::uint64_t* sizes, std::uint32_t spans,
                   Images& images) {
  for (std::size_t id = 0; id < images.before.size(); ++id) {
    images.before[id].assign(sizes[id], 0);
  }
  for (std::uint32_t i = 0; i < spans; ++i) {
    const auto memory = taken<std::array<std::uint32_t, 2>>(at)[0];
    const auto place = taken<std::array<std::uint64_t, 2>>(at);
    std::memcpy(images.before[memory].data() + place[0], at, place[1]);
    at += (place[1] + 7) / 8 * 8;
  }
  constexpr std::uintptr_t kAlignment = 64;
  images.after.struct_size = sizeof images.after;
  for (std::size_t id = 0; id < images.before.size(); ++id) {
    images.storage[id].resize(sizes[id] + kAlignment);
    std::uint8_t* data = images.storage[id].data();
    data += kAlignment - reinterpret_cast<std::uintptr_t>(data) % kAlignment;
    std::copy(images.before[id].begin(), images.before[id].end(), data);
    images.after.memory[id] = {sizes[id] == 0 ? nullptr : data, sizes[id]};
  }
}

// One span a memory, from the first changed byte to the last.
std::uint32_t append_changes(const Images& images, Bytes& answer) {
  std::uint32_t spans = 0;
  for (std::uint32_t id = 0; id < images.before.size(); ++id) {
    const Bytes& before = images.before[id];
    const std::uint8_t* after = images.after.memory[id].data;
    std::uint64_t first = 0;
    std::uint64_t end = before.size();
    while (first < end && before[first] == after[first]) {
      ++first;
    }
    while (end > first && before[end - 1] == after[end - 1]) {
      --end;
    }
    if (first < end) {
      const std::array<std::uint64_t, 3> span = {id, first, end - first};
      append(answer, span.data(), sizeof span);
      append(answer, after + first, end - first);
      ++spans;
    }
  }
  return spans;
}

void execute(const vconform_adapter& golden, void* context, const std::uint8_t*& at,
             Bytes& answer) {
  const std::uint8_t* next = at + *reinterpret_cast<const std::uint64_t*>(at);
  at += sizeof(std::uint64_t);
  const auto counts = taken<std::array<std::uint32_t, 2>>(at);
  const auto sizes = taken<std::array<std::uint64_t, VCONFORM_MEMORY_COUNT>>(at);
  Images images;
  const auto* steps = reinterpret_cast<const vconform_step*>(at);
  take_memories(at + counts[0] * sizeof(vconform_step), sizes.data(), counts[1], images);
  std::array<std::uint32_t, 4> status{};
  status[0] = golden.execute(context, steps, counts[0], &images.after);
  Bytes spans;
  std::string message;
  if (status[0] == VCONFORM_OK) {
    status[1] = append_changes(images, spans);
  } else {
    message = std::string(golden.last_error(context)).substr(0, 400);
    status[2] = static_cast<std::uint32_t>(message.size());
  }
  append(answer, status.data(), sizeof status);
  append(answer, message.data(), message.size());
  append(answer, spans.data(), spans.size());
  at = next;
}

std::string start_answer(const vconform_adapter& golden, const vconform_capabilities& claims,
                         const Fault& fault, int batch) {
  std::string text =
      R"({"protocol": 1, "name": ")" + std::string(golden.name) + R"(", "version": "1)";
  text += fault.kind == "changing" ? "." + std::to_string(getpid()) : "";
  text += R"(", "checks_arguments": true, "overlap_order": "repeat", "stride_bits": )";
  text += std::to_string(claims.stride_bits == 0 ? 8 : claims.stride_bits) + R"(, "claims": [)";
  for (std::uint32_t i = 0; i < claims.row_count; ++i) {
    const vconform_capability& row = claims.rows[i];
    for (std::uint32_t rounding = 0; rounding < spec::kRoundingModes.size(); ++rounding) {
      const auto cell = cell_of(static_cast<spec::Family>(row.family), row.variant, row.source_type,
                                row.destination_type, rounding);
      if (cell && (row.roundings >> rounding & 1) != 0) {
        text += text.ends_with('[') ? "" : ", ";
        text +=
            R"({"instructions": [")" + spec::instruction_name(*cell) + R"("], "features": "all"})";
      }
    }
  }
  return text + R"(], "batch": )" + std::to_string(batch) + "}\n";
}

void write_all(const void* data, std::size_t bytes) {
  if (fwrite(data, 1, bytes, stdout) != bytes || fflush(stdout) != 0) {
    std::exit(1);
  }
}

// The ways in which an answer, which is a header and a body, can be none.
void misbehave(const Fault& fault, std::uint64_t frame, Bytes& answer) {
  if (fault.is("exit", frame)) {
    _exit(3);
  } else if (fault.is("crash", frame)) {
    *static_cast<volatile int*>(nullptr) = 0;
  } else if (fault.is("late", frame)) {
    std::this_thread::sleep_for(std::chrono::seconds(60));
  } else if (fault.is("print", frame)) {
    write_all("converting ...\n", 15);
  } else if (fault.is("mutters", frame)) {
    write_all("1\n", 2);
    std::this_thread::sleep_for(std::chrono::seconds(60));
  } else if (fault.is("long", frame)) {
    answer.resize(answer.size() + 8);
  } else if (fault.is("wrong", frame) && answer.size() > sizeof(Header) + 40) {
    answer[sizeof(Header) + 40] ^= 1;
  } else if (fault.is("short", frame)) {
    write_all(answer.data(), answer.size() / 2);
    _exit(0);
  } else if (fault.is("closes", frame)) {
    close(STDOUT_FILENO);
    std::this_thread::sleep_for(std::chrono::seconds(60));
  } else if (fault.is("garbled", frame)) {
    answer[sizeof(Header)] = 9;
  }
}

const vconform_adapter& table() {
  auto get = &vconform_get_adapter;
  if (const char* path = std::getenv("VCONFORM_PROGRAM_TABLE")) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    get = reinterpret_cast<decltype(get)>(
        library == nullptr ? nullptr : dlsym(library, "vconform_get_adapter"));
  }
  const vconform_adapter* made = get == nullptr ? nullptr : get(VCONFORM_ABI_VERSION);
  if (made == nullptr) {
    std::exit(5);
  }
  return *made;
}

int speak(const Fault& fault, int batch, const char* log) {
  const vconform_adapter& golden = table();
  void* context = golden.create();
  std::string start;
  for (int c = getchar(); c != EOF && c != '\n'; c = getchar()) {
    start += static_cast<char>(c);
  }
  if (fault.kind == "silent") {
    return 4;
  }
  const std::string line = start_answer(golden, *golden.capabilities(context), fault, batch);
  write_all(line.data(), line.size());
  Header header{};
  Bytes body;
  for (std::uint64_t frame = 1; fread(&header, sizeof header, 1, stdin) == 1; ++frame) {
    body.resize(header.bytes);
    if (header.kind != 1 || fread(body.data(), 1, body.size(), stdin) != body.size()) {
      return 1;
    }
    if (log != nullptr) {
      std::ofstream(log, std::ios::app) << header.count << '\n';
    }
    Bytes answer(sizeof header);
    const std::uint8_t* at = body.data();
    for (std::uint32_t i = 0; i < header.count; ++i) {
      execute(golden, context, at, answer);
    }
    header.bytes = answer.size() - sizeof header;
    std::memcpy(answer.data(), &header, sizeof header);
    misbehave(fault, frame, answer);
    write_all(answer.data(), answer.size());
  }
  golden.destroy(context);
  return fault.kind == "wrong-end" ? 7 : 0;
}

}  // namespace

}  // namespace vconform::adapters

int main(int argc, char** argv) {
  const int batch = argc > 2 ? std::atoi(argv[2]) : 1;
  return vconform::adapters::speak(vconform::adapters::fault_in(argc, argv), batch,
                                   argc > 3 ? argv[3] : nullptr);
}
