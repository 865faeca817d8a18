// The command `vectors` with a machine that knows its page only: testing/third_program.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/digest.h"
#include "suites/files/json.h"
#include "suites/vectors/npy.h"
#include "suites/vectors/step_table.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

constexpr const char* kInstructions = "vconv_f322f16r,vconv_f322f16o";

class Vectors : public CliTest {
 protected:
  std::string path(const std::string& name = "") const {
    return "'" + (folder_ / "vectors" / name).string() + "'";
  }
  RunResult exported(const std::string& options) const {
    return run_command("vectors export " + options + " --out " + path());
  }
  // Small, and with every kind of unit.
  void export_pair() const {
    const RunResult result =
        exported(std::string("--family vconv --max-size 6M --instruction ") + kInstructions);
    ASSERT_EQ(result.status, 0) << result.output;
  }
  RunResult run_there(const std::string& options = "") const {
    return run_shell("python3 '" VCONFORM_SOURCE_DIR "/suites/vectors/testing/third_program.py' " +
                     path() + " " + options);
  }
  RunResult verified(const std::string& options = "") const {
    return run_command("vectors verify " + path() + out("out") + " " + options);
  }
  void replace_in(const std::string& name, const std::string& part, const std::string& other) {
    const fs::path file = folder_ / "vectors" / name;
    std::string text = contents(file);
    ASSERT_NE(text.find(part), std::string::npos);
    std::ofstream(file, std::ios::binary) << text.replace(text.find(part), part.size(), other);
  }
};

TEST_F(Vectors, MakeTheRoundTrip) {
  export_pair();
  const RunResult there = run_there();
  ASSERT_EQ(there.status, 0) << there.output;
  for (const std::string& name : {std::string("a\nb"), std::string("\x1b[31mred"),
                                  std::string("caf\xc3\xa9"), std::string(65, 'n')}) {
    const RunResult refused = verified("--name '" + name + "'");
    EXPECT_EQ(refused.status, 2) << refused.output;
    EXPECT_THAT(refused.output, HasSubstr("is no name for a certificate"));
  }
  const RunResult result = verified("--name 'third program'");
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("conforms on 2 of"));
  EXPECT_THAT(result.output, HasSubstr("by results supplied as files for "));
  const std::string certificate = contents(folder_ / "out" / "certificate.json");
  EXPECT_THAT(certificate, HasSubstr("\"supplied\""));
  EXPECT_THAT(certificate, HasSubstr("third program"));
  const RunResult checked =
      run_command("verify-certificate '" + (folder_ / "out" / "certificate.json").string() + "'");
  EXPECT_EQ(checked.status, 0) << checked.output;
  // Not all of the plan fits, which nobody may overlook.
  EXPECT_THAT(certificate, HasSubstr("\"conforms with exclusions\""));
  EXPECT_THAT(checked.output, HasSubstr(" units of the plan"));
}

TEST_F(Vectors, AreTheSameWithoutHeaders) {
  export_pair();
  ASSERT_EQ(run_there().status, 0);
  fs::rename(folder_ / "vectors", folder_ / "npy");
  const RunResult result = exported(
      std::string("--format bin --family vconv --max-size 6M --instruction ") + kInstructions);
  ASSERT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("after.bin"));
  std::size_t arrays = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_ / "vectors")) {
    EXPECT_NE(entry.path().extension(), ".npy");
    if (entry.path().extension() == ".bin") {
      const fs::path path = fs::relative(entry.path(), folder_ / "vectors");
      const std::string npy = contents((folder_ / "npy" / path).replace_extension(".npy"));
      EXPECT_EQ(contents(entry.path()), npy.substr(kNpyHeaderBytes)) << path;
      ++arrays;
    }
  }
  EXPECT_EQ(arrays, 2 * 8u);
  for (const char* instruction : {"vconv_f322f16r", "vconv_f322f16o"}) {
    for (const char* name : {"status", "after"}) {
      const fs::path results = fs::path("results") / instruction / name;
      fs::create_directories((folder_ / "vectors" / results).parent_path());
      std::ofstream(folder_ / "vectors" / (results.string() + ".bin"), std::ios::binary)
          << contents(folder_ / "npy" / (results.string() + ".npy")).substr(kNpyHeaderBytes);
    }
  }
  EXPECT_EQ(verified().status, 0);
  std::ofstream(folder_ / "vectors" / "vconv_f322f16r" / "steps.bin", std::ios::app) << "x";
  expect_refused("vectors verify " + path(), 2, "steps.bin': it was edited or damaged");
}

// The templates name kinds and fields by hand.
TEST_F(Vectors, TemplatesHaveEveryKindOfStep) {
  const fs::path templates = VCONFORM_SOURCE_DIR "/suites/vectors/templates";
  const std::string header = contents(templates / "vectors.h");
  const std::string page = contents(templates / "README.md");
  for (std::size_t i = 0; i < step_kinds().size(); ++i) {
    std::string name = "VECTORS_" + step_kinds()[i].name;
    std::ranges::transform(name, name.begin(), [](char c) { return std::toupper(c); });
    EXPECT_THAT(header, HasSubstr(name + " = " + std::to_string(i)));
    EXPECT_THAT(page, HasSubstr("`" + name + "`"));
    for (const std::string& column : step_kinds()[i].columns) {
      EXPECT_THAT(page, HasSubstr(column.substr(0, column.find('.')))) << name;
    }
  }
}

