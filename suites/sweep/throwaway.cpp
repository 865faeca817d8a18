#include <fmt/format.h>
#include <chrono>
#include "spec/memories.h"
#include "suites/runner/resolve_choices.h"
#include "suites/runner/subject.h"
#include "suites/sweep/chunk_runner.h"
using namespace vconform;
using namespace vconform::suites;
int main(int argc, char** argv) {
  adapters::MemorySizes sizes{};
  sizes[0] = 192 * 1024;
  std::string name = argc > 1 ? argv[1] : "golden";
  std::string ins = argc > 2 ? argv[2] : "vconv_f322f16r";
  bool iso = argc > 3 && std::string(argv[3]) == "iso";
  int n = argc > 4 ? atoi(argv[4]) : 64;
  size_t batch = argc > 5 ? atoi(argv[5]) : (iso ? 4 : 1),
         slots = argc > 6 ? atoi(argv[6]) : (iso ? 8 : 1);
  auto b = iso ? adapters::isolated_batch_runner(name, sizes, slots)
               : adapters::in_process_batch_runner(name, sizes, slots);
  BackendOptions o;
  o.backend = name;
  std::optional<Subject> s;
  ChunkRunnerOptions opt;
  opt.batch = batch;
  opt.max_failures = 1000;
  opt.pinned = [] {
    spec::Choices c;
    return c;
  }();
  opt.pinned = choices_of_profile("a2");
  ChunkRunner r(
      std::move(b),
      [&]() -> const Subject& {
        if (!s) {
          s = subject_of(open_for_judging(o));
          s->pinned = opt.pinned;
        }
        return *s;
      },
      opt);
  PlannedDomain d{{*spec::cell_named(ins), 0}, spec::kAllFeatures};
  auto t = std::chrono::steady_clock::now();
  ChunkResult sum;
  for (int c = 0; c < n && (uint64_t)c < generators::chunk_count(d.domain.cell.conversion()); ++c) {
    auto x = r.run(d, c);
    sum.values += x.values;
    sum.judged += x.judged;
    sum.permitted += x.permitted;
    sum.not_run += x.not_run;
    sum.causes.add(x.causes);
  }
  double e = std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
  fmt::print("{} values {} not run, judged {}, permitted {}, {:.2f} s, {:.3f} G/s\n", sum.values,
             sum.not_run, sum.judged, sum.permitted, e, double(sum.values) / e * 1e-9);
  for (auto& c : sum.causes.all()) {
    fmt::print("{} {} {} {}: {} | {}\n", c.verdict, c.rule, c.result_class, c.count,
               c.smallest.in_short, c.largest.in_short);
  }
}
