// Full disks, and places that cannot be written to.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "suites/attacks/surroundings.h"

namespace vconform::suites::attacks {
namespace {

class Disks : public Surrounded {};

TEST_F(Disks, AFileSizeLimitOfZeroLosesNoVerdict) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    Command run = command(words);
    run.prepare = [] { limit(RLIMIT_FSIZE, 0); };
    expect_code(run, {4});
    fs::remove_all(out());
  }
}

// The limit also applies to the shared memory of a worker.
TEST_F(Disks, AFileSizeLimitInTheMiddleOfACertificate) {
  for (const rlim_t most : {rlim_t{4096}, rlim_t{20000}, rlim_t{60000}}) {
    Command run = command(kCertify);
    run.prepare = [most] { limit(RLIMIT_FSIZE, most); };
    expect_code(run, {4}, "ulimit -f");
    fs::remove_all(out());
  }
}

// No worker gets the memory that it shares, so that nothing runs and there is no deviation to
// print.
TEST_F(Disks, AFileSizeLimitHidesNoDeviation) {
  for (const std::string_view words : {kCertify, kSweep}) {
    Command run = command(words, "execute:spoil");
    run.prepare = [] { limit(RLIMIT_FSIZE, 1000); };
    expect_code(run, {4}, "memory to share with a worker");
    EXPECT_FALSE(fs::exists(out() / "journal"));
    fs::remove_all(out());
  }
}

TEST_F(Disks, AFullDisk) {
  for (const char* size : {"size=4k", "size=12k", "size=40k"}) {
    Command run = command(kCertify);
    fs::create_directories(out());
    run.prepare = [this, size] {
      own_mounts();
      mount_memory(out(), size);
    };
    expect_code(run, {4}, hostile_conforms_on(1));
  }
}

TEST_F(Disks, AFullDiskHidesNoDeviation) {
  fs::create_directories(out());
  Command run = command(kCertify, "execute:spoil");
  run.prepare = [this] {
    own_mounts();
    mount_memory(out(), "size=4k");
  };
  expect_code(run, {4}, hostile_conforms_on(0));
}

TEST_F(Disks, AFullDiskInASweep) {
  fs::create_directories(out());
  Command run = command(kSweep);
  run.prepare = [this] {
    own_mounts();
    mount_memory(out(), "size=4k,nr_inodes=2");
  };
  expect_code(run, {4}, "No space left on device (ENOSPC)");
}

// The journal's first line, which holds the backend's path, fits on the disk; those of its chunks
// do not.
TEST_F(Disks, AFullDiskInASweepHidesNoDeviation) {
  constexpr std::size_t kPath = 1550;
  constexpr std::string_view kTwo =
      "sweep --instruction vconv_s82f16,vconv_u82f16 --ctrl 0 --profile a2 --jobs 2";
  fs::create_directories(out());
  Command run = command(kTwo, "execute:spoil");
  std::string& library = *std::ranges::find(run.words, VCONFORM_HOSTILE);
  while (library.size() < kPath) {
    library.insert(library.rfind('/'), "/.");
  }
  run.prepare = [this] {
    own_mounts();
    mount_memory(out(), "size=4k");
  };
  const Ended done = ended(run);
  if (done.code == kCannot) {
    GTEST_SKIP() << "this machine does not let a test do that";
  }
  EXPECT_EQ(done.code, 4) << done.all();
  for (const char* part :
       {"does not conform: 1 wrong", "MISMATCH  int-to-float.zero", "the sweep is not whole",
        "journal': No space left on device (ENOSPC)"}) {
    EXPECT_NE(done.all().find(part), std::string::npos) << part << "\n" << done.all();
  }
}

