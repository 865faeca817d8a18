#include "suites/processes/pool_message.h"

#include <gtest/gtest.h>

#include "suites/processes/broken_run.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kMark = 0x1234'5678'9abc'def0;

TEST(PoolMessage, ArriveInPieces) {
  const std::string bytes = encode(kMark, {PoolMessage::kStarted, 7, ""}) +
                            encode(kMark, {PoolMessage::kFinished, 7, "a result"});
  PoolMessages messages(kMark);
  std::vector<PoolMessage> got;
  for (const char byte : bytes) {
    messages.add({&byte, 1});
    while (const auto message = messages.next()) {
      got.push_back(*message);
    }
  }
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(got[0].kind, PoolMessage::kStarted);
  EXPECT_EQ(got[1].kind, PoolMessage::kFinished);
  EXPECT_EQ(got[1].task, 7u);
  EXPECT_EQ(got[1].text, "a result");
  EXPECT_TRUE(messages.empty());
}

TEST(PoolMessage, OneThatIsCutIsNoMessage) {
  PoolMessages messages(kMark);
  const std::string bytes = encode(kMark, {PoolMessage::kFinished, 7, "a result"});
  messages.add(std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_FALSE(messages.next().has_value());
  EXPECT_FALSE(messages.empty());
}

TEST(PoolMessage, EveryByteOfMarkKindAndSizeCounts) {
  const std::string bytes = encode(kMark, {PoolMessage::kEnded, 7, ""});
  for (const std::size_t at : {0u, 7u, 8u, 9u, 15u, 29u, 31u}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    PoolMessages messages(kMark);
    messages.add(damaged);
    EXPECT_THROW(messages.next(), BrokenRun) << at;
  }
}

TEST(PoolMessage, MarksDiffer) {
  EXPECT_NE(new_mark(), new_mark());
}

}  // namespace
}  // namespace vconform::suites
