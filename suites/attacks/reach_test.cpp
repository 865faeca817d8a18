// Commands that are told to let the library write where what decides lies: its case, its results,
// vconform itself. The library forges a certificate there again and again, and its results are
// wrong.
#include <gtest/gtest.h>

#include "suites/attacks/surroundings.h"

namespace vconform::suites::attacks {
namespace {

constexpr const char* kForging = "create:forge-always,execute:spoil";

class OutOfReach : public Surrounded {
 protected:
  void expect_refused(std::string_view words, const fs::path& allowed,
                      std::string_view line) const {
    Command run = command(words, kForging);
    run.words.insert(run.words.end(), {"--allow-write", allowed.string()});
    run.environment["VCONFORM_HOSTILE_GREEN"] =
        (prepared_files() / "certificate" / "certificate.json").string();
    run.environment["VCONFORM_HOSTILE_OUT"] = out().string();
    expect_code(run, {2}, std::string(line));
  }
};

TEST_F(OutOfReach, WhereResultsGo) {
  fs::create_directory(out());
  fs::create_directory_symlink(out(), folder_ / "another");
  for (const std::string& words :
       {std::string(kCertify), std::string(kSweep), std::string(kProbe),
        std::string(kCertify) + " --in-process", std::string(kCertify) + " --resume",
        std::string(kCertify) + " --shard 1/2", std::string(kSweep) + " --shard 1/2",
        std::string("fuzz --family vconv --time 1"),
        "merge " + (prepared_files() / "shard").string() + " --family vconv --level quick"}) {
    for (const fs::path& allowed : {out(), folder_.path(), folder_ / "another"}) {
      expect_refused(words, allowed, "is within --allow-write");
      EXPECT_FALSE(fs::exists(out() / "certificate.json")) << words;
    }
  }
}

TEST_F(OutOfReach, WhatReplayJudges) {
  write_text(folder_ / "good.case", good_case());
  const std::string words = "replay --profile a2 " + (folder_ / "good.case").string();
  expect_refused(words, folder_.path(), "is within --allow-write");
  expect_refused(words + " --in-process", folder_.path(), "is within --allow-write");
}

TEST_F(OutOfReach, Vconform) {
  const fs::path own = fs::path(attacked_program()).parent_path();
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    expect_refused(words, own, "has vconform itself in it");
    expect_refused(words, own.parent_path(), "has vconform itself in it");
  }
}

}  // namespace
}  // namespace vconform::suites::attacks
