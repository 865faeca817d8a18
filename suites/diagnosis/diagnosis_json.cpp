#include "suites/diagnosis/diagnosis_json.h"

#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/diagnosis/shared_mistakes.h"

namespace vconform::suites {

namespace {

json instructions_json(const std::vector<spec::Cell>& cells) {
  json names = json::array();
  for (const spec::Cell& cell : cells) {
    names.push_back(spec::instruction_name(cell));
  }
  return names;
}

json axis_json(const Axis& axis) {
  return {{"name", axis.name}, {"places", axis.places}};
}

json where_json(const Diagnosis& diagnosis) {
  json grids = json::array();
  for (const Grid& grid : diagnosis.where) {
    grids.push_back(to_json(grid));
  }
  return {{"instruction", spec::instruction_name(diagnosis.cell)}, {"grids", grids}};
}

// An instruction with failures that nothing explains.
json unexplained_json(const Diagnosis& diagnosis) {
  json inputs = json::array();
  for (const InputCount& count : diagnosis.unexplained_inputs) {
    inputs.push_back({{"class", name_of(count.input)}, {"elements", count.elements}});
  }
  json steps = json::array();
  for (const WrongStep& step : diagnosis.first_steps) {
    steps.push_back({{"step", step.step}, {"rule", step.rule}});
  }
  return {{"instruction", spec::instruction_name(diagnosis.cell)},
          {"depends_on", diagnosis.depends_on.empty() ? json() : json(diagnosis.depends_on)},
          {"first_steps", steps},
          {"inputs", inputs}};
}

MistakeRecord mistake_of(JsonFields& fields) {
  MistakeRecord record;
  record.sentence = fields.text("sentence");
  record.alike = fields.texts("alike");
  record.instructions = fields.texts("instructions");
  return record;
}

UnexplainedRecord::Input input_of(JsonFields& fields) {
  UnexplainedRecord::Input input;
  input.input = fields.words("class");
  input.elements = fields.number("elements");
  return input;
}

UnexplainedRecord::FirstStep first_step_of(JsonFields& fields) {
  return {fields.words("step"), fields.words("rule")};
}

UnexplainedRecord unexplained_of(JsonFields& fields) {
  UnexplainedRecord record;
  record.instruction = fields.words("instruction");
  record.depends_on = fields.text_or_null("depends_on");
  if (fields.has("first_steps")) {
    record.first_steps = list_of(fields, "first_steps", first_step_of);
  }
  record.inputs = list_of(fields, "inputs", input_of);
  return record;
}

Axis axis_of(JsonFields fields) {
  const Axis axis{fields.words("name"), fields.texts("places")};
  fields.expect_no_others();
  return axis;
}

WhereRecord where_of(JsonFields& fields) {
  return {fields.words("instruction"), list_of(fields, "grids", grid_of)};
}

}  // namespace

json to_json(const Grid& grid) {
  json cells = json::array();
  for (const Grid::Cell& cell : grid.cells()) {
    for (const std::uint64_t number :
         {std::uint64_t{cell.line}, std::uint64_t{cell.column}, cell.seen, cell.wrong}) {
      cells.push_back(number);
    }
  }
  return {
      {"lines", axis_json(grid.lines())}, {"columns", axis_json(grid.columns())}, {"cells", cells}};
}

json to_json(const std::vector<Diagnosis>& diagnoses) {
  json mistakes = json::array();
  for (const SharedMistake& shared : shared_mistakes(diagnoses)) {
    json alike = json::array();
    for (const Explanation::Mistake& mistake : shared.alike) {
      alike.push_back(mistake.name);
    }
    mistakes.push_back({{"sentence", shared.sentence},
                        {"alike", alike},
                        {"instructions", instructions_json(shared.cells)}});
  }
  json unexplained = json::array();
  for (const Diagnosis& diagnosis : diagnoses) {
    if (diagnosis.unexplained > 0) {
      unexplained.push_back(unexplained_json(diagnosis));
    }
  }
  json where = json::array();
  for (const Diagnosis& diagnosis : diagnoses) {
    if (!diagnosis.where.empty()) {
      where.push_back(where_json(diagnosis));
    }
  }
  return {{"mistakes", mistakes},
          {"not_explained", instructions_json(not_explained(diagnoses))},
          {"unexplained", unexplained},
          {"where", where}};
}

Grid grid_of(JsonFields& fields) {
  constexpr std::size_t kNumbers = 4;
  Grid grid(axis_of(fields.object("lines")), axis_of(fields.object("columns")));
  const std::vector<std::uint64_t> numbers = fields.numbers("cells");
  if (numbers.size() % kNumbers != 0) {
    throw spec::InputError("the numbers of the cells of a grid do not come in fours");
  }
  for (std::size_t i = 0; i < numbers.size(); i += kNumbers) {
    const Grid::Cell cell{numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]};
    if (cell.line >= grid.lines().places.size() || cell.column >= grid.columns().places.size() ||
        cell.seen == 0 || cell.wrong > cell.seen) {
      throw spec::InputError(
          "a cell of a grid is none of its places, or has more that is wrong than was seen");
    }
    grid.add(cell);
  }
  return grid;
}

DiagnosisRecord diagnosis_of(JsonFields fields) {
  DiagnosisRecord record;
  record.mistakes = list_of(fields, "mistakes", mistake_of);
  record.not_explained = fields.texts("not_explained");
  if (fields.has("unexplained")) {
    record.unexplained = list_of(fields, "unexplained", unexplained_of);
  }
  if (fields.has("where")) {
    record.where = list_of(fields, "where", where_of);
  }
  fields.expect_no_others();
  return record;
}

}  // namespace vconform::suites