TEST_F(Vectors, FindOneFlippedBit) {
  export_pair();
  ASSERT_EQ(run_there("--flip vconv_f322f16r 30 70").status, 0);
  const RunResult result = verified();
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("vconv_f322f16r"));
  EXPECT_THAT(result.output, testing::AnyOf(HasSubstr("MISMATCH"), HasSubstr("WROTE OUTSIDE")));
  EXPECT_THAT(result.output, HasSubstr("conforms on 1 of"));
}

TEST_F(Vectors, JudgeNothingThatDidNotComeBack) {
  export_pair();
  RunResult result = verified();
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("conforms on 0 of"));
  ASSERT_EQ(run_there("--skip vconv_f322f16o 3").status, 0);
  result = verified();
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("NOT RETURNED"));
  EXPECT_THAT(result.output, HasSubstr("conforms on 1 of"));
  EXPECT_THAT(result.output, testing::Not(HasSubstr("replay"))) << "files cannot be run again";
  EXPECT_THAT(result.output, HasSubstr("0 deviate"));
  EXPECT_THAT(result.output, HasSubstr("1 not judged"));
  const json certificate = json::parse(contents(folder_ / "out/certificate.json"));
  EXPECT_EQ(certificate["verdict"], "not judged");
  EXPECT_EQ(certificate["counts"]["rows_not_judged"], 1);
  const std::string file = "'" + (folder_ / "out/certificate.json").string() + "'";
  RunResult checked = run_command("verify-certificate " + file);
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.output, HasSubstr("not judged (conforms on 1 of"));
  // A wrong result deviates, whatever else did not come back.
  ASSERT_EQ(run_there("--skip vconv_f322f16o 3 --flip vconv_f322f16o 30 70").status, 0);
  result = verified();
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("1 deviate"));
  EXPECT_THAT(result.output, testing::Not(HasSubstr("not judged")));
}

// Most rules of these are open then: every result would be compared with thousands of others.
TEST_F(Vectors, NothingOfFormsWithManyOpenRulesCameBack) {
  ASSERT_EQ(exported("--family cast_deq --instruction cast_deq_s162s8").status, 0);
  const RunResult result = verified();
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("conforms on 0 of 3 rows, 1 not judged"));
  EXPECT_THAT(result.output, HasSubstr("run the others and verify again"));
}

TEST_F(Vectors, NeverReadWhatIsPermitted) {
  export_pair();
  ASSERT_EQ(run_there("--flip vconv_f322f16r 30 70").status, 0);
  const fs::path permitted = folder_ / "vectors" / "vconv_f322f16r" / "permitted";
  // As if the wrong results were right, and then nothing at all.
  fs::copy_file(folder_ / "vectors" / "results" / "vconv_f322f16r" / "after.npy",
                permitted / "after.npy", fs::copy_options::overwrite_existing);
  EXPECT_EQ(verified().status, 1);
  fs::remove_all(permitted);
  EXPECT_EQ(verified().status, 1);
  ASSERT_EQ(run_there().status, 0);
  EXPECT_EQ(verified().status, 0);
}

TEST_F(Vectors, RefuseAFolderThatWasEditedOrCutOff) {
  export_pair();
  ASSERT_EQ(run_there().status, 0);
  const std::string verify = "vectors verify " + path() + out("out");
  const std::string results = (folder_ / "vectors" / "results" / "vconv_f322f16r").string();
  const std::string after = contents(results + "/after.npy");
  std::ofstream(results + "/after.npy", std::ios::binary) << after.substr(0, after.size() - 1);
  expect_refused(verify, 2, "after.npy");
  std::ofstream(results + "/after.npy", std::ios::binary) << after;
  const std::string status = contents(results + "/status.npy");
  std::ofstream(results + "/status.npy", std::ios::binary)
      << status.substr(0, status.size() - 1) + "\x09";
  expect_refused(verify, 2, "has the status 9");
  fs::remove(results + "/status.npy");
  expect_refused(verify, 2, "status is missing");
  fs::create_directories(folder_ / "vectors" / "results" / "vconv_f322f16x");
  expect_refused(verify, 2, "no such instruction");
  fs::remove_all(folder_ / "vectors" / "results" / "vconv_f322f16x");
  fs::remove_all(results);
  const std::string steps = contents(folder_ / "vectors" / "vconv_f322f16r" / "steps.npy");
  std::ofstream(folder_ / "vectors" / "vconv_f322f16r" / "steps.npy", std::ios::binary)
      << steps.substr(0, steps.size() - 1) + "x";
  expect_refused(verify, 2, "edited or damaged");
  replace_in("manifest.json", "\"seed\": 1", "\"seed\": 2");
  expect_refused(verify, 2, "edited or damaged");
  replace_in("manifest.json", "\"format_version\": 1", "\"format_version\": 9");
  expect_refused(verify, 2, "version 9");
  fs::remove(folder_ / "vectors" / "manifest.json");
  expect_refused(verify, 2, "manifest.json");
}

