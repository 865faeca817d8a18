// Arguments and the sites that they are about.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "suites/mutants/mechanical/arguments.h"

namespace vconform::suites {
namespace {

// The site that the first argument names.
vconform_mechanical_site site_of(const EquivalenceArgument& argument, std::string& file) {
  file = "adapters/golden/" + std::string(argument.file);
  return {file.c_str(),
          1,
          argument.function.data(),
          "operator",
          argument.line.data(),
          argument.original.data(),
          argument.mutated.data()};
}

TEST(EquivalenceArguments, EachIsASentenceAboutAPlaceOfItsOwn) {
  const auto arguments = equivalence_arguments();
  ASSERT_FALSE(arguments.empty());
  for (const EquivalenceArgument& argument : arguments) {
    EXPECT_FALSE(argument.file.empty());
    EXPECT_FALSE(argument.function.empty());
    EXPECT_GT(argument.argument.size(), 20u);
  }
}

TEST(EquivalenceArguments, ASiteThatDiffersInAnythingHasNone) {
  std::string file;
  const EquivalenceArgument& argument = equivalence_arguments().front();
  const vconform_mechanical_site site = site_of(argument, file);
  EXPECT_EQ(argument_for({&site, 1}, 0), argument.argument);
  vconform_mechanical_site other = site;
  other.function = "another_function";
  EXPECT_EQ(argument_for({&other, 1}, 0), "");
  other = site;
  other.file = "adapters/golden/another.cpp";
  EXPECT_EQ(argument_for({&other, 1}, 0), "");
}

// An argument may be about one of several sites with the same texts.
TEST(EquivalenceArguments, OneThatIsCountedIsAboutThatSiteAlone) {
  const auto arguments = equivalence_arguments();
  const auto counted = std::ranges::find_if(
      arguments, [](const EquivalenceArgument& argument) { return argument.nth == 2; });
  ASSERT_NE(counted, arguments.end());
  std::string file;
  const std::vector<vconform_mechanical_site> sites(2, site_of(*counted, file));
  EXPECT_EQ(argument_for(sites, 0), "");
  EXPECT_EQ(argument_for(sites, 1), counted->argument);
}

TEST(EquivalenceArguments, OneThatFitsNoSiteIsAnError) {
  EXPECT_THROW(expect_sites_of_arguments({}), std::logic_error);
}

}  // namespace
}  // namespace vconform::suites
