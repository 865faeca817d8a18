#include "suites/attacks/library_attacks.h"

#include <algorithm>

namespace vconform::suites::attacks {

namespace {

// Commands that run many cases in several processes.
constexpr Victims kLong = kCertifies | kKeeping;
constexpr Victims kOne = kAllVictims - Victim::kCertifyProbed;
constexpr Victims kSeveral = kCertifies | kSweeps;
// Probing runs each of its cases in a new process if they crash.
constexpr Victims kJudging = kOne - Victim::kProbe;
// Doors through which a table is opened, and commands that open one and judge little.
constexpr Victims kTables = kDoors - Victim::kPrototypes;
constexpr Victims kOpening = Victims(Victim::kSmoke) | Victim::kMerge;
constexpr Victims kTwo = Victims(Victim::kCertify) | Victim::kReplay;

constexpr std::string_view kEnded = "ended its process with status 0|ends with status 0";
constexpr std::string_view kSegmentation = "signal 11|status 139";
constexpr std::string_view kAbort = "signal 6|status 13[49]|throws an exception";
constexpr std::string_view kKilled = "signal 9|killed";
constexpr std::string_view kTooLong = "TIMEOUT|no answer|is not open after|of processor time";
constexpr std::string_view kClaims = "CHANGED CLAIMS|claims";
constexpr std::string_view kWrong = "MISMATCH|none of the known readings";
constexpr std::string_view kOverwritten =
    "WROTE OUTSIDE|MISMATCH|PROPERTY|none of the known readings|CRASH|TIMEOUT|signal|ERROR";

constexpr LibraryAttack kAttacks[] = {
    // Attacks while the library is opened. An opening that never ends takes a minute.
    {"constructor:exit:0", Fate::kRefused, kAllVictims | kDoors | kOpening, kEnded},
    {"constructor:_exit:1", Fate::kRefused, kOne, "ended its process with status 1"},
    {"constructor:segv", Fate::kRefused, kOne, "signal 11"},
    {"constructor:abort", Fate::kRefused, kTwo, "signal 6"},
    {"constructor:hang", Fate::kRefused, Victim::kCertify, kTooLong, "", true},
    {"constructor:kill-self", Fate::kRefused, kOne | (kDoors - Victim::kProgram) | kOpening,
     kKilled},
    {"constructor:throw", Fate::kRefused, kTwo, "signal 6"},
    {"constructor:fork-and-answer", Fate::kRefused, kOne, kEnded},
    {"get_adapter:exit:0", Fate::kRefused, kAllVictims | kTables | kOpening, kEnded},
    {"get_adapter:quick_exit:0", Fate::kRefused, kOne, kEnded},
    {"get_adapter:segv", Fate::kRefused, kOne, "signal 11"},
    {"get_adapter:unload", Fate::kRefused, kOne, "signal 11"},
    {"get_adapter:sleep", Fate::kRefused, Victim::kReplay, kTooLong, "", true},
    {"create:exit:0", Fate::kRefused, kAllVictims | kTables | kOpening, kEnded},
    {"create:exit:1", Fate::kRefused, kOne, "ended its process with status 1"},
    {"create:_exit:0", Fate::kRefused, kOne, kEnded},
    {"create:quick_exit:0", Fate::kRefused, kOne, kEnded},
    {"create:exit-thread", Fate::kRefused, kTwo, "ended its process|no answer|was not opened"},
    {"create:abort", Fate::kRefused, kOne, "signal 6"},
    {"create:segv", Fate::kRefused, kAllVictims | kTables | kOpening, kSegmentation},
    {"create:overflow", Fate::kRefused, kOne, "signal 11"},
    {"create:throw", Fate::kRefused, kOne, "signal 6"},
    {"create:longjmp", Fate::kRefused, kTwo, "signal 11"},
    {"create:stop", Fate::kRefused, Victim::kProbe, kTooLong, "", true},
    {"create:kill-self", Fate::kRefused, kOne, kKilled},
    {"create:refuse", Fate::kRefused, kOne | kForms | kOpening | Victim::kLowering,
     "it does not want to"},
    {"create:refuse,last_error:segv", Fate::kRefused, kOne, "signal 11"},
    {"create:refuse,last_error:exit:0", Fate::kRefused, kOne, kEnded},
    {"create:refuse,last_error:flood", Fate::kRefused, kOne,
     "ERROR|none of the known|returned null"},
    {"create:fork-and-answer", Fate::kRefused, kOne, kEnded},
    {"capabilities:exit:0", Fate::kRefused, kAllVictims | kTables | kOpening, kEnded},
    {"capabilities:segv", Fate::kRefused, kOne, "signal 11"},
    {"capabilities:throw", Fate::kRefused, kTwo, "signal 6"},
    {"capabilities:null", Fate::kRefused, kOne | kForms | kOpening | Victim::kLowering,
     "capabilities\\(\\) returned null"},
    {"capabilities:wild-rows", Fate::kRefused, kOne, "signal 11"},
    {"capabilities:endless-rows", Fate::kRefused, kOne, "row_count 4294967295 exceeds"},
    {"capabilities:no-state", Fate::kRefused, kSeveral, "SATURATE"},
    {"capabilities:no-rows", Fate::kNothing, kSeveral, "claims no instruction|does not claim"},

    // Attacks at a later opening.
    {"constructor@2:exit:0", Fate::kRefusedOrDeviates, kSeveral, kEnded},
    {"constructor@2:segv", Fate::kRefusedOrDeviates, kSeveral, "signal 11"},
    {"get_adapter@2:lie-name", Fate::kDeviates, kSeveral | Victim::kLowering, kClaims},
    {"get_adapter@2:lie-version", Fate::kDeviates, kSeveral | kForms | Victim::kLowering, kClaims},
    {"create@2:exit:0", Fate::kRefusedOrDeviates, kSeveral | kTables, kEnded},
    {"create@2:refuse", Fate::kRefusedOrDeviates, kSeveral, "it does not want to"},
    {"create@2:kill-self", Fate::kRefusedOrDeviates, kSeveral, kKilled},
    {"capabilities@2:exit:0", Fate::kRefusedOrDeviates, kSeveral, kEnded},
    {"capabilities@2:fewer-rows", Fate::kDeviates, kSeveral, kClaims},
    {"capabilities@2:fewer-features", Fate::kDeviates, kSeveral, kClaims},
    {"capabilities@2:no-rows", Fate::kDeviates, kSeveral, kClaims},
    {"capabilities@2:more-rows", Fate::kDeviates, kSeveral, kClaims},
    {"capabilities@2:no-checking", Fate::kDeviates, kSeveral, kClaims},
    {"capabilities@2:null", Fate::kRefusedOrDeviates, kSeveral, "capabilities\\(\\) returned null"},
    {"capabilities@2:fewer-features,execute@100:exit:0", Fate::kDeviates, kLong,
     "ended its process|CHANGED CLAIMS"},
    {"capabilities@3:fewer-features,execute@20:_exit:0", Fate::kDeviates, kLong,
     "ended its process|CHANGED CLAIMS"},

    {"create@4:exit:0,execute%50:_exit:0", Fate::kRefusedOrDeviates, kLong, kEnded},

    // Attacks at the first opening alone, when the library is probed.
    {"execute~1:return:1", Fate::kDeviates, Victim::kCertifyProbed,
     "refused a case|BROKE CLAIM|MISMATCH"},
    {"execute~1:return:2", Fate::kDeviates, Victim::kCertifyProbed,
     "refused a case|REJECTED|MISMATCH"},
    {"execute~1:spoil", Fate::kDeviates, Victim::kCertifyProbed, "no reading of|MISMATCH"},
    // A sweep of 256 values has one program.
    {"execute@3:abort", Fate::kDeviates, Victim::kSweepProbed, "while it was probed no reading of"},

    // Attacks while cases are judged.
    {"execute:exit:0", Fate::kDeviates, kAllVictims | kKeeping | kDoors | Victim::kSmoke, kEnded},
    {"execute:exit:1", Fate::kDeviates, kJudging, "ended its process with status 1"},
    {"execute:_exit:0", Fate::kDeviates,
     kJudging | Victim::kCertifyProbed | kDoors | Victim::kSmoke, kEnded},
    {"execute:_exit:3", Fate::kDeviates, kTwo, "ended its process with status 3"},
    {"execute:quick_exit:0", Fate::kDeviates, kJudging, kEnded},
    {"execute:exit-thread", Fate::kDeviates, kReplays,
     "ended its process|no answer|was not opened"},
    {"execute:abort", Fate::kDeviates, kJudging | Victim::kCertifyProbed, "signal 6"},
    {"execute:segv", Fate::kDeviates, kAllVictims | kKeeping | kDoors | Victim::kSmoke,
     kSegmentation},
    {"execute:segv:-1", Fate::kDeviates, kTwo, "signal 11"},
    {"execute:overflow", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:throw", Fate::kDeviates, kAllVictims | kDoors | Victim::kSmoke, kAbort},
    {"execute:longjmp", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:unload", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:hang", Fate::kDeviates, kJudging | kDoors | Victim::kSmoke, kTooLong},
    {"execute:sleep", Fate::kDeviates, kReplays, kTooLong},
    {"execute:stop", Fate::kDeviates, kReplays, kTooLong},
    {"execute:stop:1", Fate::kDeviates, kSweeps, kTooLong, "", true},
    {"execute:kill-self", Fate::kDeviates, kJudging | (kDoors - Victim::kProgram) | Victim::kSmoke,
     kKilled},
    {"execute:kill-self:15", Fate::kStands, kTwo},
    // Every program is right by itself.
    {"execute_batch:hang", Fate::kDeviates, Victim::kCertify, "in a batch of", "", true},
    {"execute_batch:abort", Fate::kDeviates, Victim::kCertify, "in a batch of"},
    {"execute:kill-self:24", Fate::kDeviates, kTwo, "signal 24"},
    {"execute:out-of-time", Fate::kDeviates, kReplays, "signal 9|signal 24|TIMEOUT", "", true},
    {"execute@100:exit:0", Fate::kDeviates, kLong | kDoors, kEnded},
    {"execute@100:hang", Fate::kDeviates, Victims(Victim::kCertify) | Victim::kCertifyShared,
     kTooLong, "", true},
    {"execute%20:hang", Fate::kDeviates, Victims(Victim::kCertify) | Victim::kCertifyShared,
     kTooLong, "", true},
    {"execute%50:stop", Fate::kDeviates, Victim::kCertify, kTooLong, "", true},
    {"execute%20:kill-self", Fate::kDeviates, kLong, kKilled},
    {"execute%20:_exit:0", Fate::kDeviates, kLong, kEnded, "", true},
    {"execute:return:1", Fate::kDeviates, (kOne - Victim::kProbe) | Victim::kProgram,
     "BROKE CLAIM"},
    {"execute:return:2", Fate::kDeviates, kOne - Victim::kProbe, "REJECTED"},
    {"execute:return:3", Fate::kDeviates, kOne | kTables | Victim::kSmoke,
     "ERROR|none of the known|: error: "},
    {"execute:return:4", Fate::kDeviates, kOne | kForms | Victim::kSmoke,
     "returned 4, which is none"},
    {"execute:return:-1", Fate::kDeviates, kTwo, "returned 4294967295, which is none"},
    {"execute:return:0", Fate::kDeviates, kOne | kTables | Victim::kSmoke, kWrong},
    {"execute:return:3,last_error:segv", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:return:3,last_error:exit:0", Fate::kDeviates, kJudging, kEnded},
    {"execute:return:3,last_error:flood", Fate::kDeviates, kOne,
     "ERROR|none of the known|returned null"},
    {"execute:return:3,last_error:hang", Fate::kDeviates, kReplays, kTooLong},
    {"execute:spoil", Fate::kDeviates, kAllVictims | kKeeping | kDoors | Victim::kSmoke, kWrong},
    {"execute@100:spoil", Fate::kDeviates, kLong | kDoors, kWrong, "", true},
    {"execute:alternate", Fate::kDeviates, kLong, "UNSTABLE|MISMATCH|PROPERTY"},
    {"execute:spoil-at-once", Fate::kDeviates, Victims(Victim::kCertify) | Victim::kCertifyShared,
     "SameAtOnce"},
    {"execute:late:300", Fate::kDeviates, kJudging, kWrong},
    {"execute:late:5", Fate::kRace, kOne},
    {"execute:late:0", Fate::kRace, kLong},
    // Beside a memory that ends at a page, and beside one that does not.
    {"execute:outside:0", Fate::kDeviates, kJudging - kReplays, "signal 11", "", true},
    {"execute:outside:-1", Fate::kDeviates, kJudging - kReplays, "signal 11"},
    {"execute:outside:1", Fate::kDeviates, kReplays, "it writes behind UB"},
    {"execute:outside:23", Fate::kDeviates, kReplays, "it writes behind UB"},
    {"execute:outside:-2", Fate::kDeviates, kReplays, "it writes before UB"},
    {"execute:outside:-3000", Fate::kDeviates, kReplays, "it writes before UB"},
    {"execute:outside:4096", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:outside:-65536", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:fork-and-answer", Fate::kDeviates, kJudging | (kDoors - Victim::kProgram), kEnded},
    {"execute:scribble:0", Fate::kDeviates, kJudging, kOverwritten},
    {"execute:scribble:255", Fate::kDeviates,
     kOne | Victim::kArrays | Victim::kPrototypes | Victim::kLowering | Victim::kSmoke,
     kOverwritten},
    {"execute:scribble:65", Fate::kDeviates, kJudging, kOverwritten},
    {"execute:scribble-inverted", Fate::kDeviates, kJudging, kOverwritten},
    // The thread takes the time that each program may take, again and again.
    {"execute:scribble-always", Fate::kRace, kOne, "", "--time-limit 0.2"},
    {"execute:unmap", Fate::kDeviates, kJudging, "signal 11"},
    {"create:scribble:255", Fate::kRace, kTwo, kOverwritten},

    // A backend of a traced kernel: whatever ends its process ends the kernel.
    {"constructor~9:exit:0", Fate::kNothing, Victim::kTrace, "never called"},
    {"create~9:segv", Fate::kNothing, Victim::kTrace, "signal 11"},
    {"create~9:refuse", Fate::kNothing, Victim::kTrace, "it does not want to"},
    {"execute~9:exit:0", Fate::kDeviates, Victim::kTrace, "ended while the backend executed"},
    {"execute~9:_exit:0", Fate::kDeviates, Victim::kTrace, "ended while the backend executed"},
    {"execute~9:segv", Fate::kDeviates, Victim::kTrace, "the program ended with exit code"},
    {"execute~9:abort", Fate::kDeviates, Victim::kTrace, "signal 6"},
    {"execute~9:return:3", Fate::kDeviates, Victim::kTrace, "refused"},
    {"execute~9:kill-parent", Fate::kContained, Victim::kTrace},
    {"execute~9:close-all", Fate::kDeviates, Victim::kTrace, "ended while the backend executed"},

    // Attacks at the closing: what was judged before stands.
    {"destroy:exit:0", Fate::kStands, kAllVictims | kTables | Victim::kTrace},
    {"destroy:exit:1", Fate::kStands, kAllVictims},
    {"destroy:_exit:1", Fate::kStands, kOne},
    {"destroy:segv", Fate::kStands, kAllVictims | kTables},
    {"destroy:abort", Fate::kStands, kOne},
    {"destroy:throw", Fate::kStands, kOne},
    {"destroy:hang", Fate::kStands, kOne, "", "", true},
    {"destroy:sleep", Fate::kStands, kTwo, "", "", true},
    {"destroy:stop", Fate::kStands, kTwo, "", "", true},
    {"destroy:kill-self", Fate::kStands, kOne},
    {"destroy:scribble:255", Fate::kStands, kOne},
    {"destructor:exit:1", Fate::kStands, kOne},
    {"destructor:segv", Fate::kStands, kOne | kDoors},
    {"destructor:hang", Fate::kStands, kTwo, "", "", true},
    {"execute:spoil,destroy:exit:0", Fate::kDeviates, kAllVictims | kTables, kWrong},
    {"execute:spoil,destroy:_exit:0", Fate::kDeviates, kOne, kWrong},
    {"execute:spoil,destructor:exit:0", Fate::kDeviates, kOne, kWrong},
    {"execute:spoil,destroy:segv", Fate::kDeviates, kOne, kWrong},
    {"execute:spoil,destroy:scribble:0", Fate::kDeviates, kOne, kWrong},

    // Attacks on other processes.
    {"constructor:kill-parent", Fate::kContained, kAllVictims | kDoors | kOpening | Victim::kTrace},
    {"create:kill-run", Fate::kContained, kOne},
    {"execute:kill-parent", Fate::kContained, kAllVictims},
    {"execute:kill-group", Fate::kContained, kOne},
    {"execute:kill-run", Fate::kContained, kAllVictims - kCertifies},
    // Looking for the processes of the run takes as long as many conversions.
    {"execute%20:kill-run", Fate::kContained, kCertifies | kDoors},
    {"execute:signal-parent:15", Fate::kContained, kOne},
    {"execute:signal-parent:25", Fate::kContained, kOne},
    {"execute:stop-parent", Fate::kContained, kOne},
    {"execute:stop-run", Fate::kContained, kOne},
    {"execute:trace-parent", Fate::kContained, kOne},
    {"execute:starve-parent", Fate::kContained, kOne},
    {"execute:write-parent", Fate::kContained, kOne},
    {"destroy:kill-parent", Fate::kContained, kOne},
    {"destroy:kill-run", Fate::kContained, kOne},
    {"create:fork-both", Fate::kRace, kOne},
    {"create:fork-child", Fate::kStands, kOne},
    {"create:fork-session", Fate::kStands, kOne | kTables | kOpening},
    {"create:fork-twice", Fate::kStands, kOne},
    {"create:fork-many", Fate::kStands, kTwo},
    {"destroy:fork-session", Fate::kStands, kOne},
    {"execute:spoil,create:fork-session", Fate::kDeviates, kOne, kWrong},
    {"execute:_exit:0,create:fork-session", Fate::kDeviates, kJudging},

    // Attacks on the descriptors, limits and memory of the worker.
    {"execute:close-all", Fate::kStands,
     kOne | Victim::kArrays | Victim::kPrototypes | Victim::kLowering},
    {"constructor:close-std", Fate::kStands, kOne},
    {"constructor:close-all", Fate::kStands, kOne},
    {"execute:use-up-descriptors", Fate::kRace, kOne},
    {"execute:truncate-shared", Fate::kContained, kOne},
    {"execute:alloc:400", Fate::kDeviates, kReplays | kSweeps, "memory", "--memory-limit 200M"},
    {"create:alloc:400", Fate::kRefused, kOne, "memory", "--memory-limit 200M"},
    {"create:alloc:50", Fate::kStands, kTwo, "", "--memory-limit 1G"},
    {"create:signals", Fate::kStands, kOne},
    {"create:signals,execute:hang", Fate::kDeviates, kReplays, kTooLong},
    {"create:outlive-parent", Fate::kStands, kOne},
    {"create:chdir", Fate::kStands, kOne},
    {"create:environment", Fate::kStands, kOne},
    {"execute:rlimit", Fate::kContained, kOne, "", "", true},

    // Attacks on the output and on the files that people read.
    {"constructor:print", Fate::kStands, kOne},
    {"execute:print", Fate::kStands,
     kOne | Victim::kArrays | Victim::kPrototypes | Victim::kLowering | Victim::kSmoke},
    {"constructor:print-error", Fate::kStands, kOne},
    {"execute:print-error:64", Fate::kStands, kOne},
    {"execute:print-anywhere", Fate::kContained, kOne},
    {"execute:print-terminal", Fate::kStands, kTwo},
    {"execute:print-error:4,execute:segv", Fate::kDeviates, kJudging, "signal 11"},
    {"execute:forge,execute:spoil", Fate::kDeviates, kSeveral, kWrong},
    {"create:forge-always,execute:spoil", Fate::kDeviates, kSeveral, kWrong},
    {"destroy:forge,execute:spoil", Fate::kDeviates, kSeveral, kWrong},
    {"create:replace-folder,execute:spoil", Fate::kDeviates, kSeveral, kWrong},
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
