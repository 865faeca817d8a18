#include "suites/shards/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "generators/sweep/programs.h"
#include "spec/text/error.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class ShardOfEnvironment : public testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    for (const char* name :
         {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
          "SLURM_ARRAY_TASK_MAX", "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"}) {
      unsetenv(name);
    }
  }
};

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Shard, IsReadFromText) {
  EXPECT_EQ(shard_from_text("3/8"), (Shard{3, 8}));
  EXPECT_EQ(shard_from_text("1/1"), Shard{});
  for (const char* wrong :
       {"", "3", "/", "0/8", "9/8", "3/8/", "3/ 8", "-1/8", "3/0", "1/1000001"}) {
    EXPECT_THAT(refusal([&] { shard_from_text(wrong); }), HasSubstr("give i/n")) << wrong;
  }
}

TEST_F(ShardOfEnvironment, IsThatOfASlurmTask) {
  setenv("SLURM_ARRAY_TASK_ID", "12", 1);
  setenv("SLURM_ARRAY_TASK_MIN", "10", 1);
  setenv("SLURM_ARRAY_TASK_COUNT", "4", 1);
  EXPECT_EQ(shard_from_environment(), (Shard{3, 4}));
  setenv("SLURM_ARRAY_TASK_MIN", "8", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("number the tasks"));
  setenv("SLURM_ARRAY_TASK_ID", "twelve", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("SLURM_ARRAY_TASK_ID"));
}

TEST_F(ShardOfEnvironment, IsThatOfGoogleTest) {
  setenv("GTEST_SHARD_INDEX", "2", 1);
  setenv("GTEST_TOTAL_SHARDS", "3", 1);
  EXPECT_EQ(shard_from_environment(), (Shard{3, 3}));
  setenv("GTEST_SHARD_INDEX", "3", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("GTEST_SHARD_INDEX"));
}

// A task that swept everything because half of its variables were lost would look complete.
TEST_F(ShardOfEnvironment, HalfOfAPairIsRefused) {
  for (const char* alone : {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "GTEST_SHARD_INDEX",
                            "GTEST_TOTAL_SHARDS"}) {
    setenv(alone, "1", 1);
    EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("is not set")) << alone;
    unsetenv(alone);
  }
}

TEST_F(ShardOfEnvironment, ValuesThatAreNotNumbersAreRefused) {
  setenv("GTEST_TOTAL_SHARDS", "3", 1);
  for (const char* value : {"", " 1", "+1", "-1", "1x", "0x1", "99999999999999999999", "nan"}) {
    setenv("GTEST_SHARD_INDEX", value, 1);
    EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("GTEST_SHARD_INDEX is '"))
        << value;
  }
  setenv("GTEST_SHARD_INDEX", "0", 1);
  setenv("GTEST_TOTAL_SHARDS", "0", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("not one of 0"));
}

// An array such as 0-6:2 has four tasks, the last of them with index 6.
TEST_F(ShardOfEnvironment, ASlurmArrayWithGapsIsRefusedByEachTask) {
  setenv("SLURM_ARRAY_TASK_ID", "2", 1);
  setenv("SLURM_ARRAY_TASK_MIN", "0", 1);
  setenv("SLURM_ARRAY_TASK_MAX", "6", 1);
  setenv("SLURM_ARRAY_TASK_COUNT", "4", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("number the tasks"));
  setenv("SLURM_ARRAY_TASK_MAX", "3", 1);
  EXPECT_EQ(shard_from_environment(), (Shard{3, 4}));
}

TEST_F(ShardOfEnvironment, TwoThatDisagreeAreRefused) {
  setenv("SLURM_ARRAY_TASK_ID", "0", 1);
  setenv("SLURM_ARRAY_TASK_COUNT", "2", 1);
  setenv("GTEST_SHARD_INDEX", "0", 1);
  setenv("GTEST_TOTAL_SHARDS", "2", 1);
  EXPECT_EQ(shard_from_environment(), (Shard{1, 2}));
  setenv("GTEST_TOTAL_SHARDS", "3", 1);
  EXPECT_THAT(refusal([] { shard_from_environment(); }), HasSubstr("unset one of them"));
}

TEST_F(ShardOfEnvironment, IsEverythingWithoutIt) {
  EXPECT_EQ(shard_from_environment(), Shard{});
}

TEST(Shard, EachChunkIsInOne) {
  std::vector<PlannedDomain> domains;
  for (const char* name : {"vconv_f162s8r", "vconv_f322f16r", "vconv_s42f16"}) {
    domains.push_back({{*spec::cell_named(name), 0}, spec::kAllFeatures});
  }
  const std::vector<ChunkId> all = chunks_of(domains, {});
  EXPECT_EQ(all.size(), 1 + 1024 + 1U);
  for (std::uint64_t count = 1; count <= 7; ++count) {
    std::map<ChunkId, int> met;
    for (std::uint64_t index = 1; index <= count; ++index) {
      const std::vector<ChunkId> part = chunks_of(domains, {index, count});
      EXPECT_LE(part.size(), all.size() / count + 1);
      for (const ChunkId& id : part) {
        ++met[id];
      }
    }
    EXPECT_EQ(met.size(), all.size());
    EXPECT_TRUE(
        std::all_of(met.begin(), met.end(), [](const auto& one) { return one.second == 1; }));
  }
}

}  // namespace
}  // namespace vconform::suites
