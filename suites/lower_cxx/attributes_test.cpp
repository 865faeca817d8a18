// Attributes that go, and what looks like them and stays.
#include "suites/lower_cxx/attributes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

namespace vconform::suites {
namespace {

// Both texts without blanks, since what is removed is blank.
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

void expect(const std::string& text, const std::string& lowered) {
  const std::string found = without_attributes(text);
  EXPECT_EQ(without_blanks(found), without_blanks(lowered)) << text;
  EXPECT_EQ(found.size(), text.size()) << text;
}

void expect_kept(const std::string& text) {
  EXPECT_EQ(without_attributes(text), text);
}

TEST(Attributes, AtTheBeginningOfADeclarationAreRemoved) {
  expect("[aicore] void f();", "void f();");
  expect("[host, aicore] int g(int x);", "int g(int x);");
  expect("[aicore] [host] void f();", "void f();");
  expect("void f() {} [aicore] void g();", "void f() {} void g();");
  expect("extern \"C\" __global__ [aicore] void f();", "extern \"C\" void f();");
  expect("extern \"C\" [aicore] void f();", "extern \"C\" void f();");
  expect("inline [aicore] void g();", "inline void g();");
  expect("template <typename T> [aicore] T f(T x);", "template <typename T> T f(T x);");
  expect("__attribute__((noinline)) [aicore] void f();", "__attribute__((noinline)) void f();");
  expect("[[nodiscard]] [aicore] int f();", "[[nodiscard]] int f();");
  expect("[aicore] [[nodiscard]] int f();", "[[nodiscard]] int f();");
  expect("struct S { [aicore] S(); [aicore] ~S(); [aicore] ::T t(); };",
         "struct S { S(); ~S(); ::T t(); };");
  expect("struct S { public: [aicore] operator int() const; };",
         "struct S { public: operator int() const; };");
  expect("void f([aicore] int x);", "void f(int x);");
}

TEST(Attributes, BehindADeclaratorWithABodyAreRemoved) {
  expect("void f() [aicore] { g(); }", "void f() { g(); }");
  expect("void S::f() const [aicore] { g(); }", "void S::f() const { g(); }");
  expect("auto f = [&](int x) [aicore] { return x; };", "auto f = [&](int x) { return x; };");
  expect("auto f = [&] [aicore] (int x) { return x; };", "auto f = [&] (int x) { return x; };");
  expect("auto f = [x] [aicore] { return x; };", "auto f = [x] { return x; };");
}

TEST(Attributes, BetweenTypeAndNameAreRemoved) {
  expect("void [aicore] f();", "void f();");
  expect("int *[aicore] f();", "int *f();");
  expect("static MyType [aicore] f();", "static MyType f();");
}

TEST(Attributes, DigraphsAreBrackets) {
  expect("<:aicore:> void f();", "void f();");
  expect_kept("x<:aicore:> = 1;");
  expect_kept("vector<::aicore> v;");
}

TEST(Attributes, SubscriptsAndArraysStay) {
  expect_kept("y = x[aicore];");
  expect_kept("y = x[aicore] + 1;");
  expect_kept("y = f()[aicore];");
  expect_kept("y = x[1][aicore];");
  expect_kept("x[aicore][2] = 1;");
  expect_kept("y = x[aicore](1);");
  expect_kept("y = \"abc\"[aicore];");
  expect_kept("y = x[aicore] and z;");
  expect_kept("y = x[aicore] not_eq z;");
  expect_kept("int x[aicore];");
  expect_kept("int x[aicore] {1, 2};");
  expect_kept("int x[aicore] __attribute__((aligned(32)));");
  expect_kept("p = new int[aicore];");
  expect_kept("n = sizeof(int[aicore]);");
  expect_kept("using A = unsigned[aicore][2];");
  expect_kept("for (int v : x[aicore]) {}");
  expect_kept("switch (1) { case x[aicore]: break; }");
  expect_kept("[aicore, other] void f();");
  expect_kept("[device] void f();");
}

TEST(Attributes, LambdasThatCaptureAVariableStay) {
  expect_kept("auto f = [aicore](int x) { return x + aicore; };");
  expect_kept("auto f = [aicore] { return aicore; };");
  expect_kept("auto f = [aicore] mutable { return ++aicore; };");
  expect_kept("g([host, aicore]() { return 1; });");
  expect_kept("return [aicore] { return aicore; };");
}

TEST(Attributes, LiteralsAndDirectivesAreNotLookedInto) {
  expect_kept("s = \"[aicore] void f()\";");
  expect_kept("s = \"\\\"\" \"[aicore] void\";");
  expect_kept("s = R\"x([aicore] void f() )\" )x\";");
  expect_kept("s = u8R\"([aicore] void)\"_kB;");
  expect_kept("# 1 \"[aicore] void.cpp\"\n");
  expect_kept("#pragma x [aicore] void \\\n [aicore] void\n");
  expect_kept("// [aicore] void\n/* [aicore] void */");
  expect("c = '\"'; [aicore] void f(); d = '\"';", "c = '\"'; void f(); d = '\"';");
  expect("n = 1'000; [aicore] void f(); m = 0x1'0;", "n = 1'000; void f(); m = 0x1'0;");
  expect("c = L'\\''; [aicore] void f();", "c = L'\\''; void f();");
}

TEST(Attributes, LinesAndColumnsStay) {
  const std::string text = "# 7 \"k.cpp\"\n[host,\n aicore]\n  void f();\n";
  EXPECT_EQ(without_attributes(text), "# 7 \"k.cpp\"\n      \n        \n  void f();\n");
}

TEST(Attributes, TextThatIsCutIsNoHarm) {
  const std::string text = "[host, aicore] x = R\"y([aicore] \"'\\";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(without_attributes(text.substr(0, size)).size(), size);
  }
}

// A word that the header defines as nothing is one that may be left where the header is not read.
TEST(Attributes, EveryWordOfTheHeaderIsRemoved) {
  std::ifstream header(VCONFORM_SOURCE_DIR "/adapters/intrinsics/header/words.h");
  const std::regex word("#define (__[a-z]+(_[a-z]+)*__)");
  std::string line;
  int words = 0;
  while (std::getline(header, line)) {
    std::smatch found;
    if (std::regex_match(line, found, word)) {
      expect(found.str(1) + " int x;", " int x;");
      ++words;
    }
  }
  EXPECT_GE(words, 14);
  expect("__global__ __aicore__ void f(__gm__ uint8_t* x) {}", "void f(uint8_t* x) {}");
}

}  // namespace
}  // namespace vconform::suites
