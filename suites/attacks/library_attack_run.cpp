#include "suites/attacks/library_attack_run.h"

#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

#include "suites/attacks/prepared_files.h"

namespace vconform::suites::attacks {

namespace fs = std::filesystem;

namespace {

std::string good_case_file(const fs::path& folder) {
  write_text(folder / "good.case", good_case());
  return (folder / "good.case").string();
}

// How a command meets the library.
struct Meeting {
  std::string words;
  std::string backend = VCONFORM_HOSTILE;
  // Variables besides those of hostile_command().
  std::map<std::string, std::string> environment = {};
};

Meeting meeting_of(const Target& target, const fs::path& out) {
  const std::string profile = " --profile a2";
  // An attack that waits is stopped soon; any other may take its time on a busy machine.
  const bool waits = target.attack.line.find("TIMEOUT") != std::string_view::npos ||
                     target.attack.line.find("no answer") != std::string_view::npos;
  const std::string limit = waits ? " --time-limit 0.2" : "";
  // Older programs have no time limit in process.
  const std::string shared =
      " --in-process" + (attacked_program() == VCONFORM_CLI ? limit : std::string());
  const std::string quick = " --level quick --jobs 2";
  const std::string certify = "certify --family vconv" + quick;
  const std::string isolated = profile + limit;
  const std::string probed = "sweep --instruction vconv_s82f16 --ctrl 0 --jobs 2";
  const std::string sweep = probed + profile;
  const auto replay = [&] { return "replay " + good_case_file(out.parent_path()) + profile; };
  const auto shard = [] { return (prepared_files() / "shard").string(); };
  const auto table_of = [](const char* library) {
    return std::map<std::string, std::string>{{"VCONFORM_HOSTILE_INNER", library},
                                              {"VCONFORM_HOSTILE_ROWS", "all"}};
  };
  switch (target.victim) {
    case Victim::kCertify:
      return {certify + isolated};
    case Victim::kCertifyShared:
      return {certify + profile + shared};
    case Victim::kCertifyProbed:
      return {certify + limit};
    case Victim::kProbe:
      return {"probe" + limit};
    case Victim::kReplay:
      return {replay() + limit};
    case Victim::kReplayShared:
      return {replay() + shared};
    case Victim::kSweep:
      return {sweep + limit};
    case Victim::kSweepShared:
      return {sweep + shared};
    case Victim::kSweepProbed:
      return {probed + limit};
    case Victim::kCertifyResumed:
      return {certify + isolated + " --resume"};
    case Victim::kCertifyShard:
      return {certify + isolated + " --shard 1/1"};
    case Victim::kSmoke:
      return {"smoke" + limit};
    case Victim::kMerge:
      return {"merge " + shard() + " --backend " VCONFORM_HOSTILE " --family vconv --level quick" +
              isolated};
    case Victim::kTrace:
      return {"trace", VCONFORM_HOSTILE, {{"VCONFORM_HOSTILE_ROWS", "all"}}};
    case Victim::kArrays:
      return {certify + isolated, VCONFORM_HOSTILE, table_of(VCONFORM_HALF_ARRAYS)};
    case Victim::kElements:
      return {"certify --family cast_deq" + quick + isolated, VCONFORM_HOSTILE,
              table_of(VCONFORM_ELEMENTS)};
    case Victim::kProgram:
      return {certify + isolated,
              "exec:" VCONFORM_GOLDEN_PROGRAM,
              {{"VCONFORM_PROGRAM_TABLE", VCONFORM_HOSTILE}}};
    case Victim::kPrototypes:
      // It keeps all bits that the prototypes have.
      return {certify + isolated + " --choice walk.stride-width=16",
              "intrinsics:" VCONFORM_HOSTILE_SIMULATOR};
    case Victim::kLowering:
      return {"certify --on " VCONFORM_HOSTILE + quick + isolated,
              "lowering:" VCONFORM_LOWERING,
              {{"VCONFORM_HOSTILE_ROWS", "all"}}};
  }
  return {};
}

bool has_out(Victim victim) {
  constexpr Victims kWithout = kReplays | Victim::kSmoke | Victim::kTrace;
  return !kWithout.has(victim);
}

// A counter of openings in System V shared memory (adapters/testing/hostile.h), removed by the
// destructor.
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

Ended run_with(const Target& target, bool is_plain, const fs::path& out) {
  const OpeningCounter openings;
  const Meeting meeting = meeting_of(target, out);
  Command command =
      hostile_command(std::string(target.attack.text), words_of(meeting.words), meeting.backend);
  for (const auto& [name, value] : meeting.environment) {
    command.environment[name] = value;
  }
  if (is_plain) {
    command.environment["VCONFORM_HOSTILE_PLAIN"] = "1";
  }
  if (has_out(target.victim)) {
    command.words.insert(command.words.end(), {"--out", out.string()});
  }
  if (target.victim == Victim::kTrace) {
    command.words.insert(command.words.end(), {VCONFORM_TRACED_KERNEL, "right"});
  }
  for (const std::string& word : words_of(target.attack.options)) {
    command.words.push_back(word);
  }
  command.folder = out.parent_path();
  command.environment["VCONFORM_HOSTILE_STATE"] = openings.key();
  command.environment["VCONFORM_HOSTILE_GREEN"] =
      (prepared_files() / "certificate" / "certificate.json").string();
  command.environment["VCONFORM_HOSTILE_OUT"] = out.string();
  return run(command);
}

bool contains(const std::string& text, std::string_view expression) {
  return std::regex_search(text, std::regex(std::string(expression)));
}

std::vector<int> allowed_codes(const Target& target) {
  switch (target.attack.fate) {
    case Fate::kRefused:
      return {3};
    case Fate::kRefusedOrDeviates:
      return {1, 3};
    case Fate::kDeviates:
      return {1};
    case Fate::kStands:
      return {0};
    case Fate::kContained:
      return {0, 1, 4};
    case Fate::kRace:
      return {0, 1};
    case Fate::kNothing:
      return {2, 3};
  }
  return {};
}

// The verdict lines that the same command prints for a library that attacks nobody.
const std::vector<std::string>& green_lines(Victim victim, bool is_plain) {
  static std::map<std::pair<Victim, bool>, std::vector<std::string>> known;
  const auto [lines, is_new] = known.try_emplace({victim, is_plain});
  if (is_new) {
    const LibraryAttack none = {"", Fate::kStands, victim, "", "", false};
    std::string name = (fs::temp_directory_path() / "vconform-quiet-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const Ended quiet = run_with({none, victim}, is_plain, folder / "out");
    fs::remove_all(folder);
    lines->second = quiet.code == 0 ? verdict_lines(quiet.out) : std::vector<std::string>();
  }
  return lines->second;
}

bool has_raw_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
  });
}

