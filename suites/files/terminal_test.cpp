#include "suites/files/terminal.h"

#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

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
