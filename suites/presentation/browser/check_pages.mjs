// node check_pages.mjs PAGES SHOTS: opens every page of the folder PAGES in a headless Chromium from file://, as
// somebody does who was sent it, and claims what suites/presentation/README.md promises. Screenshots go to the
// folder SHOTS. Ends with 1 if a claim fails, and with 2 if there is nothing to check.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, Builder, By, logging } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_MILLISECONDS = 1000;
// A slow machine takes as much longer for a page without content, for which a good one takes less than 20 ms.
const MOST_TIMES_AN_EMPTY_PAGE = 50;
const OPENINGS = 5;
// Milliseconds after which what the browser is asked for has failed.
const PATIENCE = 600000;
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

// Each row of a report has an address of its own, under which it is open.
async function rowsOpen(driver, page, address, shots) {
  await driver.get(address);
  const links = await driver.findElements(By.css(".matrix a.deviates, .matrix a.departs"));
  for (const link of links.slice(0, 3)) {
    const instruction = await link.getAttribute("data-row");
    const href = await link.getAttribute("href");
    await driver.get("about:blank");
    await driver.get(href);
    const row = await driver.findElements(By.css("#open article"));
    claim(page, `${instruction} is open at its address`,
      row.length === 1 && await row[0].getAttribute("aria-label") === instruction);
    for (const details of await driver.findElements(By.css("#open details"))) {
      await driver.executeScript("arguments[0].open = true", details);
    }
    await isAccessible(driver, page, `${instruction} open`);
    await driver.get("about:blank");
    await driver.get(address);
    // With the keyboard alone.
    await driver.executeScript(`document.querySelector('.matrix a[data-row="${instruction}"]').focus()`);
    await driver.switchTo().activeElement().sendKeys("\uE007");
    claim(page, `Enter opens ${instruction}`,
      (await driver.findElements(By.css(`#open article[aria-label="${instruction}"]`))).length === 1);
    writeFileSync(join(shots, `${basename(page, ".html")}-${instruction}.png`), await driver.takeScreenshot(), "base64");
    await driver.get(address);
  }
  return links.length;
}

async function check(driver, folder, page, shots, empty) {
  const address = pathToFileURL(join(folder, page)).href;
  const bytes = statSync(join(folder, page)).size;
  console.log(`${page}: ${bytes} bytes`);
  claim(page, "has at most 2 MB", bytes <= MOST_BYTES, `${bytes}`);
  await looksLike(driver, WIDTHS[1], SCHEMES[0]);
  await opensSoon(driver, page, address, empty);
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      const look = `${width} px, ${scheme}`;
      await looksLike(driver, width, scheme);
      await driver.get("about:blank");
      await driver.get(address);
      await isAccessible(driver, page, look);
      await fitsItsWidth(driver, page, look);
      writeFileSync(join(shots, `${basename(page, ".html")}-${width}-${scheme}.png`), await driver.takeScreenshot(), "base64");
    }
  }
  await looksLike(driver, WIDTHS[1], SCHEMES[0]);
  await filtersWork(driver, page, address);
  await rowsAreAllThere(driver, page, address);
  const deviating = await rowsOpen(driver, page, address, shots);
  claim(page, "a page of something wrong has a row to open",
    deviating > 0 || !page.startsWith("wrong"), "none deviates");
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