// Whether the line that hostile_files.c prints in imitation of vconform reached the output.
bool passes_on_a_fake(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begins = line.find_first_not_of("\r\t ");
    if (line.find("hostile conforms on 1000 of 1000") == begins && begins != std::string::npos) {
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

std::vector<std::string> verdict_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    constexpr std::array<std::string_view, 3> kParts = {" conforms on ", " elements judged",
                                                        " instructions ok; next: "};
    // A sweep's other verdict goes on after a semicolon.
    const bool is_other = line.starts_with("does not conform");
    const bool is_one =
        (!is_other &&
         std::ranges::any_of(kParts,
                             [&](auto part) { return line.find(part) != std::string::npos; })) ||
        line.starts_with("conforms on ") || line.starts_with("shard 1/1: ") ||
        line.starts_with("to judge by this: ") || line == "nothing found";
    if (is_one) {
      lines.push_back(line.substr(line.rfind('/') == std::string::npos ? 0 : line.rfind('/') + 1));
      lines.back() = std::regex_replace(lines.back(), std::regex(" in [0-9.]+ s.*"), "");
    }
  }
  return lines;
}

Ended run_attacked(const Target& target, const fs::path& out) {
  return run_with(target, has_plain_rows(target), out);
}

std::vector<std::string> problems_of_any(const Ended& run, const fs::path& out, bool may_conform) {
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
  if (run.code != 0 && fs::exists(certificate) && (!may_conform || run.code != 4)) {
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
  const std::vector<std::string>& due = green_lines(target.victim, has_plain_rows(target));
  if (due.empty()) {
    found.emplace_back("the same command is not green without an attack");
  }
  const bool green = verdict_lines(run.out) == due;
  if (run.code == 0 && !green) {
    found.emplace_back("it ends with 0 and has not said what conforms");
  }
  if (run.code != 0 && green && target.victim != Victim::kProbe) {
    found.emplace_back("it has said that it conforms");
  }
  // A shard counts deviations, and merge says what they are.
  const bool says_why = target.victim != Victim::kCertifyShard || run.code != 1;
  if (run.code != 0 && says_why && !target.attack.line.empty() &&
      !contains(run.all(), target.attack.line)) {
    found.push_back("it does not say '" + std::string(target.attack.line) + "'");
  }
  if (!found.empty()) {
    found.push_back(shown(run.all()));
  }
  return found;
}

}  // namespace vconform::suites::attacks
