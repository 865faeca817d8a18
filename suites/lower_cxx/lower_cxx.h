// The command `lower-cxx`: compiles code with attributes that no host compiler knows.
#pragma once

#include <string>
#include <vector>

namespace vconform::suites {

struct LowerCxxOptions {
  // The compiler and its arguments.
  std::vector<std::string> words;
};

// Preprocesses each source file with the compiler, removes the attributes from what comes out
// (attributes.h), and compiles that with the other arguments. Line markers stay, so that messages
// and debuggers name the source. Temporary files are removed, whatever happens.
//
// Returns the exit code of the compiler call that failed, 128 and the signal if one ended it, else
// 0. Throws spec::InputError if the compiler cannot be started, and as compiler_call() does.
int lower_cxx(const LowerCxxOptions& options);

}  // namespace vconform::suites
