// The check that a path names a file that can be loaded at all.
#pragma once

#include <string>

namespace vconform::adapters {

// Throws LoadError if the file does not exist or may not be read, and for a folder, FIFO, socket or
// device, which is not opened since that could block.
void check_library_file(const std::string& path);

}  // namespace vconform::adapters
