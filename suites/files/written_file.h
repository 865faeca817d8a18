// Writing files and making folders.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vconform::suites {

// The end of the name of a file that is not complete.
inline constexpr std::string_view kUnfinished = ".unfinished";

// Whole or not at all: under another name, synced, renamed, and the folder synced. Never written
// through a link. Throws DiskError that names the file, the error and `fix`.
void write_file(const std::filesystem::path& path, const std::string& content,
                std::string_view fix);

// Known before a run that ends with write_file: its folder is there and writable, and where there
// is something of that name, it is a plain file. Throws spec::InputError or DiskError, ending with
// `fix`.
void expect_place_for_file(const std::filesystem::path& path, std::string_view fix);

// A folder, made with its parents where there is none, that can be written to. Throws as above.
void make_folder(const std::filesystem::path& folder, std::string_view fix);

// Makes what was created, renamed or removed in a folder survive a loss of power, where the file
// system can. Throws DiskError.
void sync_folder(const std::filesystem::path& folder, std::string_view fix);

}  // namespace vconform::suites
