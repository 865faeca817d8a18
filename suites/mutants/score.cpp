#include "suites/mutants/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "adapters/load/open_backend.h"
#include "suites/diagnosis/diagnose.h"
#include "suites/diagnosis/wrong_worlds.h"
#include "suites/judging/departure.h"
#include "suites/judging/past.h"
#include "suites/judging/subject.h"
#include "suites/mutants/mechanical/mechanical_hunt.h"
#include "suites/mutants/probed.h"
#include "suites/mutants/proofs.h"
#include "suites/plan/mutant_hunt.h"
#include "suites/probing/families.h"
#include "suites/processes/process_pool.h"

namespace vconform::suites {

namespace {

using Clock = std::chrono::steady_clock;
using Message = nlohmann::json;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Golden in this process: it is our own.
struct Golden {
  Subject subject;
  // The readings that are pinned without probing.
  spec::Choices declared;
};

Golden open_golden() {
  const std::shared_ptr<adapters::Backend> backend = adapters::open_backend("golden");
  Golden golden{subject_of(backend), {}};
  golden.subject.execute_in_place = nullptr;
  if (const std::optional<spec::Choice> order = backend->overlap_order()) {
    golden.declared.pin(*order);
  }
  golden.subject.pinned = spec::choices_of_golden();
  return golden;
}

// The wrong backend, which begins anew as a process of its own would, with claims to the families
// that it concerns.
Subject subject_of(const WrongBackend& backend, const Golden& golden) {
  std::vector<spec::Family> families;
  for (const spec::Cell& cell : backend.cells) {
    const spec::Family family = cell.conversion().family;
    if (std::ranges::find(families, family) == families.end()) {
      families.push_back(family);
    }
  }
  Subject wrong = golden.subject;
  const auto alive = std::make_shared<Executor>(backend.around(golden.subject.execute));
  wrong.past = std::make_shared<Past>();
  wrong.execute = [alive, past = wrong.past](const spec::Case& test_case,
                                             const spec::MemoryImage& before) {
    past->note(test_case);
    return (*alive)(test_case, before);
  };
  wrong.renew = [alive, past = wrong.past, around = backend.around,
                 execute = golden.subject.execute] {
    past->forget();
    *alive = around(execute);
    return true;
  };
  wrong.claims = claims_within(golden.subject.claims, families);
  wrong.pinned = golden.declared;
  return wrong;
}

// Whether the hypothesis says what is wrong: it is meant, or a bundled mutant that does the same.
bool says_it(const Explanation::Mistake& mistake, const WrongBackend& backend, const Golden& golden,
             const spec::Cell& cell) {
  constexpr std::string_view kMutant = "mutant:";
  return std::ranges::find(backend.said_by, mistake.name) != backend.said_by.end() ||
         (mistake.name.starts_with(kMutant) && backend.changes_values &&
          agree_on_every_source(bundled(mistake.name), backend.around(golden.subject.execute),
                                cell));
}

Named named_by(const Diagnosis& diagnosis, const WrongBackend& backend, const Golden& golden) {
  if (diagnosis.explanations.empty()) {
    return Named::kNotExplained;
  }
  const bool is_right = std::ranges::any_of(
      diagnosis.explanations.front().alike, [&](const Explanation::Mistake& mistake) {
        return says_it(mistake, backend, golden, diagnosis.cell);
      });
  return is_right ? Named::kRight : Named::kWrong;
}

MutantScore score_of(const WrongBackend& backend, const Golden& golden, const Level& level,
                     std::uint64_t seed) {
  MutantScore score;
  const auto started = Clock::now();
  const Subject wrong = probed(subject_of(backend, golden));
  score.seconds_probing = seconds_since(started);
  const Hunt hunted = hunt(wrong, backend.cells, level, seed);
  score.cases = hunted.cases;
  score.seconds = hunted.seconds;
  const spec::Cell& cell = hunted.unit ? hunted.unit->cell : backend.cells.front();
  score.ordinary = ordinary_check(backend.around(golden.subject.execute), golden.subject.execute,
                                  cell, golden.subject.pinned, seed);
  if (!hunted.caught) {
    score.how = proof_of_equivalence(backend, golden.subject);
    score.fate = score.how.empty() ? Fate::kSurvived : Fate::kEquivalent;
    return score;
  }
  score.fate = Fate::kKilled;
  score.how = claim_name(*hunted.unit) + ", " + hunted.caught->verdict + " " + hunted.caught->rule;
  if (hunted.caught->verdict == kDeparts) {
    score.named = Named::kRight;
    return score;
  }
  const Diagnosis diagnosis = diagnose(wrong, cell, {hunted.caught->smallest}, seed);
  score.named = named_by(diagnosis, backend, golden);
  if (score.named == Named::kWrong) {
    score.how += "; called: " + diagnosis.explanations.front().alike.front().sentence;
  }
  return score;
}

// A report about a backend, over several instructions.
struct Report {
  std::vector<std::pair<spec::Cell, Explanation>> explanations;
  // The names of the mistakes that are departing readings, and are reported as such.
  std::set<std::string> departs;
};

// Whether each of the two is said, and nothing else.
Named named_by(const Report& report, const std::vector<WrongBackend>& parts, const Golden& golden) {
  std::size_t said = 0;
  std::set<std::size_t> told;
  for (const WrongBackend& part : parts) {
    bool is_said = report.departs.contains(part.name);
    for (std::size_t i = 0; i < report.explanations.size(); ++i) {
      const auto& [cell, explanation] = report.explanations[i];
      if (std::ranges::any_of(explanation.alike, [&](const Explanation::Mistake& mistake) {
            return says_it(mistake, part, golden, cell);
          })) {
        is_said = true;
        told.insert(i);
      }
    }
    said += is_said ? 1 : 0;
  }
  return told.size() < report.explanations.size() ? Named::kWrong
         : said == parts.size()                   ? Named::kRight
                                                  : Named::kNotExplained;
}

// Both mistakes are looked for where each shows by itself.
MutantScore score_of_pair(const WrongBackend& pair, const Golden& golden, const Level& level,
                          std::uint64_t seed) {
  MutantScore score;
  std::vector<spec::Cell> cells;
  std::map<std::string, std::string> departures;
  for (const WrongBackend& part : pair.parts) {
    const Hunt alone = hunt(probed(subject_of(part, golden)), part.cells, level, seed);
    if (!alone.caught) {
      score.fate = Fate::kEquivalent;
      score.how = "no pair: alone nothing shows " + part.wrong;
      return score;
    }
    if (std::ranges::find(cells, alone.unit->cell) == cells.end()) {
      cells.push_back(alone.unit->cell);
    }
    if (alone.caught->verdict == kDeparts) {
      departures.emplace(alone.caught->rule, part.name);
    }
  }
  const auto started = Clock::now();
  const Subject wrong = probed(subject_of(pair, golden));
  score.seconds_probing = seconds_since(started);
  score.ordinary = ordinary_check(pair.around(golden.subject.execute), golden.subject.execute,
                                  cells.front(), golden.subject.pinned, seed);
  Report report;
  for (const spec::Cell& cell : cells) {
    const Hunt hunted = hunt(wrong, {cell}, level, seed);
    score.cases += hunted.cases;
    score.seconds += hunted.seconds;
    if (!hunted.caught) {
      continue;
    }
    score.fate = Fate::kKilled;
    if (const auto part = departures.find(hunted.caught->rule);
        hunted.caught->verdict == kDeparts && part != departures.end()) {
      report.departs.insert(part->second);
    }
    for (const Explanation& explanation :
         diagnose(wrong, cell, {hunted.caught->smallest}, seed).explanations) {
      report.explanations.emplace_back(cell, explanation);
      score.how += fmt::format("{}{}", score.how.empty() ? "called: " : "; ",
                               explanation.alike.front().sentence);
    }
  }
  score.named = named_by(report, pair.parts, golden);
  return score;
}

std::string to_message(const MutantScore& score) {
  return Message{static_cast<int>(score.fate),
                 score.cases,
                 score.seconds,
                 score.seconds_probing,
                 score.how,
                 static_cast<int>(score.named),
                 score.ordinary.with_tolerance,
                 score.ordinary.exactly}
      .dump();
}

MutantScore from_message(const std::string& text) {
  const Message message = Message::parse(text);
  MutantScore score;
  score.fate = static_cast<Fate>(message.at(0).get<int>());
  message.at(1).get_to(score.cases);
  message.at(2).get_to(score.seconds);
  message.at(3).get_to(score.seconds_probing);
  message.at(4).get_to(score.how);
  score.named = static_cast<Named>(message.at(5).get<int>());
  message.at(6).get_to(score.ordinary.with_tolerance);
  message.at(7).get_to(score.ordinary.exactly);
  return score;
}

// The hunts of one process, for which golden runs each unit of the plan at most once a set of
// readings.
std::function<MutantScore(const WrongBackend&)> scorer_of_sites(const Level& level,
                                                                std::uint64_t seed) {
  const auto library = std::make_shared<MechanicalLibrary>();
  const auto plans = std::make_shared<std::vector<std::unique_ptr<RecordedPlan>>>();
  for (std::string& readings : recorded_readings()) {
    plans->push_back(std::make_unique<RecordedPlan>(*library, std::move(readings), level, seed));
  }
  return [library, plans](const WrongBackend& backend) {
    MutantScore score = hunt_site(backend.site, {*library, *plans});
    if (score.fate == Fate::kSurvived && !backend.equivalent.empty()) {
      score.fate = Fate::kEquivalent;
      score.how = backend.equivalent;
    }
    return score;
  };
}

}  // namespace

std::vector<MutantScore> scores_of(
    const std::vector<WrongBackend>& backends, const Level& level, std::uint64_t seed,
    std::size_t jobs, const std::function<void(std::size_t, const MutantScore&)>& finished) {
  std::vector<MutantScore> scores(backends.size());
  const bool has_sites = std::ranges::any_of(backends, &WrongBackend::has_site);
  const auto start = [&]() -> TaskRunner {
    return [&, golden = open_golden(),
            score_site = has_sites ? scorer_of_sites(level, seed) : nullptr](std::size_t index) {
      const WrongBackend& backend = backends[index];
      return to_message(backend.has_site()      ? score_site(backend)
                        : backend.parts.empty() ? score_of(backend, golden, level, seed)
                                                : score_of_pair(backend, golden, level, seed));
    };
  };
  run_tasks(backends.size(), jobs, start, {[&](std::size_t index, const std::string& message) {
              scores[index] = from_message(message);
              finished(index, scores[index]);
            }});
  return scores;
}

}  // namespace vconform::suites