TEST_F(Disks, AnOldCertificateDoesNotOutliveARunThatFails) {
  for (const char* attack : {"", "execute:spoil"}) {
    const fs::path old = folder_ / "old.json";
    fs::copy_file(prepared_files() / "certificate" / "certificate.json", old,
                  fs::copy_options::overwrite_existing);
    fs::create_directories(out());
    const fs::path kept = folder_ / "kept.json";
    Command run = command(kCertify, attack);
    // Only the shell sees the mounted disk, so it does the copying.
    const std::string script =
        "cp \"$1\" \"$2/certificate.json\" && shift 2 && \"$@\"; code=$?; "
        "cat \"$OUT/certificate.json\" >\"$KEPT\" 2>/dev/null; exit $code";
    run.words = {"/bin/sh", "-c", script, "sh", old.string(), out().string()};
    for (const std::string& word : command(kCertify, attack).words) {
      run.words.push_back(word);
    }
    run.environment["OUT"] = out().string();
    run.environment["KEPT"] = kept.string();
    const auto size = "size=" + std::to_string(fs::file_size(old) / 4096 * 4 + 8) + "k";
    run.prepare = [this, size] {
      own_mounts();
      mount_memory(out(), size.c_str());
    };
    expect_code(run, {4});
    const Ended verified =
        attacks::run({.words = {attacked_program(), "verify-certificate", kept.string()}});
    EXPECT_NE(verified.code, 0) << verified.all();
  }
}

TEST_F(Disks, MergingWritesIntoNoneOfItsInputs) {
  for (const char* folder : {"first", "second"}) {
    fs::copy(prepared_files() / "red_sweep", folder_ / folder, fs::copy_options::recursive);
  }
  const std::string before = text_of(folder_ / "first" / "sweep.json");
  for (const char* target : {"first", "./second", "second/../first"}) {
    const Ended done =
        ended({.words = {attacked_program(), "merge", "first", "second", "--out", target},
               .folder = folder_.path().string()});
    EXPECT_EQ(done.code, 2) << done.all();
    EXPECT_EQ(text_of(folder_ / "first" / "sweep.json"), before);
  }
}

TEST_F(Disks, AReadOnlyFolder) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    fs::create_directories(out());
    Command run = command(words);
    run.prepare = [this] {
      own_mounts();
      mount_memory(out(), "size=1m", MS_RDONLY);
    };
    expect_code(run, {2}, "cannot write to");
  }
}

TEST_F(Disks, NoSharedMemoryFolder) {
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    Command run = command(words);
    run.prepare = [] {
      own_mounts();
      mount_memory("/dev/shm", "size=0,nr_inodes=1", MS_RDONLY);
    };
    expect_code(run, {0});
    fs::remove_all(out());
  }
}

TEST_F(Disks, NoTemporaryFolder) {
  Command run = command(kCertify);
  run.environment["TMPDIR"] = "/nonexistent";
  expect_code(run, {0, 4});
}

TEST_F(Disks, AReadOnlyTemporaryFolder) {
  Command run = command(kCertify);
  fs::create_directories(folder_ / "tmp");
  run.environment["TMPDIR"] = (folder_ / "tmp").string();
  run.prepare = [this] {
    own_mounts();
    mount_memory(folder_ / "tmp", "size=4k", MS_RDONLY);
  };
  expect_code(run, {0, 4});
}

TEST_F(Disks, AFileWhereTheFolderShouldBe) {
  write_text(out(), "mine");
  for (const std::string_view words : {kCertify, kSweep, kProbe}) {
    expect_code(command(words), {2}, "cannot write to");
    EXPECT_EQ(text_of(out()), "mine");
  }
}

TEST_F(Disks, AFolderWhereTheCertificateShouldBe) {
  fs::create_directories(out() / "certificate.json" / "full");
  write_text(out() / "certificate.json" / "full" / "file", "mine");
  expect_code(command(kCertify), {2}, "is not a plain file");
  EXPECT_EQ(text_of(out() / "certificate.json" / "full" / "file"), "mine");
}

TEST_F(Disks, ThePipeWhereTheCertificateShouldBe) {
  fs::create_directories(out());
  mkfifo((out() / "certificate.json").c_str(), 0600);
  expect_code(command(kCertify), {2}, "is not a plain file");
  EXPECT_TRUE(fs::is_fifo(out() / "certificate.json"));
}

TEST_F(Disks, ACertificateThatIsALinkIsNotFollowed) {
  fs::create_directories(out());
  write_text(folder_ / "precious", "mine");
  fs::create_symlink(folder_ / "precious", out() / "certificate.json");
  expect_code(command(kCertify), {2}, "is not a plain file");
  EXPECT_EQ(text_of(folder_ / "precious"), "mine");
}

}  // namespace
}  // namespace vconform::suites::attacks
