#include "suites/lower_cxx/compiler_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

template <std::size_t kSize>
bool is_one_of(std::string_view word, const std::array<std::string_view, kSize>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Options whose value may be the next word. Those of the preprocessor may also have it joined.
constexpr std::array<std::string_view, 13> kPreprocessorValues = {"-D",
                                                                  "-U",
                                                                  "-I",
                                                                  "-include",
                                                                  "-imacros",
                                                                  "-isystem",
                                                                  "-iquote",
                                                                  "-idirafter",
                                                                  "-iprefix",
                                                                  "-iwithprefix",
                                                                  "-iwithprefixbefore",
                                                                  "-Xpreprocessor",
                                                                  "-stdlib++-isystem"};
constexpr std::array<std::string_view, 3> kDependencyValues = {"-MF", "-MT", "-MQ"};
constexpr std::array<std::string_view, 16> kOtherValues = {
    "-L",      "-l",      "-Xlinker", "-Xassembler", "-Xclang", "-T",        "-u",        "-z",
    "-target", "--param", "-mllvm",   "-isysroot",   "-arch",   "--sysroot", "-aux-info", "-G"};
constexpr std::array<std::string_view, 14> kPreprocessorFlags = {
    "-C",  "-CC",  "-P",  "-H",  "-undef",     "-nostdinc", "-nostdinc++",
    "-MD", "-MMD", "-MP", "-MG", "-trigraphs", "-dD",       "-dI"};
constexpr std::array<std::string_view, 9> kExtensions = {".cpp", ".cc", ".cxx", ".c++", ".C",
                                                         ".CPP", ".cp", ".cce", ".asc"};

constexpr std::array<std::string_view, 12> kLinkerFlags = {"-shared",
                                                           "-static",
                                                           "-rdynamic",
                                                           "-pie",
                                                           "-no-pie",
                                                           "-static-pie",
                                                           "-s",
                                                           "-static-libgcc",
                                                           "-static-libstdc++",
                                                           "-nodefaultlibs",
                                                           "-nostartfiles",
                                                           "-nostdlib"};

class Sorter {
 public:
  explicit Sorter(const std::vector<std::string>& words) : words_(words) {}

  CompilerCall sort() {
    if (words_.empty()) {
      throw spec::InputError("lower-cxx needs a compiler: lower-cxx -- COMPILER [ARGUMENTS]");
    }
    call_.compiler = words_.front();
    for (at_ = 1; at_ < words_.size(); ++at_) {
      read(words_[at_]);
    }
    finish();
    return call_;
  }

 private:
  CompilerWord& add(const std::string& text) {
    call_.words.push_back({text, false, false, "", false, false, false});
    return call_.words.back();
  }

  const std::string& value() {
    if (at_ + 1 >= words_.size()) {
      throw spec::InputError(
          fmt::format("the compiler's option {} has no value", in_quotes(words_[at_])));
    }
    return words_[++at_];
  }

  // The option and, if that is the next word, its value.
  void add_with_value(const std::string& option, std::string_view name, bool is_for_preprocessor) {
    add(option).is_for_preprocessor = is_for_preprocessor;
    if (option == name) {
      add(value()).is_for_preprocessor = is_for_preprocessor;
    }
  }

  void read(const std::string& word) {
    if (word.starts_with("@")) {
      throw spec::InputError(fmt::format(
          "the compiler's file of arguments {} is not read: write the arguments themselves",
          in_quotes(word)));
    }
    if (word == "-" || !word.starts_with("-")) {
      add_file(word);
    } else if (!read_action(word) && !read_dependencies(word) && !read_preprocessor(word)) {
      const bool takes_value = is_one_of(word, kOtherValues);
      CompilerWord& option = add(word);
      option.is_for_output = word.starts_with("-l") || word.starts_with("-L") ||
                             word.starts_with("-Wl,") || is_one_of(word, kLinkerFlags);
      if (takes_value) {
        const bool is_for_output = option.is_for_output || word == "-Xlinker";
        add(value()).is_for_output = is_for_output;
        call_.words[call_.words.size() - 2].is_for_output = is_for_output;
      }
    }
  }

  void add_file(const std::string& word) {
    const bool has_name = is_one_of(fs::path(word).extension().string(), kExtensions);
    CompilerWord& file = add(word);
    file.is_file = true;
    file.is_source = language_ == "c++" || (language_.empty() && has_name);
    file.language = language_;
    // Sources of other languages and inputs of the linker.
    file.is_for_output = !file.is_source;
  }

  bool read_action(const std::string& word) {
    if (word == "-c" || word == "-S") {
      call_.stops_before_linking = true;
      call_.to_assembly = word == "-S";
    } else if (word == "-E") {
      preprocesses_ = true;
    } else if (word == "-M" || word == "-MM") {
      only_dependencies_ = true;
    } else if (word.starts_with("-x")) {
      add(word).is_language = true;
      const std::string language = word == "-x" ? value() : word.substr(2);
      if (word == "-x") {
        add(language).is_language = true;
      }
      language_ = language == "none" ? "" : language;
      return true;
    } else if (word.starts_with("-o") && !word.starts_with("-object")) {
      add(word).is_for_output = true;
      call_.output = word == "-o" ? value() : word.substr(2);
      if (word == "-o") {
        add(*call_.output).is_for_output = true;
      }
      return true;
    } else {
      return false;
    }
    add(word).is_for_output = true;
    return true;
  }

  bool read_dependencies(const std::string& word) {
    call_.writes_dependencies = call_.writes_dependencies || word == "-MD" || word == "-MMD";
    for (const std::string_view name : kDependencyValues) {
      if (word.starts_with(name)) {
        call_.names_dependency_file = call_.names_dependency_file || name == "-MF";
        call_.names_target = call_.names_target || name != "-MF";
        add_with_value(word, name, true);
        return true;
      }
    }
    return false;
  }

  bool read_preprocessor(const std::string& word) {
    if (is_one_of(word, kPreprocessorFlags) || word.starts_with("-Wp,")) {
      add(word).is_for_preprocessor = true;
      return true;
    }
    for (const std::string_view name : kPreprocessorValues) {
      const bool may_be_joined = name.size() == 2;
      if (word == name || (may_be_joined && word.starts_with(name))) {
        add_with_value(word, name, true);
        return true;
      }
    }
    return false;
  }

  void finish() {
    if (call_.sources() == 0 || only_dependencies_) {
      return;
    }
    call_.action = preprocesses_ ? CompilerAction::kPreprocess : CompilerAction::kCompile;
    const bool has_one_output = preprocesses_ || call_.stops_before_linking;
    if (has_one_output && call_.output && call_.sources() > 1) {
      throw spec::InputError(
          fmt::format("-o {} with {} sources: give -c, -S or -E one source at a time",
                      printable(*call_.output), call_.sources()));
    }
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  CompilerCall call_;
  std::string language_;
  bool preprocesses_ = false;
  bool only_dependencies_ = false;
};

std::string stem_of(const std::string& source) {
  return fs::path(source).stem().string();
}

}  // namespace

std::size_t CompilerCall::sources() const {
  return static_cast<std::size_t>(std::ranges::count_if(words, &CompilerWord::is_source));
}

CompilerCall compiler_call(const std::vector<std::string>& words) {
  return Sorter(words).sort();
}

// Beside the object that -o names; else in the working folder. A program's is named after it and
// the source (GCC: -dumpbase).
std::string dependency_file(const CompilerCall& call, const std::string& source) {
  if (!call.output) {
    return stem_of(source) + ".d";
  }
  const fs::path output(*call.output);
  return call.stops_before_linking ? fs::path(output).replace_extension(".d").string()
                                   : output.string() + "-" + stem_of(source) + ".d";
}

std::string dependency_target(const CompilerCall& call, const std::string& source) {
  return call.output ? *call.output : stem_of(source) + (call.to_assembly ? ".s" : ".o");
}

}  // namespace vconform::suites
