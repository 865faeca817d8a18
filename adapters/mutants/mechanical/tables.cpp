#include "adapters/mutants/mechanical/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace vconform::adapters::mechanical {

namespace {

// The source of site_table.h, and of the bytes that chosen.h sets.
constexpr const char* kTable = R"(#include "adapters/mutants/mechanical/site_table.h"

const vconform_mechanical_site vconform_mechanical::kSites[] = {{
{}}};
const std::uint32_t vconform_mechanical::kSiteCount = {};
unsigned char vconform_mechanical_reached[{}] = {{}};
)";

// The files of the checkout, each read once.
class Files {
 public:
  explicit Files(std::string root) : root_(std::move(root)) {}

  const std::string& text(const std::string& path) {
    const auto [known, is_new] = texts_.try_emplace(path);
    if (is_new) {
      std::ifstream file(std::filesystem::path(root_) / path, std::ios::binary);
      known->second.assign(std::istreambuf_iterator<char>(file), {});
    }
    return known->second;
  }

 private:
  std::string root_;
  std::map<std::string, std::string> texts_;
};

std::size_t line_of(const std::string& text, std::size_t at) {
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// The line that a place is in, without its indentation.
std::string whole_line(const std::string& text, std::size_t at) {
  const std::size_t newline = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin =
      text.find_first_not_of(' ', newline == std::string::npos ? 0 : newline + 1);
  return text.substr(begin, text.find('\n', at) - begin);
}

// Each run of white space as one space.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    if (!is_space || (!line.empty() && line.back() != ' ')) {
      line += is_space ? ' ' : c;
    }
  }
  return line;
}

std::string quoted(const std::string& text) {
  return "R\"~(" + on_one_line(text) + ")~\"";
}

void save(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace

void write_tables(const Found& found, const Rewriting& rewriting) {
  Files files(rewriting.root);
  std::string sites;
  for (const Site& site : found.sites) {
    const std::string& text = files.text(site.file);
    sites += fmt::format(
        "    {{\"{}\", {}, \"{}\", \"{}\", {}, {}, {}}},\n", site.file, line_of(text, site.begin),
        site.function, name_of(site.kind), quoted(whole_line(text, site.begin)),
        quoted(text.substr(site.begin, site.end - site.begin)), quoted(site.mutated));
  }
  std::string left_out;
  for (const LeftOut& left : found.left_out) {
    const std::string& text = files.text(left.site.file);
    left_out += fmt::format(
        "{}\t{}\t{}\t{}\t{}\n", left.site.file, line_of(text, left.site.begin), left.site.function,
        on_one_line(text.substr(left.site.begin, left.site.end - left.site.begin)), left.reason);
  }
  std::filesystem::create_directories(rewriting.copy);
  save(std::filesystem::path(rewriting.copy) / "sites.cpp",
       fmt::format(kTable, sites, found.sites.size(), found.sites.size() + 1));
  save(std::filesystem::path(rewriting.copy) / "left_out.tsv", left_out);
}

std::string in_words(const Found& found) {
  std::map<std::string, std::size_t> kinds;
  for (const Site& site : found.sites) {
    ++kinds[std::string(name_of(site.kind))];
  }
  std::map<std::string, std::size_t> reasons;
  for (const LeftOut& left : found.left_out) {
    ++reasons[left.reason.substr(0, left.reason.find(':'))];
  }
  std::string words = fmt::format("{} sites", found.sites.size());
  for (const auto& [kind, count] : kinds) {
    words += fmt::format(", {} {}", count, kind);
  }
  words += fmt::format("; left out {}", found.left_out.size());
  for (const auto& [reason, count] : reasons) {
    words += fmt::format(", {} {}", count, reason);
  }
  return words;
}

}  // namespace vconform::adapters::mechanical
