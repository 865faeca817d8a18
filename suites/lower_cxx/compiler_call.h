// The call of a compiler, sorted: what it does, which words are source files, and which words go to
// the preprocessor or the compiler proper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vconform::suites {

enum class CompilerAction : std::uint8_t {
  kOther,       // no source of C++, or only its dependencies (-M, -MM): called as it is
  kPreprocess,  // -E
  kCompile,     // -c, -S, or nothing: to an object, to assembly, to a program
};

struct CompilerWord {
  std::string text;
  bool is_file = false;
  // A source file of C++. The language of any file is as -x names it, "" if its name does.
  bool is_source = false;
  std::string language;
  // For the preprocessor alone: -D, -I, -include and its kin, -M..; the compiler proper must not
  // see it again.
  bool is_for_preprocessor = false;
  // An option that says what is done or where it goes (-c, -S, -E, -o and its file), or an input of
  // the linker: the preprocessor must not see it.
  bool is_for_output = false;
  // -x and its language.
  bool is_language = false;
};

struct CompilerCall {
  std::string compiler;
  std::vector<CompilerWord> words;
  CompilerAction action = CompilerAction::kOther;
  // Whether one object or assembly file comes of each source (-c, -S).
  bool stops_before_linking = false;
  bool to_assembly = false;
  // The file that -o names.
  std::optional<std::string> output;
  // Whether dependencies are written (-MD, -MMD), their file (-MF), and whether they name a target
  // (-MT, -MQ).
  bool writes_dependencies = false;
  bool names_dependency_file = false;
  bool names_target = false;

  std::size_t sources() const;
};

// `words` begins with the compiler. Throws spec::InputError for no compiler, a file of arguments
// (@FILE), an option without its value, and -o with several sources that are not linked.
CompilerCall compiler_call(const std::vector<std::string>& words);

// The file of dependencies that the compiler itself would choose, and the target in it.
std::string dependency_file(const CompilerCall& call, const std::string& source);
std::string dependency_target(const CompilerCall& call, const std::string& source);

}  // namespace vconform::suites
