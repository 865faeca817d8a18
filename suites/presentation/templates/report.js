// The report of one certificate.
const certificate = data.certificate;
const backend = certificate.backend;

const rows = certificate.rows.map((row, i) => ({ ...row, ...data.rows[i] }));
// null for those that are left out.
const deviations = certificate.deviations.map((deviation, i) => deviation && { ...deviation, ...data.deviations[i] });
const rowNamed = new Map(rows.map((row) => [row.instruction, row]));

document.title = `${backend.name}: ${certificate.verdict}`;

// A section with a heading, which the rest of the page may link to.
function section(id, title, ...content) {
  return h("section", { id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title), content);
}

function linkToRow(instruction) {
  return rowNamed.has(instruction)
    ? h("a", { href: linkTo({ row: instruction }), "data-row": instruction }, instruction) : instruction;
}

function listed(items) {
  return items.map((item, i) => (i === 0 ? [item] : [", ", item]));
}

// ---- verdict and diagnosis

function verdictOf() {
  const on = backend.on ? ` on ${backend.on}` : "";
  return h("header", {},
    h("p", { class: "faint" }, "vconform: conformance of type conversion and dequantisation"),
    h("h1", {}, `${backend.name} ${backend.version}${on}`),
    h("p", {}, h("span", { class: `verdict ${data.passes ? "conforms" : "deviates"}` }, certificate.verdict)),
    h("p", {}, `It ${certificate.headline}. `,
      `Level ${certificate.level}, readings ${certificate.profile}, seed ${certificate.seed}; `,
      `${counted(certificate.counts.cases, "case")}, ${counted(certificate.counts.elements, "element")}.`),
    certificate.weakenings.map((weakening) =>
      h("p", { class: "departs" }, `Weakened: ${weakening}`)),
    scope().map((line) => h("p", { class: "departs" }, line)));
}

// What the verdict does not say, or why it is none.
function scope() {
  const required = certificate.counts.rows_required;
  const laidOut = rows.filter((row) => row.laid_out_by_suite).length;
  return [
    required > 0 ? `Required, but not claimed: ${counted(required, "row")} of ${certificate.required.join(", ")}.` : null,
    backend.addressing_judged ? null
      : "Addressing was not judged: the backend converts arrays or elements, masks and strides are done by the suite.",
    laidOut > 0 ? `Addressing was not judged of ${counted(laidOut, "instruction")}, which the suite laid out.` : null,
    certificate.run && certificate.run.mode === "shared"
      ? "Memory images were compared in place, in memory shared with the backend (--in-process)." : null,
  ].filter((line) => line !== null);
}

// Mistakes come in the order of the certificate, then what none of them explains. Older files have none.
function diagnosis() {
  const { mistakes, not_explained: unexplained, unexplained: details } =
    certificate.diagnosis || { mistakes: [], not_explained: [] };
  if (mistakes.length + unexplained.length === 0) {
    return null;
  }
  const shown = mistakes.map((mistake) =>
    h("li", {}, h("strong", {}, mistake.sentence), " in ", listed(mistake.instructions.map(linkToRow)),
      mistake.alike.length > 1
        ? h("details", {}, h("summary", {}, "Alike in all that was tried"),
          h("ul", {}, mistake.alike.map((name) => h("li", {}, h("code", {}, name)))))
        : null));
  const rest = unexplained.map((instruction) => {
    const detail = (details || []).find((one) => one.instruction === instruction);
    const total = detail ? detail.inputs.reduce((sum, input) => sum + input.elements, 0) : 0;
    return h("li", {}, h("strong", {}, "Not explained: "), linkToRow(instruction),
      detail && detail.depends_on ? `; depends on ${detail.depends_on}` : null,
      detail && (detail.first_steps || []).length > 0
        ? `; the first step that differs: ${detail.first_steps.map((step) => `${step.step} (${step.rule})`).join(" or ")}`
        : null,
      detail && total > 0 ? sourcesChart(instruction, detail.inputs, total) : null);
  });
  return section("diagnosis", "Diagnosis", h("ul", {}, shown, rest));
}

// Of the wrong elements of a sample, the class of their sources.
function sourcesChart(instruction, inputs, total) {
  return table(`Sources of wrong elements of ${instruction}`, ["Sources", "Wrong elements of a sample", "Share"],
    inputs.map((input) => h("tr", {}, h("th", { scope: "row" }, input.class),
      h("td", {}, input.elements.toLocaleString("en")), h("td", {}, bar(input.elements, total)))));
}

