// Opens sample pages in Debian's chromium, and finds what a reader would look at.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const kChromium = process.env.JOUNCE_CHROMIUM ?? "/usr/bin/chromium";
const kFlags = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

export function hasChromium() {
  return existsSync(kChromium);
}

export async function launch(webFolder) {
  const require = createRequire(join(webFolder, "package.json"));
  const { chromium } = require("playwright-core");
  return chromium.launch({ executablePath: kChromium, headless: true, args: kFlags });
}

// A page of a file, with everything that went wrong in it collected in `problems`.
export async function openPage(browser, file, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  const problems = [];
  page.on("console", (message) => {
    // Software rendering and our own reading of pixels are slow; that is no fault of the page.
    const ours = /GPU stall|willReadFrequently/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !ours) {
      problems.push(message.text());
    }
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html[data-ready=true]");
  return { page, problems };
}

export function plot(page, title) {
  return page.locator("figure.plot").filter({ has: page.locator("h3", { hasText: title }) });
}

// Until it is drawn.
export async function drawn(figure) {
  await figure.scrollIntoViewIfNeeded();
  await figure.locator(".u-over").waitFor();
  return figure;
}

// Moves the pointer to a place of the plotting area given in parts of its width and height.
export async function hover(figure, partX, partY) {
  const box = await figure.locator(".u-over").boundingBox();
  await figure.page().mouse.move(box.x + partX * box.width, box.y + partY * box.height);
  return box;
}

export async function drag(figure, from, to) {
  const box = await figure.locator(".u-over").boundingBox();
  const { mouse } = figure.page();
  await mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
  await mouse.down();
  await mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 5 });
  await mouse.up();
}

// What the readout says, as numbers.
export async function readout(figure) {
  const element = figure.locator(".readout");
  return {
    name: await element.locator(".readout-name").textContent(),
    x: Number(await element.getAttribute("data-x")),
    y: Number(await element.getAttribute("data-y")),
    text: await element.textContent(),
  };
}

// How many pixels of a plot's canvas are not background.
export function inkOf(figure) {
  return figure.locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++count;
    return count;
  });
}
