#include "suites/attacks/readers.h"

#include <algorithm>

#include "suites/attacks/prepared_files.h"

namespace vconform::suites::attacks {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kResume =
    "sweep --instruction vconv_s82f16,vconv_u82f16 --ctrl 0 --profile a2 --jobs 2 --resume --out "
    "FOLDER";

constexpr Reader kReaders[] = {
    {"certificate", "certificate", "certificate.json", "verify-certificate FILE", "", 0},
    {"red_certificate", "red_certificate", "certificate.json", "verify-certificate FILE", "", 1},
    {"baseline", "certificate", "certificate.json",
     "certify --family vconv --level quick --profile a2 --jobs 2 --out OUT --baseline FILE", "", 0,
     false, 2, true},
    {"merged", "sweep", "sweep.json", "merge FOLDER --out OUT", "", 0},
    {"red_merged", "red_sweep", "sweep.json", "merge FOLDER --out OUT", "", 1},
    {"journal", "sweep", "journal", kResume, "", 0, true},
    {"red_journal", "red_sweep", "journal", kResume, "execute:spoil", 1, true},
    // The chunks are those of another backend's sweep.
    {"foreign_journal", "sweep", "journal", kResume, "execute:spoil,get_adapter:lie-name", 2, false,
     1},
    {"probe", "probe", "probe.json", "replay CASE --profile probed:FILE", "", 0, true},
    {"waivers", ".", "waivers.json",
     "certify --family vconv --level quick --profile a2 --jobs 2 --out OUT --waivers FILE",
     "execute:spoil", 0, true, 1, true},
    {"case", ".", "good.case", "replay FILE --profile a2", "", 0, true},
    {"explained_case", ".", "good.case", "explain FILE", "", 0, true},
    {"kept_case", ".", "good.case", "fuzz --keep FILE --regressions OUT", "", 0, true},
    // Named as fuzz names its findings.
    {"kept_finding", ".", "0123456789abcdef.case", "fuzz --keep FILE --regressions OUT", "", 0,
     true},
    {"certify_journal", "shard", "journal",
     "certify --family vconv --level quick --profile a2 --jobs 2 --shard 1/1 --resume --out FOLDER",
     "", 0, true, 2, true},
    {"reported", "certificate", "certificate.json", "report FILE --format badge-json", "", 0},
    {"compared", "certificate", "certificate.json", "compare FILE SIGNED", "", 0},
    // No result is in the folder, so that even the undamaged one does not conform.
    {"vectors", "vectors", "manifest.json", "vectors verify FOLDER --out OUT", "", 1, true},
    {"covered", "certificate", "certificate.json", "coverage FILE", "", 1, false, 2, true},
    // A key with another bit is another key, and signs as well.
    {"signing_key", ".", "key.pem",
     "certify --family vconv --level quick --profile a2 --jobs 2 --out OUT --sign FILE", "", 0,
     true, 2, true},
    {"public_key", ".", "key.pub", "verify-certificate SIGNED --key FILE", "", 0, true},
};

void replace(std::string& text, std::string_view word, const std::string& by) {
  if (const std::size_t at = text.find(word); at != std::string::npos) {
    text.replace(at, word.size(), by);
  }
}

// The offset of each line, and the end of the text.
std::vector<std::size_t> line_starts(const std::string& text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  if (starts.back() != text.size()) {
    starts.push_back(text.size());
  }
  return starts;
}

// A line with its list of objects emptied, if it has one.
std::string without_objects(const std::string& line) {
  const std::size_t list = line.find("[{");
  const std::size_t end = line.rfind("}]");
  const bool has_list = end != std::string::npos && list < end;
  return has_list ? line.substr(0, list) + "[]" + line.substr(end + 2) : line;
}

}  // namespace

std::span<const Reader> readers() {
  return kReaders;
}

Ended run_reader(const Reader& reader, const fs::path& folder,
                 const std::function<void(const fs::path& file)>& place) {
  const fs::path copied = folder / "copied";
  fs::remove_all(copied);
  fs::remove_all(folder / "out");
  if (reader.copied == ".") {
    fs::create_directory(copied);
  } else {
    fs::copy(prepared_files() / reader.copied, copied, fs::copy_options::recursive);
    fs::remove(copied / reader.file);
  }
  place(copied / reader.file);
  std::vector<std::string> words = words_of(reader.words);
  for (std::string& word : words) {
    replace(word, "FILE", (copied / reader.file).string());
    replace(word, "FOLDER", copied.string());
    replace(word, "OUT", (folder / "out").string());
    replace(word, "CASE", (prepared_files() / "good.case").string());
    replace(word, "SIGNED", (prepared_files() / "signed" / "certificate.json").string());
  }
  Command command = hostile_command(std::string(reader.attack), words);
  command.folder = folder;
  command.at_most = std::chrono::seconds(120);
  return run(command);
}

Ended run_reader(const Reader& reader, const fs::path& folder, std::string_view text) {
  return run_reader(reader, folder, [&](const fs::path& file) { write_text(file, text); });
}

std::size_t line_count(const std::string& text) {
  return line_starts(text).size() - 1;
}

std::string damaged(const std::string& text, std::size_t line, Damage damage) {
  const std::vector<std::size_t> starts = line_starts(text);
  const std::size_t first = starts.at(line);
  const std::size_t past = starts.at(line + 1);
  const std::string one = text.substr(first, past - first);
  const std::size_t begin = std::min(one.find_first_not_of(" \n"), one.size() - 1);
  const std::size_t middle = first + begin + (one.find_last_not_of(" \n,") - begin) / 2;
  switch (damage) {
    case Damage::kFlip: {
      std::string flipped = text;
      flipped[std::min(middle, past - 1)] ^= 1;
      return flipped;
    }
    case Damage::kRemove:
      return text.substr(0, first) + text.substr(past);
    case Damage::kDouble:
      return text.substr(0, past) + one + text.substr(past);
    case Damage::kCut:
      return text.substr(0, std::min(middle, past - 1));
    case Damage::kEmptied: {
      std::string emptied = text.substr(0, first);
      for (std::size_t i = line; i + 1 < starts.size(); ++i) {
        emptied += without_objects(text.substr(starts[i], starts[i + 1] - starts[i]));
      }
      return emptied;
    }
  }
  return text;
}

}  // namespace vconform::suites::attacks
