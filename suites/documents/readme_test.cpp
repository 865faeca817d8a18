// The READMEs against the program and the tree: commands and their output, links, the tour.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>

#include "suites/commands/cli_fixture.h"
#include "suites/documents/shown_output.h"

namespace vconform::suites {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Optional;

const std::string kRoot = VCONFORM_SOURCE_DIR "/";
const std::string kShownAs = "./vconform ";

std::vector<std::string> commands_in(const std::string& page) {
  std::vector<std::string> commands;
  for (const ShownCommand& one : shown_commands(contents(kRoot + page))) {
    commands.push_back(one.command);
  }
  return commands;
}

class Readme : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    // As the entry script says, so that commands to be copied are shown as people type them.
    setenv("VCONFORM_SCRIPT", "./vconform", 1);
  }

  // Compares each shown output with what its command prints; runs each command once, in an empty
  // folder.
  void expect_shown_output(const std::string& page) {
    std::size_t compared = 0;
    for (const ShownCommand& one : shown_commands(contents(kRoot + page))) {
      if (!one.output.empty()) {
        const std::string& printed = printed_by(one.command);
        EXPECT_EQ(first_not_printed(one.output, printed), std::nullopt)
            << page << ": " << one.command << "\n"
            << printed;
        ++compared;
      }
    }
    EXPECT_GT(compared, 2) << page;
  }

 private:
  const std::string& printed_by(const std::string& command) {
    const auto [at, is_new] = printed_.try_emplace(command);
    if (is_new) {
      fs::remove_all(folder_);
      fs::create_directories(folder_);
      EXPECT_TRUE(command.starts_with(kShownAs)) << command;
      const RunResult run = run_shell("cd '" + folder_.string() + "' && '" VCONFORM_CLI "' " +
                                      command.substr(kShownAs.size()));
      EXPECT_THAT(run.status, testing::AnyOf(0, 1)) << run.output;
      at->second = run.output;
    }
    return at->second;
  }

  std::map<std::string, std::string> printed_;
};

TEST_F(Readme, ShowsWhatItsCommandsPrint) {
  expect_shown_output("README.md");
  expect_shown_output("README.zh.md");
}

TEST_F(Readme, ShowsTheSameCommandsInChinese) {
  const std::vector<std::string> english = commands_in("README.md");
  const std::vector<std::string> chinese = commands_in("README.zh.md");
  EXPECT_GT(chinese.size(), 10);
  for (const std::string& command : chinese) {
    EXPECT_THAT(english, Contains(command));
  }
  // The Chinese page has the first screen and the doors: everything above the families.
  const std::string page = contents(kRoot + "README.md");
  for (const ShownCommand& one : shown_commands(page.substr(0, page.find("## What is judged")))) {
    EXPECT_THAT(chinese, Contains(one.command));
  }
}

// The blocks of code, with their language: "cpp\nstruct …".
std::vector<std::string> code_in(const std::string& page) {
  const std::string mark = "```";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at)) {
    const std::size_t begin = at + mark.size();
    const std::size_t end = page.find(mark, begin);
    blocks.push_back(page.substr(begin, end - begin));
    at = end + mark.size();
  }
  return blocks;
}

// So that a test compiles, runs and certifies what people copy.
TEST(ShownCode, IsThatOfFilesThatAreTested) {
  std::string tested;
  for (const char* const file :
       {"adapters/example/smallest_adapter.cpp", "adapters/example/smallest_adapter.c",
        "adapters/python/smallest.py", "adapters/testing/lowerings/smallest_lowering.cpp"}) {
    tested += contents(kRoot + file);
  }
  const std::vector<std::string> english = code_in(contents(kRoot + "README.md"));
  EXPECT_EQ(english.size(), 4);
  for (const std::string& block : english) {
    EXPECT_THAT(tested, testing::HasSubstr(block.substr(block.find('\n') + 1)));
  }
  EXPECT_EQ(code_in(contents(kRoot + "README.zh.md")), english);
}

