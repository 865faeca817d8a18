// What the pages share. Everything that a backend says becomes text, never markup.
const data = JSON.parse(document.getElementById("data").textContent);

// An element; attributes that are functions listen, null and false are left out.
function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// The parser knows the name of this namespace, so that no address stands in a page.
const SVG = Object.assign(document.createElement("div"), { innerHTML: "<svg></svg>" }).firstChild.namespaceURI;

function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

const SYMBOLS = {
  conforms: "✓",
  waived: "w",
  "not judged": "?",
  departs: "¶",
  deviates: "✗",
  "not claimed": "–",
};

function classOf(standing) {
  return standing.replace(" ", "-");
}

function standingText(standing) {
  return h("span", { class: classOf(standing) }, `${SYMBOLS[standing]} ${standing}`);
}

function counted(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

function table(caption, heads, rows, className) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", { class: className || null },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows)));
}

// What the address says after "#": filters, and the row that is open.
function state() {
  return new URLSearchParams(location.hash.slice(1));
}

function linkTo(changes) {
  const next = state();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  return `#${next.toString()}`;
}

// Filters change the address alone; `show` follows it.
function goTo(changes) {
  history.replaceState(null, "", linkTo(changes));
  dispatchEvent(new Event("hashchange"));
}

// Checkboxes for standings, a list of families, and words that a name must hold.
function filters(standings, families) {
  const shown = (state().get("show") || "").split(",").filter((name) => name !== "");
  const boxes = standings.map(([standing, count]) =>
    h("label", {},
      h("input", {
        type: "checkbox",
        name: "show",
        value: standing,
        checked: shown.includes(standing),
        change: () => goTo({ show: checked().join(",") }),
      }),
      " ", standingText(standing), ` (${count})`));
  const checked = () =>
    boxes.map((label) => label.firstElementChild).filter((box) => box.checked).map((box) => box.value);
  const family = h("select", { name: "family", change: () => goTo({ family: family.value }) },
    h("option", { value: "" }, "all"),
    families.map((name) => h("option", { value: name, selected: state().get("family") === name }, name)));
  const find = h("input", {
    type: "search",
    name: "find",
    value: state().get("find") || "",
    input: () => goTo({ find: find.value }),
  });
  return h("form", { class: "filters", role: "search", submit: (event) => event.preventDefault() },
    h("fieldset", {}, h("legend", {}, "Show only"), boxes),
    families.length > 1 ? h("label", { class: "field" }, "Family", family) : null,
    h("label", { class: "field" }, "Instruction contains", find));
}

// The controls as the address has them: another window, or the way back, may have changed it.
function setFilters() {
  const current = state();
  const shown = (current.get("show") || "").split(",");
  for (const box of document.querySelectorAll("input[name=show]")) {
    box.checked = shown.includes(box.value);
  }
  for (const box of document.querySelectorAll("input[name=all]")) {
    box.checked = current.has("all");
  }
  for (const control of document.querySelectorAll("[name=family], [name=find]")) {
    const value = current.get(control.name) || "";
    if (control.value !== value) {
      control.value = value;
    }
  }
}

function passesFilters(instruction, family, standings) {
  const current = state();
  const shown = (current.get("show") || "").split(",").filter((name) => name !== "");
  return (shown.length === 0 || standings.some((standing) => shown.includes(standing))) &&
    (!current.get("family") || current.get("family") === family) &&
    instruction.toLowerCase().includes((current.get("find") || "").trim().toLowerCase());
}

function copied(label, text) {
  const button = h("button", {
    type: "button",
    click: async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(button.previousElementSibling);
        button.textContent = "Selected";
      }
    },
  }, "Copy");
  return [h("h4", {}, label), h("div", { class: "copied" }, h("pre", { tabindex: "0" }, text), button)];
}
