// The vehicle of the examples, 50 s of Belgian block: the pages of a run and of a comparison of all its
// channels, as the command makes them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawn, openPage } from "./browser.mjs";

const kScreen = { width: 1366, height: 768 };
let folder = "";

// Two results, the second shorter and on harder springs, and their pages; made once.
function vehicle({ program, webFolder }) {
  if (folder !== "") return folder;
  folder = mkdtempSync(join(tmpdir(), "jounce-vehicle-"));
  const cwd = join(webFolder, "../examples/suv");
  const jounce = (...words) => execFileSync(program, words, { cwd, stdio: "pipe" });
  const path = (name) => join(folder, name);
  const run = (end, ...words) => jounce("run", "suv.yaml", "--set", "detail=thesis", "--set", "input=method_1",
    "--set", `road=${path("road.rsp")}`, "--equilibrium", "--end-time", end, "--step", "0.00244140625", ...words);
  jounce("road", "roads/belgian_block.yaml", "--drive", path("road.rsp"));
  run("50", "-o", path("a.h5"), "--page", path("run.html"));
  run("10", "-o", path("b.h5"), "--set", "rear/coil_rate=30 N/mm");
  jounce("compare", path("a.h5"), path("b.h5"), "--slope", "5", "-o", path("compare.html"));
  jounce("page", path("a.h5"), path("b.h5"), "-o", path("both.html"));
  jounce("check", "suv.yaml", "--set", "wheels=on", "--page", path("model.html"));
  return folder;
}

// Where the pixels of a scene that are neither paper nor floor nor joint lie, in parts of the window: those have no colour.
async function colouredPart(figure) {
  const picture = await figure.locator("canvas").screenshot();
  return figure.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    const box = { left: 1, right: 0, top: 1, bottom: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (Math.max(r, g, b) - Math.min(r, g, b) < 45) continue;
      const [x, y] = [((i / 4) % width) / width, Math.floor(i / 4 / width) / height];
      Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x),
        top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) });
    }
    return box;
  }, picture.toString("base64"));
}

export const vehicleTests = {
  "the page of a vehicle on 50 s of road is below 12 MB, opens, and answers": async (context) => {
    const file = join(vehicle(context), "run.html");
    const bytes = statSync(file).size;
    assert.ok(bytes < 12e6, `${bytes} bytes`);
    const { page, problems } = await openPage(context.browser, file, { viewport: kScreen });
    const open = (await page.evaluate(() => performance.now())) / 1000;
    const screen = await page.evaluate(() => [...document.querySelectorAll(".findings .note")]
      .filter((e) => e.getBoundingClientRect().bottom <= innerHeight).map((e) => e.textContent).join("\n"));
    // Whether it can be trusted, and what was largest.
    for (const answer of ["went through to 50 s", "6 connections turned further", "The largest force watched is ", "carries most"]) {
      assert.ok(screen.includes(answer), `'${answer}' is not in:\n${screen}`);
    }
    const figure = await drawn(page.locator("figure.plot").first());
    await figure.locator(".u-over").hover();
    await figure.locator(".readout").waitFor();
    const answered = (await page.evaluate(() => performance.now())) / 1000;
    console.log(`        ${(bytes / 1e6).toFixed(1)} MB, open after ${open.toFixed(2)} s, a value under the pointer after ${answered.toFixed(2)} s`);
    assert.equal(await page.locator(".browser-entry").count(), 146);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a vehicle fills the window in every view": async (context) => {
    for (const colorScheme of ["light", "dark"]) {
      const { page, problems } = await openPage(context.browser, join(vehicle(context), "run.html"), { viewport: kScreen, colorScheme });
      const figure = page.locator("figure.scene");
      await figure.scrollIntoViewIfNeeded();
      await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
      for (const tool of ["Forces", "Joints", "Colour by load"]) await figure.getByRole("button", { name: tool }).click();
      for (const view of ["Three-quarter", "Front", "Left", "Top"]) {
        await figure.getByRole("combobox", { name: "Look from" }).selectOption(view);
        await page.waitForTimeout(200);
        const { left, right, top, bottom } = await colouredPart(figure);
        assert.ok(Math.max(right - left, bottom - top) > 0.7, `${view}: ${right - left} of the width, ${bottom - top} of the height`);
        assert.ok(left > 0.01 && right < 0.99 && top > 0.01 && bottom < 0.99, `${view}: cut off`);
        await context.shoot(page, `vehicle-${view.toLowerCase()}-${colorScheme}`);
      }
      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.waitForTimeout(400);
      await context.shoot(page, `vehicle-${colorScheme}-1920`);
      assert.deepEqual(problems, []);
      await page.close();
    }
  },

  "a comparison of all channels of a vehicle can be read": async (context) => {
    const file = join(vehicle(context), "compare.html");
    const { page, problems } = await openPage(context.browser, file, { viewport: kScreen });
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(length < 4000, `${length} px long`);
    assert.ok((await page.locator(".bar-links a").count()) < 8, "a short menu");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "not too wide");
    const table = page.locator("figure.table").first();
    const rows = table.locator("tbody tr");
    assert.equal(await rows.count(), 146);
    // Those that differ most first, those of rounding without a verdict last.
    const errors = (await rows.locator("td:nth-child(5)").allTextContents()).map((text) => (text === "\u2013" ? -1 : Number(text)));
    assert.deepEqual(errors, [...errors].sort((a, b) => b - a));
    const first = await rows.first().locator("td").first().textContent();
    assert.ok((await page.locator(".findings").textContent()).includes(`${first} differs most`));
    assert.equal(errors.at(-1), -1);
    assert.equal(await rows.last().locator("td.shaded").count(), 0);
    assert.ok((await rows.first().locator("td.shaded").count()) > 5);
    await context.shoot(page, "vehicle-compare");
    await table.getByRole("searchbox").fill("bumper");
    assert.equal(await table.locator("tbody tr:visible").count(), 4);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "two runs of a vehicle on one page are called by what differs": async (context) => {
    const file = join(vehicle(context), "both.html");
    const { page, problems } = await openPage(context.browser, file, { viewport: kScreen });
    assert.equal(await page.locator(".subtitle").textContent(), "end-time 10, rear/coil_rate=30 N/mm against end-time 50");
    const findings = await page.locator(".findings").textContent();
    assert.match(findings, /turned further/);
    assert.match(findings, /the first 10 s, which all of them have/);
    assert.match(findings, /Damage changes most in /);
    await context.shoot(page, "vehicle-both");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "numbers of a model are as its file has them": async (context) => {
    const { page, problems } = await openPage(context.browser, join(vehicle(context), "model.html"), { viewport: kScreen });
    assert.match(await page.locator(".findings").textContent(), /23 bodies of 1824\.1 kg with 84 degrees of freedom/);
    const row = page.locator("figure.table tbody tr", { hasText: "front_right/lca" }).first();
    // 7.6 kg, and not 7.600.
    assert.deepEqual((await row.locator("td").allTextContents()).slice(2, 4), ["7.6", "0.015"]);
    assert.deepEqual(problems, []);
    await page.close();
  },
};
