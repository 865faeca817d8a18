// The rewriter on a small source with a site of each kind, and with each reason to leave one out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "adapters/mutants/mechanical/rewrite.h"

namespace vconform::adapters::mechanical {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Rewriter : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "rewriter-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    save("adapters/mutants/mechanical/chosen.h", contents(VCONFORM_CHOSEN_H));
  }
  void TearDown() override { fs::remove_all(folder_); }

  void save(const std::string& path, const std::string& text) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }

  static std::string contents(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Found rewritten(const std::string& text) const {
    save("code/a.cpp", text);
    return rewrite({folder_.string(),
                    (folder_ / "copy").string(),
                    {"code/a.cpp"},
                    "code/",
                    {std::string("-resource-dir=") + VCONFORM_CLANG_RESOURCES}});
  }

  std::string copy() const { return contents(folder_ / "copy/code/a.cpp"); }

  // The reason for which a text is left out, if it is no site too.
  std::string reason_for(const std::string& source, const std::string& text) const {
    const Found found = rewritten(source);
    for (const LeftOut& left : found.left_out) {
      if (source.substr(left.site.begin, left.site.end - left.site.begin) == text) {
        return left.reason;
      }
    }
    return "";
  }

  fs::path folder_;
};

auto is_site(Kind kind, const std::string& mutated) {
  return AllOf(Field(&Site::kind, kind), Field(&Site::mutated, mutated));
}

TEST_F(Rewriter, FindsASiteOfEachKind) {
  const Found found = rewritten(
      "int f(int a, int b, bool c) {\n  a += b;\n  f(a, b, c);\n"
      "  return c && !(a < b) ? a - b : a << 3;\n}\n");
  EXPECT_THAT(found.left_out, IsEmpty());
  for (const auto& [kind, mutated] :
       std::vector<std::pair<Kind, std::string>>{{Kind::kStatement, ""},
                                                 {Kind::kOperator, "(a) -= (b)"},
                                                 {Kind::kLogical, "(c) || (!(a < b))"},
                                                 {Kind::kLogical, "static_cast<bool>((a < b))"},
                                                 {Kind::kComparison, "(a) <= (b)"},
                                                 {Kind::kOperator, "(a) + (b)"},
                                                 {Kind::kOperator, "(a) >> (3)"},
                                                 {Kind::kConstant, "3 + 1"},
                                                 {Kind::kConstant, "3 - 1"}}) {
    EXPECT_THAT(found.sites, Contains(is_site(kind, mutated))) << mutated;
  }
  EXPECT_EQ(std::ranges::count(found.sites, Kind::kStatement, &Site::kind), 2);
  EXPECT_THAT(found.sites, testing::Each(Field(&Site::function, "f")));
}

TEST_F(Rewriter, ASiteInsideAnotherStaysInItsText) {
  rewritten("int f(int a) { return a + 2; }\n");
  EXPECT_THAT(copy(), HasSubstr("(::vconform_mechanical::is(1) ? ((a) - (2)) : (a + "
                                "(::vconform_mechanical::is(2) ? (2 + 1) : "
                                "((::vconform_mechanical::is(3) ? (2 - 1) : (2))))))"));
}

TEST_F(Rewriter, AStatementIsDroppedByAnIf) {
  rewritten("void g(int);\nvoid f(int a) { g(a); }\n");
  EXPECT_THAT(copy(), HasSubstr("{ if (!::vconform_mechanical::is(1)) g(a); }"));
}

TEST_F(Rewriter, WhatRunsInAConstexprFunctionIsASiteOnlyWhenItRuns) {
  rewritten("constexpr int f(int a) { return -a; }\nstatic_assert(f(1) == -1);\n");
  EXPECT_THAT(copy(), HasSubstr("::vconform_mechanical::is_if_run(1) ? ((a)) : (-a)"));
}

TEST_F(Rewriter, TemplatesAreRewrittenOnce) {
  const Found found = rewritten(
      "template <typename T> T f(T a) { return a * a; }\n"
      "int g() { return f(1); }\nlong h() { return f(1L); }\n");
  EXPECT_EQ(std::ranges::count(found.sites, "(a) + (a)", &Site::mutated), 1);
}

TEST_F(Rewriter, SaysWhyItLeavesSomethingOut) {
  EXPECT_EQ(reason_for("consteval int f() { return 7; }", "7"), "a consteval function");
  EXPECT_EQ(reason_for("int f() { constexpr int k = 7; return k; }", "7"), "a constexpr variable");
  EXPECT_EQ(reason_for("void f() { static_assert(7 > 6); }", "7"), "a static_assert");
  EXPECT_EQ(reason_for("void f(int a) { switch (a) { case 7: break; } }", "7"), "a case label");
  EXPECT_EQ(reason_for("template <int k> int g(); int f() { return g<7>(); }", "7"),
            "a template argument");
  EXPECT_EQ(
      reason_for("template <int k> int f() { if constexpr (k == 7) { return k; } return k; }", "7"),
      "the condition of an if constexpr");
  EXPECT_EQ(reason_for("int f(int a = 7) { return a; }", "7"), "a default argument");
  EXPECT_EQ(reason_for("struct A { int a = 7; };", "7"), "the default of a member");
  EXPECT_EQ(reason_for("enum { kA = 7 };", "7"), "an enumerator");
  EXPECT_EQ(reason_for("int a = 7;", "7"), "outside a function");
  EXPECT_EQ(reason_for("void f() { int a[7]; (void)a; }", "7"), "part of a type");
  EXPECT_EQ(reason_for("unsigned long f() { return sizeof(7); }", "7"), "not evaluated");
  EXPECT_THAT(
      reason_for("template <int k> int g(); int f() { const int k = 7; return g<k>(); }", "7"),
      HasSubstr("the compiler must know it: "));
}

TEST_F(Rewriter, WhatAMacroMakesIsNoSite) {
  const Found found = rewritten("#define ADD(a) ((a) + 1)\nint f(int a) { return ADD(a); }\n");
  EXPECT_THAT(found.sites, IsEmpty());
}

TEST_F(Rewriter, NumbersAreTheSameForTheSameSource) {
  const std::string text = "int f(int a) { return a < 4 ? a * 3 : a | 8; }\n";
  const std::vector<Site> first = rewritten(text).sites;
  EXPECT_EQ(rewritten(text).sites, first);
  EXPECT_TRUE(std::ranges::is_sorted(first, comes_before));
}

TEST_F(Rewriter, ASourceThatDoesNotCompileIsAnError) {
  EXPECT_THROW(rewritten("int f() { return x; }\n"), std::runtime_error);
}

}  // namespace
}  // namespace vconform::adapters::mechanical
