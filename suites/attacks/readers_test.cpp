// Damaged files: a reader must refuse one, or say what the undamaged file gives.
#include <sys/stat.h>

#include "suites/attacks/reader_attacked.h"

namespace vconform::suites::attacks {
namespace {

namespace fs = std::filesystem;
using ::testing::ValuesIn;

TEST_P(ReaderAttacked, SeesDamageOfSomeLines) {
  try_lines(GetParam().reader.slow ? 2 : 8);
}
INSTANTIATE_TEST_SUITE_P(Quick, ReaderAttacked, ValuesIn(attempts()), attempt_name);

// Something that stands where a file is expected.
struct Thing {
  std::string_view name;
  void (*place)(const fs::path& file);
};

constexpr Thing kThings[] = {
    {"nothing", [](const fs::path&) {}},
    {"empty", [](const fs::path& file) { write_text(file, ""); }},
    {"folder", [](const fs::path& file) { fs::create_directory(file); }},
    {"fifo", [](const fs::path& file) { mkfifo(file.c_str(), 0600); }},
    {"dev_zero", [](const fs::path& file) { fs::create_symlink("/dev/zero", file); }},
    {"dev_null", [](const fs::path& file) { fs::create_symlink("/dev/null", file); }},
    {"loop", [](const fs::path& file) { fs::create_symlink(file, file); }},
    {"deep", [](const fs::path& file) { write_text(file, std::string(1000000, '[')); }},
    {"zeros", [](const fs::path& file) { write_text(file, std::string(5000, '\0')); }},
    {"escapes", [](const fs::path& file) { write_text(file, "\033[2J\033]0;x\007\n\033[2J\n"); }},
    {"null", [](const fs::path& file) { write_text(file, "null\n"); }},
    {"number", [](const fs::path& file) { write_text(file, "1e999999\n"); }},
    {"binary", [](const fs::path& file) { fs::copy_file("/proc/self/exe", file); }},
};

struct ThingAttempt {
  Reader reader;
  Thing thing;
};
std::string name_of(const ThingAttempt& attempt) {
  return std::string(attempt.reader.name) + "_" + std::string(attempt.thing.name);
}
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const ThingAttempt& attempt, std::ostream* stream) {
  *stream << name_of(attempt);
}
std::vector<ThingAttempt> thing_attempts() {
  std::vector<ThingAttempt> all;
  for (const Reader& reader : readers()) {
    for (const Thing& thing : kThings) {
      all.push_back({reader, thing});
    }
  }
  return all;
}

class ReaderGivenAThing : public testing::TestWithParam<ThingAttempt> {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }
};

TEST_P(ReaderGivenAThing, RefusesIt) {
  const auto& [reader, thing] = GetParam();
  const adapters::TemporaryFolder folder;
  const Ended ended = run_reader(reader, folder.path(), thing.place);
  // A sweep whose journal has no line begins anew.
  expect_none("reader_" + std::string(reader.name) + "_" + std::string(thing.name), ended,
              wrong_with(reader, ended, reader.file == "journal"));
}

std::string thing_name(const testing::TestParamInfo<ThingAttempt>& info) {
  return name_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(Quick, ReaderGivenAThing, ValuesIn(thing_attempts()), thing_name);

}  // namespace
}  // namespace vconform::suites::attacks
