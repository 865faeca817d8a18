#include "fuzz/seed_corpus.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <utility>

namespace vconform::fuzz {

SeedCorpus::SeedCorpus(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
}

void SeedCorpus::add(std::string_view content) {
  std::ofstream file(folder_ / fmt::format("seed-{:04}", count_++), std::ios::binary);
  file << content;
  if (!file.flush()) {
    throw std::runtime_error("cannot write to " + folder_.string());
  }
}

}  // namespace vconform::fuzz
