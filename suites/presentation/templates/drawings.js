// What the report of a certificate draws: bits, and where wrong elements lie.

// ---- bits

function field([name, digits], other) {
  return h("span", { class: "field" }, h("span", { class: "name" }, name),
    h("span", { class: "digits" }, [...digits].map((digit, i) =>
      other && other[i] !== digit ? h("span", { class: "differs" }, digit) : digit)));
}

function patternLine(title, pattern, like) {
  return h("tr", {}, h("th", { scope: "row" }, title),
    h("td", {}, pattern.fields.map((one, i) => field(one, like ? like.fields[i][1] : null))),
    h("td", {}, pattern.text));
}

// The digits of a value that a step rounds: what the result keeps, the guard digit, and the sticky rest.
function roundingLine(digits) {
  const part = (name, text, note) =>
    h("span", { class: `field ${name}` }, h("span", { class: "name" }, note || name), h("span", { class: "digits" }, text));
  return h("tr", {}, h("th", { scope: "row" }, `exact, ${digits.step}`),
    h("td", {}, part("kept", digits.kept), part("guard", digits.guard),
      digits.sticky || digits.is_cut ? part("sticky", digits.sticky + (digits.is_cut ? "…1" : "")) : null),
    h("td", {}, `becomes a multiple of 2^${digits.last_place}: `, h("code", {}, digits.rule)));
}

function drawing(drawn) {
  const expected = drawn.expected[0];
  const label = `${drawn.source ? `source ${drawn.source.text}, ` : ""}` +
    `expected ${drawn.expected.map((one) => one.text).join(" or ") || "no single pattern"}, got ${drawn.got.text}`;
  return h("div", { class: "bits", tabindex: "0", role: "group", "aria-label": label },
    h("table", {},
      h("tbody", {},
        drawn.source ? patternLine(`source ${drawn.source.type}`, drawn.source) : null,
        (drawn.roundings || []).map(roundingLine),
        drawn.expected.map((one, i) => patternLine(i === 0 ? `expected ${drawn.type}` : "or", one)),
        patternLine(`got ${drawn.type}`, drawn.got, expected))));
}

// ---- where wrong elements lie

// What golden computes that has the mistakes of the diagnosis, over every source.
function affectedInputs(affected) {
  return h("section", {},
    h("h4", {}, "Affected inputs, computed"),
    h("p", {}, `${affected.wrong.toLocaleString("en")} of ${affected.inputs.toLocaleString("en")} sources ` +
      `(${share(affected.wrong, affected.inputs)}) give a wrong result under CTRL ${affected.ctrl.join(" and ")}, of golden with: `,
      listed(affected.mistakes.map((name) => h("code", {}, name))), "."),
    affected.wrong > 0 ? gridPicture("Wrong sources", affected.grid) : null);
}

// What the backend did in the cases that the diagnosis looked at.
function whereWrong(row) {
  const where = ((certificate.diagnosis || {}).where || []).find((one) => one.instruction === row.instruction);
  return !where ? null : h("section", {},
    h("h4", {}, "Where it was wrong"),
    where.grids.map((grid) => gridPicture("Wrong elements",
      { ...grid, lines: data.axes[grid.lines], columns: data.axes[grid.columns] })),
    row.grids_left_out > 0
      ? h("p", { class: "faint" }, `Left out: ${counted(row.grids_left_out, "drawing")}, of which certificate.json has the ` +
        "numbers (diagnosis.where). A page with all of them would be too large.") : null);
}

function share(part, whole) {
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 0.01 ? "less than 0.01 %" : `${Number(percent.toPrecision(3))} %`;
}

// The cells of a grid, which has four numbers for each.
function cellsOf(grid) {
  const cells = [];
  for (let i = 0; i < grid.cells.length; i += 4) {
    const [line, column, seen, wrong] = grid.cells.slice(i, i + 4);
    cells.push({ line, column, seen, wrong });
  }
  return cells;
}

// From the first to the last of these numbers.
function rangeOf(numbers) {
  return [Math.min(...numbers), Math.max(...numbers)];
}

function rangeText([first, last], places) {
  return first === last ? places[first] : `${places[first]} … ${places[last]}`;
}

// A line and a column for each place in which something was seen; the darker, the greater the share of it that is wrong.
function gridPicture(what, { lines, columns, cells: numbers }) {
  const cells = cellsOf({ cells: numbers });
  const wrong = cells.filter((cell) => cell.wrong > 0);
  const [firstLine, lastLine] = rangeOf(cells.map((cell) => cell.line));
  const shownColumns = rangeOf(cells.map((cell) => cell.column));
  const [left, width, height] = [104, 14, 18];
  const names = lines.places.slice(firstLine, lastLine + 1).map((name, i) =>
    svg("text", { x: 4, y: i * height + 14 }, name));
  const rectangles = cells.map((cell) =>
    svg("rect", {
      x: left + (cell.column - shownColumns[0]) * width, y: (cell.line - firstLine) * height, width: width - 1, height: height - 1,
      class: cell.wrong > 0 ? "wrong" : "right", "fill-opacity": cell.wrong > 0 ? 0.25 + (0.75 * cell.wrong) / cell.seen : 1,
    }, svg("title", {}, `${lines.name} ${lines.places[cell.line]}, ${columns.name} ${columns.places[cell.column]}: ` +
      `${cell.wrong.toLocaleString("en")} of ${cell.seen.toLocaleString("en")} wrong`)));
  const reach = `${lines.name} ${rangeText(rangeOf(wrong.map((cell) => cell.line)), lines.places)}, ` +
    `${columns.name} ${rangeText(rangeOf(wrong.map((cell) => cell.column)), columns.places)}`;
  return h("figure", {},
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `${what} by ${lines.name} and ${columns.name}` },
      svg("svg", {
        class: "grid", role: "img", width: left + (shownColumns[1] - shownColumns[0] + 1) * width, height: (lastLine - firstLine + 1) * height,
        "aria-label": `${what}: ${reach}`,
      }, names, rectangles)),
    h("figcaption", { class: "faint" }, `${what} by ${lines.name} (lines) and ${columns.name} ` +
      `(${rangeText(shownColumns, columns.places)}): ${reach}.`));
}
