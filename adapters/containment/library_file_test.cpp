#include "adapters/containment/library_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "adapters/containment/containment_test_support.h"
#include "adapters/load/shared_library.h"
#include "adapters/load_error.h"

namespace vconform::adapters {
namespace {

std::string problem(const std::string& path) {
  try {
    check_library_file(path);
  } catch (const LoadError& error) {
    return error.what();
  }
  return "";
}

TEST(LibraryFile, ARegularFileIsFine) {
  EXPECT_EQ(problem("/proc/self/exe"), "");
}

TEST(LibraryFile, WhatIsNotAFileIsNamed) {
  using testing::HasSubstr;
  EXPECT_THAT(problem("/"), HasSubstr("/: a folder"));
  EXPECT_THAT(problem("/dev/zero"), HasSubstr("a device"));
  EXPECT_THAT(problem("/no/such/file.so"), HasSubstr("no such file"));
  EXPECT_THAT(problem("/dev/null/file.so"), HasSubstr("Not a directory"));
}

TEST(LibraryFile, AFifoDoesNotBlock) {
  const OpenFolder folder;
  const std::string fifo = folder / "backend.so";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int code = code_of([&] {
    alarm(5);
    try {
      open_shared_library(fifo);
    } catch (const LoadError& error) {
      return std::string(error.what()).find("a FIFO") != std::string::npos ? kRefused : 1;
    }
    return kWentThrough;
  });
  EXPECT_EQ(code, kRefused) << "1014: it blocked until SIGALRM";
}

}  // namespace
}  // namespace vconform::adapters
