// Writes a folder of seeds.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace vconform::fuzz {

// Numbered files in a folder that is made anew.
class SeedCorpus {
 public:
  explicit SeedCorpus(std::filesystem::path folder);

  // Throws std::runtime_error if it cannot be written.
  void add(std::string_view content);

 private:
  std::filesystem::path folder_;
  std::size_t count_ = 0;
};

}  // namespace vconform::fuzz