TEST_F(Readme, NamesOnlyCommandsThatThereAre) {
  const std::string help = run_command("--help").output + "\n  test ";
  for (const std::string& command : commands_in("README.md")) {
    std::smatch name;
    if (command.starts_with("./vconform COMMAND")) {
      continue;
    }
    ASSERT_TRUE(std::regex_search(command, name, std::regex("^\\./vconform ([a-z-]+)"))) << command;
    EXPECT_THAT(help, testing::HasSubstr("\n  " + name.str(1) + " ")) << command;
  }
}

TEST(Links, LeadSomewhere) {
  std::size_t pages = 0;
  for (auto at = fs::recursive_directory_iterator(kRoot); at != fs::end(at); ++at) {
    const std::string name = at->path().filename();
    if (at->is_directory() && (name == "build" || name == ".git")) {
      at.disable_recursion_pending();
    } else if (name.ends_with(".md") &&
               at->path().string().find("/templates/") == std::string::npos) {
      EXPECT_THAT(broken_links(at->path()), IsEmpty());
      ++pages;
    }
  }
  EXPECT_GT(pages, 50);
}

// Each file of the tour has what is to be read there.
TEST(Tour, NamesWhatIsThere) {
  const std::string page = contents(kRoot + "CONTRIBUTING.md");
  const std::regex row("\\| \\[[^\\]]*\\]\\(([^)]*)\\) \\| `([^`]*)` \\|");
  std::size_t files = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at) {
    const std::string code = contents(kRoot + at->str(1));
    EXPECT_TRUE(std::regex_search(code, std::regex("\\b" + at->str(2) + "( \\{|\\()")))
        << at->str(1) << " has no " << at->str(2);
    ++files;
  }
  EXPECT_EQ(files, 7);
}

TEST(ShownCommands, AreBlocksLinesAndCode) {
  const auto commands = shown_commands(
      "text\n    $ ./vconform list\n    a\n\n    b\n\ntext `./vconform doctor` and\n\n"
      "    ./vconform test   # all\n");
  ASSERT_EQ(commands.size(), 3);
  EXPECT_EQ(commands[0].command, "./vconform list");
  EXPECT_THAT(commands[0].output, testing::ElementsAre("a", "", "b"));
  EXPECT_EQ(commands[1].command, "./vconform doctor");
  EXPECT_EQ(commands[2].command, "./vconform test");
}

TEST(FirstNotPrinted, ComparesLineByLine) {
  EXPECT_EQ(first_not_printed({"a", "b"}, "a\nb\n"), std::nullopt);
  EXPECT_EQ(first_not_printed({"…", "b"}, "a\nb\n"), std::nullopt);
  EXPECT_EQ(first_not_printed({"a", "…"}, "a\nb\nc\n"), std::nullopt);
  EXPECT_EQ(first_not_printed({"in … s"}, "in 5.4 s\n"), std::nullopt);
  EXPECT_THAT(first_not_printed({"a", "c"}, "a\nb\nc\n"), Optional(std::string("c")));
  EXPECT_THAT(first_not_printed({"a"}, "a\nb\n"), Optional(std::string("b")));
  EXPECT_THAT(first_not_printed({"a", "b"}, "a\n"), Optional(std::string("b")));
  EXPECT_THAT(first_not_printed({"…", "c", "a"}, "a\nc\n"), Optional(std::string("a")));
}

TEST(BrokenLinks, AreFilesAndHeadingsThatAreNotThere) {
  const fs::path file = fs::path(testing::TempDir()) / "links.md";
  std::ofstream(file) << "# A Title\n[a](links.md) [b](#a-title) [c](none.md) [d](#none) "
                         "[e](https://x.example/y)\n";
  EXPECT_THAT(broken_links(file),
              testing::ElementsAre(file.string() + ": none.md", file.string() + ": #none"));
}

}  // namespace
}  // namespace vconform::suites
