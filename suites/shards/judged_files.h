// The files that a backend is made of: a later run knows it again by their digest, and this one
// sees whether they were changed meanwhile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vconform::suites {

class JudgedFiles {
 public:
  // Those of `--backend selected` and of `--on on`, which may be empty. Throws as loadable() does.
  JudgedFiles(const std::string& selected, const std::string& on);

  // "sha256:" and 64 hexadecimal digits: of one file its own, of several that of theirs; empty if
  // there is none.
  const std::string& digest() const { return digest_; }

  // Throws std::runtime_error if one is another file now, or has another size or time.
  void expect_unchanged() const;
  // The same by content. Takes as long as reading it.
  void expect_same_content() const;

 private:
  struct Stamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t bytes = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct File {
    std::string path;
    Stamp stamp;
  };

  static Stamp stamp_of(const std::string& path);
  std::string digest_now() const;

  std::vector<File> files_;
  std::string digest_;
};

// Throws spec::InputError if a run that is continued elsewhere or later could not know the backend
// again: "exec:COMMAND" of which no word is a file, or that runs a module; a file that may be
// executed and not read.
void expect_known_again(const std::string& selected);

// That of the program which judges: what its oracle and its generators say depends on it.
std::string digest_of_this_program();

}  // namespace vconform::suites
