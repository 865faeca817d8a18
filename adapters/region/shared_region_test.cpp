#include "adapters/region/shared_region.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "spec/case/case.h"

namespace vconform::adapters {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr RegionShape kAnyCase = {
    .slots = 1,
    .capacities = {spec::kMaxMemoryBytes, spec::kMaxMemoryBytes, spec::kMaxMemoryBytes,
                   spec::kMaxMemoryBytes, spec::kMaxMemoryBytes},
    .max_steps = 0};

spec::MemoryImage image_of(const MemorySizes& sizes) {
  spec::MemoryImage image;
  for (std::size_t id = 0; id < sizes.size(); ++id) {
    image.bytes[id].assign(sizes[id], 0);
    for (std::uint64_t i = 0; i < sizes[id]; ++i) {
      image.bytes[id][i] = spec::background_byte(i + id);
    }
  }
  return image;
}

// The signal that ends a process, confined to these sizes of the region after `earlier` ones, when
// it writes to an address; 0 if none does.
int signal_of_write(SharedRegion& region, const MemorySizes& sizes, volatile std::uint8_t* at,
                    const MemorySizes& earlier = {}) {
  const pid_t pid = fork();
  if (pid == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    region.memories(0).confine({}, region.shape().capacities);
    region.memories(0).confine(earlier, {});
    region.memories(0).confine(sizes, earlier);
    *at = static_cast<std::uint8_t>(~*at);
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

constexpr MemorySizes kWholePages = {192 * 1024, kPage, 16 * 1024 * 1024, 8192, 2 * kPage};

TEST(SharedRegion, PagesBeforeAndBehindEachMemoryAreInaccessible) {
  SharedRegion region(kAnyCase);
  const vconform_memories memories = region.memories(0).memories(kWholePages);
  for (const vconform_memory& memory : memories.memory) {
    EXPECT_EQ(signal_of_write(region, kWholePages, memory.data - 1), SIGSEGV);
    EXPECT_EQ(signal_of_write(region, kWholePages, memory.data), 0);
    EXPECT_EQ(signal_of_write(region, kWholePages, memory.data + memory.size - 1), 0);
    EXPECT_EQ(signal_of_write(region, kWholePages, memory.data + memory.size), SIGSEGV);
  }
}

TEST(SharedRegion, SizesOfEarlierProgramsAreNoLongerAccessible) {
  SharedRegion region(kAnyCase);
  const MemorySizes small = {kPage, kPage, 2 * kPage, 0, kPage};
  for (const auto& [now, earlier] :
       {std::pair(small, kWholePages), std::pair(kWholePages, small)}) {
    for (const vconform_memory& memory : region.memories(0).memories(now).memory) {
      if (memory.data != nullptr) {
        EXPECT_EQ(signal_of_write(region, now, memory.data - 1, earlier), SIGSEGV);
        EXPECT_EQ(signal_of_write(region, now, memory.data, earlier), 0);
        EXPECT_EQ(signal_of_write(region, now, memory.data + memory.size - 1, earlier), 0);
      }
    }
  }
}

TEST(SharedRegion, TheControlBlockLiesBetweenInaccessiblePages) {
  SharedRegion region(kAnyCase);
  auto* first = reinterpret_cast<std::uint8_t*>(&region.control());
  const std::uint64_t pages = (sizeof(ControlBlock) + kPage - 1) / kPage * kPage;
  EXPECT_EQ(signal_of_write(region, {}, first), 0);
  EXPECT_EQ(signal_of_write(region, {}, first - 1), SIGSEGV);
  EXPECT_EQ(signal_of_write(region, {}, first + pages), SIGSEGV);
}

TEST(SharedRegion, ImagesComeBackAndMemoriesAreAlignedOrNull) {
  SharedRegion region(kAnyCase);
  constexpr std::array<MemorySizes, 3> kSeveral = {
      {{192 * 1024, 0, 0, 0, 0}, {3, 64, 65, 4097, 0}, {100000, 1, 2, 3, 4}}};
  for (const MemorySizes& sizes : kSeveral) {
    const spec::MemoryImage image = image_of(sizes);
    EXPECT_EQ(sizes_of(image), sizes);
    region.memories(0).load(image);
    EXPECT_EQ(region.memories(0).image(sizes), image);
    const vconform_memories memories = region.memories(0).memories(sizes);
    for (std::size_t id = 0; id < sizes.size(); ++id) {
      EXPECT_EQ(memories.memory[id].size, sizes[id]);
      EXPECT_EQ(memories.memory[id].data == nullptr, sizes[id] == 0);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memories.memory[id].data) % 64, 0U);
    }
  }
}

// Only what is touched of a memory as large as GM is cleared, copied and found again.
TEST(SharedRegion, SparseMemoriesComeBackWithoutWhatWasThereBefore) {
  RegionShape shape = kAnyCase;
  shape.slots = 2;
  shape.first_gm = spec::kMaxGmBytes;
  SharedRegion region(shape);
  const MemorySizes sizes = {0, 0, 0, spec::kMaxGmBytes - 100, 0};
  const MemoryFlags is_sparse = {false, false, false, true, false};
  const auto image_with = [&](std::uint64_t at) {
    spec::MemoryImage image;
    image.of(spec::MemoryId::kGm) = spec::MemoryBytes::sparse(sizes[3]);
    image.of(spec::MemoryId::kGm)[at] = 1;
    return image;
  };
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{12345}, sizes[3] - 1}) {
    region.memories(0).load(image_with(at));
    EXPECT_EQ(region.memories(0).image(sizes, is_sparse), image_with(at)) << at;
    EXPECT_EQ(region.memories(0).damage(sizes), "");
  }
  const vconform_memories memories = region.memories(0).memories(sizes);
  memories.memory[3].data[1 << 30] = 1;
  EXPECT_NE(region.memories(0).image(sizes, is_sparse), image_with(sizes[3] - 1));
  EXPECT_EQ(signal_of_write(region, sizes, memories.memory[3].data + sizes[3] + 64), SIGSEGV);
}

