#include "suites/lower_cxx/lower_cxx.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/scratch_folder.h"
#include "suites/lower_cxx/attributes.h"
#include "suites/lower_cxx/compiler_call.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

constexpr int kNotStarted = 127;

// In the child. `output` receives its standard output, unless it is empty.
[[noreturn]] void become(const std::vector<std::string>& words, const std::string& output,
                         int failed) {
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    std::signal(signal, SIG_DFL);
  }
  const int file =
      output.empty() ? STDOUT_FILENO : open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  if (file >= 0 && dup2(file, STDOUT_FILENO) >= 0) {
    execvp(arguments.front(), arguments.data());
  }
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = write(failed, &reason, sizeof reason);
  _exit(kNotStarted);
}

// Runs the compiler; its exit code.
int run(const std::vector<std::string>& words, const std::string& output = "") {
  std::fflush(stdout);
  std::array<int, 2> failure{};
  if (pipe2(failure.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t child = fork();
  if (child == 0) {
    become(words, output, failure[1]);
  }
  close(failure[1]);
  int reason = 0;
  const bool has_failed = child < 0 || read(failure[0], &reason, sizeof reason) == sizeof reason;
  close(failure[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (has_failed) {
    throw spec::InputError(fmt::format("the compiler {} cannot be started: {}",
                                       in_quotes(words.front()),
                                       child < 0 ? "no further process" : std::strerror(reason)));
  }
  constexpr int kBySignal = 128;
  return WIFSIGNALED(status) ? kBySignal + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_to(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw DiskError(
        fmt::format("cannot write {}: {}", in_quotes(path.string()), std::strerror(errno)));
  }
}

class Lowering {
 public:
  explicit Lowering(const CompilerCall& call) : call_(call) {}

  int run_all() {
    std::size_t number = 0;
    for (const CompilerWord& word : call_.words) {
      if (word.is_source) {
        if (const int code = lower(word, number++); code != 0) {
          return code;
        }
      }
    }
    return call_.action == CompilerAction::kPreprocess ? kConforms : run(compile_words());
  }

 private:
  // A file of the same name in a folder of its own, since outputs are named after it.
  int lower(const CompilerWord& source, std::size_t number) {
    const fs::path folder = scratch_.path() / std::to_string(number);
    fs::create_directory(folder);
    const fs::path lowered = folder / (fs::path(source.text).stem().string() + ".ii");
    if (const int code = run(preprocess_words(source), lowered.string()); code != 0) {
      return code;
    }
    const std::string text = without_attributes(contents_of(lowered));
    if (call_.action == CompilerAction::kCompile) {
      write_to(lowered, text);
      lowered_.emplace(source.text, lowered.string());
    } else if (call_.output) {
      write_to(*call_.output, text);
    } else {
      fmt::print("{}", text);
    }
    return 0;
  }

  std::vector<std::string> preprocess_words(const CompilerWord& source) const {
    std::vector<std::string> words = {call_.compiler};
    for (const CompilerWord& word : call_.words) {
      if (!word.is_source && !word.is_for_output && !word.is_language) {
        words.push_back(word.text);
      }
    }
    if (call_.writes_dependencies && !call_.names_dependency_file) {
      words.insert(words.end(), {"-MF", dependency_file(call_, source.text)});
    }
    if (call_.writes_dependencies && !call_.names_target) {
      words.insert(words.end(), {"-MT", dependency_target(call_, source.text)});
    }
    words.insert(words.end(), {"-x", "c++", "-E", source.text});
    return words;
  }

  // The words in their order, each source replaced. Its language holds for the files behind it.
  std::vector<std::string> compile_words() const {
    std::vector<std::string> words = {call_.compiler};
    bool is_lowered = false;
    for (const CompilerWord& word : call_.words) {
      if (word.is_source) {
        words.insert(words.end(), {"-x", "c++-cpp-output", lowered_.at(word.text)});
      } else if (word.is_file && is_lowered) {
        words.insert(words.end(),
                     {"-x", word.language.empty() ? "none" : word.language, word.text});
      } else if (!word.is_for_preprocessor) {
        words.push_back(word.text);
      }
      is_lowered = word.is_source || (is_lowered && !word.is_file && !word.is_language);
    }
    // Clang takes the line markers for an extension, under -Wpedantic.
    if (fs::path(call_.compiler).filename().string().find("clang") != std::string::npos) {
      words.emplace_back("-Wno-gnu-line-marker");
    }
    return words;
  }

  const CompilerCall& call_;
  const ScratchFolder scratch_{"vconform-lower-cxx"};
  // By source file.
  std::map<std::string, std::string> lowered_;
};

}  // namespace

int lower_cxx(const LowerCxxOptions& options) {
  const CompilerCall call = compiler_call(options.words);
  if (call.action == CompilerAction::kOther) {
    return run(options.words);
  }
  return Lowering(call).run_all();
}

}  // namespace vconform::suites
