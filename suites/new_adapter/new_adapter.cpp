#include "suites/new_adapter/new_adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"
#include "suites/files/written_file.h"
#include "suites/new_adapter/written_files.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// The name that the templates have.
constexpr std::string_view kTemplateName = "my_adapter";
// The longest name of a table.
constexpr std::size_t kMostCharacters = 64;
constexpr std::string_view kFix = "write it in a folder with room";

// A file of this project that a new adapter needs as it is. `place` is in the new folder.
struct Copied {
  std::string place;
  std::string_view content;
};

struct Language {
  std::string_view name;
  std::string_view source;
  std::string_view adapter;
  std::string_view readme;
  // As certify takes it.
  std::string_view backend;
  // How it is built; empty for a language without a compiler, or that CMake does not know.
  std::string_view in_cmake;
  std::string_view compile;
  std::string_view folder;
  std::vector<Copied> copied;
};

std::vector<Copied> python_package() {
  std::vector<Copied> copied;
  for (const EmbeddedFile& file : kPythonPackage) {
    copied.push_back({"vconform/" + std::string(file.name), file.content});
  }
  return copied;
}

const std::array<Language, 4>& languages() {
  static const Copied abi{"adapters/vconform_adapter.h", kHeaderForC};
  static const std::array<Language, 4> all = {{
      {"c",
       "my_adapter.c",
       kAdapterInC,
       kReadme,
       "./my_adapter.so",
       "C",
       "cc -std=c11 -Wall -Wextra -O2 -shared -fPIC -I. my_adapter.c -o my_adapter.so",
       "adapters",
       {abi}},
      {"c++",
       "my_adapter.cpp",
       kAdapterInCpp,
       kReadme,
       "./my_adapter.so",
       "CXX",
       "c++ -std=c++20 -Wall -Wextra -O2 -shared -fPIC -I. my_adapter.cpp -o my_adapter.so",
       "adapters",
       {abi,
        {"adapters/vconform.hpp", kHeaderForCpp},
        {"adapters/vconform_elements.hpp", kElementsForCpp}}},
      {"python", "my_adapter.py", kAdapterInPython, kReadmeOfPython,
       "\"exec:python3 ./my_adapter.py\"", "", "", "vconform", python_package()},
      {"rust",
       "my_adapter.rs",
       kAdapterInRust,
       kReadmeOfRust,
       "./my_adapter.so",
       "",
       "rustc --edition 2021 -O --crate-type cdylib --crate-name adapter my_adapter.rs -o "
       "my_adapter.so",
       "adapters",
       {abi,
        {"adapters/vconform.rs", kModuleForRust},
        {"adapters/vconform_abi.rs", kAbiForRust},
        {"adapters/vconform_programs.rs", kProgramsForRust}}},
  }};
  return all;
}

const Language* language_named(std::string_view name) {
  const auto* found = std::ranges::find(languages(), name, &Language::name);
  return found == languages().end() ? nullptr : found;
}

