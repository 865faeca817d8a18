// A library for tests of the command fuzz: golden that, after a number of programs in one process,
// attacks the process it is loaded in, its parent or its descriptors. VCONFORM_FUZZ_ATTACK, read by
// create(), is "KIND:PROGRAMS", KIND one of kAttacks.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "adapters/testing/wrapped_golden.h"

namespace vconform::adapters::hostile_to_fuzzing {

namespace {

constexpr int kSleepSeconds = 300;

void sleep_long() {
  std::this_thread::sleep_for(std::chrono::seconds(kSleepSeconds));
}

[[noreturn]] void loop() {
  for (volatile bool runs = true; runs;) {
  }
  std::abort();
}

void say(std::string_view text) {
  [[maybe_unused]] const ssize_t size = write(STDERR_FILENO, text.data(), text.size());
}

// Lines as printed by a target, the engine and the command, with escape codes.
constexpr std::string_view kFakes =
    "\x1b[2J\x1b[31mvconform_fuzz: inputs=777777 compared=777777 elements=777777 median_repeat=7 "
    "findings=0\nend\n\nnothing found in 1 s\n\x1b]0;CONFORMS\x07";

void flood() {
  for (int i = 0; i < 20000; ++i) {
    say(kFakes);
  }
}

void fake_ends() {
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    for (const std::string_view line : {"end\n", " end\n", "0 end\n"}) {
      [[maybe_unused]] const ssize_t size = write(descriptor, line.data(), line.size());
    }
  }
  _exit(0);
}

// Leaves a child that outlives its parent and holds all of its descriptors.
void leave_child(bool is_in_session_of_its_own) {
  if (fork() == 0) {
    if (is_in_session_of_its_own) {
      setsid();
    }
    sleep_long();
    _exit(0);
  }
}

void exit_in_child() {
  if (fork() == 0) {
    std::exit(0);
  }
}

void exit_in_thread() {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::exit(0);
  }).detach();
}

struct Attack {
  std::string_view name;
  void (*act)();
  // Otherwise when the backend is closed.
  bool is_after_programs = true;
};
const std::array<Attack, 25> kAttacks = {{
    {"nothing", [] {}},
    {"loop", [] { loop(); }},
    {"sleep", [] { sleep_long(); }},
    {"close-all", [] { close_range(0, ~0U, 0); }},
    {"close-stderr", [] { close(STDERR_FILENO); }},
    {"exit", [] { std::exit(0); }},
    {"_exit", [] { _exit(0); }},
    {"abort", [] { std::abort(); }},
    {"kill-self", [] { raise(SIGKILL); }},
    {"kill-parent", [] { kill(getppid(), SIGKILL); }},
    {"stop-self", [] { raise(SIGSTOP); }},
    {"stop-parent", [] { kill(getppid(), SIGSTOP); }},
    {"flood", flood},
    {"last-words", [] { say(kFakes), raise(SIGKILL); }},
    {"fake-ends", fake_ends},
    {"child", [] { leave_child(false); }},
    {"session", [] { leave_child(true); }},
    {"fork-on", [] { [[maybe_unused]] const pid_t child = fork(); }},
    {"exit-in-child", exit_in_child},
    {"exit-in-thread", exit_in_thread},
    {"exit-in-destroy", [] { std::exit(0); }, false},
    {"_exit-in-destroy", [] { _exit(0); }, false},
    {"sleep-in-destroy", sleep_long, false},
    // These two only change results.
    {"wrong-in-fuzzer", [] {}},
    {"wrong-elsewhere", [] {}},
}};

// Whether this process is a fuzz target with the backend loaded into it.
bool is_in_fuzzer() {
  std::array<char, PATH_MAX> path{};
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  const std::string_view name(path.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return name.ends_with("_fuzz") && std::getenv("VCONFORM_FUZZ_ISOLATED") == nullptr;
}

void wrong_result(const spec::Cell& /*cell*/, std::uint64_t /*ctrl*/, std::uint64_t /*source*/,
                  std::uint64_t& result) {
  result ^= 1;
}

golden::Behaviour wrong() {
  golden::Behaviour behaviour = golden::golden_behaviour();
  behaviour.result.add(wrong_result);
  return behaviour;
}

struct Attacker : WrappedGolden {
  Attacker(golden::Behaviour (*behaviour)(), const Attack& chosen, std::uint64_t when)
      : WrappedGolden(behaviour), attack(chosen), programs(when) {}
  Attacker(const Attacker&) = delete;
  Attacker& operator=(const Attacker&) = delete;
  ~Attacker() override {
    if (!attack.is_after_programs) {
      attack.act();
    }
  }

  const Attack& attack;
  std::uint64_t programs;
  std::uint64_t done = 0;
};

void* create() {
  const char* variable = std::getenv("VCONFORM_FUZZ_ATTACK");
  const std::string_view wanted = variable == nullptr ? "nothing:0" : variable;
  const std::size_t colon = std::min(wanted.find(':'), wanted.size());
  const auto* const attack =
      std::find_if(kAttacks.begin(), kAttacks.end(),
                   [&](const Attack& known) { return known.name == wanted.substr(0, colon); });
  if (attack == kAttacks.end()) {
    return nullptr;
  }
  std::uint64_t programs = 0;
  std::from_chars(wanted.data() + std::min(colon + 1, wanted.size()), wanted.data() + wanted.size(),
                  programs);
  const bool is_wrong = (attack->name == "wrong-in-fuzzer" && is_in_fuzzer()) ||
                        (attack->name == "wrong-elsewhere" && !is_in_fuzzer());
  auto attacker =
      std::make_unique<Attacker>(is_wrong ? wrong : golden::golden_behaviour, *attack, programs);
  return static_cast<WrappedGolden*>(attacker.release());
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  auto& attacker = *static_cast<Attacker*>(static_cast<WrappedGolden*>(context));
  if (attacker.done++ == attacker.programs && attacker.attack.is_after_programs) {
    attacker.attack.act();
  }
  return golden::execute_steps(attacker.golden, steps, step_count, memories);
}

constexpr char kProblem[] = "VCONFORM_FUZZ_ATTACK names no attack";

constexpr vconform_adapter hostile_table() {
  vconform_adapter table = wrapped_table<kProblem>("hostile-to-fuzzing", create);
  table.execute = execute;
  return table;
}
constexpr vconform_adapter kTable = hostile_table();

}  // namespace

}  // namespace vconform::adapters::hostile_to_fuzzing

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::hostile_to_fuzzing::kTable
                                             : nullptr;
}
