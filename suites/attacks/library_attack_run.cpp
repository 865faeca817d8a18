#include "suites/attacks/library_attack_run.h"

#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace vconform::suites::attacks {

namespace fs = std::filesystem;

namespace {

constexpr const char* kGoodCase = R"(vconform-case 1
claim Vconv.MatchesOracle/s82f16_null
seed 1
memory UB size=196608 background=1
place UB+0x100 f16 numbers count=128 low=1 modulus=3
place UB+0x0 s8 numbers count=128 low=-64 modulus=127
ctrl 0x0000000000000000
mask 0xffffffffffffffff 0xffffffffffffffff
vconv_s82f16 dst=UB+0x100 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 dstRepeatStride=8 srcRepeatStride=4
)";

std::string good_case(const fs::path& folder) {
  const fs::path file = folder / "good.case";
  std::ofstream(file) << kGoodCase;
  return file.string();
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

std::vector<std::string> command_words(const Target& target, const fs::path& out) {
  const std::string profile = " --profile a2";
  const std::string limit = " --time-limit 0.2";
  const std::string certify = "certify --family vconv --level quick --jobs 2";
  const std::string sweep = "sweep --instruction vconv_s82f16 --ctrl 0 --jobs 2" + profile;
  switch (target.victim) {
    case Victim::kCertify:
      return words_of(certify + profile + limit);
    case Victim::kCertifyShared:
      return words_of(certify + profile + " --in-process");
    case Victim::kCertifyProbed:
      return words_of(certify + limit);
    case Victim::kProbe:
      return words_of("probe" + limit);
    case Victim::kReplay:
      return words_of("replay " + good_case(out.parent_path()) + profile + limit);
    case Victim::kReplayShared:
      return words_of("replay " + good_case(out.parent_path()) + profile + " --in-process");
    case Victim::kSweep:
      return words_of(sweep + limit);
    case Victim::kSweepShared:
      return words_of(sweep + " --in-process");
    case Victim::kFuzz:
      return words_of("fuzz --family vconv --time 3" + profile + limit);
  }
  return {};
}

bool has_out(Victim victim) {
  return victim != Victim::kReplay && victim != Victim::kReplayShared;
}

// What takes longer hangs.
std::chrono::seconds longest_run() {
  const char* other = std::getenv("VCONFORM_ATTACKS_SECONDS");
  return std::chrono::seconds(other == nullptr ? 90 : std::atol(other));
}

// Counts openings (adapters/test_libraries/hostile.h); gone with this.
class OpeningCounter {
 public:
  OpeningCounter() : key_(static_cast<key_t>(0x76630000 + getpid())) { remove(); }
  ~OpeningCounter() { remove(); }
  OpeningCounter(const OpeningCounter&) = delete;
  OpeningCounter& operator=(const OpeningCounter&) = delete;

  std::string key() const { return std::to_string(key_); }

 private:
  void remove() const {
    if (const int id = shmget(key_, 0, 0); id >= 0) {
      shmctl(id, IPC_RMID, nullptr);
    }
  }
  key_t key_;
};

// A certificate and a sweep of golden, to be forged with; made once.
std::string green_certificate() {
  static const std::string file = [] {
    std::string name = (fs::temp_directory_path() / "vconform-green-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    std::vector<std::string> words = {attacked_program()};
    for (const std::string& word : words_of("certify --family vconv --level quick --profile a2")) {
      words.push_back(word);
    }
    words.insert(words.end(), {"--out", (folder / "out").string()});
    run({.words = words});
    return (folder / "out" / "certificate.json").string();
  }();
  return file;
}

bool contains(const std::string& text, std::string_view expression) {
  return std::regex_search(text, std::regex(std::string(expression)));
}

std::vector<int> allowed_codes(const Target& target) {
  switch (target.attack.fate) {
    case Fate::kRefused:
      return {3};
    case Fate::kDeviates:
      return {1};
    case Fate::kStands:
      return {0};
    case Fate::kContained:
      return {0, 1, 4};
    case Fate::kNothing:
      return {2, 3};
  }
  return {};
}

// What a run that ends with 0 must have said, and no other.
bool is_green(Victim victim, const std::string& text) {
  const auto says = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  switch (victim) {
    case Victim::kProbe:
      return says("to judge by this: ");
    case Victim::kReplay:
    case Victim::kReplayShared:
      return says("good.case: passes (128 elements judged)");
    case Victim::kSweep:
    case Victim::kSweepShared:
      return says("\nconforms on 1 of 1 sweeps of an instruction: 256 values");
    case Victim::kFuzz:
      return says("nothing found");
    default:
      return says("\n400 cases, 2,210,136 elements judged in ") &&
             says("\nhostile conforms on 2 of 91 rows: 0 deviate, 89 not claimed\n");
  }
}

bool has_raw_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
  });
}

