#include "adapters/load/shared_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "adapters/load/elf_header.h"
#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"

namespace vconform::adapters {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string problem(const std::string& path) {
  return load_error([&] { open_backend(path); });
}

std::string faulty(const std::string& name) {
  return VCONFORM_TEST_LIBRARIES "/" + name + ".so";
}

std::string file_with(const std::string& name, const std::string& bytes) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// The first 20 bytes of a 64-bit ELF shared library.
std::string elf_header(char data, char machine_first, char machine_second) {
  std::string header(
      "\x7f"
      "ELF",
      4);
  header += {2, data, 1};
  header.resize(16, '\0');
  header += {3, 0, machine_first, machine_second};
  return header;
}

TEST(SharedLibrary, NamesEachFaultOfALibraryInOneLine) {
  struct Fault {
    const char* name;
    const char* message;
  };
  constexpr std::array<Fault, 7> kFaults = {{
      {"null_table", "vconform_get_adapter(1) returned null"},
      {"wrong_abi_version", "abi_version is 2"},
      {"small_struct", "struct_size is 16"},
      {"control_character", "other than printable ASCII"},
      {"contradiction", "vconv_f322s32r is claimed twice"},
      {"missing_symbol", "exports no vconform_get_adapter"},
      {"no_context", "create() returned null: no device found"},
  }};
  for (const Fault& fault : kFaults) {
    EXPECT_THAT(problem(faulty(fault.name)), AllOf(StartsWith(faulty(fault.name) + ": "),
                                                   HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
}

TEST(SharedLibrary, ALibraryWithoutFaultOpensAndReportsItsErrors) {
  const auto backend = open_backend(faulty("none"));
  EXPECT_EQ(backend->name(), "faulty");
  const spec::Outcome outcome = run(*backend, one_conversion("vconv_f322s32r", {0}));
  EXPECT_EQ(outcome.status, spec::OutcomeStatus::kError);
  EXPECT_EQ(outcome.message, "nothing works");
}

TEST(SharedLibrary, AFileThatIsMissingOrNotALibraryIsNamed) {
  EXPECT_THAT(problem("/no/such/lib.so"), HasSubstr("no such file"));
  EXPECT_THAT(problem("nosuch.so"), HasSubstr("no such file"));
  EXPECT_THAT(problem(::testing::TempDir()), HasSubstr("not a shared library"));
  EXPECT_THAT(problem(file_with("empty.so", "")), HasSubstr("not a shared library"));
  EXPECT_THAT(problem(file_with("text.so", "#!/bin/sh\necho this is no library\n")),
              HasSubstr("not a shared library"));
  EXPECT_THAT(problem(file_with("short.so", elf_header(1, 62, 0))), HasSubstr(": "));
}

TEST(SharedLibrary, ALibraryForAnotherMachineSaysWhich) {
  const std::string other = this_machine() == "aarch64" ? "x86-64" : "aarch64";
  const char number = static_cast<char>(other == "aarch64" ? 183 : 62);
  EXPECT_THAT(problem(file_with("other.so", elf_header(1, number, 0))),
              HasSubstr("built for " + other + ", this machine is " + this_machine()));
  EXPECT_EQ(elf_machine(file_with("big.so", elf_header(2, 0, 22))), "s390 (big-endian)");
  EXPECT_EQ(elf_machine(file_with("odd.so", elf_header(1, 1, 2))), "machine number 513");
}

TEST(SharedLibrary, GoldenAsALibraryEqualsTheBundledOne) {
  const auto loaded = open_backend(VCONFORM_GOLDEN_LIBRARY);
  const auto bundled = open_backend("golden");
  EXPECT_EQ(loaded->name(), "golden");
  const std::vector<std::uint64_t> patterns = {0x40200000, 0xc0600000, 0x7f800000, 0x7fc00000};
  EXPECT_EQ(results_of(*loaded, "vconv_f322s32r", patterns),
            results_of(*bundled, "vconv_f322s32r", patterns));
  EXPECT_THAT(results_of(*loaded, "vconv_f322s32r", patterns),
              ElementsAre(2, 0xfffffffc, 0x7fffffff, 0));
}

TEST(SharedLibrary, TheSmallestAdapterConverts) {
  const auto backend = open_backend(VCONFORM_SMALLEST_ADAPTER);
  EXPECT_EQ(backend->name(), "smallest");
  EXPECT_FALSE(backend->judges_addressing());
  EXPECT_THAT(results_of(*backend, "vconv_s162f32", {3, 0xffff}),
              ElementsAre(0x40400000, 0xbf800000));
  EXPECT_EQ(run(*backend, one_conversion("vconv_f322s32r", {0})).status,
            spec::OutcomeStatus::kUnsupported);
}

}  // namespace
}  // namespace vconform::adapters
