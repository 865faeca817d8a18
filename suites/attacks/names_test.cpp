// Odd names, and options that look like something else.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include <string>
#include <vector>

#include "suites/attacks/surroundings.h"

namespace vconform::suites::attacks {
namespace {

struct OddName {
  const char* what;
  std::string name;
};

std::vector<OddName> odd_names() {
  return {{"Space", "a b"},
          {"Newline", "a\nhostile conforms on 1000 of 1000 rows: 0 deviate"},
          {"Quotes", "it's \"quoted\""},
          {"Dash", "-backend"},
          {"Dollar", "$(touch owned)`touch owned`"},
          {"Unicode", "变换 ∅"},
          {"NotUtf8", "\xff\xfe\x80"},
          {"Escape", "\033[2J\033]0;x\007"},
          {"Percent", "%s%n{}{0}"},
          {"Colon", "mutant:x:y=z"},
          {"Long", std::string(250, 'x')},
          {"Json", "\",\"verdict\":\"conforms\",\"x\":\""}};
}

class Names : public Surrounded, public testing::WithParamInterface<OddName> {};

// The library has that name, the results go to a folder of that name, and the command runs in the
// folder that holds both.
TEST_P(Names, OfLibrariesAndFolders) {
  const std::string name = GetParam().name;
  fs::copy_file(VCONFORM_HOSTILE, folder_ / (name + ".so"));
  for (const bool deviates : {false, true}) {
    Command run = command(kCertify, deviates ? "execute:spoil" : "");
    run.words[run.words.size() - 3] = "./" + name + ".so";
    run.words.back() = "./" + name + ".out";
    const Ended done = attacks::run(run);
    auto problems = problems_of_any(done, folder_ / (name + ".out"));
    if (done.code != (deviates ? 1 : 0)) {
      problems.push_back("it ends with " + std::to_string(done.code));
    }
    if (fs::exists(folder_ / "owned")) {
      problems.emplace_back("a name was run as a command");
    }
    expect_none(std::string("names_") + GetParam().what, done, problems);
    EXPECT_TRUE(fs::exists(folder_ / (name + ".out") / "certificate.json")) << done.all();
    const Ended verified = attacks::run(
        {.words = {attacked_program(), "verify-certificate", "./" + name + ".out/certificate.json"},
         .folder = folder_.path().string()});
    EXPECT_EQ(verified.code, deviates ? 1 : 0) << verified.all();
  }
}

TEST_P(Names, OfWhatOtherCommandsPrint) {
  const std::string name = GetParam().name;
  fs::copy_file(VCONFORM_HOSTILE, folder_ / (name + ".so"));
  for (const std::string_view words : {kSweep, kProbe}) {
    Command run = command(words, words == kSweep ? "execute:spoil" : "");
    run.words[run.words.size() - 3] = "./" + name + ".so";
    run.words.back() = "./" + name + ".out";
    const Ended done = attacks::run(run);
    EXPECT_EQ(done.code, words == kSweep ? 1 : 0) << done.all();
    expect_none(std::string("names_other_") + GetParam().what, done,
                problems_of_any(done, folder_ / (name + ".out")));
    fs::remove_all(folder_ / (name + ".out"));
  }
}

TEST_P(Names, OfCases) {
  const std::string name = GetParam().name + ".case";
  write_text(folder_ / name, good_case());
  Command run = command("replay --profile a2");
  run.words.insert(run.words.begin() + 2, "./" + name);
  const Ended done = attacks::run(run);
  auto problems = problems_of_any(done, out());
  EXPECT_EQ(done.code, 0) << done.all();
  expect_none(std::string("names_case_") + GetParam().what, done, problems);
}

// Twice, since the second time it is kept already.
TEST_P(Names, OfKeptCases) {
  const std::string name = GetParam().name;
  write_text(folder_ / (name + ".case"), good_case());
  for (int again = 0; again < 2; ++again) {
    const Ended done =
        attacks::run({.words = {attacked_program(), "fuzz", "--keep", "./" + name + ".case",
                                "--regressions", "./" + name + ".kept"},
                      .folder = folder_.path().string()});
    EXPECT_EQ(done.code, 0) << done.all();
    expect_none(std::string("names_kept_") + GetParam().what, done, problems_of_any(done, out()));
  }
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const OddName& name, std::ostream* stream) {
  *stream << name.what;
}
std::string odd_name(const testing::TestParamInfo<OddName>& info) {
  return info.param.what;
}
INSTANTIATE_TEST_SUITE_P(Quick, Names, testing::ValuesIn(odd_names()), odd_name);

// A file that is not a library.
struct NoLibrary {
  const char* what;
  void (*place)(const fs::path& file);
};

const NoLibrary kNoLibraries[] = {
    {"Nothing", [](const fs::path&) {}},
    {"Empty", [](const fs::path& file) { write_text(file, ""); }},
    {"Text", [](const fs::path& file) { write_text(file, "#!/bin/sh\necho owned >owned\n"); }},
    {"Folder", [](const fs::path& file) { fs::create_directory(file); }},
    {"Fifo", [](const fs::path& file) { mkfifo(file.c_str(), 0600); }},
    {"DevNull", [](const fs::path& file) { fs::create_symlink("/dev/null", file); }},
    {"DevZero", [](const fs::path& file) { fs::create_symlink("/dev/zero", file); }},
    {"Loop", [](const fs::path& file) { fs::create_symlink(file, file); }},
    {"Program", [](const fs::path& file) { fs::copy_file("/bin/true", file); }},
    {"HalfALibrary",
     [](const fs::path& file) { write_text(file, text_of(VCONFORM_HOSTILE).substr(0, 5000)); }},
    {"DamagedLibrary",
     [](const fs::path& file) {
       std::string bytes = text_of(VCONFORM_HOSTILE);
       std::fill(bytes.begin() + 64, bytes.begin() + 4096, '\xff');
       write_text(file, bytes);
     }},
    {"OtherLibrary", [](const fs::path& file) { fs::copy_file("/proc/self/exe", file); }},
};

class Libraries : public Surrounded, public testing::WithParamInterface<NoLibrary> {};

TEST_P(Libraries, ThatAreNoneAreRefused) {
  const fs::path file = folder_ / "no.so";
  GetParam().place(file);
  write_text(folder_ / "good.case", good_case());
  for (const std::string_view words :
       {kCertify, kSweep, kProbe, std::string_view("replay good.case --profile a2"),
        std::string_view("certify --family vconv --level quick --profile a2 --in-process")}) {
    Command run = command(words);
    for (std::string& word : run.words) {
      word = word == VCONFORM_HOSTILE ? file.string() : word;
    }
    expect_code(run, {3}, "no.so");
    EXPECT_FALSE(fs::exists(folder_ / "owned"));
  }
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const NoLibrary& library, std::ostream* stream) {
  *stream << library.what;
}
std::string no_library(const testing::TestParamInfo<NoLibrary>& info) {
  return info.param.what;
}
INSTANTIATE_TEST_SUITE_P(Quick, Libraries, testing::ValuesIn(kNoLibraries), no_library);

// Each row ends with exit code 2; '_' stands for an empty argument.
class Options : public Surrounded, public testing::WithParamInterface<const char*> {};

constexpr const char* kBadOptions[] = {
    "certify --profile _",
    "certify --profile probed:",
    "certify --profile nonsense",
    "certify --seed _",
    "certify --seed -1",
    "certify --seed 99999999999999999999",
    "certify --seed 1x",
    "certify --seed 0x1ffffffffffffffff",
    "certify --level _",
    "certify --level Quick",
    "certify --family _",
    "certify --family vconv,,deq",
    "certify --family vconv,",
    "certify --family vconv,vconv,nonsense",
    "certify --require _",
    "certify --backend _",
    "certify --jobs 0",
    "certify --jobs -1",
    "certify --jobs _",
    "certify --jobs 99999",
    "certify --time-limit _",
    "certify --time-limit 0",
    "certify --time-limit -1",
    "certify --time-limit nan",
    "certify --time-limit inf",
    "certify --time-limit 1e999",
    "certify --choice _",
    "certify --choice deq.scale-bits",
    "certify --choice deq.scale-bits=",
    "certify --choice =f32",
    "certify --choice deq.scale-bits=f32=f32",
    "certify --out _",
    "certify --waivers _",
    "certify --baseline _",
    "certify --nonsense",
    "certify extra",
    "probe --out _",
    "probe --time-limit _",
    "replay",
    "replay _",
    "replay nonsense.case",
    "sweep --ctrl _ --out o",
    "sweep --ctrl 0x1ffffffffffffffff --out o",
    "sweep --ctrl -1 --out o",
    "sweep --ctrl 1x --out o",
    "sweep --instruction _ --out o",
    "sweep --instruction vconv_s82f16,, --out o",
    "sweep --instruction nonsense --out o",
    "sweep --shard _ --out o",
    "sweep --shard 3/2 --out o",
    "sweep --shard 0/0 --out o",
    "sweep --shard 1/99999999999999999999 --out o",
    "sweep --max-failures 0 --out o",
    "sweep --max-failures _ --out o",
    "sweep --out _",
    "merge --out o",
    "merge _ --out o",
    "merge nonsense --out o",
    "verify-certificate",
    "verify-certificate _",
    "verify-certificate nonsense",
    "nonsense",
    "_",
};

TEST_P(Options, AreRefused) {
  std::vector<std::string> words = words_of(GetParam());
  for (std::string& word : words) {
    word = word == "_" ? "" : word;
  }
  words.insert(words.begin(), attacked_program());
  const Ended done = ended(
      {.words = words, .folder = folder_.path().string(), .at_most = std::chrono::seconds(20)});
  EXPECT_EQ(done.code, 2) << done.all();
  EXPECT_FALSE(fs::exists(folder_ / "vconform-out" / "certificate.json")) << "it has judged";
}
INSTANTIATE_TEST_SUITE_P(Quick, Options, testing::ValuesIn(kBadOptions));

}  // namespace
}  // namespace vconform::suites::attacks
