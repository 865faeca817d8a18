#include "oracle/judge/best_readings.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/judge/permitted.h"
#include "oracle/predict/simulated_memory.h"

namespace vconform::oracle {

namespace {

constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

// An open expectation, and for each of its alternatives the number of elements that contradict it.
struct Question {
  const Alternatives* alternatives;
  std::vector<std::uint64_t> wrong;
};

std::vector<Question> questions_of(const World& world, const spec::MemoryView& after) {
  std::map<std::uint32_t, Question> questions;
  for (const auto& [number, alternatives] : world.open) {
    questions[number] = {&alternatives, std::vector<std::uint64_t>(alternatives.size())};
  }
  const std::vector<std::uint64_t> surviving = surviving_bits(world, after);
  for (std::size_t i = 0; i < world.elements.size(); ++i) {
    const PredictedElement& element = world.elements[i];
    const auto question = questions.find(element.expectation);
    if (question == questions.end()) {
      continue;
    }
    const spec::NumberFormat& format = spec::format_of(element.type);
    const std::uint64_t got = load_at(after.of(element.memory), element.destination, format);
    for (std::size_t a = 0; a < question->second.wrong.size(); ++a) {
      const Expectation& expectation = (*question->second.alternatives)[a].expectation;
      const std::uint64_t nearest = nearest_permitted(expectation, format, got, surviving[i]);
      question->second.wrong[a] += ((nearest ^ got) & surviving[i]) != 0 ? 1 : 0;
    }
  }
  std::vector<Question> all;
  for (auto& [number, question] : questions) {
    all.push_back(std::move(question));
  }
  return all;
}

// Looks for the readings under which the fewest elements are wrong.
class Search {
 public:
  // Finds only readings under which fewer than `fewer_than` are wrong, in at most `visits` steps.
  Search(const std::vector<Question>& questions, std::uint64_t fewer_than, std::uint64_t visits)
      : questions_(questions), fewest_(fewer_than), visits_left_(visits) {
    visit(spec::Choices());
  }
  const std::optional<spec::Choices>& found() const { return found_; }

 private:
  void visit(const spec::Choices& pinned) {
    if (visits_left_ == 0) {
      return;
    }
    --visits_left_;
    std::uint64_t at_least = 0;
    const Question* undecided = nullptr;
    for (const Question& question : questions_) {
      std::uint64_t least = kNone;
      std::uint64_t most = 0;
      for (std::size_t a = 0; a < question.wrong.size(); ++a) {
        if (agrees((*question.alternatives)[a], pinned)) {
          least = std::min(least, question.wrong[a]);
          most = std::max(most, question.wrong[a]);
        }
      }
      at_least += least;
      if (at_least >= fewest_) {
        return;
      }
      undecided = undecided == nullptr && least < most ? &question : undecided;
    }
    if (undecided == nullptr) {
      fewest_ = at_least;
      found_ = pinned;
      return;
    }
    for (const Alternative& alternative : *undecided->alternatives) {
      if (agrees(alternative, pinned)) {
        visit(with(pinned, alternative.readings));
      }
    }
  }

  const std::vector<Question>& questions_;
  std::uint64_t fewest_;
  std::uint64_t visits_left_;
  std::optional<spec::Choices> found_;
};

}  // namespace

World best_settled(World world, const spec::MemoryView& after) {
  if (world.open.empty()) {
    return world;
  }
  // Whether an outcome passes never depends on it, only how well a failure is told.
  constexpr std::uint64_t kVisitsOfAFailure = 2000;
  const std::vector<Question> questions = questions_of(world, after);
  std::optional<spec::Choices> readings = Search(questions, 1, kNone).found();
  if (!readings) {
    readings = Search(questions, kNone, kVisitsOfAFailure).found();
  }
  pin(world, readings.value_or(spec::Choices()).all());
  return settled(std::move(world));
}

}  // namespace vconform::oracle
