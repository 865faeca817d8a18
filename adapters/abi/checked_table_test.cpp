#include "adapters/abi/checked_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/testing/test_table.h"

namespace vconform::adapters {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string problem(const vconform_adapter* table) {
  return load_error([&] { checked_table(table, "lib.so"); });
}

std::string problem_after(void (*spoil)(vconform_adapter&)) {
  vconform_adapter table = working_table();
  spoil(table);
  return problem(&table);
}

TEST(CheckedTable, AcceptsAWorkingTable) {
  const vconform_adapter table = working_table();
  EXPECT_EQ(problem(&table), "");
}

TEST(CheckedTable, NamesEachFaultInOneLine) {
  struct Fault {
    void (*spoil)(vconform_adapter&);
    const char* message;
  };
  const std::vector<Fault> faults = {
      {[](vconform_adapter& t) { t.abi_version = 2; }, "abi_version is 2"},
      {[](vconform_adapter& t) { t.struct_size = 16; }, "struct_size is 16"},
      {[](vconform_adapter& t) { t.name = nullptr; }, "name is empty"},
      {[](vconform_adapter& t) { t.name = ""; }, "name is empty"},
      {[](vconform_adapter& t) { t.name = "a\nb"; }, "other than printable ASCII"},
      {[](vconform_adapter& t) { t.name = "caf\xc3\xa9"; }, "other than printable ASCII"},
      {[](vconform_adapter& t) {
         t.name = "a234567890b234567890c234567890d234567890e234567890f234567890g2345";
       },
       "longer than 64"},
      {[](vconform_adapter& t) { t.version = "\x7f"; }, "version has characters"},
      {[](vconform_adapter& t) { t.create = nullptr; }, "create is null"},
      {[](vconform_adapter& t) { t.destroy = nullptr; }, "destroy is null"},
      {[](vconform_adapter& t) { t.last_error = nullptr; }, "last_error is null"},
      {[](vconform_adapter& t) { t.capabilities = nullptr; }, "capabilities is null"},
      {[](vconform_adapter& t) { t.execute = nullptr; }, "neither execute nor convert"},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(problem_after(fault.spoil),
                AllOf(StartsWith("lib.so: "), HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
  EXPECT_THAT(problem(nullptr), HasSubstr("returned null"));
}

TEST(CheckedTable, ANameOf64CharactersIsShortEnough) {
  vconform_adapter table = working_table();
  const std::string name(64, 'x');
  table.name = name.c_str();
  EXPECT_EQ(problem(&table), "");
}

TEST(CheckedTable, AShorterTableLacksWhatItDoesNotReach) {
  vconform_adapter table = working_table();
  table.convert = [](void*, const void*, void*, std::uint64_t, std::uint32_t, std::uint32_t,
                     std::uint32_t, std::uint64_t) -> std::uint32_t { return VCONFORM_OK; };
  table.struct_size = offsetof(vconform_adapter, execute_batch);
  EXPECT_EQ(checked_table(&table, "lib.so").convert, nullptr);
  table.struct_size = sizeof table;
  EXPECT_NE(checked_table(&table, "lib.so").convert, nullptr);
  table.element = [](void*, const vconform_element*, std::uint64_t*) -> std::uint32_t {
    return VCONFORM_OK;
  };
  table.struct_size = offsetof(vconform_adapter, element);
  EXPECT_EQ(checked_table(&table, "lib.so").element, nullptr);
  table.struct_size = sizeof table;
  EXPECT_NE(checked_table(&table, "lib.so").element, nullptr);
}

TEST(CheckedTable, ALongerTableIsReadAsFarAsItIsKnown) {
  struct Longer {
    vconform_adapter table;
    std::uint64_t more[4];
  };
  Longer longer{working_table(), {1, 2, 3, 4}};
  longer.table.struct_size = sizeof longer;
  EXPECT_EQ(problem(&longer.table), "");
}

TEST(CheckedTable, TextsOfALibraryAreShownOnOneShortLine) {
  EXPECT_EQ(one_line(nullptr), "");
  EXPECT_EQ(one_line("a\nb\x1b[1m"), "a b [1m");
  EXPECT_EQ(one_line(std::string(5000, 'x').c_str()).size(), 200U);
}

}  // namespace
}  // namespace vconform::adapters