function bar(part, whole) {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: `width:${percent}%` }));
}

// ---- the matrix

// Families and sections in the order of the rows: one table for each section.
function sections() {
  const found = new Map();
  for (const row of rows) {
    const key = `${row.family}\n${row.section || ""}`;
    if (!found.has(key)) {
      found.set(key, { family: row.family, section: row.section, rows: [] });
    }
    found.get(key).rows.push(row);
  }
  return [...found.values()];
}

// One line of a matrix for each pair of types, one column for each rounding. Instructions that have both in
// common, such as forms of DEQ or operations of a lowering, have lines of their own.
function matrix(group) {
  const modes = [...new Set(group.rows.map((row) => row.mode || ""))];
  const placeOf = (row) => `${row.pair} ${row.mode || ""}`;
  const places = group.rows.map(placeOf);
  const isAlone = (row) => row.pair && places.indexOf(placeOf(row)) === places.lastIndexOf(placeOf(row));
  const pairs = new Map();
  for (const row of group.rows) {
    const pair = isAlone(row) ? row.pair : row.instruction;
    if (!pairs.has(pair)) {
      pairs.set(pair, new Map());
    }
    pairs.get(pair).set(row.mode || "", row);
  }
  const lines = [...pairs].map(([pair, byMode]) =>
    h("tr", { "data-family": group.family, "data-rows": [...byMode.values()].map((row) => row.instruction).join(" ") },
      h("th", { scope: "row" }, pair),
      modes.map((mode) => {
        const row = byMode.get(mode);
        return h("td", {}, row ? cell(row) : null);
      })));
  const name = modes.length > 1 ? modes.map((mode) => mode || "bare name") : ["verdict"];
  return h("div", { class: "group" },
    h("h4", {}, group.section || ""),
    table(`${group.family}, ${group.section || "rows"}`, ["Types", ...name], lines, "matrix"));
}

function cell(row) {
  return h("a", {
    class: classOf(row.standing),
    href: linkTo({ row: row.instruction }),
    "data-row": row.instruction,
    title: `${row.instruction}: ${row.standing}`,
    "aria-label": `${row.instruction}: ${row.standing}`,
  }, SYMBOLS[row.standing]);
}

function matrices() {
  const counts = data.standings
    .map((standing) => [standing, rows.filter((row) => row.standing === standing).length])
    .filter(([, count]) => count > 0);
  const families = [...new Set(rows.map((row) => row.family))];
  return section("instructions", "Instructions",
    h("ul", { class: "key", "aria-label": "Marks" }, counts.map(([standing]) => h("li", {}, standingText(standing)))),
    filters(counts, families),
    families.map((family) =>
      h("div", { class: "family", "data-family": family },
        h("h3", {}, family, h("span", { class: "faint" }, ` ${data.families[family] || ""}`)),
        sections().filter((group) => group.family === family).map(matrix))),
    h("p", { id: "nothing", hidden: true }, "No instruction passes these filters."),
    h("div", { id: "open", "aria-live": "polite" }));
}

// ---- one row

function rowDetails(row) {
  const own = row.deviations.map((i) => deviations[i]).filter((deviation) => deviation !== null);
  return h("article", { class: "row", tabindex: "-1", "aria-label": row.instruction },
    h("h3", {}, h("code", {}, row.instruction), " ", standingText(row.standing)),
    h("p", {}, row.claimed
      ? `${counted(row.cases, "case")}, ${counted(row.elements, "element")} judged; ` +
        `claims ${row.features.length > 0 ? row.features.join(", ") : "no optional feature"}.`
      : "The backend does not claim it."),
    row.lowered ? h("p", {}, "The backend lacks this form: it ran as the instructions that it stands for.") : null,
    row.laid_out_by_suite ? h("p", {}, "The suite laid it out: its addressing was not judged.") : null,
    row.elements_by_host_code > 0
      ? h("p", {}, `${counted(row.elements_by_host_code, "element")} ${row.elements_by_host_code === 1 ? "was" : "were"} written ` +
        "by host code, not by an instruction.") : null,
    row.elements_perhaps_by_host_code > 0
      ? h("p", {}, `${counted(row.elements_perhaps_by_host_code, "element")} may have been written by host code: no instruction ` +
        "is known to have written them.") : null,
    row.further_failing_cases > 0
      ? h("p", {}, `${counted(row.further_failing_cases, "further case")} ` +
        `${row.further_failing_cases === 1 ? "fails" : "fail"} in ways that are not listed.`) : null,
    row.rule ? ruleDetails(row.rule, "About this row") : null,
    row.affected.map(affectedInputs),
    whereWrong(row),
    own.map((deviation) => deviationDetails(row, deviation)),
    row.left_out > 0
      ? h("p", {}, `${counted(row.left_out, "further deviation")} of this instruction ` +
        `${row.left_out === 1 ? "stands" : "stand"} in certificate.json: a page with all of them would be too large.`) : null);
}

