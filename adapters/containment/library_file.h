// Whether a path names a file that can be loaded at all.
#pragma once

#include <string>

namespace vconform::adapters {

// Throws LoadError: no such file, no permission, or a folder, a FIFO, a socket or a device, which
// are not opened, as that could block.
void check_library_file(const std::string& path);

}  // namespace vconform::adapters
