#include "suites/attacks/library_attacks.h"

#include <algorithm>

namespace vconform::suites::attacks {

namespace {

// What runs long enough, and in several processes.
constexpr Victims kLong = kCertifies;
constexpr Victims kOne = kAllVictims - Victim::kCertifyProbed;
constexpr Victims kSeveral = kCertifies | kSweeps;
constexpr Victims kTwo = Victims(Victim::kCertify) | Victim::kReplay;

constexpr LibraryAttack kAttacks[] = {
    // While it is opened.
    {"constructor:exit:0", Fate::kRefused, kAllVictims, "", ""},
    {"constructor:_exit:1", Fate::kRefused, kOne, "", ""},
    {"constructor:segv", Fate::kRefused, kOne, "", ""},
    {"constructor:abort", Fate::kRefused, kTwo, "", ""},
    {"constructor:stop", Fate::kRefused, kTwo, "", "", true},
    {"constructor:hang", Fate::kRefused, Victim::kCertify, "", "", true},
    {"constructor:kill-self", Fate::kRefused, kOne, "", ""},
    {"constructor:throw", Fate::kRefused, kTwo, "", ""},
    {"constructor:fork-and-answer", Fate::kRefused, kOne, "", ""},
    {"get_adapter:exit:0", Fate::kRefused, kAllVictims, "", ""},
    {"get_adapter:quick_exit:0", Fate::kRefused, kOne, "", ""},
    {"get_adapter:segv", Fate::kRefused, kOne, "", ""},
    {"get_adapter:unload", Fate::kRefused, kOne, "", ""},
    {"get_adapter:sleep", Fate::kRefused, Victim::kReplay, "", "", true},
    {"create:exit:0", Fate::kRefused, kAllVictims, "", ""},
    {"create:exit:1", Fate::kRefused, kOne, "", ""},
    {"create:_exit:0", Fate::kRefused, kOne, "", ""},
    {"create:quick_exit:0", Fate::kRefused, kOne, "", ""},
    {"create:exit-thread", Fate::kRefused, kTwo, "", "", true},
    {"create:abort", Fate::kRefused, kOne, "", ""},
    {"create:segv", Fate::kRefused, kAllVictims, "", ""},
    {"create:overflow", Fate::kRefused, kOne, "", ""},
    {"create:throw", Fate::kRefused, kOne, "", ""},
    {"create:longjmp", Fate::kRefused, kTwo, "", ""},
    {"create:hang", Fate::kRefused, Victim::kCertify, "", "", true},
    {"create:sleep", Fate::kRefused, Victim::kSweep, "", "", true},
    {"create:stop", Fate::kRefused, Victim::kProbe, "", "", true},
    {"create:kill-self", Fate::kRefused, kOne, "", ""},
    {"create:refuse", Fate::kRefused, kOne, "it does not want to", ""},
    {"create:refuse,last_error:segv", Fate::kRefused, kOne, "", ""},
    {"create:refuse,last_error:exit:0", Fate::kRefused, kOne, "", ""},
    {"create:refuse,last_error:flood", Fate::kRefused, kOne, "", ""},
    {"create:fork-and-answer", Fate::kRefused, kOne, "", ""},
    {"capabilities:exit:0", Fate::kRefused, kAllVictims, "", ""},
    {"capabilities:segv", Fate::kRefused, kOne, "", ""},
    {"capabilities:throw", Fate::kRefused, kTwo, "", ""},
    {"capabilities:null", Fate::kRefused, kOne, "", ""},
    {"capabilities:wild-rows", Fate::kRefused, kOne, "", ""},
    {"capabilities:endless-rows", Fate::kRefused, kOne, "", ""},
    {"capabilities:no-rows", Fate::kNothing, kSeveral, "", ""},

    // When it is opened again.
    {"constructor@2:exit:0", Fate::kDeviates, kSeveral, "", ""},
    {"constructor@2:segv", Fate::kDeviates, kSeveral, "", ""},
    {"get_adapter@2:lie-name", Fate::kDeviates, kSeveral, "", ""},
    {"get_adapter@2:lie-version", Fate::kDeviates, kSeveral, "", ""},
    {"create@2:exit:0", Fate::kDeviates, kSeveral, "", ""},
    {"create@2:refuse", Fate::kDeviates, kSeveral, "", ""},
    {"create@2:kill-self", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:exit:0", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:fewer-rows", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:fewer-features", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:no-rows", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:more-rows", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:no-checking", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:null", Fate::kDeviates, kSeveral, "", ""},
    {"capabilities@2:fewer-features,execute@100:exit:0", Fate::kDeviates, kLong, "", ""},
    {"capabilities@3:fewer-features,execute@20:_exit:0", Fate::kDeviates, kLong, "", ""},

    // While it is judged.
    {"execute:exit:0", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:exit:1", Fate::kDeviates, kOne, "", ""},
    {"execute:_exit:0", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:_exit:3", Fate::kDeviates, kTwo, "", ""},
    {"execute:quick_exit:0", Fate::kDeviates, kOne, "", ""},
    {"execute:exit-thread", Fate::kDeviates, kReplays, "", ""},
    {"execute:abort", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:segv", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:segv:-1", Fate::kDeviates, kTwo, "", ""},
    {"execute:overflow", Fate::kDeviates, kOne, "", ""},
    {"execute:throw", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:longjmp", Fate::kDeviates, kOne, "", ""},
    {"execute:unload", Fate::kDeviates, kOne, "", ""},
    {"execute:hang", Fate::kDeviates, kOne, "", ""},
    {"execute:sleep", Fate::kDeviates, kReplays | Victim::kSweep, "", ""},
    {"execute:stop", Fate::kDeviates, kReplays | Victim::kSweep, "", ""},
    {"execute:kill-self", Fate::kDeviates, kOne, "", ""},
    {"execute:kill-self:15", Fate::kDeviates, kTwo, "", ""},
    {"execute:kill-self:24", Fate::kDeviates, kTwo, "", ""},
    {"execute:out-of-time", Fate::kDeviates, kReplays, "", "", true},
    {"execute@100:exit:0", Fate::kDeviates, kLong, "", ""},
    {"execute@100:hang", Fate::kDeviates, kLong, "", "", true},
    {"execute%20:hang", Fate::kDeviates, kLong, "", "", true},
    {"execute%20:stop", Fate::kDeviates, Victim::kCertify, "", "", true},
    {"execute%20:kill-self", Fate::kDeviates, kLong, "", ""},
    {"execute%20:_exit:0", Fate::kDeviates, kLong, "", ""},
    {"execute:return:1", Fate::kDeviates, kOne, "", ""},
    {"execute:return:2", Fate::kDeviates, kOne, "", ""},
    {"execute:return:3", Fate::kDeviates, kOne, "", ""},
    {"execute:return:4", Fate::kDeviates, kOne, "", ""},
    {"execute:return:-1", Fate::kDeviates, kTwo, "", ""},
    {"execute:return:0", Fate::kDeviates, kOne, "", ""},
    {"execute:return:3,last_error:segv", Fate::kDeviates, kOne, "", ""},
    {"execute:return:3,last_error:exit:0", Fate::kDeviates, kOne, "", ""},
    {"execute:return:3,last_error:flood", Fate::kDeviates, kOne, "", ""},
    {"execute:return:3,last_error:hang", Fate::kDeviates, kReplays, "", ""},
    {"execute:spoil", Fate::kDeviates, kAllVictims, "", ""},
    {"execute@100:spoil", Fate::kDeviates, kLong, "", ""},
    {"execute:alternate", Fate::kDeviates, kLong, "", ""},
    {"execute:late:5", Fate::kDeviates, kOne, "", ""},
    {"execute:late:0", Fate::kDeviates, kLong, "", ""},
    {"execute:outside:0", Fate::kDeviates, kOne, "", ""},
    {"execute:outside:-1", Fate::kDeviates, kOne, "", ""},
    {"execute:outside:4096", Fate::kDeviates, kOne, "", ""},
    {"execute:outside:-65536", Fate::kDeviates, kOne, "", ""},
    {"execute:fork-and-answer", Fate::kDeviates, kOne, "", ""},
    {"execute:scribble:0", Fate::kDeviates, kOne, "", ""},
    {"execute:scribble:255", Fate::kDeviates, kOne, "", ""},
    {"execute:scribble:65", Fate::kDeviates, kOne, "", ""},
    {"execute:scribble-inverted", Fate::kDeviates, kOne, "", ""},
    {"execute:scribble-always", Fate::kDeviates, kOne, "", ""},
    {"execute:unmap", Fate::kDeviates, kOne, "", ""},
    {"create:scribble:255", Fate::kRefused, kTwo, "", ""},

    // When it is closed: what was judged before stands.
    {"destroy:exit:0", Fate::kStands, kAllVictims, "", ""},
    {"destroy:exit:1", Fate::kStands, kAllVictims, "", ""},
    {"destroy:_exit:1", Fate::kStands, kOne, "", ""},
    {"destroy:segv", Fate::kStands, kAllVictims, "", ""},
    {"destroy:abort", Fate::kStands, kOne, "", ""},
    {"destroy:throw", Fate::kStands, kOne, "", ""},
    {"destroy:hang", Fate::kStands, kOne, "", "", true},
    {"destroy:sleep", Fate::kStands, kTwo, "", "", true},
    {"destroy:stop", Fate::kStands, kTwo, "", "", true},
    {"destroy:kill-self", Fate::kStands, kOne, "", ""},
    {"destroy:scribble:255", Fate::kStands, kOne, "", ""},
    {"destructor:exit:1", Fate::kStands, kOne, "", ""},
    {"destructor:segv", Fate::kStands, kOne, "", ""},
    {"destructor:hang", Fate::kStands, kTwo, "", "", true},
    {"execute:spoil,destroy:exit:0", Fate::kDeviates, kAllVictims, "", ""},
    {"execute:spoil,destroy:_exit:0", Fate::kDeviates, kOne, "", ""},
    {"execute:spoil,destructor:exit:0", Fate::kDeviates, kOne, "", ""},
    {"execute:spoil,destroy:segv", Fate::kDeviates, kOne, "", ""},
    {"execute:spoil,destroy:scribble:0", Fate::kDeviates, kOne, "", ""},

    // Other processes.
    {"constructor:kill-parent", Fate::kContained, kAllVictims, "", ""},
    {"create:kill-run", Fate::kContained, kOne, "", ""},
    {"execute:kill-parent", Fate::kContained, kAllVictims, "", ""},
    {"execute:kill-group", Fate::kContained, kOne, "", ""},
    {"execute:kill-run", Fate::kContained, kAllVictims, "", ""},
    {"execute:signal-parent:15", Fate::kContained, kOne, "", ""},
    {"execute:signal-parent:25", Fate::kContained, kOne, "", ""},
    {"execute:stop-parent", Fate::kContained, kOne, "", ""},
    {"execute:stop-run", Fate::kContained, kOne, "", ""},
    {"execute:trace-parent", Fate::kContained, kOne, "", ""},
    {"execute:starve-parent", Fate::kContained, kOne, "", ""},
    {"execute:write-parent", Fate::kContained, kOne, "", ""},
    {"destroy:kill-parent", Fate::kContained, kOne, "", ""},
    {"destroy:kill-run", Fate::kContained, kOne, "", ""},
    {"create:fork-child", Fate::kStands, kOne, "", ""},
    {"create:fork-session", Fate::kStands, kOne, "", ""},
    {"create:fork-twice", Fate::kStands, kOne, "", ""},
    {"create:fork-many", Fate::kStands, kTwo, "", ""},
    {"destroy:fork-session", Fate::kStands, kOne, "", ""},
    {"execute:spoil,create:fork-session", Fate::kDeviates, kOne, "", ""},
    {"execute:_exit:0,create:fork-session", Fate::kDeviates, kOne, "", ""},

    // What the process has.
    {"execute:close-all", Fate::kStands, kOne, "", ""},
    {"constructor:close-std", Fate::kStands, kOne, "", ""},
    {"constructor:close-all", Fate::kStands, kOne, "", ""},
    {"execute:use-up-descriptors", Fate::kStands, kOne, "", ""},
    {"execute:truncate-shared", Fate::kContained, kOne, "", ""},
    {"create:signals", Fate::kStands, kOne, "", ""},
    {"create:signals,execute:hang", Fate::kDeviates, kReplays, "", ""},
    {"create:outlive-parent", Fate::kStands, kOne, "", ""},
    {"create:chdir", Fate::kStands, kOne, "", ""},
    {"create:environment", Fate::kStands, kOne, "", ""},
    {"execute:rlimit", Fate::kContained, kOne, "", ""},

    // What people read.
    {"constructor:print", Fate::kStands, kOne, "", ""},
    {"execute:print", Fate::kStands, kOne, "", ""},
    {"constructor:print-error", Fate::kStands, kOne, "", ""},
    {"execute:print-error:64", Fate::kStands, kOne, "", ""},
    {"execute:print-anywhere", Fate::kContained, kOne, "", ""},
    {"execute:print-terminal", Fate::kStands, kTwo, "", ""},
    {"execute:print-error:4,execute:segv", Fate::kDeviates, kOne, "", ""},
    {"execute:forge,execute:spoil", Fate::kDeviates, kSeveral, "", ""},
    {"create:forge-always,execute:spoil", Fate::kDeviates, kSeveral, "", ""},
    {"destroy:forge,execute:spoil", Fate::kDeviates, kSeveral, "", ""},
    {"create:replace-folder,execute:spoil", Fate::kDeviates, kSeveral, "", ""},
};

}  // namespace

std::span<const LibraryAttack> library_attacks() {
  return kAttacks;
}

std::string name_of(const LibraryAttack& attack) {
  std::string name(attack.text);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace vconform::suites::attacks