// The line that hostile_files.c prints, as if vconform had said it.
bool passes_on_a_fake(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("357 of 357") != std::string::npos && !line.starts_with("backend: ")) {
      return true;
    }
  }
  return false;
}

std::string shown(const std::string& text) {
  std::string safe = text.size() <= 3000
                         ? text
                         : text.substr(0, 1500) + "\n[…]\n" + text.substr(text.size() - 1500);
  for (char& c : safe) {
    c = static_cast<unsigned char>(c) < 0x20 && c != '\n' ? '?' : c;
  }
  return safe;
}

}  // namespace

std::string attacked_program() {
  const char* other = std::getenv("VCONFORM_ATTACKED_CLI");
  return other == nullptr ? VCONFORM_CLI : other;
}

std::vector<Target> targets(bool slow) {
  std::vector<Target> all;
  for (const LibraryAttack& attack : library_attacks()) {
    for (std::size_t i = 0; i < kVictimNames.size(); ++i) {
      if (attack.victims.has(static_cast<Victim>(i)) && attack.slow == slow) {
        all.push_back({attack, static_cast<Victim>(i)});
      }
    }
  }
  return all;
}

std::string name_of(const Target& target) {
  return name_of(target.attack) + "__" +
         std::string(kVictimNames[static_cast<std::size_t>(target.victim)]);
}

void PrintTo(const Target& target, std::ostream* stream) {
  *stream << name_of(target);
}

Ended run_attacked(const Target& target, const fs::path& out) {
  const OpeningCounter openings;
  Command command;
  command.words = {attacked_program()};
  const std::vector<std::string> rest = command_words(target, out);
  command.words.insert(command.words.end(), rest.begin(), rest.end());
  command.words.insert(command.words.end(), {"--backend", VCONFORM_HOSTILE});
  if (has_out(target.victim)) {
    command.words.insert(command.words.end(), {"--out", out.string()});
  }
  for (const std::string& word : words_of(target.attack.options)) {
    command.words.push_back(word);
  }
  command.folder = out.parent_path();
  command.at_most = longest_run();
  command.environment = {{"VCONFORM_ATTACK", std::string(target.attack.text)},
                         {"VCONFORM_HOSTILE_INNER", VCONFORM_GOLDEN_LIBRARY},
                         {"VCONFORM_HOSTILE_DRIVER", std::to_string(getpid())},
                         {"VCONFORM_HOSTILE_STATE", openings.key()},
                         {"VCONFORM_HOSTILE_GREEN", green_certificate()},
                         {"VCONFORM_HOSTILE_OUT", out.string()}};
  return run(command);
}

std::vector<std::string> problems_of_any(const Ended& run, const fs::path& out) {
  std::vector<std::string> found;
  if (run.hung) {
    found.emplace_back("it hangs");
  }
  for (const std::string& process : run.left_behind) {
    found.push_back("left behind: " + process);
  }
  if (has_raw_control(run.all())) {
    found.emplace_back("control characters reach the terminal");
  }
  if (passes_on_a_fake(run.all())) {
    found.emplace_back("what the library prints passes for vconform's");
  }
  if (run.code != 0 && run.all().empty()) {
    found.emplace_back("it says nothing");
  }
  if (run.code > 4 && !run.hung) {
    found.push_back("it ends with " + std::to_string(run.code));
  }
  const fs::path certificate = out / "certificate.json";
  if (run.code != 0 && fs::exists(certificate)) {
    const Ended verified =
        attacks::run({.words = {attacked_program(), "verify-certificate", certificate.string()}});
    if (verified.code == 0) {
      found.push_back("it leaves a certificate that conforms: " + shown(verified.all()));
    }
  }
  return found;
}

std::vector<std::string> problems(const Target& target, const Ended& run, const fs::path& out) {
  std::vector<std::string> found = problems_of_any(run, out);
  const std::vector<int> allowed = allowed_codes(target);
  if (std::find(allowed.begin(), allowed.end(), run.code) == allowed.end()) {
    found.push_back("it ends with " + std::to_string(run.code));
  }
  const bool green = is_green(target.victim, run.out);
  if (run.code == 0 && !green) {
    found.emplace_back("it ends with 0 and has not said what conforms");
  }
  if (run.code != 0 && green && target.victim != Victim::kProbe) {
    found.emplace_back("it has said that it conforms");
  }
  if (run.code != 0 && !target.attack.line.empty() && !contains(run.all(), target.attack.line)) {
    found.push_back("it does not say '" + std::string(target.attack.line) + "'");
  }
  if (!found.empty()) {
    found.push_back(shown(run.all()));
  }
  return found;
}

}  // namespace vconform::suites::attacks
