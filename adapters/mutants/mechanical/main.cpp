// mechanical_rewriter ROOT COPY WITHIN RESOURCES SOURCE...: writes a copy of the sources in which
// each site is chosen at run time, COPY/sites.cpp with a line for each site, and COPY/left_out.tsv.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "adapters/mutants/mechanical/rewrite.h"
#include "adapters/mutants/mechanical/tables.h"

int main(int argc, char** argv) {
  using namespace vconform::adapters::mechanical;
  constexpr int kOptions = 5;
  if (argc <= kOptions) {
    std::fputs("usage: mechanical_rewriter ROOT COPY WITHIN RESOURCES SOURCE...\n", stderr);
    return 2;
  }
  try {
    const Rewriting rewriting{argv[1],
                              argv[2],
                              {argv + kOptions, argv + argc},
                              argv[3],
                              {fmt::format("-resource-dir={}", argv[4])}};
    const Found found = rewrite(rewriting);
    write_tables(found, rewriting);
    fmt::print("{}\n", in_words(found));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "mechanical_rewriter: {}\n", error.what());
    return 4;
  }
}