// The plan of the whole level would be predicted otherwise, which takes many minutes.
TEST_F(Vectors, FollowNoPlanFurtherThanTheirFilesGo) {
  export_pair();
  ASSERT_EQ(run_there().status, 0);
  const fs::path file = folder_ / "vectors" / "manifest.json";
  json manifest = json::parse(contents(file));
  manifest["plan"]["most_bytes"] = std::numeric_limits<std::uint64_t>::max();
  manifest.erase("digest");
  manifest["digest"] = sha256_of(manifest.dump());
  std::ofstream(file) << manifest.dump(1);
  const RunResult result = verified();
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("by results supplied as files for 3 of 10 units"));
}

TEST_F(Vectors, AreNotWrittenInto) {
  export_pair();
  expect_refused("vectors verify " + path() + " --out " + path("out"), 2, "name another folder");
  EXPECT_FALSE(fs::exists(folder_ / "vectors" / "out"));
}

TEST_F(Vectors, RefuseBadOptions) {
  expect_refused("vectors", 2, "subcommand");
  expect_refused("vectors export --out " + path() + " --instruction vconv_f322f99r", 2,
                 "no instruction");
  expect_refused("vectors export --out " + path() + " --family deq --instruction vconv_f322f16r", 2,
                 "of these families");
  expect_refused("vectors export --out " + path() + " --format xml", 2, "unknown format");
  expect_refused("vectors export --out " + path() + " --family vconv --max-size 1K", 2,
                 "--max-size");
  write("full", "");
  expect_refused("vectors export --family vconv --out '" + folder_.string() + "'", 2,
                 "not an empty folder");
}

// Each instruction has its share of the size, and what did not fit is said.
TEST_F(Vectors, InCSayWhatDidNotFit) {
  const RunResult small = exported("--format c --family cast_deq --max-size 400K");
  EXPECT_EQ(small.status, 0) << small.output;
  EXPECT_THAT(small.output, HasSubstr("programs of 3 instructions"));
  EXPECT_THAT(small.output, HasSubstr("more programs of the level quick did not fit"));
  const std::string data = contents(folder_ / "vectors" / "data.c");
  EXPECT_THAT(data, testing::Not(HasSubstr("vectors_left_out = 0u")));
  fs::remove_all(folder_ / "vectors");
  const RunResult none = exported("--format c --instruction vconv_s162f32 --max-size 20K");
  EXPECT_EQ(none.status, 2) << none.output;
  EXPECT_THAT(none.output, HasSubstr("--max-size: no program fits into"));
}

TEST_F(Vectors, InCSayWhichProgramEndedTheProcess) {
  ASSERT_EQ(exported("--format c --instruction vconv_f322s32z --max-size 1M").status, 0);
  std::ofstream(folder_ / "vectors" / "run.c")
      << "#include <stdlib.h>\n#include \"vectors.h\"\n"
         "int run(const vectors_program* program) {\n"
         "  if (program->number == 2) { abort(); }\n  return VECTORS_NO_SUCH_INSTRUCTION;\n}\n";
  const RunResult crash = run_shell("make -s -C " + path() + " vectors && " + path() +
                                    "/vectors >" + path() + "/tap; cat " + path() + "/tap");
  EXPECT_THAT(crash.output,
              HasSubstr("# no such instruction\nnot ok 2 - vconv_f322s32z program 1"));
  EXPECT_THAT(crash.output, testing::EndsWith("# running vconv_f322s32z program 2\n"));
}

TEST_F(Vectors, CheckThemselvesInC) {
  const RunResult result = exported(
      "--format c --family vconv --instruction vconv_f322s32z --choice walk.stride-width=16 "
      "--max-size 3M");
  ASSERT_EQ(result.status, 0) << result.output;
  const std::string make = "make -s -C " + path() + " CFLAGS='-O0 -Wall -Wextra -Werror' ";
  const RunResult empty = run_shell(make + "check");
  EXPECT_NE(empty.status, 0);
  EXPECT_THAT(empty.output, HasSubstr("not ok 1 - vconv_f322s32z"));
  EXPECT_THAT(empty.output, HasSubstr("# not run"));
  fs::copy_file(VCONFORM_SOURCE_DIR "/suites/vectors/testing/truncating_run.c",
                folder_ / "vectors" / "run.c", fs::copy_options::overwrite_existing);
  const RunResult right = run_shell(make + "check");
  EXPECT_EQ(right.status, 0) << right.output.substr(0, 2000);
  EXPECT_THAT(right.output, testing::Not(HasSubstr("not ok")));
  const RunResult wrong =
      run_shell(make + "clean && " + make + "check CPPFLAGS= CFLAGS='-O0 -DROUNDS_DOWN'");
  EXPECT_NE(wrong.status, 0);
  EXPECT_THAT(wrong.output, HasSubstr("not ok"));
  EXPECT_THAT(wrong.output, HasSubstr("is permitted"));
}

}  // namespace
}  // namespace vconform::suites
