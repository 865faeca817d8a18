// The programs of a folder of vectors, in groups by instruction, with the tables that it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/files/json.h"
#include "suites/judging/unit.h"
#include "suites/vectors/expected.h"
#include "suites/vectors/vectors_plan.h"
#include "suites/vectors/windows.h"

namespace vconform::suites {

inline constexpr std::size_t kProgramColumns = 5;
inline constexpr std::size_t kWindowColumns = 4;
inline constexpr std::size_t kOpenColumns = 6;

// One instruction. Tables are row by row; README.md has their columns.
struct VectorsGroup {
  std::vector<std::uint64_t> programs;
  std::vector<std::uint64_t> steps;
  std::vector<std::uint64_t> windows;
  // The bytes of all windows, one after another, before and, as permitted, after the program.
  std::string before;
  std::string after;
  // For each of these bytes the bits that nothing else is permitted for.
  std::string known;
  // For each of these bytes the number of the rule that decides about its element, from 1; 0 if the
  // program must not change it.
  std::vector<std::uint16_t> rules;
  // The elements that are open, and by the number in their last column what each may hold.
  std::vector<std::uint64_t> open;
  json permitted = json::array();

  std::uint64_t program_count() const { return programs.size() / kProgramColumns; }
};

// A program in its group.
struct ProgramPlace {
  std::string instruction;
  std::uint64_t number = 0;
  // The place of its first window's bytes in `before`.
  std::uint64_t first_byte = 0;
  std::vector<Window> windows;
};

// No collection is larger, in bytes of tables and memory images, whose input files have so many.
std::uint64_t most_bytes_beside(std::uint64_t input_bytes);

class Collection {
 public:
  // Predicts every program and shows its progress. With `readings` it has what they permit.
  // Throws spec::InputError for names of nothing, and if not even the first unit or one program
  // fits.
  explicit Collection(const VectorsPlan& plan,
                      const std::optional<spec::Choices>& readings = std::nullopt);
  ~Collection();
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  // The claims of an implementation of everything in the folder; it cannot execute.
  const adapters::Description& description() const { return description_; }
  // The units that fit, in their order, and the number of those that do not.
  const std::vector<Unit>& units() const { return units_; }
  std::size_t left_out() const { return left_out_; }
  // Where units need not be whole: the number of programs that do not fit, and the instructions of
  // which none does.
  std::size_t programs_left_out() const { return programs_left_out_; }
  std::vector<std::string> instructions_left_out() const;
  // By instruction name.
  const std::map<std::string, VectorsGroup>& groups() const { return groups_; }
  // The names of instructions, by the number that the tables give them.
  const std::vector<std::string>& instructions() const { return instructions_; }
  // Null if the folder has no such program.
  const ProgramPlace* find(const spec::Case& program) const;
  std::size_t programs() const { return places_.size(); }

 private:
  struct Prepared;

  bool add(const Unit& unit, const Subject& subject);
  void add_what_is_left();
  Prepared prepared(std::string key, spec::Case program) const;
  void append(Prepared& prepared, const std::string& instruction);
  std::uint64_t number_of(const spec::Step& step);
  void append(const OpenElement& element, const ProgramPlace& place, VectorsGroup& group);

  VectorsPlan plan_;
  std::optional<spec::Choices> readings_;
  adapters::Description description_;
  std::vector<Unit> units_;
  std::size_t left_out_ = 0;
  std::size_t programs_left_out_ = 0;
  std::uint64_t bytes_ = 0;
  // Where units need not be whole, each instruction has the same share of the bytes; what is left
  // of them goes to the programs that did not fit into a share, in their order.
  std::uint64_t most_bytes_of_each_ = 0;
  std::map<std::string, std::uint64_t> bytes_of_each_;
  struct LeftOut;
  std::vector<LeftOut> left_;
  std::map<std::string, VectorsGroup> groups_;
  std::vector<std::string> instructions_;
  // By digest of the program's text.
  std::map<std::string, ProgramPlace> places_;
  // The numbers of what is permitted, by instruction and text.
  std::map<std::string, std::map<std::string, std::uint64_t>> permitted_numbers_;
};

}  // namespace vconform::suites
