#include "adapters/exported/dynamic_symbols.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>

namespace vconform::adapters::exported {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

class Library {
 public:
  explicit Library(const std::string& path) : file_(path, std::ios::binary) {
    const auto header = items<Elf64_Ehdr>(0, sizeof(Elf64_Ehdr));
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
        header[0].e_ident[EI_CLASS] != ELFCLASS64 || header[0].e_shentsize != sizeof(Elf64_Shdr)) {
      return;
    }
    sections_ =
        items<Elf64_Shdr>(header[0].e_shoff, std::uint64_t{header[0].e_shnum} * sizeof(Elf64_Shdr));
  }

  // The first section of a type; null if there is none.
  const Elf64_Shdr* section(std::uint32_t type) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type == type) {
        return &section;
      }
    }
    return nullptr;
  }

  template <typename Item>
  std::vector<Item> items_of(const Elf64_Shdr& section) {
    return items<Item>(section.sh_offset, section.sh_size);
  }

  // The texts that the names in a section are part of.
  std::string texts_of(const Elf64_Shdr& section) {
    if (section.sh_link >= sections_.size()) {
      return "";
    }
    const std::vector<char> bytes = items_of<char>(sections_[section.sh_link]);
    return {bytes.begin(), bytes.end()};
  }

 private:
  // Empty if the file does not have all of them.
  template <typename Item>
  std::vector<Item> items(std::uint64_t offset, std::uint64_t bytes) {
    if (bytes > kMostBytes || offset > INT64_MAX - kMostBytes) {
      return {};
    }
    std::vector<Item> read(bytes / sizeof(Item));
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(reinterpret_cast<char*>(read.data()),
               static_cast<std::streamsize>(read.size() * sizeof(Item)));
    return file_ ? read : std::vector<Item>();
  }

  std::ifstream file_;
  std::vector<Elf64_Shdr> sections_;
};

std::string text_at(const std::string& texts, std::uint64_t offset) {
  return offset < texts.size() ? std::string(texts.c_str() + offset) : "";
}

void read_functions(Library& library, DynamicSymbols& found) {
  const Elf64_Shdr* section = library.section(SHT_DYNSYM);
  if (section == nullptr) {
    return;
  }
  const std::string names = library.texts_of(*section);
  for (const Elf64_Sym& symbol : library.items_of<Elf64_Sym>(*section)) {
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC)) {
      found.functions.push_back(text_at(names, symbol.st_name));
    }
  }
}

void read_dependencies(Library& library, DynamicSymbols& found) {
  const Elf64_Shdr* section = library.section(SHT_DYNAMIC);
  if (section == nullptr) {
    return;
  }
  const std::string names = library.texts_of(*section);
  for (const Elf64_Dyn& entry : library.items_of<Elf64_Dyn>(*section)) {
    if (entry.d_tag == DT_NEEDED) {
      found.needed.push_back(text_at(names, entry.d_un.d_val));
    } else if (entry.d_tag == DT_SONAME) {
      found.own_name = text_at(names, entry.d_un.d_val);
    }
  }
}

}  // namespace

DynamicSymbols dynamic_symbols(const std::string& path) {
  Library library(path);
  DynamicSymbols found;
  read_functions(library, found);
  read_dependencies(library, found);
  return found;
}

}  // namespace vconform::adapters::exported
