#include "suites/attacks/library_targets.h"

#include <algorithm>
#include <functional>
#include <set>

namespace vconform::suites::attacks {

namespace {

// Commands that run many cases.
constexpr Victims kManyCases = kCertifies | Victim::kProbe | kKeeping | kDoors;

// Whether the library deviates in each case, for which a command may need new processes, so that a
// few cases show what many do.
bool deviates_each_time(const LibraryAttack& attack) {
  return attack.fate == Fate::kDeviates && attack.text.find("execute:") != std::string_view::npos;
}

// Whether each case takes new processes, or each of so many. One attack shows each command, and
// does not count.
bool takes_long(const Target& target) {
  const auto says = [&](std::string_view part) {
    return target.attack.line.find(part) != std::string_view::npos;
  };
  const bool is_repeated = deviates_each_time(target.attack) ||
                           target.attack.text.find("execute%") != std::string_view::npos;
  const bool ends = (says("signal ") || says("ended its process")) && !says("MISMATCH");
  return is_repeated && ends && kManyCases.has(target.victim) &&
         target.attack.text != "execute:segv";
}

// Leaves out the targets of attacks_test.
std::vector<Target> targets_that(const std::function<bool(const Target&)>& are_so) {
  std::set<std::string> quick;
  for (const Target& target : quick_targets()) {
    quick.insert(name_of(target));
  }
  std::vector<Target> some = all_targets();
  std::erase_if(some, [&](const Target& target) {
    return !are_so(target) || quick.contains(name_of(target));
  });
  return some;
}

}  // namespace

bool has_plain_rows(const Target& target) {
  constexpr Victims kPlain = kManyCases - Victim::kPrototypes - Victim::kLowering;
  return kPlain.has(target.victim) && deviates_each_time(target.attack);
}

std::vector<Target> all_targets() {
  std::vector<Target> all;
  for (const LibraryAttack& attack : library_attacks()) {
    for (std::size_t i = 0; i < kVictimNames.size(); ++i) {
      if (attack.victims.has(static_cast<Victim>(i))) {
        all.push_back({attack, static_cast<Victim>(i)});
      }
    }
  }
  return all;
}

std::vector<Target> quick_targets() {
  std::vector<Target> some;
  std::size_t next = 0;
  for (const LibraryAttack& attack : library_attacks()) {
    // A command that needs a new process for each case runs a single case here.
    const bool is_long = attack.fate == Fate::kDeviates && attack.victims.has(Victim::kReplay);
    const Victims victims = is_long ? attack.victims - kCertifies - Victim::kProbe : attack.victims;
    bool is_met = attack.slow;
    for (std::size_t i = 0; i < kQuickVictims && !is_met; ++i) {
      const auto victim = static_cast<Victim>((next + i) % kQuickVictims);
      if (victims.has(victim)) {
        some.push_back({attack, victim});
        next += i + 1;
        is_met = true;
      }
    }
    // A row of other commands alone meets the first of them.
    for (std::size_t i = kQuickVictims; i < kVictimNames.size() && !is_met; ++i) {
      if (victims.has(static_cast<Victim>(i))) {
        some.push_back({attack, static_cast<Victim>(i)});
        is_met = true;
      }
    }
  }
  return some;
}

std::vector<Target> further_targets() {
  return targets_that([](const Target& target) { return !takes_long(target); });
}

std::vector<Target> longest_targets() {
  return targets_that(takes_long);
}

std::string name_of(const Target& target) {
  return name_of(target.attack) + "__" +
         std::string(kVictimNames[static_cast<std::size_t>(target.victim)]);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Target& target, std::ostream* stream) {
  *stream << name_of(target);
}

}  // namespace vconform::suites::attacks
