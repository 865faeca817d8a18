// The tables of prototypes against the library that defines them all, and against the rows.
#include "adapters/exported/prototypes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "adapters/exported/demangled.h"
#include "adapters/exported/dynamic_symbols.h"

namespace vconform::adapters::exported {
namespace {

std::set<std::string> defined_by_the_library() {
  const auto functions = dynamic_symbols(VCONFORM_INTRINSICS_LIBRARY).functions;
  return {functions.begin(), functions.end()};
}

TEST(ExportedPrototypes, HaveTheSymbolsThatTheCompilerGivesThem) {
  const std::set<std::string> defined = defined_by_the_library();
  for (const Prototype& prototype : prototypes()) {
    EXPECT_TRUE(defined.contains(prototype.symbol)) << demangled(prototype.symbol);
  }
  for (const Setter& setter : setters()) {
    EXPECT_TRUE(defined.contains(setter.symbol)) << demangled(setter.symbol);
  }
  EXPECT_EQ(setters().front().symbol, "_Z8set_ctrlm");
}

TEST(ExportedPrototypes, ExecuteEveryInstruction) {
  std::set<std::string> served;
  for (const Prototype& prototype : prototypes()) {
    served.insert(spec::instruction_name(prototype.cell));
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    EXPECT_EQ(served.count(spec::instruction_name(cell)), 1u) << spec::instruction_name(cell);
  }
  EXPECT_EQ(served.size(), spec::all_cells().size());
}

TEST(ExportedPrototypes, OfFixpipeTheFormWithFieldsComesFirst) {
  const auto cell = spec::cell_named("copy_matrix_cc_to_gm_f322f32").value();
  std::vector<std::string> forms;
  for (const Prototype& prototype : prototypes()) {
    if (prototype.cell == cell) {
      forms.push_back(demangled(prototype.symbol));
    }
  }
  EXPECT_THAT(forms, testing::ElementsAre(
                         "copy_matrix_cc_to_gm(float*, float*, unsigned char, unsigned short, "
                         "unsigned short, unsigned int, unsigned short, unsigned char, unsigned "
                         "long, unsigned char, bool, bool)",
                         "copy_matrix_cc_to_gm(float*, float*, unsigned long, unsigned long)"));
}

TEST(DynamicSymbols, NameWhatALibraryNeedsAndIs) {
  const DynamicSymbols library = dynamic_symbols(VCONFORM_INTRINSICS_LIBRARY);
  EXPECT_EQ(library.own_name, "libvconform_intrinsics.so.1");
  EXPECT_THAT(library.needed, testing::Contains(testing::StartsWith("libc.so")));
  EXPECT_THAT(library.functions, testing::Not(testing::Contains("dlopen"))) << "not defined there";
  for (const char* file : {"/dev/null", "/no/such/file", __FILE__}) {
    const DynamicSymbols none = dynamic_symbols(file);
    EXPECT_TRUE(none.functions.empty() && none.needed.empty() && none.own_name.empty());
  }
}

}  // namespace
}  // namespace vconform::adapters::exported
