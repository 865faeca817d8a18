#include "adapters/isolation/worker_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

#include <fmt/format.h>

#include "adapters/region/worker_call.h"

namespace vconform::adapters {

namespace {

// The number of the region's descriptor in the worker, after the standard ones.
constexpr int kRegionDescriptor = STDERR_FILENO + 1;

class SpawnActions {
 public:
  SpawnActions(int region, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, region, kRegionDescriptor);
    posix_spawn_file_actions_addclosefrom_np(&actions_, kRegionDescriptor + 1);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  const posix_spawn_file_actions_t& actions() const { return actions_; }
  const posix_spawnattr_t& attributes() const { return attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// The environment of this process, except that VCONFORM_ON and VCONFORM_TIME_LIMIT are what the
// backend is to have.
std::vector<std::string> environment_of(const Loadable& backend) {
  const std::string on = fmt::format("{}=", kOnVariable);
  const std::string limit = fmt::format("{}=", kTimeLimitVariable);
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    if (!variable.starts_with(on) && !variable.starts_with(limit)) {
      variables.emplace_back(variable);
    }
  }
  variables.push_back(fmt::format("{}{}", limit, backend.time_limit));
  if (!backend.on.empty()) {
    variables.push_back(on + backend.on);
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

pid_t start_worker_process(SharedRegion& region, const Loadable& backend, int output) {
  std::vector<std::string> words = words_of({backend, region.shape(), kRegionDescriptor, getpid()});
  words.insert(words.begin(), backend.worker);
  std::vector<std::string> variables = environment_of(backend);
  const SpawnActions how(region.descriptor(), output);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, backend.worker.c_str(), &how.actions(), &how.attributes(),
                                pointers_to(words).data(), pointers_to(variables).data());
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "the worker " + backend.worker);
  }
  return pid;
}

}  // namespace vconform::adapters
