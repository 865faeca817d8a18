// The table of attacks by a loaded library: when and how each attacks, the commands that meet it,
// and the end that each must come to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites::attacks {

enum class Victim : std::uint8_t {
  kCertify,
  kCertifyShared,  // --in-process
  kCertifyProbed,  // without a profile
  kProbe,
  kReplay,
  kReplayShared,
  kSweep,
  kSweepShared,
  // Behind those that share the quick attacks.
  kCertifyResumed,  // --resume, without a journal to begin with
  kCertifyShard,    // --shard 1/1
  kSmoke,
  kMerge,        // of a shard that golden would have filled
  kTrace,        // --on, of a kernel without a finding
  kSweepProbed,  // without a profile
  // certify, with the library behind another door.
  kArrays,      // convert()
  kElements,    // element()
  kProgram,     // exec:, a program that opens the library
  kPrototypes,  // intrinsics:, a simulator that attacks
  kLowering,    // lowering: --on
};
inline constexpr std::array<std::string_view, 19> kVictimNames = {
    "certify",       "certify_shared", "certify_probed", "probe",           "replay",
    "replay_shared", "sweep",          "sweep_shared",   "certify_resumed", "certify_shard",
    "smoke",         "merge",          "trace",          "sweep_probed",    "arrays",
    "elements",      "program",        "prototypes",     "lowering"};
inline constexpr std::size_t kQuickVictims = 8;

class Victims {
 public:
  constexpr Victims() = default;
  constexpr Victims(Victim one) : bits_(1U << static_cast<unsigned>(one)) {}
  constexpr bool has(Victim one) const { return ((bits_ >> static_cast<unsigned>(one)) & 1) != 0; }
  friend constexpr Victims operator|(Victims a, Victims b) { return Victims(a.bits_ | b.bits_); }
  friend constexpr Victims operator-(Victims a, Victims b) { return Victims(a.bits_ & ~b.bits_); }

 private:
  constexpr explicit Victims(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};
inline constexpr Victims kCertifies =
    Victims(Victim::kCertify) | Victim::kCertifyShared | Victim::kCertifyProbed;
// Those that keep a journal.
inline constexpr Victims kKeeping = Victims(Victim::kCertifyResumed) | Victim::kCertifyShard;
// A table that does not execute programs; and all doors but the table's.
inline constexpr Victims kForms = Victims(Victim::kArrays) | Victim::kElements;
inline constexpr Victims kDoors =
    kForms | Victim::kProgram | Victim::kPrototypes | Victim::kLowering;
inline constexpr Victims kReplays = Victims(Victim::kReplay) | Victim::kReplayShared;
inline constexpr Victims kSweeps = Victims(Victim::kSweep) | Victim::kSweepShared;
inline constexpr Victims kAllVictims = kCertifies | Victim::kProbe | kReplays | kSweeps;

// The end that a run must come to.
enum class Fate : std::uint8_t {
  kRefused,            // exit code 3: the library cannot be opened
  kRefusedOrDeviates,  // 3 or 1, depending on which process meets it first
  kDeviates,           // 1, and a line that says why
  kStands,             // 0: what was judged is right, and the attack reached nobody
  kContained,          // as kStands if the kernel contains it, else 1 or 4: never silent
  kRace,               // 0 if it came too late and what was judged is right, else 1
  kNothing,            // 2 or 3: there is nothing to judge
};

struct LibraryAttack {
  // The value of VCONFORM_ATTACK (adapters/testing/hostile.h).
  std::string_view text;
  Fate fate = Fate::kDeviates;
  Victims victims;
  // A regular expression that the output must match if the attack has an effect.
  std::string_view line = "";
  // Further options of the command.
  std::string_view options = "";
  // Too slow for every run of the tests.
  bool slow = false;
};

std::span<const LibraryAttack> library_attacks();

// Such as "execute_segv", usable as the name of a test.
std::string name_of(const LibraryAttack& attack);

}  // namespace vconform::suites::attacks
