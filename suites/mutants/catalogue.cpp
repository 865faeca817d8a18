#include "suites/mutants/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/mutants/argument_mutants.h"
#include "suites/mutants/mechanical/mechanical_mutants.h"
#include "suites/mutants/pair_mutants.h"
#include "suites/mutants/reading_mutants.h"
#include "suites/mutants/register_mutants.h"
#include "suites/mutants/value_mutants.h"

namespace vconform::suites {

namespace {

constexpr std::array<MutantClass, 10> kClasses = {{
    {"bundled", "one step of golden is wrong: --backend mutant:NAME", bundled_mutants},
    {"rounding", "an instruction rounds as another mode of its pair", rounding_mutants},
    {"source", "one special source is taken for another number", source_mutants},
    {"limit", "one limit of the result is another number", limit_mutants},
    {"argument", "an argument is capped, cut, refused or one less at a power of two",
     counted_argument_mutants},
    {"call", "a selector is misread, arguments are exchanged, another instruction is executed",
     counted_call_mutants},
    {"register", "a register is forgotten, sticky, late or left over", register_mutants},
    {"reading", "one row follows another reading than the others", reading_mutants},
    {"pair", "two of these mistakes that concern one instruction", pair_mutants},
    {kMechanical, "one place of golden's source is another", mechanical_mutants},
}};

}  // namespace

std::span<const MutantClass> mutant_classes() {
  return kClasses;
}

const MutantClass& mutant_class_named(std::string_view name) {
  const auto found = std::ranges::find(kClasses, name, &MutantClass::name);
  if (found == kClasses.end()) {
    throw spec::InputError(fmt::format(
        "there is no class of mutants {}; the classes are {}", in_quotes(std::string(name)),
        fmt::join(kClasses | std::views::transform(&MutantClass::name), ", ")));
  }
  return *found;
}

}  // namespace vconform::suites
