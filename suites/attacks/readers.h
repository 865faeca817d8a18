// Commands that read files, and damage to what they read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/attacks/attacked_run.h"

namespace vconform::suites::attacks {

struct Reader {
  std::string_view name;
  // A folder of the prepared files, copied for each run ('.': none), and the file in it that is
  // damaged.
  std::string_view copied;
  std::string_view file;
  // FILE, FOLDER and CASE are replaced.
  std::string_view words;
  // VCONFORM_ATTACK of the run.
  std::string_view attack;
  // The exit code for the file as it is.
  int code = 0;
  // `code` is right for a damaged file, too: nothing says what the file was before, or what it was
  // about is done again.
  bool may_stand = false;
  // A further code that is right of a damaged one.
  int also = 2;
  // A run takes as long as a certification.
  bool slow = false;
};
std::span<const Reader> readers();

// Runs the reader on a file in `folder` that has that text.
Ended run_reader(const Reader& reader, const std::filesystem::path& folder, std::string_view text);
// On something else, which `place` puts there.
Ended run_reader(const Reader& reader, const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::path& file)>& place);

enum class Damage : std::uint8_t { kFlip, kRemove, kDouble, kCut };
inline constexpr std::string_view kDamageNames[] = {"flip", "remove", "double", "cut"};

// Line `line` with one bit of its middle flipped, without it, with it twice, or only what is before
// its middle.
std::string damaged(const std::string& text, std::size_t line, Damage damage);
std::size_t line_count(const std::string& text);

}  // namespace vconform::suites::attacks