function deviationDetails(row, deviation) {
  const waiver = deviation.waived_by === null ? null : certificate.waivers[deviation.waived_by];
  return h("section", { class: "deviation" },
    h("h4", {}, h("span", { class: classOf(waiver ? "waived" : deviation.verdict === "DEPARTS" ? "departs" : "deviates") },
      deviation.verdict), ` ${deviation.claim}`),
    waiver ? h("p", {}, `Waived: ${waiver.reason}`) : null,
    h("p", {}, h("code", {}, deviation.example)),
    h("p", { class: "faint" }, `${counted(deviation.failing_cases, "case")} failed like this, ` +
      `with at least ${counted(deviation.count, "wrong element")}; ${counted(row.elements, "element")} of this instruction ` +
      `${row.elements === 1 ? "was" : "were"} judged.`),
    deviation.drawing ? drawing(deviation.drawing) : null,
    deviation.rule ? ruleDetails(deviation.rule, "Rule") : null,
    opened("Derivation", deviation.derivation || deviation.details),
    opened("Smallest case", deviation.case),
    deviation.file && deviation.case === null
      ? h("p", {}, "The certificate had no room for this case, so that it is not derived here. It is in ",
        h("code", {}, deviation.file), ".") : null,
    deviation.file && !backend.supplied ? [copied("Replay", replayLine(deviation)), whereToReplay()] : null,
    deviation.numpy ? copied("In numpy, where `mine` takes and returns an array", deviation.numpy) : null,
    deviation.c ? copied("In C", deviation.c) : null);
}

function opened(title, text) {
  return text ? h("details", {}, h("summary", {}, title), h("pre", { tabindex: "0" }, text)) : null;
}

