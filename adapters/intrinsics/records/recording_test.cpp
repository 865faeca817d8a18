// Recordings: what a case holds, what counts as equal, where recording ends.
#include "adapters/intrinsics/records/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "adapters/abi/steps.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"
#include "spec/text/error.h"

namespace vconform::adapters::intrinsics {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Recordings : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-recording-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    memories_.struct_size = sizeof memories_;
    memories_.memory[VCONFORM_UB] = {ub_.data(), ub_.size()};
    for (std::size_t i = 0; i < ub_.size(); ++i) {
      ub_[i] = static_cast<std::uint8_t>(i * i * 37 + i);
    }
    registers_.mask = spec::kAllLanes;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void record(Recording& recording, const spec::Vconv& vconv) {
    const vconform_step step = abi_step(vconv);
    const PlacedStep placed{readings_, vconv.cell, step, registers_};
    recording.take(placed, memories_);
    recording.keep(placed);
  }
  static spec::Vconv conversion() {
    spec::Vconv vconv;
    vconv.cell = *spec::cell_named("vconv_f322f16r");
    vconv.src.offset = 1024;
    vconv.dst_repeat_stride = 4;
    return vconv;
  }
  std::string list() const { return contents(folder_ / "recorded.txt"); }

  fs::path folder_;
  alignas(64) std::array<std::uint8_t, 8192> ub_{};
  vconform_memories memories_{};
  spec::Registers registers_;
  golden::Behaviour readings_ = golden::golden_behaviour();
};

TEST_F(Recordings, ACaseHoldsTheBytesThatAreRead) {
  Recording recording(folder_.string());
  registers_.mask = {0, 0xff00ff};
  registers_.ctrl = std::uint64_t{1} << 48;
  record(recording, conversion());
  const spec::Case found = spec::case_from_text(contents(folder_ / "000001-vconv_f322f16r.case"));
  EXPECT_EQ(found.steps.size(), 8u);
  EXPECT_EQ(std::get<spec::SetMask>(found.steps[1]).mask, registers_.mask);
  EXPECT_EQ(std::get<spec::Vconv>(found.steps.back()), conversion());
  const spec::MemoryImage image = spec::initial_image(found);
  const auto& bytes = image.of(spec::MemoryId::kUb);
  ASSERT_EQ(bytes.size(), 1024u + 256);
  for (std::uint64_t at = 0; at < bytes.size(); ++at) {
    const bool is_read = at >= 1024 && registers_.mask.bit((at - 1024) / 4);
    EXPECT_EQ(bytes[at], is_read ? ub_[at] : spec::background_byte(at)) << at;
  }
}

TEST_F(Recordings, OnlyEqualCallsAreOne) {
  Recording recording(folder_.string());
  record(recording, conversion());
  ub_[0] = 99;  // is not read
  record(recording, conversion());
  EXPECT_EQ(list(), "         2 000001-vconv_f322f16r.case vconv_f322f16r unknown\n");
  ub_[1024] ^= 1;
  record(recording, conversion());
  registers_.ctrl = 1;
  record(recording, conversion());
  spec::Vconv other = conversion();
  other.dst.offset = 32;
  record(recording, other);
  registers_.fixpipe[2] = 5;
  record(recording, other);
  const std::string text = list();
  EXPECT_EQ(std::ranges::count(text, '\n'), 5);
}

TEST_F(Recordings, RecordingEndsAtItsLimitWithALine) {
  Recording recording(folder_.string(), 3 * 4096);
  testing::internal::CaptureStderr();
  for (std::uint8_t i = 0; i < 10; ++i) {
    ub_[1024] = i;
    if (!recording.has_ended()) {
      record(recording, conversion());
    }
  }
  EXPECT_TRUE(recording.has_ended());
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, HasSubstr("vconform: VCONFORM_RECORD: recording ends: "));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_LE(std::ranges::count(list(), '\n'), 3);
  EXPECT_GE(std::ranges::count(list(), '\n'), 1);
}

