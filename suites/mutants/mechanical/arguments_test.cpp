// Arguments and the sites that they are about.
#include <gtest/gtest.h>

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
  EXPECT_EQ(argument_for(site), argument.argument);
  vconform_mechanical_site other = site;
  other.function = "another_function";
  EXPECT_EQ(argument_for(other), "");
  other = site;
  other.file = "adapters/golden/another.cpp";
  EXPECT_EQ(argument_for(other), "");
}

TEST(EquivalenceArguments, OneThatFitsNoSiteIsAnError) {
  EXPECT_THROW(expect_sites_of_arguments({}), std::logic_error);
}

}  // namespace
}  // namespace vconform::suites
