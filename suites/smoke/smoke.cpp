#include "suites/smoke/smoke.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/load/loadable.h"
#include "spec/case/version.h"
#include "spec/profiles/choices.h"
#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"
#include "suites/judging/subject.h"
#include "suites/smoke/hints.h"
#include "suites/smoke/tried.h"

namespace vconform::suites {

namespace {

using Cells = std::vector<spec::Cell>;

// Each waits for the time limit twice.
constexpr std::size_t kMostTimeouts = 3;

// Instructions of the backend's own rows, without those that the suite would lower.
Cells claimed_cells(const adapters::Backend& backend) {
  Cells cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (backend.claims(cell)) {
      cells.push_back(cell);
    }
  }
  return cells;
}

// The forms that serve claimed rows, each with how.
void print_opened(const adapters::Backend& backend, const Cells& cells) {
  struct Served {
    adapters::Form form;
    std::string_view text;
  };
  constexpr std::array kServed = {
      Served{adapters::Form::kExecute, "execute(), whole programs"},
      Served{adapters::Form::kConvert,
             "convert(), arrays; the suite does masks, repeats and strides"},
      Served{adapters::Form::kElement,
             "element(), one element; the suite does masks, repeats, strides and layouts"}};
  std::string forms;
  for (const Served& served : kServed) {
    const bool is_used = std::ranges::any_of(cells, [&](const spec::Cell& cell) {
      return form_of(backend.description().capabilities, cell) == served.form;
    });
    forms += !is_used ? "" : (forms.empty() ? "" : "; ") + std::string(served.text);
  }
  if (forms.empty()) {
    forms = backend.judges_addressing() ? kServed[0].text : kServed[1].text;
  }
  fmt::print("opened  {} {}: {}\n", backend.name(), backend.version(), forms);
}

// Such as "9 instructions: vconv 7, deq 2; rejects bad arguments; thread-safe".
void print_claims(const adapters::Backend& backend, const Cells& cells, Door door) {
  std::string families;
  for (const spec::FamilyName& family : spec::kFamilies) {
    std::size_t count = 0;
    for (const spec::Cell& cell : cells) {
      count += cell.conversion().family == family.family ? 1 : 0;
    }
    if (count != 0) {
      families += fmt::format("{}{} {}", families.empty() ? "" : ", ", family.name, count);
    }
  }
  if (cells.empty()) {
    fmt::print("claims  NOTHING\n        hint: {}\n", hint_about_claims(door));
    return;
  }
  const bool checks = backend.judges_addressing() && backend.declares_argument_checking();
  fmt::print("claims  {} instruction{}: {}; {}; {}\n", cells.size(), cells.size() == 1 ? "" : "s",
             families, checks ? "rejects bad arguments" : "checks no arguments",
             backend.thread_safe() ? "thread-safe" : "one thread at a time");
}

// Prints each hint once.
class Hints {
 public:
  Hints(const adapters::Backend& backend, Door door) : backend_(backend), door_(door) {}

  void print(const Tried& tried) {
    const std::string_view hint =
        hint_of(tried, form_of(backend_.description().capabilities, tried.cell), door_);
    if (!hint.empty() && printed_.insert(hint).second) {
      fmt::print("        hint: {}\n", hint);
    }
  }

 private:
  const adapters::Backend& backend_;
  Door door_;
  std::set<std::string_view> printed_;
};

void print_tried(const Tried& tried, Hints& hints) {
  const std::string name = spec::instruction_name(tried.cell);
  if (!tried.finding) {
    fmt::print("ok      {:<32}{}\n", name, tried.sample);
    return;
  }
  fmt::print("WRONG   {:<32}{}  {}\n", name, tried.finding->verdict,
             printable(tried.finding->in_short));
  hints.print(tried);
}

struct Counts {
  std::size_t right = 0;
  std::size_t tried = 0;
};

Counts try_all(const Cells& cells, const Subject& subject, Hints hints) {
  Counts counts;
  std::size_t timeouts = 0;
  for (const spec::Cell& cell : cells) {
    if (timeouts == kMostTimeouts) {
      fmt::print("        {} more are not tried, after {} time-outs\n", cells.size() - counts.tried,
                 timeouts);
      break;
    }
    const Tried tried = try_simply(subject, cell);
    print_tried(tried, hints);
    ++counts.tried;
    counts.right += tried.finding ? 0 : 1;
    timeouts += tried.status == spec::OutcomeStatus::kTimedOut ? 1 : 0;
  }
  return counts;
}

// Names the next command if all went well.
void print_end(const SmokeOptions& options, const Counts& counts, std::size_t claimed,
               bool all_well) {
  const std::string next = all_well ? fmt::format("; next: {} certify --backend {} --level quick",
                                                  program(), shell_word(options.backend.backend))
                                    : "";
  fmt::print("{} of {} instruction{} ok{}\n", counts.right, claimed, claimed == 1 ? "" : "s", next);
}

}  // namespace

int smoke(const SmokeOptions& options) {
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  if (!backend->operations().empty()) {
    throw spec::InputError(fmt::format(
        "--backend {} has operations and no instruction to try: {} certify --level quick tries it",
        in_quotes(options.backend.backend), program()));
  }
  fmt::print("vconform {}  smoke test of {}\n", spec::kProgramVersion,
             printable(options.backend.backend));
  const Cells cells = claimed_cells(*backend);
  print_opened(*backend, cells);
  const bool is_program = adapters::is_command(options.backend.backend);
  const Door door = is_program ? Door::kProgram : Door::kLibrary;
  print_claims(*backend, cells, door);
  Subject subject = subject_of(backend);
  for (const std::string& choice : backend->permissive_choices()) {
    spec::pin_from_text(subject.pinned, choice);
  }
  const Counts counts = try_all(cells, subject, Hints(*backend, door));
  const std::string problem = backend->close();
  fmt::print("closed  {}\n", problem.empty() ? "ok" : "WRONG  " + printable(problem));
  const bool all_well = !cells.empty() && counts.right == cells.size() && problem.empty();
  print_end(options, counts, cells.size(), all_well);
  return all_well ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
