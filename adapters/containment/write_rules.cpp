#include "adapters/containment/write_rules.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "adapters/containment/no_new_privileges.h"
#include "adapters/load_error.h"

namespace vconform::adapters {

namespace {

constexpr const char* kRulesName = "write rules";

// The header linux/landlock.h of Debian 12 ends at version 2.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr std::uint32_t kAskForVersion = 1;
constexpr int kPathBeneath = 1;

struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;  // from version 4 on
  std::uint64_t scoped;   // from version 6 on
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
};

constexpr std::uint64_t kWriteFile = 1u << 1;
// Bits 4 to 12: removing folders and files; making devices, folders, files, sockets, FIFOs, links.
constexpr std::uint64_t kMakeAndRemove = 0x1ff0;
constexpr std::uint64_t kRefer = 1u << 13;
constexpr std::uint64_t kTruncate = 1u << 14;
constexpr std::uint64_t kScopeSignals = 1u << 1;

constexpr int kReferFrom = 2;
constexpr int kTruncateFrom = 3;
constexpr int kNetworkFrom = 4;
constexpr int kScopesFrom = 6;

// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) {
      close(fd_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::uint64_t handled_in(int version) {
  return kWriteFile | kMakeAndRemove | (version >= kReferFrom ? kRefer : 0) |
         (version >= kTruncateFrom ? kTruncate : 0);
}

int create_ruleset(int version) {
  const RulesetAttributes attributes{handled_in(version), 0,
                                     version >= kScopesFrom ? kScopeSignals : 0};
  const std::size_t size = version >= kScopesFrom    ? sizeof attributes
                           : version >= kNetworkFrom ? 2 * sizeof(std::uint64_t)
                                                     : sizeof(std::uint64_t);
  return static_cast<int>(syscall(kCreateRuleset, &attributes, size, 0));
}

// Returns 0 or an errno.
int allow(const Descriptor& ruleset, const std::string& path, std::uint64_t handled) {
  const Descriptor opened(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat found{};
  if (opened.get() < 0 || fstat(opened.get(), &found) != 0) {
    return errno;
  }
  const std::uint64_t fitting =
      S_ISDIR(found.st_mode) ? handled : handled & (kWriteFile | kTruncate);
  const PathBeneath rule{fitting, opened.get()};
  return syscall(kAddRule, ruleset.get(), kPathBeneath, &rule, 0) == 0 ? 0 : errno;
}

Measure refused(const char* what) {
  const std::string reason =
      errno == ENOSYS       ? "the kernel has no Landlock, or the container or emulator hides it"
      : errno == EOPNOTSUPP ? "Landlock is off on this machine (kernel parameter lsm=)"
                            : std::string(what) + " is refused: " + std::strerror(errno);
  return {kRulesName, false, reason};
}

// Checked even if no rule can be made: the mistake is the same on every machine.
void check_allowed(const std::vector<std::string>& allowed) {
  for (const std::string& path : allowed) {
    const Descriptor opened(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (opened.get() < 0) {
      throw LoadError(path + ": cannot be opened as a folder to write in: " + std::strerror(errno) +
                      ": make it, or leave it out of --allow-write");
    }
  }
}

}  // namespace

Measure install_write_rules(const std::vector<std::string>& allowed) {
  check_allowed(allowed);
  const int version = static_cast<int>(syscall(kCreateRuleset, nullptr, 0, kAskForVersion));
  if (version < 1) {
    return refused("Landlock");
  }
  const std::uint64_t handled = handled_in(version);
  const Descriptor ruleset(create_ruleset(version));
  if (ruleset.get() < 0) {
    return refused("a Landlock ruleset");
  }
  for (const std::string& path : allowed) {
    if (const int error = allow(ruleset, path, handled); error != 0) {
      throw LoadError(path + ": cannot be allowed for writing: " + std::strerror(error));
    }
  }
  for (const char* harmless : {"/dev/null", "/dev/zero"}) {
    allow(ruleset, harmless, handled);
  }
  if (!set_no_new_privileges() || syscall(kRestrictSelf, ruleset.get(), 0) != 0) {
    return refused("entering a Landlock domain");
  }
  return {kRulesName, true,
          version >= kTruncateFrom
              ? ""
              : "files may be truncated: Landlock is of version " + std::to_string(version) +
                    " here, that takes 3 (Linux 6.2)"};
}

}  // namespace vconform::adapters
