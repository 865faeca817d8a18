#include "suites/vectors/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/text/error.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

std::string fault_of(const std::string& file) {
  try {
    bytes_of_npy(file);
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

std::string with(std::string file, const std::string& part, const std::string& other) {
  return file.replace(file.find(part), part.size(), other);
}

TEST(Npy, HasAHeaderOf128Bytes) {
  const std::string file = npy_of("abc");
  EXPECT_EQ(file.size(), kNpyHeaderBytes + 3);
  EXPECT_EQ(bytes_of_npy(file), "abc");
  EXPECT_EQ(bytes_of_npy(npy_of("")), "");
  EXPECT_EQ(npy_of({1, 2, 3, 4}, 2).size(), kNpyHeaderBytes + 4 * 8);
  EXPECT_THAT(npy_of({1, 2, 3, 4}, 2), HasSubstr("'shape': (2, 2)"));
}

TEST(Npy, ReadsWhatNumpyWrites) {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";
  header.resize(70, ' ');
  const std::string file = std::string("\x93NUMPY\x01\x00\x46\x00", 10) + header + "abcdef";
  EXPECT_EQ(bytes_of_npy(file), "abcdef");
}

TEST(Npy, RefusesWhatIsNoArrayOfBytes) {
  const std::string file = npy_of("abc");
  EXPECT_THAT(fault_of("abc"), HasSubstr("no .npy file"));
  EXPECT_THAT(fault_of(with(file, "|u1", "<f4")), HasSubstr("'<f4'"));
  EXPECT_THAT(fault_of(with(file, "False,", "True, ")), HasSubstr("Fortran"));
  EXPECT_THAT(fault_of(with(file, "(3,)", "(4,)")), HasSubstr("4 bytes, and 3 follow"));
  EXPECT_THAT(fault_of(with(file, "(3,)", "none")), HasSubstr("none of an array"));
}

TEST(Npy, RefusesAFileThatIsCutAnywhere) {
  const std::string file = npy_of("abc");
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_NE(fault_of(file.substr(0, size)), "") << size;
  }
}

}  // namespace
}  // namespace vconform::suites
