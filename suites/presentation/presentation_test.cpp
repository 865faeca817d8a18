// The commands report and compare, as people and scripts call them.
#include <cstdint>

#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Presentation : public CliTest {
 protected:
  // The certificate of a short run, quoted.
  std::string certificate_of(const std::string& backend) {
    const std::string name = backend.substr(backend.find(':') + 1);
    run_command("certify --level quick --family cast_deq --profile a2 --backend " + backend +
                out(name));
    return in_folder(name + "/certificate.json");
  }
  std::string in_folder(const std::string& file) const {
    return "'" + (folder_ / file).string() + "'";
  }
};

TEST_F(Presentation, EachFormatIsMadeOfTheCertificateAlone) {
  const std::string file = certificate_of("mutant:cast-deq-counts-one-more");
  const fs::path page = folder_ / "cast-deq-counts-one-more" / "report.html";
  const std::string written = contents(page);
  EXPECT_THAT(written, HasSubstr("cast-deq-counts-one-more"));
  fs::remove(page);
  const RunResult again = run_command("report " + file);
  EXPECT_EQ(again.status, 0) << again.output;
  EXPECT_EQ(contents(page), written);
  EXPECT_THAT(run_command("report --format markdown " + file).output,
              HasSubstr("does not conform"));
  EXPECT_THAT(run_command("report --format badge " + file).output, testing::StartsWith("<svg "));
  for (const char* format : {"json", "badge-json"}) {
    const RunResult printed = run_command(std::string("report --format ") + format + " " + file);
    EXPECT_TRUE(nlohmann::json::accept(printed.output)) << format;
  }
}

// Golden with the mistake is wrong for as many sources as a sweep of the backend finds.
TEST_F(Presentation, AffectedInputsAreAsManyAsASweepFinds) {
  run_command("certify --level quick --family vconv --profile a2 --backend mutant:away-is-even" +
              out("run"));
  const nlohmann::json report = nlohmann::json::parse(
      run_command("report --format json " + in_folder("run/certificate.json")).output);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < report.at("rows").size(); ++i) {
    const std::string instruction =
        report.at("certificate").at("rows")[i].at("instruction").get<std::string>();
    const nlohmann::json& affected = report.at("rows")[i].at("affected");
    if (affected.empty()) {
      continue;
    }
    EXPECT_GT(affected[0].at("wrong").get<std::uint64_t>(), 0u) << instruction;
    const RunResult swept =
        run_command("sweep --backend mutant:away-is-even --profile a2 --max-failures 100000 " +
                    ("--instruction " + instruction) + " --ctrl " +
                    affected[0].at("ctrl").at(0).get<std::string>() + out(instruction));
    // A sweep runs no CTRL that makes no difference for the instruction.
    if (swept.status == 2) {
      continue;
    }
    ++compared;
    const nlohmann::json domain =
        nlohmann::json::parse(contents(folder_ / instruction / "sweep.json")).at("domains").at(0);
    std::uint64_t wrong = 0;
    for (const nlohmann::json& cause : domain.at("causes")) {
      wrong += cause.at("count").get<std::uint64_t>();
    }
    EXPECT_EQ(affected[0].at("wrong"), wrong) << instruction;
    EXPECT_EQ(affected[0].at("inputs"), domain.at("values")) << instruction;
  }
  EXPECT_GE(compared, 3u);
}

TEST_F(Presentation, TwoCertificatesAreCompared) {
  const std::string both =
      certificate_of("golden") + " " + certificate_of("mutant:cast-deq-counts-one-more");
  const RunResult compared = run_command("compare " + both);
  EXPECT_EQ(compared.status, 0) << compared.output;
  EXPECT_THAT(compared.output, HasSubstr("### Worse"));
  const RunResult page = run_command("compare --format html " + both + out("x.html"));
  EXPECT_EQ(page.status, 0) << page.output;
  EXPECT_THAT(contents(folder_ / "x.html"), HasSubstr("<!doctype html>"));
}

TEST_F(Presentation, BadInputIsOneLine) {
  const std::string file = certificate_of("golden");
  expect_refused("report " + write("not.json", "{}"), 2, "certificate");
  expect_refused("report missing.json", 2, "missing.json");
  expect_refused("report --format pdf " + file, 2, "use one of html, markdown");
  expect_refused("report --format badge --whole-domain " + file, 2, "leave --whole-domain out");
  expect_refused("compare --format badge " + file + " " + file, 2, "use one of markdown, html");
  expect_refused("compare " + file, 2, "name another one");
  expect_refused("report " + file + " --out '" + folder_.string() + "'", 2, "name another file");
  expect_refused("report " + file + " --out /nowhere/x.html", 2, "name another file");
}

}  // namespace
}  // namespace vconform::suites
