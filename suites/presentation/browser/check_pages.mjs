// node check_pages.mjs PAGES SHOTS: opens every page of the folder PAGES in a headless Chromium from file://, as
// somebody does who was sent it, and claims what suites/presentation/README.md promises. Screenshots go to the
// folder SHOTS. Ends with 1 if a claim fails, and with 2 if there is nothing to check.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, Builder, By, logging, until } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_MILLISECONDS = 1000;
// A slow machine takes as much longer for a page without content, for which a good one takes less than 20 ms.
const MOST_TIMES_AN_EMPTY_PAGE = 50;
const OPENINGS = 5;
// Milliseconds after which what the browser is asked for has failed.
const PATIENCE = 600000;
// Milliseconds within which a row is open.
const SOON = 10000;
const WIDTHS = [390, 1440];
const SCHEMES = ["light", "dark"];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let claims = 0;
let failures = 0;

function claim(page, what, holds, detail = "") {
  claims += 1;
  if (!holds) {
    failures += 1;
    console.log(`FAILED ${page}: ${what} ${detail}`);
  }
}

async function opened() {
  const options = new chrome.Options();
  options.setChromeBinaryPath("/usr/bin/chromium");
  options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking");
  const preferences = new logging.Preferences();
  preferences.setLevel(logging.Type.BROWSER, logging.Level.ALL);
  options.setLoggingPrefs(preferences);
  const driver = await new Builder()
    .forBrowser(Browser.CHROME)
    .setChromeService(new chrome.ServiceBuilder("/usr/bin/chromedriver"))
    .setChromeOptions(options)
    .build();
  await driver.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
  // A page that fetches anything fails: no address but those of files can be reached.
  await driver.sendAndGetDevToolsCommand("Network.enable", {});
  await driver.sendAndGetDevToolsCommand("Network.setBlockedURLs", { urls: ["http://*", "https://*"] });
  return driver;
}