TEST(SharedRegion, SparseMemoriesOfManySizesDoNotAddUp) {
  RegionShape shape = kAnyCase;
  shape.first_gm = spec::kMaxGmBytes;
  SharedRegion region(shape);
  constexpr std::uint64_t kTouched = 1 << 20;
  for (std::uint64_t i = 0; i < 32; ++i) {
    spec::MemoryImage image;
    spec::MemoryBytes& gm = image.of(spec::MemoryId::kGm);
    gm = spec::MemoryBytes::sparse((spec::kMaxGmBytes >> i % 8) - i * kTouched);
    std::fill_n(gm.data(), kTouched, std::uint8_t{1});
    region.memories(0).load(image);
  }
  struct stat file{};
  ASSERT_EQ(fstat(region.descriptor(), &file), 0);
  EXPECT_LT(static_cast<std::uint64_t>(file.st_blocks) * 512, 2 * kTouched);
}

// A slot ends with its memory, so that the pages of the two do not coincide.
TEST(SharedRegion, SparseMemoriesTakeAPageForEachPageThatIsUsed) {
  RegionShape shape = kAnyCase;
  shape.first_gm = spec::kMaxGmBytes;
  SharedRegion region(shape);
  constexpr std::uint64_t kSpots = 100;
  const MemorySizes sizes = {0, 0, 0, spec::kMaxGmBytes - 100, 0};
  spec::MemoryImage image;
  spec::MemoryBytes& gm = image.of(spec::MemoryId::kGm);
  gm = spec::MemoryBytes::sparse(sizes[3]);
  for (std::uint64_t i = 0; i < kSpots; ++i) {
    gm[(i * 64 + 3) * page_size()] = 1;
  }
  region.memories(0).load(image);
  const spec::MemoryImage again =
      region.memories(0).image(sizes, {false, false, false, true, false});
  EXPECT_EQ(again, image);
  EXPECT_EQ(again.of(spec::MemoryId::kGm).cost(), kSpots * page_size());
  const auto blocks = [&] {
    struct stat file{};
    EXPECT_EQ(fstat(region.descriptor(), &file), 0);
    return static_cast<std::uint64_t>(file.st_blocks);
  };
  const std::uint64_t loaded = blocks();
  region.memories(0).forget_sparse();
  EXPECT_LE(blocks() + kSpots * page_size() / 512, loaded);
}

TEST(SharedRegion, MarginsOfOddSizesShowWhatIsWrittenToThem) {
  SharedRegion region(kAnyCase);
  constexpr MemorySizes kOdd = {100, 8192, 0, 4097, 64};
  const vconform_memories memories = region.memories(0).memories(kOdd);
  const auto damage_at = [&](std::uint8_t* at) {
    region.memories(0).load(image_of(kOdd));
    *at = static_cast<std::uint8_t>(~*at);
    return region.memories(0).damage(kOdd);
  };
  EXPECT_EQ(damage_at(memories.memory[0].data), "");
  EXPECT_EQ(damage_at(memories.memory[0].data + 99), "");
  EXPECT_EQ(damage_at(memories.memory[0].data + 100), "behind UB");
  EXPECT_EQ(damage_at(memories.memory[0].data - 1), "before UB");
  EXPECT_EQ(damage_at(memories.memory[3].data - 1), "before GM");
  EXPECT_EQ(damage_at(memories.memory[3].data + 4097), "behind GM");
  // A memory of whole cache lines has no margin behind it.
  EXPECT_EQ(signal_of_write(region, kOdd, memories.memory[4].data + 64), SIGSEGV);
}

TEST(SharedRegion, AnAddressBesideAMemoryIsNamed) {
  SharedRegion region(kAnyCase);
  const vconform_memories memories = region.memories(0).memories(kWholePages);
  const auto place = [&](const std::uint8_t* at) {
    return region.memories(0).place_of(reinterpret_cast<std::uint64_t>(at), kWholePages);
  };
  const std::uint8_t* ub = memories.memory[0].data;
  EXPECT_EQ(place(ub - 1), "1 bytes before UB");
  EXPECT_EQ(place(ub + 192 * 1024), "0 bytes behind the end of UB");
  EXPECT_EQ(place(ub), "");
  EXPECT_EQ(place(nullptr), "");
}

}  // namespace
}  // namespace vconform::adapters
