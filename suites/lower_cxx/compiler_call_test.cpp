// Calls of compilers as build systems make them.
#include "suites/lower_cxx/compiler_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/text/error.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

// The words for which the flag is set.
Words words_with(const CompilerCall& call, bool CompilerWord::* flag) {
  Words found;
  for (const CompilerWord& word : call.words) {
    if (word.*flag) {
      found.push_back(word.text);
    }
  }
  return found;
}

TEST(CompilerCall, WordsGoWhereTheyBelong) {
  const CompilerCall call = compiler_call({"g++", "-std=c++17", "-Iinclude", "-D", "X=1", "-c",
                                           "-MMD", "-MF", "k.d", "k.cpp", "-o", "k.o", "-O2"});
  EXPECT_EQ(call.action, CompilerAction::kCompile);
  EXPECT_TRUE(call.stops_before_linking && call.writes_dependencies && call.names_dependency_file);
  EXPECT_FALSE(call.names_target);
  EXPECT_EQ(call.output, "k.o");
  EXPECT_THAT(words_with(call, &CompilerWord::is_source), ElementsAre("k.cpp"));
  EXPECT_THAT(words_with(call, &CompilerWord::is_for_preprocessor),
              ElementsAre("-Iinclude", "-D", "X=1", "-MMD", "-MF", "k.d"));
  EXPECT_THAT(words_with(call, &CompilerWord::is_for_output), ElementsAre("-c", "-o", "k.o"));
}

TEST(CompilerCall, ValuesAndInputsOfTheLinkerAreNoSources) {
  const CompilerCall call =
      compiler_call({"clang++", "a.cpp", "b.cc", "c.o", "-include", "x.cpp", "-Xlinker", "y.cpp",
                     "-L", "lib", "-lm", "-Wl,-rpath,lib", "d.c"});
  EXPECT_THAT(words_with(call, &CompilerWord::is_source), ElementsAre("a.cpp", "b.cc"));
  EXPECT_THAT(words_with(call, &CompilerWord::is_for_output),
              ElementsAre("c.o", "-Xlinker", "y.cpp", "-L", "lib", "-lm", "-Wl,-rpath,lib", "d.c"));
  EXPECT_FALSE(call.stops_before_linking);
}

TEST(CompilerCall, LanguagesMakeSources) {
  const CompilerCall call =
      compiler_call({"g++", "-x", "c++", "kernel", "-xnone", "b.s", "-xc++", "-"});
  EXPECT_THAT(words_with(call, &CompilerWord::is_source), ElementsAre("kernel", "-"));
  EXPECT_EQ(compiler_call({"g++", "-x", "c", "k.cpp"}).action, CompilerAction::kOther);
}

TEST(CompilerCall, WhatHasNoSourceIsPassedOn) {
  EXPECT_EQ(compiler_call({"g++", "--version"}).action, CompilerAction::kOther);
  EXPECT_EQ(compiler_call({"g++", "a.o", "-o", "a"}).action, CompilerAction::kOther);
  EXPECT_EQ(compiler_call({"g++", "-M", "k.cpp"}).action, CompilerAction::kOther);
  EXPECT_EQ(compiler_call({"g++", "-E", "k.cpp"}).action, CompilerAction::kPreprocess);
}

TEST(CompilerCall, DependenciesAreNamedAsTheCompilerDoes) {
  const auto file = [](const Words& words) {
    return dependency_file(compiler_call(words), "src/k.cpp");
  };
  EXPECT_EQ(file({"g++", "-c", "-MD", "src/k.cpp"}), "k.d");
  EXPECT_EQ(file({"g++", "-c", "-MD", "src/k.cpp", "-o", "out/x.o"}), "out/x.d");
  EXPECT_EQ(file({"g++", "-MD", "src/k.cpp", "-o", "out/prog"}), "out/prog-k.d");
  EXPECT_EQ(dependency_target(compiler_call({"g++", "-c", "src/k.cpp"}), "src/k.cpp"), "k.o");
  EXPECT_EQ(dependency_target(compiler_call({"g++", "-S", "src/k.cpp"}), "src/k.cpp"), "k.s");
  EXPECT_EQ(dependency_target(compiler_call({"g++", "-c", "k.cpp", "-oy.o"}), "k.cpp"), "y.o");
}

TEST(CompilerCall, BadCallsAreRefused) {
  EXPECT_THROW(compiler_call({}), spec::InputError);
  EXPECT_THROW(compiler_call({"g++", "@words"}), spec::InputError);
  EXPECT_THROW(compiler_call({"g++", "k.cpp", "-o"}), spec::InputError);
  EXPECT_THROW(compiler_call({"g++", "-c", "a.cpp", "b.cpp", "-o", "x.o"}), spec::InputError);
}

}  // namespace
}  // namespace vconform::suites
