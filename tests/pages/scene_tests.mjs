// Scenes: they move, scrub, follow, swing in modes.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { drawn, openPage, plot } from "./browser.mjs";

async function openScene({ browser, file }, name, options = {}) {
  const { page, problems } = await openPage(browser, file(name), options);
  const figure = page.locator("figure.scene").first();
  await figure.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
  return { page, problems, figure };
}

async function picture(figure) {
  return createHash("sha1").update(await figure.locator("canvas").screenshot()).digest("hex");
}

const timeOf = async (figure) => Number(await figure.getAttribute("data-time"));

export const sceneTests = {
  "the motion of a run plays, pauses and scrubs": async (context) => {
    const { page, problems, figure } = await openScene(context, "run");
    const still = await picture(figure);
    await figure.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.time > 0.4);
    await figure.getByRole("button", { name: "Pause" }).click();
    const time = await timeOf(figure);
    assert.notEqual(await picture(figure), still, "the picture moved");
    await page.waitForTimeout(200);
    assert.equal(await timeOf(figure), time, "paused");
    await figure.getByRole("slider", { name: "Time" }).fill("6");
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.time === "6");
    assert.equal(await figure.locator(".scene-time").first().textContent(), "6.00 s");
    await figure.locator(".scene-view").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.time > 6.1);
    await context.shoot(page, "run-scene");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "plots show the time of the motion": async (context) => {
    const { page, figure } = await openScene(context, "run");
    const heights = await drawn(plot(page, "spring").first());
    await figure.getByRole("slider", { name: "Time" }).fill("3");
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.time === "3");
    const line = await heights.locator(".time-line").boundingBox();
    const area = await heights.locator(".u-over").boundingBox();
    assert.ok(Math.abs((line.x - area.x) / area.width - 0.25) < 0.01);
    await page.close();
  },

  "bushings are coloured by load, bodies can be followed": async (context) => {
    const { page, problems, figure } = await openScene(context, "run");
    const coloured = await picture(figure);
    await figure.getByRole("button", { name: "Colour by load" }).click();
    await page.waitForTimeout(200);
    assert.notEqual(await picture(figure), coloured);
    assert.equal(await figure.locator(".scene-scale").isVisible(), false);
    await figure.getByRole("combobox", { name: "Follow a body" }).selectOption({ label: "Follow wheel" });
    await figure.getByRole("button", { name: "See through" }).click();
    await figure.getByRole("slider", { name: "Time" }).fill("8");
    await page.waitForTimeout(200);
    await context.shoot(page, "run-see-through");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a mesh is coloured by a field, with its scale": async (context) => {
    const { page, problems, figure } = await openScene(context, "life");
    const scale = figure.locator(".scene-scale");
    assert.equal(await scale.textContent(), "log10 of damage \u221210.0\u22124.00");
    const coloured = await picture(figure);
    await context.shoot(page, "life");
    await figure.getByRole("button", { name: "Colour by result" }).click();
    await page.waitForTimeout(200);
    assert.notEqual(await picture(figure), coloured);
    assert.equal(await scale.isVisible(), false);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "modes swing, and a row chooses one": async (context) => {
    const { page, problems, figure } = await openScene(context, "modes");
    const rows = page.locator("tbody tr");
    assert.equal(await rows.nth(0).getAttribute("aria-selected"), "true");
    const before = await timeOf(figure);
    await page.waitForFunction((t) => Number(document.querySelector("figure.scene").dataset.time) !== t, before);
    await rows.nth(1).click();
    assert.equal(await rows.nth(1).getAttribute("aria-selected"), "true");
    assert.equal(await figure.getByRole("combobox", { name: "Mode" }).inputValue(), "1");
    assert.match(await figure.locator(".scene-time").first().textContent(), /11\.90 Hz/);
    await figure.getByRole("combobox", { name: "Mode" }).selectOption("2");
    assert.equal(await rows.nth(2).getAttribute("aria-selected"), "true");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "standard views show all of a model, without perspective too": async (context) => {
    const { page, problems, figure } = await openScene(context, "run");
    const seen = new Set([await picture(figure)]);
    const view = figure.getByRole("combobox", { name: "Look from" });
    for (const name of ["Front", "Top", "Left"]) {
      await view.selectOption(name);
      await page.waitForTimeout(150);
      seen.add(await picture(figure));
      await context.shoot(page, `run-view-${name.toLowerCase()}`);
    }
    await figure.getByRole("button", { name: "Parallel" }).click();
    await page.waitForTimeout(150);
    seen.add(await picture(figure));
    await figure.getByRole("button", { name: "Trails" }).click();
    await page.waitForTimeout(150);
    seen.add(await picture(figure));
    assert.equal(seen.size, 6, "each of them is another picture");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "the keyboard turns, tilts and zooms": async (context) => {
    const { page, problems, figure } = await openScene(context, "run");
    await figure.locator(".scene-view").focus();
    const start = await picture(figure);
    const seen = new Set([start]);
    for (const key of ["]", "ArrowUp", "+"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
      seen.add(await picture(figure));
    }
    assert.equal(seen.size, 4, "each of them is another picture");
    for (const key of ["-", "ArrowDown", "["]) await page.keyboard.press(key);
    assert.match(await figure.locator(".scene-view").getAttribute("aria-label"), /brackets turn, up and down tilt/);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a moment is gone to, and the frame of it is there": async (context) => {
    const { page, problems, figure } = await openScene(context, "run");
    const choice = figure.getByRole("combobox", { name: "Go to" });
    const [, name] = await choice.locator("option").allTextContents();
    const time = Number(/, ([\d.]+) s$/.exec(name)[1]);
    await choice.selectOption({ index: 1 });
    await page.waitForFunction((t) => Math.abs(document.querySelector("figure.scene").dataset.time - t) < 1e-3, time);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "150 bodies move": async (context) => {
    const { page, problems, figure } = await openScene(context, "many_bodies", { viewport: { width: 700, height: 700 } });
    await page.evaluate(() => {
      // What each frame costs in script: the part that does not depend on the graphics card.
      const ask = requestAnimationFrame;
      globalThis.frameCosts = [];
      globalThis.requestAnimationFrame = (act) => ask((now) => {
        const start = performance.now();
        act(now);
        frameCosts.push(performance.now() - start);
      });
    });
    await figure.getByRole("button", { name: "Play" }).click();
    const rate = await figure.evaluate(async (element) => {
      const first = Number(element.dataset.drawn);
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return ((Number(element.dataset.drawn) - first) * 1000) / (performance.now() - start);
    });
    const cost = await page.evaluate(() => frameCosts.sort((a, b) => a - b)[frameCosts.length >> 1]);
    console.log(`        150 bodies and 150 springs: ${cost.toFixed(1)} ms of script a frame (median), ` +
      `${rate.toFixed(0)} frames a second with software rendering`);
    assert.ok(rate > 0);
    await context.shoot(page, "many_bodies");
    assert.deepEqual(problems, []);
    await page.close();
  },
};