TEST_F(Recordings, RecordingEndsBeforeKnownCallsTakeTooMuchMemory) {
  constexpr std::uint64_t kFewBytes = 2000;
  Recording recording(folder_.string(), kMostRecordedBytes, kFewBytes);
  testing::internal::CaptureStderr();
  for (std::uint8_t i = 0; i < 10 && !recording.has_ended(); ++i) {
    ub_[1024] = i;
    record(recording, conversion());
  }
  EXPECT_TRUE(recording.has_ended());
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, HasSubstr("recording ends: "));
  EXPECT_THAT(line, HasSubstr("of memory, the most to tell calls apart"));
  EXPECT_GE(std::ranges::count(list(), '\n'), 1);
}

// A counter of 2^32 - 1: the call goes on, and so does recording.
TEST_F(Recordings, ACallThatReadsTooMuchIsLeftOut) {
  Recording recording(folder_.string());
  testing::internal::CaptureStderr();
  registers_.ctrl = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  record(recording, conversion());
  record(recording, conversion());
  registers_.ctrl = 0;
  record(recording, conversion());
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, HasSubstr("vconv_f322f16r reads more than a case file holds"));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_FALSE(recording.has_ended());
  EXPECT_EQ(std::ranges::count(list(), '\n'), 1);
}

TEST_F(Recordings, AnotherRecordingIsNotMixedIn) {
  Recording first(folder_.string());
  EXPECT_THROW(Recording second(folder_.string()), spec::InputError);
  EXPECT_THROW(Recording(""), spec::InputError);
}

TEST_F(Recordings, CountsCarry) {
  fs::create_directory(folder_);
  CountedList counted((folder_ / "list").string());
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  ASSERT_TRUE(counted.add("a", first));
  ASSERT_TRUE(counted.add("b", second));
  for (int i = 0; i < 1099; ++i) {
    counted.count(second);
  }
  EXPECT_EQ(contents(folder_ / "list"), "         1 a\n      1100 b\n");
}

// The reads of an instruction, by the oracle of this test: repeat by repeat, lane by lane.
TEST(Reads, AreTheBytesOfActiveLanes) {
  const golden::Behaviour readings = golden::golden_behaviour();
  spec::Registers registers;
  registers.ctrl = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  registers.mask = {0, 100};
  spec::Vconv vconv;
  vconv.cell = *spec::cell_named("vconv_f322s32r");
  vconv.src.offset = 64;
  vconv.src_block_stride = 2;
  vconv.src_repeat_stride = 16;
  std::vector<ReadBytes> reads;
  EXPECT_TRUE(find_reads(readings, vconv.cell, abi_step(vconv), registers, reads));
  std::vector<bool> found(2048);
  for (const ReadBytes& read : reads) {
    EXPECT_EQ(read.memory, spec::MemoryId::kUb);
    for (std::uint64_t at = read.bytes.first; at < read.bytes.end; ++at) {
      found.at(at) = true;
    }
  }
  std::vector<bool> expected(2048);
  for (std::uint64_t element = 0; element < 100; ++element) {
    const std::uint64_t block = 16 * (element / 64) + 2 * (element % 64 / 8);
    for (std::uint64_t byte = 0; byte < 4; ++byte) {
      expected.at(64 + 32 * block + element % 8 * 4 + byte) = true;
    }
  }
  EXPECT_EQ(found, expected);
}

TEST(Reads, OfBillionsOfElementsAreNotFound) {
  spec::Registers registers;
  registers.ctrl = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  registers.mask = spec::kAllLanes;
  spec::Vconv vconv;
  vconv.cell = *spec::cell_named("vconv_f322s32r");
  std::vector<ReadBytes> reads;
  const auto find = [&] {
    return find_reads(golden::golden_behaviour(), vconv.cell, abi_step(vconv), registers, reads);
  };
  EXPECT_FALSE(find()) << "one range of 16 GiB";
  vconv.src_block_stride = 2;
  EXPECT_FALSE(find()) << "billions of ranges";
  EXPECT_EQ(reads.size(), kMostReadRanges + 1);
  registers.mask = {0, 64 * 1024};
  EXPECT_TRUE(find()) << "8,192 ranges";
}

}  // namespace
}  // namespace vconform::adapters::intrinsics
