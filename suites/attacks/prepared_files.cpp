#include "suites/attacks/prepared_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace vconform::suites::attacks {

namespace fs = std::filesystem;

namespace {

// The size of UB is no multiple of a page or of a line, so that it has margins on both sides.
constexpr std::string_view kGoodCase = R"(vconform-case 1
claim Vconv.MatchesOracle/s82f16_null
seed 1
memory UB size=1000 background=1
place UB+0x100 f16 numbers count=128 low=1 modulus=3
place UB+0x0 s8 numbers count=128 low=-64 modulus=127
ctrl 0x0000000000000000
mask 0xffffffffffffffff 0xffffffffffffffff
vconv_s82f16 dst=UB+0x100 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 dstRepeatStride=8 srcRepeatStride=4
)";

// A key of RFC 8032, 7.1, test 1, which protects nothing.
constexpr std::string_view kPrivateKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
    "-----END PRIVATE KEY-----\n";
constexpr std::string_view kPublicKey =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
    "-----END PUBLIC KEY-----\n";

// Removed by the process that made it, not by its forked children.
struct Folder {
  fs::path path;
  pid_t maker = getpid();

  Folder() {
    std::string name = (fs::temp_directory_path() / "vconform-prepared-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    if (getpid() == maker) {
      fs::remove_all(path, ignored);
    }
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

void make(const std::string& attack, const std::string& words, const fs::path& out, int code) {
  Command command = hostile_command(attack, words_of(words));
  command.words.insert(command.words.end(), {"--out", out.string()});
  const Ended ended = run(command);
  if (ended.code != code) {
    throw std::runtime_error("could not prepare " + out.string() + ": " + ended.all());
  }
}

void fill(const fs::path& folder) {
  const std::string certify = "certify --family vconv --level quick --profile a2 --jobs 2";
  const std::string sweep =
      "sweep --instruction vconv_s82f16,vconv_u82f16 --ctrl 0 --profile a2 --jobs 2";
  write_text(folder / "key.pem", kPrivateKey);
  write_text(folder / "key.pub", kPublicKey);
  make("", certify, folder / "certificate", 0);
  make("", certify + " --sign " + (folder / "key.pem").string(), folder / "signed", 0);
  make("execute:spoil",
       certify + " --waivers " + (folder / "waivers.json").string() + " --update-waivers",
       folder / "red_certificate", 1);
  make("", sweep, folder / "sweep", 0);
  make("execute:spoil", sweep, folder / "red_sweep", 1);
  make("", "probe", folder / "probe", 0);
  make("", certify + " --shard 1/1", folder / "shard", 0);
  make("", "vectors export --family vconv --instruction vconv_s82f16 --max-size 2M",
       folder / "vectors", 0);
  const std::string waivers = text_of(folder / "waivers.json");
  write_text(folder / "waivers.json",
             std::regex_replace(waivers, std::regex("\"reason\": \"\""), "\"reason\": \"known\""));
  write_text(folder / "good.case", kGoodCase);
  write_text(folder / "0123456789abcdef.case", kGoodCase);
}

}  // namespace

std::string attacked_program() {
  const char* other = std::getenv("VCONFORM_ATTACKED_CLI");
  return other == nullptr ? VCONFORM_CLI : other;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

std::string_view good_case() {
  return kGoodCase;
}

Command hostile_command(const std::string& attack, const std::vector<std::string>& words,
                        const std::string& backend) {
  Command command;
  command.words = {attacked_program()};
  command.words.insert(command.words.end(), words.begin(), words.end());
  // A merge names it itself: that of a sweep's shards takes none.
  constexpr std::array<std::string_view, 7> kWithoutBackend = {
      "verify-certificate", "merge", "explain", "coverage", "report", "compare", "vectors"};
  if (words.front() == "smoke") {
    command.words.push_back(backend);
  } else if (std::ranges::find(kWithoutBackend, words.front()) == kWithoutBackend.end()) {
    command.words.insert(command.words.end(),
                         {words.front() == "trace" ? "--on" : "--backend", backend});
  }
  command.environment = {{"VCONFORM_ATTACK", attack},
                         {"VCONFORM_HOSTILE_DRIVER", std::to_string(getpid())}};
  // A sweep takes two instructions; to everything else the second one shows what the first does.
  if (words.front() != "sweep") {
    command.environment["VCONFORM_HOSTILE_ROWS"] = "fewer";
  }
  return command;
}

const fs::path& prepared_files() {
  static const Folder folder;
  static const bool filled = [] {
    fill(folder.path);
    return true;
  }();
  (void)filled;
  return folder.path;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_text(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace vconform::suites::attacks