// A word of a shell's command line.
function word(text) {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// A relative path among the words is that of the folder in which the run was called, which a certificate does not
// know; those of the case and of the readings are of the folder that holds this page.
function whereToReplay() {
  const isRelative = (name) => /(^|:)(\.\.?\/|[\w.-]+\/)/.test(name || "");
  return [backend.selected, backend.on].some(isRelative)
    ? h("p", { class: "faint" }, "In the folder of this page, with the path of the backend as it is from there.") : null;
}

// In the folder that holds this page, under the options of the run, of which 2 s is the default limit.
function replayLine(deviation) {
  const words = ["vconform", "replay", deviation.file, "--backend", backend.selected];
  if (backend.on) {
    words.push("--on", backend.on);
  }
  words.push("--profile", certificate.profile === "probed" ? "probed:probe.json" : certificate.profile);
  for (const [rule, choice] of Object.entries(certificate.choices)) {
    if (choice.from === "asked for") {
      words.push("--choice", `${rule}=${choice.reading}`);
    }
  }
  if (certificate.time_limit !== 2) {
    words.push("--time-limit", `${certificate.time_limit}`);
  }
  return words.map(word).join(" ");
}

function quotation(line) {
  return h("blockquote", {},
    h("p", { lang: "zh" }, line.line),
    line.english !== line.line ? h("p", {}, line.english) : null,
    h("p", { class: "faint" }, `${line.page}${line.title !== line.page ? ` (${line.title})` : ""}`));
}

function ruleDetails(slug, title) {
  const rule = data.rules[slug];
  if (!rule) {
    return h("p", {}, `${title}: ${slug}`);
  }
  return h("div", {},
    h("p", {}, `${title}: `, h("code", {}, slug), `: ${rule.statement} `,
      h("span", { class: "faint" }, `(${rule.status}: ${rule.source})`)),
    rule.quotations.map(quotation));
}

// ---- readings, coverage, facts

function readings() {
  const lines = Object.entries(certificate.choices).map(([slug, choice]) => {
    const rule = data.rules[slug];
    const reading = rule && choice.reading ? rule.readings[choice.reading] : null;
    return h("tr", {},
      h("th", { scope: "row" }, h("code", {}, slug), rule ? h("div", { class: "faint" }, rule.statement) : null),
      h("td", {}, h("code", {}, choice.reading || "open"), reading ? h("div", { class: "faint" }, reading.meaning) : null),
      h("td", {}, choice.from),
      h("td", { class: choice.ground === "departs" ? "departs" : null }, choice.ground || "–"),
      reading && reading.line ? h("td", { lang: "zh" }, reading.line) : h("td", {}, rule ? rule.source : ""));
  });
  return section("readings", "Readings of open rules",
    h("p", {}, "Where the pages are silent or contradict each other, a backend may follow any of their readings, " +
      "and must follow the same one everywhere. These were found, or asked for."),
    h("details", {}, h("summary", {}, `${lines.length} rules`),
      table("Readings", ["Rule", "Reading", "From", "Ground", "Source"], lines)));
}

function coverage() {
  if (!certificate.coverage) {
    return null;
  }
  const lines = certificate.coverage.parts.map((part) =>
    h("tr", {},
      h("th", { scope: "row" }, part.family),
      h("td", {}, `${part.bins}${part.pairs ? ", pairs" : ""}`),
      h("td", {}, `${part.reached.toLocaleString("en")} of ${part.reachable.toLocaleString("en")}`),
      h("td", {}, bar(part.reached, part.reachable))));
  return section("coverage", "Coverage",
    h("p", {}, "Classes of values, addresses and register states that the judged cases met, of those that the claimed " +
      "instructions can reach."),
    table("Classes that were met", ["Family", "Classes", "Met", "Share"], lines));
}

function facts() {
  const { run } = certificate;
  const machine = run ? run.machine : {};
  const pairs = [
    ["Backend", backend.selected],
    ["Library", run ? run.library || "none" : "not recorded"],
    ["Level, seed", `${certificate.level}, ${certificate.seed}`],
    ["Readings", certificate.profile],
    ["Families", certificate.families.join(", ")],
    ["Required", certificate.required.join(", ") || "none"],
    ["Rules", `version ${certificate.spec_version}, by vconform ${certificate.vconform_version}`],
    ["Started", run ? `${run.started}, ${Math.round(run.seconds)} s, ${counted(run.jobs, "job")}` : "not recorded"],
    ["Machine", run ? `${machine.system} ${machine.release}, ${machine.architecture}, ${machine.processor || "processor not known"}` : "not recorded"],
    ["Incidents", run ? `${counted(run.weather.restarts, "restart")}, ${counted(run.weather.unconfirmed_timeouts, "time-out")} not confirmed, ` +
      `${counted(run.weather.outside_kills, "kill")} from outside` : "not recorded"],
    ["Signed by", run && run.signed_by ? run.signed_by.fingerprint : "nobody"],
    ["Digest", certificate.digest],
  ];
  return section("facts", "This run",
    h("dl", {}, pairs.map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))])),
    h("p", {}, "Whether the certificate beside this page is whole, of its plan and unedited: ",
      h("code", {}, "vconform verify-certificate certificate.json"), "."));
}

// ---- filters and the open row

function show() {
  let shown = 0;
  setFilters();
  for (const line of document.querySelectorAll(".matrix tbody tr")) {
    const own = line.dataset.rows.split(" ");
    line.hidden = !own.some((instruction) =>
      passesFilters(instruction, line.dataset.family, [rowNamed.get(instruction).standing]));
    shown += line.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll(".group, .family")) {
    group.hidden = group.querySelectorAll(".matrix tbody tr:not([hidden])").length === 0;
  }
  document.getElementById("nothing").hidden = shown > 0;
  showRow(state().get("row"));
}

function showRow(instruction) {
  const open = document.getElementById("open");
  if (open.dataset.row !== (instruction || "")) {
    open.dataset.row = instruction || "";
    open.replaceChildren(...(rowNamed.has(instruction) ? [rowDetails(rowNamed.get(instruction))] : []));
    open.firstElementChild?.focus();
    open.scrollIntoView({ block: "nearest" });
  }
  for (const link of document.querySelectorAll("a[data-row]")) {
    link.setAttribute("aria-current", link.dataset.row === instruction);
    link.href = linkTo({ row: link.dataset.row });
  }
}

// On paper every row that deviates is open.
function printed() {
  const open = document.getElementById("open");
  open.dataset.row = "printed";
  open.replaceChildren(...rows.filter((row) => row.deviations.length > 0).map(rowDetails));
  for (const details of document.querySelectorAll("details")) {
    details.open = true;
  }
}

document.body.append(h("main", {}, verdictOf(), diagnosis(), matrices(), readings(), coverage(), facts()));
addEventListener("hashchange", show);
addEventListener("beforeprint", printed);
addEventListener("afterprint", show);
show();
