#include "suites/diagnosis/diagnose_all.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "oracle/judge/judge.h"
#include "spec/rows/operation_rows.h"
#include "suites/diagnosis/diagnosis_json.h"
#include "suites/diagnosis/hypotheses.h"
#include "suites/diagnosis/operation_paths.h"
#include "suites/files/progress_line.h"
#include "suites/judging/operation_findings.h"
#include "suites/processes/process_pool.h"

namespace vconform::suites {

namespace {

using Message = json;

std::string to_message(const Diagnosis& diagnosis) {
  Message explanations = Message::array();
  for (const Explanation& explanation : diagnosis.explanations) {
    Message alike = Message::array();
    for (const Explanation::Mistake& mistake : explanation.alike) {
      alike.push_back({mistake.name, mistake.sentence, mistake.is_program_fault});
    }
    explanations.push_back(alike);
  }
  Message inputs = Message::array();
  for (const InputCount& count : diagnosis.unexplained_inputs) {
    inputs.push_back({static_cast<std::uint64_t>(count.input), count.elements});
  }
  Message steps = Message::array();
  for (const WrongStep& step : diagnosis.first_steps) {
    steps.push_back({step.step, step.rule});
  }
  Message grids = Message::array();
  for (const Grid& grid : diagnosis.where) {
    grids.push_back(to_json(grid));
  }
  return Message{{"explanations", explanations},
                 {"wrong", diagnosis.wrong},
                 {"unexplained", diagnosis.unexplained},
                 {"inputs", inputs},
                 {"depends_on", diagnosis.depends_on},
                 {"first_steps", steps},
                 {"where", grids}}
      .dump();
}

Diagnosis from_message(const spec::Cell& cell, const std::string& text) {
  const Message message = Message::parse(text);
  Diagnosis diagnosis;
  diagnosis.cell = cell;
  for (const Message& alike : message.at("explanations")) {
    Explanation& explanation = diagnosis.explanations.emplace_back();
    for (const Message& mistake : alike) {
      explanation.alike.push_back({mistake.at(0).get<std::string>(),
                                   mistake.at(1).get<std::string>(), mistake.at(2).get<bool>()});
    }
  }
  message.at("wrong").get_to(diagnosis.wrong);
  message.at("unexplained").get_to(diagnosis.unexplained);
  for (const Message& count : message.at("inputs")) {
    diagnosis.unexplained_inputs.push_back(
        {static_cast<InputClass>(count.at(0).get<std::uint64_t>()),
         count.at(1).get<std::uint64_t>()});
  }
  message.at("depends_on").get_to(diagnosis.depends_on);
  for (const Message& step : message.at("first_steps")) {
    diagnosis.first_steps.push_back({step.at(0).get<std::string>(), step.at(1).get<std::string>()});
  }
  for (JsonFields& grid : JsonFields(message).objects("where")) {
    diagnosis.where.push_back(grid_of(grid));
  }
  return diagnosis;
}

// A rejection is explained where an operation issued the call that was rejected.
bool has_wrong_results(const spec::Cell& cell, const Deviation& deviation) {
  using oracle::Verdict;
  constexpr std::array kVerdicts = {Verdict::kMismatch, Verdict::kWroteOutside,
                                    Verdict::kInconsistent};
  return deviation.verdict == "PROPERTY" || deviation.verdict == kHostScalarCode ||
         (spec::is_operation(cell) && deviation.verdict == oracle::name_of(Verdict::kRejected)) ||
         std::ranges::any_of(kVerdicts, [&](Verdict verdict) {
           return oracle::name_of(verdict) == deviation.verdict;
         });
}

// Whether the case holds an instruction of another failing row.
bool involves_another(const spec::Case& test_case, const spec::Cell& own,
                      const std::vector<FailingRow>& rows) {
  return std::ranges::any_of(test_case.steps, [&](const spec::Step& step) {
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    return cell && *cell != own && std::ranges::find(rows, *cell, &FailingRow::cell) != rows.end();
  });
}

// The failing cases of a row to diagnose it by. A program in which another row may be wrong too
// refutes what is the matter with this one; if there are no others, it is all there is.
std::vector<spec::Case> own_cases(const FailingRow& row, const std::vector<FailingRow>& rows) {
  std::vector<spec::Case> own = row.cases;
  std::erase_if(own, [&](const spec::Case& one) { return involves_another(one, row.cell, rows); });
  return own.empty() ? row.cases : own;
}

// How many instructions of a family are diagnosed before the third wave.
constexpr std::size_t kKnownBeforeOthers = 8;

// The first row of each family, some more, and the others: each wave knows what those before found.
std::array<std::vector<std::size_t>, 3> waves_of(const std::vector<FailingRow>& rows) {
  std::array<std::vector<std::size_t>, 3> waves;
  std::map<spec::Family, std::size_t> of_family;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t before = of_family[rows[row].cell.conversion().family]++;
    waves[before == 0 ? 0 : before < kKnownBeforeOthers ? 1 : 2].push_back(row);
  }
  return waves;
}

FamilyFindings findings_of(spec::Family family, const std::vector<Diagnosis>& known) {
  FamilyFindings findings;
  std::size_t diagnosed = 0;
  for (const Diagnosis& diagnosis : known) {
    if (diagnosis.cell.conversion().family != family) {
      continue;
    }
    ++diagnosed;
    for (const Explanation& explanation : diagnosis.explanations) {
      for (const Explanation::Mistake& mistake : explanation.alike) {
        findings.suspects.push_back(mistake.name);
      }
    }
  }
  findings.are_unexplained = findings.suspects.empty() && diagnosed >= kKnownBeforeOthers;
  return findings;
}

// A fault in an argument or a register that an instruction is said to have; nullptr if none.
const Explanation::Mistake* program_fault_of(const Diagnosis& diagnosis) {
  for (const Explanation& explanation : diagnosis.explanations) {
    if (explanation.alike.front().is_program_fault) {
      return &explanation.alike.front();
    }
  }
  return nullptr;
}

// The rows of which such a fault is told although more of their family are wrong and refute it: a
// backend decodes the arguments of a family in one place mostly, so the fault only resembles what
// is the matter with them.
std::vector<std::size_t> refuted_by_siblings(const std::vector<Diagnosis>& diagnoses) {
  using Fault = std::pair<spec::Family, std::string>;
  std::map<Fault, std::vector<std::size_t>> told;
  for (std::size_t row = 0; row < diagnoses.size(); ++row) {
    if (const Explanation::Mistake* fault = program_fault_of(diagnoses[row])) {
      told[{diagnoses[row].cell.conversion().family, fault->name}].push_back(row);
    }
  }
  std::map<Fault, std::size_t> refuting;
  for (const Diagnosis& diagnosis : diagnoses) {
    if (told.empty() || !diagnosis.explanations.empty() || !diagnosis.depends_on.empty()) {
      continue;
    }
    for (const Hypothesis& tried : hypotheses_about({}, diagnosis.cell)) {
      if (tried.is_program_fault) {
        ++refuting[{diagnosis.cell.conversion().family, tried.name}];
      }
    }
  }
  std::vector<std::size_t> refuted;
  for (const auto& [fault, rows] : told) {
    if (rows.size() < refuting[fault]) {
      refuted.insert(refuted.end(), rows.begin(), rows.end());
    }
  }
  return refuted;
}

}  // namespace

