#include "suites/mutants/probed.h"

#include <vector>

#include "spec/rules/rules.h"
#include "suites/judging/probe.h"

namespace vconform::suites {

Subject probed(const Subject& open) {
  Subject judged = open;
  const std::vector<ProbedRule> found = probe(open);
  judged.inferred = readings_of(found);
  judged.inferred.leave_open(spec::cite("walk.order"));
  for (const spec::Choices& choices :
       {judged.inferred, readings_of_unexplained(found), open.pinned}) {
    for (const spec::Choice& choice : choices.all()) {
      judged.pinned.pin(choice);
    }
  }
  judged.departing = judged.pinned.all();
  std::erase_if(judged.departing, [](const spec::Choice& choice) {
    return spec::reading_of(choice).ground != spec::Ground::kDeparts;
  });
  return judged;
}

}  // namespace vconform::suites