// Modules that an adapter in Python, the package or numpy imports: a file of that name beside it
// would be imported in their place.
constexpr std::array<std::string_view, 91> kPythonModules = {
    {"abc",         "array",       "ast",       "base64",    "binascii",    "bisect",
     "builtins",    "bz2",         "code",      "codecs",    "collections", "contextlib",
     "contextvars", "copy",        "copyreg",   "ctypes",    "dataclasses", "datetime",
     "dis",         "encodings",   "enum",      "errno",     "fcntl",       "fnmatch",
     "functools",   "genericpath", "glob",      "hashlib",   "heapq",       "hmac",
     "importlib",   "inspect",     "io",        "ipaddress", "itertools",   "jax",
     "json",        "keyword",     "linecache", "locale",    "logging",     "lzma",
     "marshal",     "math",        "ntpath",    "numbers",   "numpy",       "opcode",
     "operator",    "os",          "pathlib",   "pickle",    "platform",    "posix",
     "posixpath",   "pprint",      "queue",     "random",    "re",          "reprlib",
     "secrets",     "select",      "selectors", "shutil",    "signal",      "site",
     "socket",      "stat",        "string",    "struct",    "subprocess",  "sys",
     "sysconfig",   "tempfile",    "textwrap",  "threading", "time",        "token",
     "tokenize",    "torch",       "traceback", "types",     "typing",      "unittest",
     "urllib",      "uuid",        "vconform",  "warnings",  "weakref",     "zipimport",
     "zlib"}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool may_be_in_name(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

void replace_all(std::string& text, std::string_view old, std::string_view now) {
  for (std::size_t at = text.find(old); at != std::string::npos;
       at = text.find(old, at + now.size())) {
    text.replace(at, old.size(), now);
  }
}

// A template for this adapter.
std::string filled_in(std::string_view text, const Language& language, const std::string& name) {
  std::string filled(text);
  replace_all(filled, "@LANGUAGE@", language.in_cmake);
  replace_all(filled, "@SOURCE@", language.source);
  replace_all(filled, "@COMPILE@", language.compile);
  replace_all(filled, "@VERSION@", spec::kProgramVersion);
  replace_all(filled, kTemplateName, name);
  // Last, because its path may hold anything.
  replace_all(filled, "@VCONFORM@", shell_word(program_from_anywhere()));
  return filled;
}

// Removes the folder unless it is complete.
class NewFolder {
 public:
  explicit NewFolder(const fs::path& path) : path_(path) {
    std::error_code error;
    const bool exists = fs::exists(fs::symlink_status(path, error));
    if (exists || !fs::create_directory(path, error)) {
      if (!exists && error) {
        refuse_place(path, error.value(), kFix);
      }
      throw spec::InputError(
          fmt::format("{} exists: give another name, or remove it", in_quotes(path.string())));
    }
  }
  ~NewFolder() {
    std::error_code error;
    if (!complete_) {
      fs::remove_all(path_, error);
    }
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  void keep() { complete_ = true; }

 private:
  fs::path path_;
  bool complete_ = false;
};

}  // namespace

void check_adapter_language(const std::string& language) {
  if (language_named(language) != nullptr) {
    return;
  }
  throw spec::InputError(
      fmt::format("unknown language {}: use c, c++, python or rust", in_quotes(language)));
}

void check_adapter_name(const std::string& name) {
  if (name.empty() || name.size() > kMostCharacters || !is_letter(name.front()) ||
      !std::ranges::all_of(name, may_be_in_name)) {
    throw spec::InputError(fmt::format(
        "{} cannot name an adapter: begin with a letter, then letters, digits, - or _, at "
        "most {} in all",
        in_quotes(name), kMostCharacters));
  }
}

int new_adapter(const NewAdapterOptions& options) {
  const Language& language = *language_named(options.language);
  const std::string& name = options.name;
  if (language.name == "python" && std::ranges::count(kPythonModules, name) > 0) {
    throw spec::InputError(
        fmt::format("{0} cannot name an adapter in Python: {0}.py would hide the module; give "
                    "another name",
                    name));
  }
  const fs::path folder = name;
  NewFolder made(folder);
  std::string source(language.source);
  replace_all(source, kTemplateName, name);
  const auto write = [&](const fs::path& file, std::string_view text) {
    write_file(folder / file, filled_in(text, language, name), kFix);
  };
  make_folder(folder / language.folder, kFix);
  for (const Copied& file : language.copied) {
    write_file(folder / file.place, std::string(file.content), kFix);
  }
  write(source, language.adapter);
  if (!language.in_cmake.empty()) {
    write("CMakeLists.txt", kCMakeLists);
  }
  write("README.md", language.readme);
  made.keep();
  const std::string compile =
      language.compile.empty() ? "" : fmt::format("  {}\n", language.compile);
  fmt::print(
      "wrote {}/: {}, where FILL IN marks what to replace, README.md, and what it needs of "
      "vconform "
      "in {}/\n{}",
      name, source, language.folder,
      filled_in(fmt::format("next:\n  cd my_adapter\n{}  @VCONFORM@ smoke {}\n", compile,
                            language.backend),
                language, name));
  return kConforms;
}

}  // namespace vconform::suites
