#include "adapters/mutants/mechanical/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>

#include "adapters/mutants/mechanical/find_sites.h"
#include "adapters/mutants/mechanical/parsed.h"
#include "adapters/mutants/mechanical/written.h"

namespace vconform::adapters::mechanical {

namespace fs = std::filesystem;

namespace {

constexpr const char* kChosen = "adapters/mutants/mechanical/chosen.h";

std::string contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

// One for each folder: parsing the headers takes most of the time.
std::vector<ToParse> units_of(const Rewriting& rewriting) {
  std::map<fs::path, ToParse> folders;
  for (const std::string& source : rewriting.sources) {
    ToParse& folder = folders[fs::path(source).parent_path()];
    folder.files.push_back(source);
    folder.roots = {rewriting.root};
    folder.arguments = {"-xc++", "-std=c++20", "-ferror-limit=0", "-Wno-c++11-narrowing", "-w"};
    folder.arguments.insert(folder.arguments.end(), rewriting.arguments.begin(),
                            rewriting.arguments.end());
  }
  std::vector<ToParse> units;
  for (auto& [path, unit] : folders) {
    units.push_back(std::move(unit));
  }
  return units;
}

template <typename Member>
void merge(std::vector<Member>& all, std::vector<Member> more, auto site_of) {
  for (Member& member : more) {
    const auto same = [&](const Member& known) { return site_of(known) == site_of(member); };
    if (std::ranges::none_of(all, same)) {
      all.push_back(std::move(member));
    }
  }
  std::ranges::sort(all, comes_before, site_of);
}

const Site& site_of(const LeftOut& left) {
  return left.site;
}

Found found_in(const std::vector<ToParse>& units, const Rewriting& rewriting) {
  Found all;
  for (const ToParse& unit : units) {
    const Parsed parsed(unit);
    if (const std::vector<Problem> problems = parsed.problems(); !problems.empty()) {
      throw std::runtime_error(
          fmt::format("{} does not compile: {}", unit.files.front(), problems.front().message));
    }
    Found some = find_sites(parsed, rewriting.root, rewriting.within);
    merge(all.sites, std::move(some.sites), std::identity());
    merge(all.left_out, std::move(some.left_out), site_of);
  }
  return all;
}

using Copies = std::map<std::string, WrittenFile>;

Copies write_copies(const std::vector<Site>& sites, const Rewriting& rewriting) {
  std::set<std::string> files(rewriting.sources.begin(), rewriting.sources.end());
  for (const Site& site : sites) {
    files.insert(site.file);
  }
  Copies copies;
  for (const std::string& file : files) {
    const std::string text = contents_of(fs::path(rewriting.root) / file);
    copies[file] = written(file, text, sites);
    write(fs::path(rewriting.copy) / file, copies[file].text);
  }
  return copies;
}

// The copy that a place is in; null for any other file.
const WrittenFile* copy_at(const Extent& place, const Copies& copies, const Rewriting& rewriting) {
  const std::string folder = rewriting.copy + "/";
  if (!place.file.starts_with(folder)) {
    return nullptr;
  }
  const auto copy = copies.find(place.file.substr(folder.size()));
  return copy == copies.end() ? nullptr : &copy->second;
}

// The innermost site at a place.
std::optional<std::size_t> site_at(const Extent& place, const WrittenFile& copy) {
  std::optional<std::size_t> innermost;
  for (const WrittenSite& site : copy.sites) {
    if (site.begin <= place.begin && place.begin < site.end) {
      innermost = site.number;
    }
  }
  return innermost;
}

// The first site after a place in its line: the initialiser of a name that must be constant.
std::optional<std::size_t> site_after(const Extent& place, const WrittenFile& copy) {
  const std::size_t end = copy.text.find('\n', place.begin);
  for (const WrittenSite& site : copy.sites) {
    if (place.begin <= site.begin && site.begin < end) {
      return site.number;
    }
  }
  return std::nullopt;
}

std::size_t blamed(const Problem& problem, const Copies& copies, const Rewriting& rewriting) {
  for (const auto find : {site_at, site_after}) {
    for (const Extent& place : problem.places) {
      const WrittenFile* copy = copy_at(place, copies, rewriting);
      if (const auto site = copy == nullptr ? std::nullopt : find(place, *copy)) {
        return *site;
      }
    }
  }
  throw std::runtime_error(fmt::format("{}: the copy does not compile, and no site is to blame: {}",
                                       problem.places.front().file, problem.message));
}

// Moves the sites that do not compile to those that are left out. Returns whether there were any.
bool drop_what_does_not_compile(std::vector<ToParse> units, const Rewriting& rewriting,
                                Found& found) {
  const Copies copies = write_copies(found.sites, rewriting);
  std::map<std::size_t, std::string> dropped;
  for (ToParse& unit : units) {
    unit.roots.insert(unit.roots.begin(), rewriting.copy);
    unit.arguments.push_back(fmt::format("-include{}/{}", rewriting.root, kChosen));
    for (const Problem& problem : Parsed(unit).problems()) {
      dropped.try_emplace(blamed(problem, copies, rewriting), problem.message);
    }
  }
  for (auto site = dropped.rbegin(); site != dropped.rend(); ++site) {
    const auto at = found.sites.begin() + static_cast<std::ptrdiff_t>(site->first);
    found.left_out.push_back({*at, "the compiler must know it: " + site->second});
    found.sites.erase(at);
  }
  return !dropped.empty();
}

}  // namespace

Found rewrite(const Rewriting& rewriting) {
  fs::remove_all(fs::path(rewriting.copy) / rewriting.within);
  const std::vector<ToParse> units = units_of(rewriting);
  Found found = found_in(units, rewriting);
  while (drop_what_does_not_compile(units, rewriting, found)) {
  }
  std::ranges::sort(found.left_out, comes_before, site_of);
  return found;
}

}  // namespace vconform::adapters::mechanical
