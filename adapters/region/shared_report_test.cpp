// Reports of libraries of this header, an older one and a newer one, both ways that they are read.
#include "adapters/region/shared_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "adapters/abi/issued_report.h"

namespace vconform::adapters {
namespace {

// Calls "f0", "f1" ... of a size of their own, at lines 10, 11 ..., with 0xff in what this header
// does not have.
std::vector<unsigned char> calls_of_size(std::size_t size, std::size_t count) {
  std::vector<unsigned char> bytes(size * count, 0xff);
  for (std::size_t i = 0; i < count; ++i) {
    vconform_issued issued{};
    const std::string function = "f" + std::to_string(i);
    std::copy(function.begin(), function.end(), issued.function);
    issued.line = static_cast<std::uint32_t>(10 + i);
    issued.ctrl = i;
    std::memcpy(bytes.data() + i * size, &issued, std::min(size, sizeof issued));
  }
  return bytes;
}

vconform_report report_on(const std::vector<unsigned char>& calls, std::size_t size) {
  vconform_report report{};
  report.struct_size = sizeof report;
  report.issued_size = static_cast<std::uint32_t>(size);
  report.recorded_count = size == 0 ? 3 : calls.size() / size;
  report.issued_count = report.recorded_count;
  report.issued = reinterpret_cast<const vconform_issued*>(calls.data());
  report.problem = "";
  report.ctrl = 7;
  return report;
}

std::optional<spec::IssuedReport> read_there(const vconform_report* report) {
  const auto shared = std::make_unique<SharedReport>();
  write_report(report, *shared);
  return read_report(*shared);
}

// In this process, and by way of a worker's shared memory.
constexpr std::optional<spec::IssuedReport> (*kReaders[])(const vconform_report*) = {report_of,
                                                                                     read_there};

TEST(IssuedReports, CallsAreAsFarApartAsTheLibrarySays) {
  constexpr std::size_t kNewer = sizeof(vconform_issued) + 24;
  constexpr std::size_t kOlder = offsetof(vconform_issued, mask);
  for (const auto read : kReaders) {
    for (const std::size_t size : {sizeof(vconform_issued), kNewer, kOlder}) {
      const std::vector<unsigned char> calls = calls_of_size(size, 3);
      const vconform_report report = report_on(calls, size);
      const auto found = read(&report);
      ASSERT_TRUE(found && found->calls.size() == 3) << size;
      EXPECT_EQ(found->calls[2].function, "f2") << size;
      EXPECT_EQ(found->calls[2].line, 12U) << size;
      EXPECT_EQ(found->calls[2].registers.ctrl, size == kOlder ? 0U : 2U) << size;
      EXPECT_EQ(found->left.ctrl, 7U);
    }
  }
}

TEST(IssuedReports, AReportWithoutFunctionsOrRegistersIsNone) {
  for (const auto read : kReaders) {
    EXPECT_FALSE(read(nullptr));
    for (const std::size_t size : {std::size_t{0}, sizeof(vconform_issued::function) - 1}) {
      const std::vector<unsigned char> calls = calls_of_size(sizeof(vconform_issued), 3);
      const vconform_report report = report_on(calls, size);
      EXPECT_FALSE(read(&report)) << size;
    }
    vconform_report report = report_on({}, sizeof(vconform_issued));
    EXPECT_TRUE(read(&report)) << "no call";
    report.struct_size = offsetof(vconform_report, ctrl);
    EXPECT_FALSE(read(&report));
    report.struct_size = 0;
    EXPECT_FALSE(read(&report));
  }
}

// Null calls, whatever their number.
TEST(IssuedReports, NullCallsAreNone) {
  for (const auto read : kReaders) {
    vconform_report report = report_on({}, sizeof(vconform_issued));
    report.issued = nullptr;
    report.recorded_count = 5;
    const auto found = read(&report);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->calls.empty());
  }
}

}  // namespace
}  // namespace vconform::adapters
