#include "adapters/containment/backend_output.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace vconform::adapters {
namespace {

std::string shown(std::string_view text, std::size_t limit = 100) {
  SanitisedLines lines(limit);
  std::string all = lines.add(text);
  return all + lines.finish();
}

TEST(SanitisedLines, EachLineSaysWhoWroteIt) {
  EXPECT_EQ(shown("CONFORMS on 10 of 10 rows\n\nlast"),
            "backend: CONFORMS on 10 of 10 rows\nbackend: \nbackend: last\n");
  EXPECT_EQ(shown(""), "");
}

TEST(SanitisedLines, NothingButPrintableAsciiPasses) {
  EXPECT_EQ(shown("\x1b[2J\x1b]0;x\x07\rCONFORMS\t1\n"), "backend: ?[2J?]0;x??CONFORMS 1\n");
  EXPECT_EQ(shown(std::string_view("a\0b\x7f\xc3\xa9\x9b\n", 8)), "backend: a?b????\n");
  std::string all;
  for (int c = 0; c < 256; ++c) {
    all += static_cast<char>(c);
  }
  for (const char c : shown(all, 1000)) {
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  }
}

TEST(SanitisedLines, PiecesMakeWholeLines) {
  SanitisedLines lines;
  EXPECT_EQ(lines.add("one "), "");
  EXPECT_EQ(lines.add("line\nand"), "backend: one line\n");
  EXPECT_EQ(lines.finish(), "backend: and\n");
  EXPECT_EQ(lines.finish(), "");
}

TEST(SanitisedLines, WhatExceedsTheLimitIsCounted) {
  EXPECT_EQ(shown("abc\ndefg\n", 6),
            "backend: abc\nbackend: de\nbackend: ... 3 bytes more dropped\n");
  EXPECT_EQ(shown("abc\n", 4), "backend: abc\n");
}

TEST(BackendOutput, AWriterNeverBlocks) {
  BackendOutput output;
  const std::string text(1 << 20, 'x');
  alarm(10);
  ssize_t written = 0;
  ssize_t size = 0;
  while ((size = write(output.write_end(), text.data(), text.size())) > 0) {
    written += size;
  }
  alarm(0);
  EXPECT_EQ(errno, EAGAIN);
  output.close_write_end();
  const std::string shown = output.finish();
  EXPECT_LT(shown.size(), kMostBackendOutput + 200);
  EXPECT_NE(shown.find("... " + std::to_string(written - 8192) + " bytes more dropped"),
            std::string::npos);
}

TEST(BackendOutput, DrainingDoesNotWait) {
  BackendOutput output;
  alarm(10);
  EXPECT_EQ(output.drain(), "");
  ASSERT_EQ(write(output.write_end(), "hello\nwor", 9), 9);
  EXPECT_EQ(output.drain(), "backend: hello\n");
  ASSERT_EQ(write(output.write_end(), "ld", 2), 2);
  output.close_write_end();
  EXPECT_EQ(output.finish(), "backend: world\n");
  alarm(0);
}

}  // namespace
}  // namespace vconform::adapters
