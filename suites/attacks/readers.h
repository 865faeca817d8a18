// Commands that read files, and ways to damage those files.
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
  // The prepared folder that is copied for each run ('.': none), and the file in it that is
  // damaged.
  std::string_view copied;
  std::string_view file;
  // The command line; FILE, FOLDER, OUT, CASE and SIGNED are replaced.
  std::string_view words;
  // The value of VCONFORM_ATTACK for the run.
  std::string_view attack;
  // The exit code for the undamaged file.
  int code = 0;
  // `code` is also right for a damaged file: nothing tells what the file held before, or the work
  // that it records is done again.
  bool may_stand = false;
  // A further exit code that is right for a damaged file.
  int also = 2;
  // One run takes as long as a certification.
  bool slow = false;
};
std::span<const Reader> readers();

// Runs the reader on a file in `folder` with that text.
Ended run_reader(const Reader& reader, const std::filesystem::path& folder, std::string_view text);
// Runs the reader on whatever `place` puts there instead of a file.
Ended run_reader(const Reader& reader, const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::path& file)>& place);

enum class Damage : std::uint8_t { kFlip, kRemove, kDouble, kCut, kEmptied };
inline constexpr std::string_view kDamageNames[] = {"flip", "remove", "double", "cut", "emptied"};

// The text with line `line` damaged: a bit in its middle flipped, the line removed, doubled, the
// text cut in its middle, or the lists of objects emptied from that line on. A text without one
// stays whole.
std::string damaged(const std::string& text, std::size_t line, Damage damage);
std::size_t line_count(const std::string& text);

}  // namespace vconform::suites::attacks
