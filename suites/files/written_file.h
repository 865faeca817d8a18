// Writes files and makes folders.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vconform::suites {

// The ending of the name of an incomplete file.
inline constexpr std::string_view kUnfinished = ".unfinished";

// Writes a file whole or not at all: under another name, synced, renamed, and the folder synced.
// Never writes through a link. Throws DiskError that names the file, the error and `fix`.
void write_file(const std::filesystem::path& path, const std::string& content,
                std::string_view fix);

// Checks before a run that write_file can succeed after it: the folder exists and is writable, and
// anything of that name is a plain file. Throws spec::InputError or DiskError, ending with `fix`.
void expect_place_for_file(const std::filesystem::path& path, std::string_view fix);

// Makes a writable folder with its parents, if necessary. Throws as expect_place_for_file.
void make_folder(const std::filesystem::path& folder, std::string_view fix);

// Makes created, renamed and removed entries of a folder survive a loss of power, if the file
// system can. Throws DiskError.
void sync_folder(const std::filesystem::path& folder, std::string_view fix);

}  // namespace vconform::suites
