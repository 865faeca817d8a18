// Several implementations side by side.
const labels = data.implementations.map((one) => one.label);
const isPair = labels.length === 2;

document.title = isPair ? `${labels[0]} and ${labels[1]}` : `${labels.length} implementations compared`;

function differs(values) {
  return values.some((value) => value !== values[0]);
}

function onlyText(only) {
  return only === null ? "" : labels[only];
}

function standingCell(standing) {
  return h("td", {}, standing === null ? h("span", { class: "faint" }, "not run") : standingText(standing));
}

function heads(first) {
  return isPair ? [first, ...labels] : [first, ...labels, "only"];
}

function withOnly(cells, only) {
  return isPair ? cells : [...cells, h("td", {}, onlyText(only))];
}

function implementations() {
  return table("Implementations", ["Implementation", "Verdict", "Rows", "Level", "Digest"],
    data.implementations.map((one) =>
      h("tr", {},
        h("th", { scope: "row" }, one.label),
        h("td", {}, h("span", { class: one.passes ? "conforms" : "deviates" }, one.verdict)),
        h("td", {}, one.headline), h("td", {}, one.level), h("td", {}, h("code", {}, one.digest.slice(0, 16))))));
}

function rowsSection() {
  const standings = data.standings
    .map((standing) => [standing, data.rows.filter((row) => row.standings.includes(standing)).length])
    .filter(([, count]) => count > 0);
  const families = [...new Set(data.rows.map((row) => row.family))];
  const differing = data.rows.filter((row) => differs(row.standings)).length;
  const all = h("input", { type: "checkbox", name: "all", checked: state().has("all"), change: () => goTo({ all: all.checked ? "1" : null }) });
  return h("section", { "aria-labelledby": "rows-title" },
    h("h2", { id: "rows-title" }, "By row"),
    h("p", {}, differing === 0 ? "Every row stands alike." : `${differing} of ${data.rows.length} rows differ.`),
    h("p", {}, h("label", {}, all, " Show rows that stand alike, too")),
    filters(standings, families),
    table("Rows", heads("Instruction"), data.rows.map((row) =>
      h("tr", { "data-row": row.instruction, "data-family": row.family, "data-differs": differs(row.standings) },
        h("th", { scope: "row" }, h("code", {}, row.instruction)),
        withOnly(row.standings.map(standingCell), row.only))), "rows"),
    h("p", { id: "nothing", hidden: true }, "No row passes these filters."));
}

function rulesSection() {
  return data.rules.length === 0 ? null : h("section", { "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, "By rule"),
    h("p", {}, "In how many rows each breaks a rule, waived or not."),
    table("Rules", heads("Rule"), data.rules.map((rule) =>
      h("tr", {}, h("th", { scope: "row" }, h("code", {}, rule.rule)),
        withOnly(rule.rows.map((count) => h("td", {}, count === 0 ? "" : `${count}`)), rule.only)))));
}

function readingsSection() {
  return data.readings.length === 0 ? null : h("section", { "aria-labelledby": "readings-title" },
    h("h2", { id: "readings-title" }, "Readings that differ"),
    table("Readings", heads("Open rule"), data.readings.map((reading) =>
      h("tr", {}, h("th", { scope: "row" }, h("code", {}, reading.rule)),
        withOnly(reading.readings.map((name) => h("td", {}, name ? h("code", {}, name) : "")), reading.only)))));
}

function show() {
  let shown = 0;
  setFilters();
  const rowNamed = new Map(data.rows.map((row) => [row.instruction, row]));
  for (const line of document.querySelectorAll(".rows tbody tr")) {
    const passes = passesFilters(line.dataset.row, line.dataset.family, rowNamed.get(line.dataset.row).standings);
    line.hidden = !passes || (!("differs" in line.dataset) && !state().has("all"));
    shown += line.hidden ? 0 : 1;
  }
  document.getElementById("nothing").hidden = shown > 0;
}

document.body.append(h("main", {},
  h("header", {},
    h("p", { class: "faint" }, "vconform: conformance of type conversion and dequantisation"),
    h("h1", {}, document.title)),
  implementations(), rowsSection(), rulesSection(), readingsSection()));
addEventListener("hashchange", show);
show();
