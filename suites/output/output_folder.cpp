#include "suites/output/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "spec/case/case_text.h"
#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/one_line.h"
#include "suites/files/written_file.h"
#include "suites/output/earlier_verdict.h"
#include "suites/presentation/page.h"
#include "suites/report/junit.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFix = "name another folder with --out";
constexpr std::string_view kRoomFix = "make room, or name another folder with --out";
constexpr std::string_view kPrevious = "previous";

// The files of each kind, and the folder of its cases.
constexpr std::array<std::string_view, 1> kProbedFiles = {"probe.json"};
struct Kind {
  std::span<const std::string_view> files;
  std::string_view cases;
};
constexpr std::array<Kind, 2> kKinds = {{{kVerdictFiles, "failures"}, {kProbedFiles, "probe"}}};

void expect_kind(const fs::path& path, fs::file_type type, std::string_view what) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(path, error);
  if (fs::exists(there) && there.type() != type) {
    throw spec::InputError(
        fmt::format("{} is not a {}: remove it, or {}", in_quotes(path.string()), what, kFix));
  }
}

void expect_own_places(const fs::path& folder) {
  for (const Kind& kind : kKinds) {
    for (const std::string_view file : kind.files) {
      expect_kind(folder / file, fs::file_type::regular, "plain file");
    }
    expect_kind(folder / kind.cases, fs::file_type::directory, "plain folder");
  }
}

bool is_unfinished(const fs::path& file) {
  return file.filename().string().ends_with(kUnfinished);
}

void remove_one(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) {
    refuse_place(file, error.value(), kFix);
  }
}

void make_one(const fs::path& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) {
    refuse_place(folder, error.value(), kFix);
  }
}

void move_one(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    refuse_place(from, errno, kFix);
  }
}

// The case files of a folder, including incomplete ones.
std::vector<fs::path> cases_in(const fs::path& folder) {
  std::vector<fs::path> cases;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    fs::path name = entry.path().filename();
    if (is_unfinished(name)) {
      name = name.stem();
    }
    if (name.extension() == ".case" && !fs::is_directory(entry.symlink_status(ignored))) {
      cases.push_back(entry.path());
    }
  }
  return cases;
}

// Removes incomplete files of a killed run, which are never read.
void remove_unfinished(const fs::path& folder, const Kind& kind) {
  for (const std::string_view file : kind.files) {
    remove_one((folder / file).concat(kUnfinished));
  }
  for (const fs::path& file : cases_in(folder / kind.cases)) {
    if (is_unfinished(file)) {
      remove_one(file);
    }
  }
}

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

// The existing results of a kind, relative to the folder, those that are set aside too.
std::vector<fs::path> results_in(const fs::path& folder, const Kind& kind) {
  std::vector<fs::path> results;
  for (const std::string_view file : kind.files) {
    if (is_there(folder / file) || is_there(set_aside(folder / file))) {
      results.emplace_back(file);
    }
  }
  for (const fs::path& file : cases_in(folder / kind.cases)) {
    results.push_back(fs::path(kind.cases) / file.filename());
  }
  return results;
}

// The place that links lead to, whether it is there or not.
fs::path followed(fs::path file) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(file, error); ++links) {
    file = file.parent_path() / fs::read_symlink(file, error);
  }
  return fs::weakly_canonical(file, error);
}

bool is_own_name(const fs::path& name) {
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const Kind& kind) {
    return std::find(kind.files.begin(), kind.files.end(), name.string()) != kind.files.end();
  });
}

}  // namespace

bool is_replaced_in(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path real = followed(fs::absolute(file));
  for (const fs::path& place : {folder, folder / kPrevious}) {
    if (is_own_name(real.filename()) && fs::equivalent(real.parent_path(), place, error)) {
      return true;
    }
    for (const Kind& kind : kKinds) {
      if (fs::equivalent(real.parent_path(), place / kind.cases, error)) {
        return true;
      }
    }
  }
  return false;
}

OutputFolder::OutputFolder(const fs::path& folder)
    : folder_((make_folder(folder, kFix), folder)), lock_(folder) {
  expect_own_places(folder_);
}

void OutputFolder::put_away(Results results) {
  if (std::exchange(is_put_away_[static_cast<std::size_t>(results)], true)) {
    return;
  }
  const Kind& kind = kKinds[static_cast<std::size_t>(results)];
  remove_unfinished(folder_, kind);
  const std::vector<fs::path> earlier = results_in(folder_, kind);
  if (earlier.empty()) {
    return;
  }
  const fs::path previous = folder_ / kPrevious;
  expect_kind(previous, fs::file_type::directory, "plain folder");
  make_one(previous);
  expect_own_places(previous);
  if (earlier.back().has_parent_path()) {
    make_one(previous / kind.cases);
  }
  for (const fs::path& file : results_in(previous, kind)) {
    remove_one(previous / file);
  }
  for (const fs::path& file : earlier) {
    const fs::path place = folder_ / file;
    move_one(is_there(place) ? place : set_aside(place), previous / file);
  }
  sync_folder(folder_, kFix);
}

void OutputFolder::write(const fs::path& file, const std::string& content) const {
  const fs::path path = folder_ / file;
  if (file.has_parent_path()) {
    std::error_code error;
    fs::create_directory(path.parent_path(), error);
    if (error) {
      fail_to_write(path, error.value(), kRoomFix);
    }
  }
  write_file(path, content, kRoomFix);
}

void OutputFolder::write(const Certificate& certificate, const GateReport& gate) {
  put_away(Results::kJudged);
  for (const DeviationReport& report : certificate.deviations) {
    if (!report.file.empty()) {
      write(report.file, spec::to_text(report.deviation.smallest));
    }
  }
  const RunInfo& info = certificate.info;
  if (!info.choices.probed.empty()) {
    write({info.selected, info.backend_name, info.backend_version, info.choices.probed, info.on,
           info.choices.claims, info.choices.instructions, info.choices.of_probing});
  }
  write("junit.xml", to_junit(certificate, gate, folder_.string()));
  const std::string text = to_json(certificate);
  write("certificate.json", text);
  write("report.html", report_page_of(text));
}

void OutputFolder::write(const ProbeReport& report) {
  put_away(Results::kProbed);
  for (const ProbedRule& probed : report.rules) {
    for (std::size_t i = 0; i < probed.cases.size(); ++i) {
      write(probe_file(probed.rule, i), spec::to_text(probed.cases[i]));
    }
  }
  write("probe.json", to_json(report));
}

}  // namespace vconform::suites