void add_failing(const spec::Cell& cell, const Deviation& deviation,
                 std::vector<FailingRow>& rows) {
  if (!has_wrong_results(cell, deviation)) {
    return;
  }
  auto row = std::ranges::find(rows, cell, &FailingRow::cell);
  if (row == rows.end()) {
    rows.push_back({cell, {}});
    row = rows.end() - 1;
  }
  row->cases.push_back(deviation.smallest);
}

std::vector<Diagnosis> diagnose_all(const std::vector<FailingRow>& rows, std::size_t jobs,
                                    const std::function<Subject()>& start, std::uint64_t seed) {
  std::vector<Diagnosis> diagnoses(rows.size());
  ProgressLine line;
  std::size_t done = 0;
  const auto run_wave = [&](const std::vector<std::size_t>& wave,
                            const std::vector<Diagnosis>& known, bool refute_program_faults) {
    if (wave.empty()) {
      return;
    }
    const auto start_task_runner = [&]() -> TaskRunner {
      return [&, subject = std::make_shared<Subject>(start())](std::size_t task) {
        const FailingRow& failing = rows[wave[task]];
        FamilyFindings findings = findings_of(failing.cell.conversion().family, known);
        findings.refute_program_faults = refute_program_faults;
        return to_message(
            spec::is_operation(failing.cell)
                ? diagnose_operation(*subject, failing.cell, failing.cases)
                : diagnose(*subject, failing.cell, own_cases(failing, rows), seed, findings));
      };
    };
    run_tasks(wave.size(), std::min(jobs, wave.size()), start_task_runner,
              {[&](std::size_t task, const std::string& message) {
                const std::size_t row = wave[task];
                diagnoses[row] = from_message(rows[row].cell, message);
                ++done;
                line.show([&](double) {
                  return fmt::format("diagnosis: {} of {} instructions", done, rows.size());
                });
              }});
  };
  std::vector<Diagnosis> known;
  for (const std::vector<std::size_t>& wave : waves_of(rows)) {
    run_wave(wave, known, false);
    for (const std::size_t row : wave) {
      known.push_back(diagnoses[row]);
    }
  }
  const std::vector<std::size_t> again = refuted_by_siblings(diagnoses);
  done -= again.size();
  run_wave(again, known, true);
  return diagnoses;
}

}  // namespace vconform::suites
