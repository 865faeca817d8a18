#include "adapters/containment/memory_watch.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "adapters/containment/cgroup_memory.h"
#include "adapters/containment/containment_test_support.h"

namespace vconform::adapters {
namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;

TEST(MemorySize, NumbersWithASuffix) {
  EXPECT_EQ(memory_size("1048576"), kMiB);
  EXPECT_EQ(memory_size("64K"), 65536u);
  EXPECT_EQ(memory_size("512M"), 512 * kMiB);
  EXPECT_EQ(memory_size("3G"), 3 * 1024 * kMiB);
  EXPECT_EQ(memory_size("1T"), 1024 * 1024 * kMiB);
}

TEST(MemorySize, AnythingElseIsNone) {
  for (const char* text : {"", "0", "0G", "-1", "+1", " 1", "1 ", "1.5G", "G", "1GB", "1g", "0x10",
                           "18446744073709551616", "18014398509481985K", "99999999999999999999T"}) {
    EXPECT_FALSE(memory_size(text).has_value()) << text;
  }
}

TEST(MemoryText, OneDigit) {
  EXPECT_EQ(memory_text(512), "512 bytes");
  EXPECT_EQ(memory_text(3 * kMiB / 2), "1.5 MiB");
}

TEST(ResidentBytes, CountWhatIsTouchedNotWhatIsMapped) {
  constexpr std::size_t kSize = 64 * kMiB;
  const std::uint64_t before = resident_bytes(getpid()).value();
  void* memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_LT(resident_bytes(getpid()).value(), before + kSize / 2);
  std::memset(memory, 1, kSize);
  EXPECT_GE(resident_bytes(getpid()).value(), before + kSize * 9 / 10);
  munmap(memory, kSize);
}

TEST(ResidentBytes, OfNoProcessAreNotKnown) {
  EXPECT_FALSE(resident_bytes(0x7fffffff).has_value());
}

TEST(AvailableMemory, IsHalvedForTheLimit) {
  EXPECT_GT(default_memory_limit(), 16 * kMiB);
  EXPECT_EQ(default_memory_limit(), available_memory() / 2);
}

class CgroupMemory : public testing::Test {
 protected:
  void limit(const std::string& group, const std::string& name, const std::string& text) {
    std::filesystem::create_directories(folder_ / ("fs" + group));
    write_file(folder_ / ("fs" + group + "/" + name), text);
  }
  std::optional<std::uint64_t> lowest(const std::string& groups) {
    write_file(folder_ / "cgroup", groups);
    return cgroup_memory_limit(folder_ / "cgroup", folder_ / "fs");
  }

  OpenFolder folder_;
};

TEST_F(CgroupMemory, Version2TakesTheLowestOnTheWayUp) {
  limit("", "memory.max", "max\n");
  limit("/a", "memory.max", "1000\n");
  limit("/a/b", "memory.max", "2000\n");
  limit("/other", "memory.max", "10\n");
  EXPECT_EQ(lowest("0::/a/b\n"), 1000u);
  EXPECT_EQ(lowest("0::/\n"), std::nullopt);
}

TEST_F(CgroupMemory, InAContainerTheMountPointIsTheGroup) {
  limit("", "memory.max", "500\n");
  EXPECT_EQ(lowest("0::/not/seen/from/here\n"), 500u);
}

TEST_F(CgroupMemory, Version1HasAFolderForMemory) {
  limit("/memory", "memory.limit_in_bytes", "9223372036854771712\n");
  limit("/memory/job", "memory.limit_in_bytes", "700\n");
  EXPECT_EQ(lowest("5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n"), 700u);
  EXPECT_EQ(lowest("4:hugetlb,memory:/\n"), std::nullopt);
}

TEST_F(CgroupMemory, OddLinesAreSkipped) {
  EXPECT_EQ(lowest(""), std::nullopt);
  EXPECT_EQ(lowest("nonsense\n0:\n:::\n0::relative\n"), std::nullopt);
}

}  // namespace
}  // namespace vconform::adapters
