// Whole pages: each kind opens without a complaint, shows users' text as it is, is quick, prints.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { drawn, inkOf, openPage, plot } from "./browser.mjs";

const kHostile = "<script>alert(1)</script>";

// Opens a page, scrolls through all of it, and takes its picture on light and on dark ground.
async function look({ browser, file, shoot }, name) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, problems } = await openPage(browser, file(name), { colorScheme });
    await page.evaluate(() => document.querySelectorAll("details.section").forEach((e) => (e.open = true)));
    for (const figure of await page.locator("figure.plot").all()) {
      if ((await figure.locator(".nothing").count()) === 0) await drawn(figure);
    }
    for (const figure of await page.locator("figure.scene").all()) {
      await figure.scrollIntoViewIfNeeded();
      await page.waitForFunction((e) => e.dataset.drawn > 0, await figure.elementHandle());
    }
    await page.evaluate(() => scrollTo(0, 0));
    await shoot(page, `${name}-${colorScheme}`, { fullPage: true });
    assert.deepEqual(problems, [], `${name} on ${colorScheme} ground`);
    await page.close();
  }
}

export const pageTests = {
  "the page of all blocks opens": (context) => look(context, "blocks"),
  "the page of a run opens": (context) => look(context, "run"),
  "the page of modes opens": (context) => look(context, "modes"),
  "the page of a model opens": (context) => look(context, "model"),
  "the page of the test bench opens": (context) => look(context, "bench"),
  "the page of an identification opens": (context) => look(context, "identification"),
  "the page of a comparison opens": (context) => look(context, "comparison"),

  "measurement and law, both channels, all loops are there": async ({ browser, file }) => {
    const count = async (name, title) => {
      const { page } = await openPage(browser, file(name));
      const figure = await drawn(plot(page, title).first());
      const curves = Number(await figure.getAttribute("data-curves"));
      await page.close();
      return curves;
    };
    assert.equal(await count("bench", "dynamic stiffness"), 2); // Amplitudes.
    assert.equal(await count("identification", "Hz"), 4); // Measured, computed, and the band of predictions.
    assert.equal(await count("comparison", "Spectrum"), 2); // Measured and simulated.
  },

  "text of the user is shown as it is": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("blocks"));
    await drawn(plot(page, "Lines & co"));
    assert.equal(await page.title(), `Blocks of ${kHostile}`);
    assert.equal(await page.locator("h1").textContent(), `Blocks of ${kHostile}`);
    assert.equal(await page.locator(".fact dd").first().textContent(), kHostile);
    assert.equal(await page.locator(".legend-name").nth(1).textContent(), kHostile);
    assert.equal(await page.locator("tbody td").first().textContent(), kHostile);
    assert.equal(await page.getByText(`Watch out for ${kHostile}`).count(), 1);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a body's name is shown as it is": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("model"));
    assert.equal(await page.locator("figure.table td").first().textContent(), kHostile);
    const view = page.locator(".scene-view");
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
    const box = await view.boundingBox();
    let tip = "";
    for (let part = 0.3; part < 0.7 && tip !== kHostile; part += 0.02) {
      await page.mouse.move(box.x + part * box.width, box.y + 0.33 * box.height);
      tip = (await page.locator(".scene-tip").textContent()) ?? "";
    }
    assert.equal(tip, kHostile);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "tables sort and filter, heatmaps have their cells": async ({ browser, file }) => {
    const { page } = await openPage(browser, file("blocks"));
    const table = page.locator("figure.table").first();
    const ratios = () => table.locator("tbody tr:visible td:nth-child(2)").allTextContents();
    await table.getByRole("button", { name: "RMS error (N)" }).click();
    const sorted = (await ratios()).map(Number);
    assert.deepEqual(sorted, [...sorted].sort((a, b) => a - b));
    assert.equal(sorted.length, 15);
    await table.getByRole("searchbox").fill("FORCE 1");
    assert.equal((await ratios()).length, 6);
    assert.equal(await page.locator(".heat-cell").count(), 42);
    assert.equal(await page.locator(".heat-cell:empty").count(), 1);
    assert.equal(await table.locator("td.bad .sign").first().getAttribute("aria-label"), "bad");
    await page.close();
  },

  "ranges of parallel axes choose runs, which lead to their pages": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("blocks"));
    const figure = page.locator("figure.parallel");
    await figure.scrollIntoViewIfNeeded();
    await figure.locator("polyline").first().waitFor({ state: "attached" });
    assert.equal(await figure.locator("polyline").count(), 19); // One has a gap.
    const rows = figure.locator("tbody tr");
    assert.equal(await rows.count(), 20);
    const axis = await figure.locator(".parallel-hit").first().boundingBox();
    const x = axis.x + axis.width / 2;
    await page.mouse.move(x, axis.y + 1);
    await page.mouse.down();
    await page.mouse.move(x, axis.y + 0.25 * axis.height, { steps: 4 });
    await page.mouse.up();
    // The upper quarter of 0 to 19: 15 to 19.
    assert.deepEqual(await rows.locator("td:first-child").allTextContents(), [15, 16, 17, 18, 19].map((i) => `run ${i}`));
    assert.equal(await figure.locator("polyline.left-out").count(), 14);
    assert.equal(await rows.locator("a").getAttribute("href"), "run_19.html");
    await figure.getByRole("button", { name: "All runs" }).click();
    assert.equal(await rows.count(), 20);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "dark and light can be chosen, and paper is light": async ({ browser, file, shoot }) => {
    const { page, problems } = await openPage(browser, file("blocks"), { colorScheme: "dark" });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "dark");
    await page.getByRole("button", { name: "Light" }).click();
    assert.equal(await theme(), "light");
    await page.getByRole("button", { name: "Dark" }).click();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await theme(), "light");
    await page.emulateMedia({ media: "print" });
    await shoot(page, "blocks-print", { fullPage: true });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await theme(), "dark");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "channels are searched, laid over each other and shown without offset": async ({ browser, file, shoot }) => {
    const { page, problems } = await openPage(browser, file("run"));
    const shown = () => page.locator(".browser-stage figure.plot").count();
    assert.equal(await shown(), 6, "one height, three forces, two spectra");
    await page.getByRole("checkbox", { name: "body" }).check();
    assert.equal(await shown(), 7);
    await page.getByRole("button", { name: "Overlay" }).click();
    assert.equal(await shown(), 3, "mm over time, N over time and frequency");
    const heights = await drawn(plot(page, "Channels in mm"));
    assert.equal(await heights.getAttribute("data-curves"), "2");
    await page.getByRole("button", { name: "Without offset" }).click();
    const forces = await drawn(plot(page, "Channels in N"));
    assert.equal(await forces.getAttribute("data-curves"), "3");
    await page.getByRole("button", { name: "None" }).click();
    assert.equal(await shown(), 0);
    await shoot(page, "run-browser");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a row of the comparison leads to its channel": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("comparison"));
    const link = page.locator("figure.table tbody a").last();
    const name = await link.textContent();
    await link.click();
    await drawn(plot(page, name).first());
    assert.ok(await plot(page, name).first().isVisible());
    assert.deepEqual(problems, []);
    await page.close();
  },

  "small multiples of all channels share their scale": async ({ browser, file, shoot }) => {
    const { page, problems } = await openPage(browser, file("big_run"), { viewport: { width: 1366, height: 768 } });
    const channels = page.locator("figure.browser");
    await channels.getByRole("button", { name: "Small multiples" }).click();
    const start = Date.now();
    await channels.getByRole("button", { name: "Show found" }).click();
    await channels.locator(".browser-small .u-over").first().waitFor();
    console.log(`        200 channels after ${Date.now() - start} ms`);
    assert.equal(await channels.locator(".browser-small figure.plot").count(), 200);
    assert.ok((await channels.locator(".u-over").count()) < 60, "those far below are drawn when they come near");
    // A place in the middle is the same value in both, though their peaks differ.
    const shown = [];
    for (const n of [0, 5]) {
      const figure = await drawn(channels.locator("figure.plot").nth(n));
      shown.push(await figure.getAttribute("data-range"));
    }
    assert.match(shown[0], /^-\d/);
    assert.equal(shown[0], shown[1]);
    await shoot(page, "small-multiples");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "our own scripts stay below 60 kB": async ({ webFolder }) => {
    const { build } = createRequire(join(webFolder, "package.json"))("esbuild");
    const { outputFiles } = await build({
      entryPoints: [join(webFolder, "src/scene_main.ts")], absWorkingDir: webFolder, bundle: true, minify: true,
      format: "esm", external: ["three", "three/*", "uplot"], loader: { ".css": "empty" }, write: false, outdir: "out",
    });
    const bytes = gzipSync(outputFiles[0].contents).length;
    console.log(`        ${(bytes / 1000).toFixed(1)} kB, compressed`);
    assert.ok(bytes < 60e3);
  },

  "narrow and wide windows are used": async ({ browser, file, shoot }) => {
    for (const [width, columns] of [[600, 1], [1440, 2], [2560, 2]]) {
      const { page } = await openPage(browser, file("blocks"), { viewport: { width, height: 1000 } });
      await drawn(plot(page, "Lines & co"));
      const grid = await page.locator(".grid").first().evaluate((e) => getComputedStyle(e).gridTemplateColumns);
      assert.equal(grid.split(" ").length, columns);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} px too wide at ${width}`);
      await shoot(page, `blocks-${width}`);
      await page.close();
    }
  },

  "nothing moves when plots and scenes are drawn": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("run"), { viewport: { width: 1366, height: 768 } });
    const cards = () => page.locator("figure.plot, figure.scene").evaluateAll((all) => all.map((e) => e.offsetTop).join());
    const before = await cards();
    const figure = await drawn(page.locator("figure.plot").first());
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
    assert.equal(await cards(), before, "where the items are");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a value stays under the pointer when other plots are drawn": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("big_run"), { viewport: { width: 1366, height: 2000 } });
    const figure = await drawn(page.locator("figure.plot").first());
    await figure.locator(".u-over").hover();
    await figure.locator(".readout").waitFor();
    const count = await page.locator(".u-over").count();
    const last = page.locator(".browser-entry").last();
    await last.locator("input").evaluate((box) => box.click()); // Not by the pointer.
    await page.waitForFunction((n) => document.querySelectorAll(".u-over").length > n, count);
    assert.ok(await figure.locator(".readout").isVisible());
    assert.deepEqual(problems, []);
    await page.close();
  },

  "200 channels of 50 s are below 12 MB and soon at hand": async ({ browser, file, shoot }) => {
    const bytes = statSync(file("big_run")).size;
    assert.ok(bytes < 12e6, `${bytes} bytes`);
    const { page, problems } = await openPage(browser, file("big_run"));
    const figure = page.locator("figure.plot").first();
    await figure.locator(".u-over").waitFor();
    await figure.locator(".u-over").hover();
    await figure.locator(".readout").waitFor();
    const seconds = (await page.evaluate(() => performance.now())) / 1000; // Since it was opened.
    console.log(`        ${(bytes / 1e6).toFixed(1)} MB, a value under the pointer after ${seconds.toFixed(2)} s`);
    assert.equal(await page.locator(".browser-entry").count(), 200);
    assert.equal(await page.locator("figure.plot").count(), 4, "the others on demand");
    await page.getByPlaceholder("Search 200 channels").fill("channel 9");
    await page.getByRole("button", { name: "Show found" }).click();
    assert.equal(await page.locator("figure.plot").count(), 11); // 9 and 90 to 99.
    const last = await drawn(page.locator("figure.plot").last());
    assert.ok((await inkOf(last)) > 2000, "the last plot is drawn when it comes into view");
    await shoot(page, "big_run");
    assert.deepEqual(problems, []);
    await page.close();
  },
};