async function looksLike(driver, width, scheme) {
  await driver.sendAndGetDevToolsCommand("Emulation.setDeviceMetricsOverride",
    { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
  await driver.sendAndGetDevToolsCommand("Emulation.setEmulatedMedia",
    { features: [{ name: "prefers-color-scheme", value: scheme }] });
}

// Calls look(name, width, scheme) under each of them.
async function inEachLook(driver, look) {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      await looksLike(driver, width, scheme);
      await look(`${width} px, ${scheme}`, width, scheme);
    }
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// Median of the milliseconds until a page is loaded.
async function loadTime(driver, address) {
  const times = [];
  for (let i = 0; i < OPENINGS; i += 1) {
    await driver.get("about:blank");
    await driver.get(address);
    times.push(await driver.executeScript(
      "return performance.getEntriesByType('navigation')[0].loadEventEnd"));
  }
  return median(times);
}

async function opensSoon(driver, page, address, empty) {
  const time = await loadTime(driver, address);
  const most = Math.max(MOST_MILLISECONDS, MOST_TIMES_AN_EMPTY_PAGE * empty);
  console.log(`${page}: loadEventEnd ${Math.round(time)} ms, median of ${OPENINGS}; an empty page ${Math.round(empty)} ms`);
  claim(page, "opens in under a second", time > 0 && time < most, `${time} of ${most} ms`);
}

// What axe finds, for the look that is set.
async function isAccessible(driver, page, look) {
  await driver.executeScript(axe);
  const found = await driver.executeAsyncScript(
    "const done = arguments[arguments.length - 1]; axe.run(document).then((r) => done(r.violations), (e) => done([{ id: String(e), nodes: [] }]));");
  claim(page, `axe finds nothing, ${look}`, found.length === 0,
    found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`).join("\n  "));
}

async function fitsItsWidth(driver, page, look) {
  const [wide, width] = await driver.executeScript(
    "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]");
  claim(page, `is no wider than the window, ${look}`, wide <= width, `${wide} of ${width}`);
}

const visibleLines = (driver) => driver.executeScript(
  "return [...document.querySelectorAll('tbody tr[data-row], tbody tr[data-rows]')].filter((line) => !line.hidden).length");

// A filter hides lines and stands in the address, by which another window shows the same.
async function filtersWork(driver, page, address) {
  await driver.get(address);
  const all = await visibleLines(driver);
  claim(page, "has lines", all > 0);
  await driver.findElement(By.css("input[type=search]")).sendKeys("no such instruction");
  claim(page, "a filter hides what does not pass", await visibleLines(driver) === 0);
  claim(page, "and says that nothing passes", await driver.findElement(By.id("nothing")).isDisplayed());
  const filtered = await driver.getCurrentUrl();
  claim(page, "the filter is in the address", filtered.includes("#find="), filtered);
  await driver.get("about:blank");
  await driver.get(filtered);
  claim(page, "the address brings the filter back", await visibleLines(driver) === 0);
  await driver.findElement(By.css("input[type=search]")).clear();
  await driver.get("about:blank");
  await driver.get(address);
  const boxes = await driver.findElements(By.css(".filters input[type=checkbox]"));
  for (const box of boxes) {
    await box.click();
  }
  claim(page, "every standing together is everything", boxes.length > 0 && await visibleLines(driver) === all);
}

// Each row stands in one cell of the matrices.
async function rowsAreAllThere(driver, page, address) {
  await driver.get(address);
  const [links, rows] = await driver.executeScript(
    "return typeof rowNamed === 'undefined' ? [[], []] : [[...document.querySelectorAll('.matrix a')].map((a) => a.dataset.row), [...rowNamed.keys()]]");
  claim(page, "each row is in one cell", String([...links].sort()) === String([...rows].sort()));
}

// Whether this row alone is open, at once or after the task of its own in which a page learns that its address changed.
async function isOpen(driver, instruction) {
  try {
    await driver.wait(until.elementLocated(By.css(`#open article[aria-label="${instruction}"]`)), SOON);
  } catch (error) {
    if (error.name !== "TimeoutError") {
      throw error;
    }
    return false;
  }
  return (await driver.findElements(By.css("#open article"))).length === 1;
}

// Each drawing of an open row shows all that its certificate counted, inside its frame. Returns how many there are.
async function drawingsAreRight(driver, page, instruction) {
  const [drawings, counted] = await driver.executeScript(`
    const numbers = (text) => text.match(/([\\d,]+) of ([\\d,]+) wrong$/).slice(1).map((one) => Number(one.replaceAll(",", "")));
    const sum = (pairs) => pairs.reduce(([wrong, seen], one) => [wrong + one[0], seen + one[1]], [0, 0]);
    const drawn = [...document.querySelectorAll('#open svg.grid[aria-label^="Wrong elements"]')].map((one) => ({
      sum: sum([...one.querySelectorAll("title")].map((title) => numbers(title.textContent))),
      fits: [...one.querySelectorAll("rect")].every((cell) => ["x", "y"].every((side, i) => {
        const [of, size] = [(node, name) => Number(node.getAttribute(name)), ["width", "height"][i]];
        return of(cell, side) >= 0 && of(cell, side) + of(cell, size) <= of(one, size);
      })),
    }));
    const where = ((certificate.diagnosis || {}).where || []).find((one) => one.instruction === arguments[0]);
    return [drawn, (where ? where.grids : []).map((grid) =>
      sum(cellsOf(grid).map((cell) => [cell.wrong, cell.seen])))];`, instruction);
  const sums = drawings.map((one) => one.sum);
  claim(page, `the drawings of ${instruction} show what was counted`, String(sums) === String(counted), `${sums} for ${counted}`);
  claim(page, `each drawing of ${instruction} has something wrong in it`, sums.every(([wrong, seen]) => wrong > 0 && wrong <= seen), sums);
  claim(page, `the drawings of ${instruction} lie inside their frames`, drawings.every((one) => one.fits));
  return drawings.length;
}

// On paper each row that deviates or departs is open, and afterwards the page is as it was.
async function printsWhatDeviates(driver, page, address) {
  await driver.get(address);
  const expected = await driver.executeScript(`if (typeof printed === "undefined") { return null; }
    addEventListener("beforeprint", () => {
      window.onPaper = [...document.querySelectorAll("#open article")].map((one) => one.getAttribute("aria-label"));
    });
    return rows.filter((row) => row.deviations.length > 0).map((row) => row.instruction);`);
  if (expected === null) {
    return;
  }
  const paper = await driver.sendAndGetDevToolsCommand("Page.printToPDF", {});
  claim(page, "is a PDF on paper", Buffer.from(paper.data, "base64").subarray(0, 5).toString() === "%PDF-");
  const onPaper = await driver.executeScript("return window.onPaper");
  claim(page, "every row that deviates is open on paper", String(onPaper) === String(expected), `${onPaper} for ${expected}`);
  claim(page, "no row is open after printing", (await driver.findElements(By.css("#open article"))).length === 0);
}

// Each row of a report has an address of its own, under which it is open. Returns how many deviate, and the drawings seen.
async function rowsOpen(driver, page, address, shots) {
  await driver.get(address);
  // As text: an element lasts no longer than its document.
  const links = await driver.executeScript("return [...document.querySelectorAll('.matrix a.deviates, .matrix a.departs')]" +
    ".map((link) => [link.dataset.row, link.href])");
  let drawings = 0;
  for (const [instruction, href] of links.slice(0, 3)) {
    await driver.get("about:blank");
    await driver.get(href);
    claim(page, `${instruction} is open at its address`, await isOpen(driver, instruction));
    drawings += await drawingsAreRight(driver, page, instruction);
    await driver.executeScript("document.querySelectorAll('#open details').forEach((one) => { one.open = true; })");
    await inEachLook(driver, async (look) => {
      await isAccessible(driver, page, `${instruction} open, ${look}`);
      await fitsItsWidth(driver, page, `${instruction} open, ${look}`);
    });
    await looksLike(driver, WIDTHS[1], SCHEMES[0]);
    await driver.get("about:blank");
    await driver.get(address);
    // With the keyboard alone.
    await driver.executeScript(`document.querySelector('.matrix a[data-row="${instruction}"]').focus()`);
    await driver.switchTo().activeElement().sendKeys("\uE007");
    claim(page, `Enter opens ${instruction}`, await isOpen(driver, instruction));
    writeFileSync(join(shots, `${basename(page, ".html")}-${instruction}.png`), await driver.takeScreenshot(), "base64");
  }
  return [links.length, drawings];
}

// Lines about one of something, and about texts for which there was no room, on the page of a certificate.
async function rareLinesAreRight(driver, page, address) {
  await driver.get(address);
  const text = await driver.executeScript(`if (typeof rowDetails === "undefined" || rows.length === 0) { return null; }
    deviations.push({ ...deviations.find((one) => one), failing_cases: 1, count: 1, file: "failures/x.case", case: null, waived_by: null });
    return rowDetails({ ...rows[0], elements: 1, elements_by_host_code: 1, further_failing_cases: 1, left_out: 1,
      deviations: [deviations.length - 1] }).textContent;`);
  if (text === null) {
    return;
  }
  for (const line of ["1 element was written by host code", "1 further case fails in ways", "1 element of this instruction was judged",
    "1 further deviation of this instruction stands in", "no room for this case, so that it is not derived here. It is in failures/x.case."]) {
    claim(page, `says "${line}"`, text.includes(line), text.slice(0, 400));
  }
}

async function check(driver, folder, page, shots, empty) {
  const address = pathToFileURL(join(folder, page)).href;
  const bytes = statSync(join(folder, page)).size;
  console.log(`${page}: ${bytes} bytes`);
  claim(page, "has at most 2 MB", bytes <= MOST_BYTES, `${bytes}`);
  await looksLike(driver, WIDTHS[1], SCHEMES[0]);
  await opensSoon(driver, page, address, empty);
  await inEachLook(driver, async (look, width, scheme) => {
    await driver.get("about:blank");
    await driver.get(address);
    await isAccessible(driver, page, look);
    await fitsItsWidth(driver, page, look);
    writeFileSync(join(shots, `${basename(page, ".html")}-${width}-${scheme}.png`), await driver.takeScreenshot(), "base64");
  });
  await looksLike(driver, WIDTHS[1], SCHEMES[0]);
  await filtersWork(driver, page, address);
  await rowsAreAllThere(driver, page, address);
  await rareLinesAreRight(driver, page, address);
  await printsWhatDeviates(driver, page, address);
  const [deviating, drawings] = await rowsOpen(driver, page, address, shots);
  claim(page, "a page of something wrong has a row to open, and a drawing in it",
    (deviating > 0 && drawings > 0) || !page.startsWith("wrong"), `${deviating} rows, ${drawings} drawings`);
  const messages = await driver.manage().logs().get(logging.Type.BROWSER);
  claim(page, "the console is silent", messages.length === 0, messages.map((one) => one.message).join("\n  "));
}

const [folder, shots] = process.argv.slice(2).map((path) => resolve(path));
const pages = folder && shots ? readdirSync(folder).filter((name) => name.endsWith(".html")) : [];
if (pages.length === 0) {
  console.log("use: node check_pages.mjs PAGES SHOTS, of which PAGES holds .html files");
  process.exit(2);
}
const driver = await opened();
try {
  const nothing = join(shots, "empty.html");
  writeFileSync(nothing, "<!doctype html><title>empty</title>");
  const empty = await loadTime(driver, pathToFileURL(nothing).href);
  for (const page of pages) {
    await check(driver, folder, page, shots, empty);
  }
} finally {
  await driver.quit();
}
console.log(`${pages.length} pages, ${claims} claims, ${failures} failed; screenshots in ${shots}`);
process.exit(failures === 0 ? 0 : 1);
