#include "suites/files/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace vconform::suites {
namespace {

constexpr const char* kLongLine = "a line of more words than have room beside each other on it";

// The texts as they are printed where `file` is standard output.
struct Printed {
  std::string verdict;
  std::string line;
};
Printed printed_to(int file) {
  const int kept = dup(STDOUT_FILENO);
  dup2(file, STDOUT_FILENO);
  Printed printed{coloured("conforms", Colour::kGreen), fitted(kLongLine)};
  dup2(kept, STDOUT_FILENO);
  close(kept);
  return printed;
}

class TerminalTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    grantpt(master_);
    unlockpt(master_);
    slave_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
    if (slave_ < 0) {
      GTEST_SKIP() << "this machine has no pseudo-terminals";
    }
  }
  void TearDown() override {
    unsetenv("NO_COLOR");
    close(slave_);
    close(master_);
  }
  void set_columns(unsigned short columns) const {
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    ASSERT_EQ(ioctl(slave_, TIOCSWINSZ, &size), 0);
  }

  int master_ = posix_openpt(O_RDWR | O_NOCTTY);
  int slave_ = -1;
};

TEST_F(TerminalTest, HasColoursUnlessTheyAreRefused) {
  const std::string colours = printed_to(slave_).verdict;
  EXPECT_TRUE(colours.starts_with("\x1b[")) << colours;
  EXPECT_NE(colours.find("conforms"), std::string::npos);
  setenv("NO_COLOR", "", 1);
  EXPECT_EQ(printed_to(slave_).verdict, colours);
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(printed_to(slave_).verdict, "conforms");
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(printed_to(slave_).verdict, "conforms");
}

TEST_F(TerminalTest, HasAWidth) {
  set_columns(48);
  EXPECT_EQ(printed_to(slave_).line, broken_at(48, kLongLine));
  EXPECT_NE(printed_to(slave_).line, kLongLine);
  for (const unsigned short columns : std::array<unsigned short, 3>{200, 20, 0}) {
    set_columns(columns);
    EXPECT_EQ(printed_to(slave_).line, kLongLine) << columns;
  }
}

TEST_F(TerminalTest, AFileIsNone) {
  const int file = open("/dev/null", O_WRONLY);
  EXPECT_EQ(printed_to(file).verdict, "conforms");
  EXPECT_EQ(printed_to(file).line, kLongLine);
  close(file);
}

TEST(Terminal, ALongLineGoesOnUnderItsSecondColumn) {
  EXPECT_EQ(broken_at(24, "a short line\n  rule  one two three four five\nlast"),
            "a short line\n"
            "  rule  one two three\n"
            "        four five\n"
            "last");
  // There is no second column, or it is too far to the right.
  EXPECT_EQ(broken_at(12, "  one two three four"), "  one two\n    three\n    four");
  EXPECT_EQ(broken_at(20, "one two three four  five six"), "one two three four\n  five six");
}

TEST(Terminal, NoLineIsWiderThanTheTerminalIfItsWordsAreNot) {
  const std::string text = "  case  vconv_f322f16r dst=UB+0x0 src=UB+0x40 repeat=1   in a b c d\n";
  for (std::size_t columns = 24; columns < 80; ++columns) {
    const std::string broken = broken_at(columns, text);
    std::size_t from = 0;
    for (std::size_t end = broken.find('\n'); end != std::string::npos;
         end = broken.find('\n', from)) {
      EXPECT_LE(end - from, columns) << broken;
      from = end + 1;
    }
    EXPECT_EQ(from, broken.size());
  }
}

// A word that is too long stands alone; a colour takes no room, a Chinese character two columns.
TEST(Terminal, CountsColumnsAndNotBytes) {
  EXPECT_EQ(broken_at(8, "aa bbbbbbbbbbbb cc"), "aa\n  bbbbbbbbbbbb\n  cc");
  EXPECT_EQ(broken_at(8, "\x1b[31mred\x1b[0m four"), "\x1b[31mred\x1b[0m four");
  EXPECT_EQ(broken_at(8, "舍入 模式"), "舍入\n  模式");
  EXPECT_EQ(broken_at(9, "舍入 模式"), "舍入 模式");
}

TEST(Terminal, ACommandStaysWhole) {
  for (const std::string command :
       {"  replay   /usr/bin/vconform replay /tmp/out/failures/a.case --backend b\n",
        "next: ./vconform explain /tmp/out/failures/a.case --profile a2\n",
        "next, to see a failure: ./vconform certify --backend mutant:round-half-away\n"}) {
    EXPECT_EQ(broken_at(40, command), command);
  }
}

}  // namespace
}  // namespace vconform::suites
