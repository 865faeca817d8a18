// A sweep: every value of some instructions.
const { sweep, counts } = data;
const backend = sweep.backend;

// A shard may have none of the values.
const verdict = data.verdict === "part" ? "no deviation in this part" : data.verdict;
const verdictClass = { conforms: "conforms", part: "" }[data.verdict] ?? "deviates";

document.title = `${backend.name}: ${verdict}`;

function standingOf(domain) {
  if (domain.causes.length > 0) {
    return "deviates";
  }
  return domain.not_run > 0 || domain.values === 0 ? "not judged" : "conforms";
}

function wrongOf(domain) {
  return domain.causes.reduce((sum, cause) => sum + cause.count, 0);
}

function causeDetails(domain) {
  return domain.causes.map((cause) =>
    h("li", {}, h("span", { class: "deviates" }, cause.verdict), ` ${cause.rule || ""}, ${cause.class}: `,
      `${counted(cause.count, "value")} of ${domain.values.toLocaleString("en")}`,
      cause.fails_alone ? null : ", only after earlier programs",
      h("div", {}, h("code", {}, cause.smallest.in_short)),
      cause.largest.in_short === cause.smallest.in_short ? null : h("div", {}, "to ", h("code", {}, cause.largest.in_short)),
      h("div", { class: "faint" }, cause.file)));
}

function domainLine(domain) {
  return h("tr", { "data-row": domain.instruction, "data-standing": standingOf(domain) },
    h("th", { scope: "row" }, h("code", {}, domain.instruction)),
    h("td", {}, h("code", {}, domain.ctrl)),
    h("td", {}, standingText(standingOf(domain))),
    h("td", {}, domain.values.toLocaleString("en")),
    h("td", {}, domain.not_run.toLocaleString("en")),
    h("td", {}, wrongOf(domain).toLocaleString("en")),
    h("td", {}, h("ul", {}, causeDetails(domain))));
}

function show() {
  let shown = 0;
  setFilters();
  for (const line of document.querySelectorAll(".domains tbody tr")) {
    line.hidden = !passesFilters(line.dataset.row, "", [line.dataset.standing]);
    shown += line.hidden ? 0 : 1;
  }
  document.getElementById("nothing").hidden = shown > 0;
}

const standings = ["conforms", "not judged", "deviates"]
  .map((standing) => [standing, data.domains.filter((domain) => standingOf(domain) === standing).length])
  .filter(([, count]) => count > 0);

document.body.append(h("main", {},
  h("header", {},
    h("p", { class: "faint" }, "vconform: every value that an instruction can meet"),
    h("h1", {}, `${backend.name} ${backend.version}`),
    h("p", {}, h("span", { class: `verdict ${verdictClass}` }, verdict)),
    h("p", {}, `${counted(counts.values, "value")}, ${counts.wrong.toLocaleString("en")} wrong, ` +
      `${counts.not_run.toLocaleString("en")} not run; part ${data.shard.index} of ${data.shard.count}; readings ${sweep.profile}.`),
    (sweep.departures || []).map((departure) => h("p", { class: "departs" }, `Departs from the page: ${departure}`)),
    (sweep.probing || []).map((fault) => h("p", { class: "deviates" }, `Deviates: ${fault}`))),
  h("section", { "aria-labelledby": "domains-title" },
    h("h2", { id: "domains-title" }, "Instructions"),
    filters(standings, []),
    table("Values by instruction", ["Instruction", "CTRL", "Verdict", "Values", "Not run", "Wrong", "Causes"], data.domains.map(domainLine),
      "domains"),
    h("p", { id: "nothing", hidden: true }, "No instruction passes these filters.")),
  h("p", { class: "faint" }, "Digest ", h("code", {}, data.digest))));
addEventListener("hashchange", show);
show();
