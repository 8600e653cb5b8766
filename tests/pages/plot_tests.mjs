// Plots: curves, values under the pointer, zoom, toggles, keyboard. The curves are those of
// BlocksPage in sample_pages.cc.
import assert from "node:assert/strict";
import { drag, drawn, hover, inkOf, openPage, plot, readout } from "./browser.mjs";

const kHostile = "<script>alert(1)</script>";

async function withPlot({ browser, file }, title, act) {
  const { page, problems } = await openPage(browser, file("blocks"));
  const figure = await drawn(plot(page, title));
  await act(figure, page);
  assert.deepEqual(problems, []);
  await page.close();
}

export const plotTests = {
  "plots have all their curves": (context) =>
    withPlot(context, "Lines & co", async (figure) => {
      assert.equal(await figure.getAttribute("data-curves"), "3");
      const names = await figure.locator(".legend-name").allTextContents();
      assert.deepEqual(names, ["ramp", kHostile, "with a gap"]);
      assert.ok((await inkOf(figure)) > 2000, "something is drawn");
    }),

  "hover shows the value of the nearest sample": (context) =>
    withPlot(context, "Lines & co", async (figure) => {
      // The range of x is 0 to 10; the ramp is 2 x + 1.
      await hover(figure, 7.5 / 10, 0.15);
      const { name, x, y, text } = await readout(figure);
      assert.equal(name, "ramp");
      assert.ok(Math.abs(x - 7.5) < 0.051, `x is ${x}`);
      assert.ok(Math.abs(y - (2 * x + 1)) < 1e-5, `y is ${y} at ${x}`);
      assert.match(text, /Force16\.\d+ N/);
      const values = await figure.locator(".legend-value").allTextContents();
      assert.ok(Math.abs(Number(values[0]) - y) < 0.01);
      assert.ok(Math.abs(Number(values[1].replace("\u2212", "-")) - 10 * Math.sin(x)) < 0.01);
    }),

  "values are shown in another unit, and in their own again": (context) =>
    withPlot(context, "Lines & co", async (figure, page) => {
      const unit = figure.getByRole("combobox", { name: "Unit of Lines & co" });
      await hover(figure, 7.5 / 10, 0.15);
      const { y } = await readout(figure);
      await unit.selectOption("kN");
      await page.mouse.move(0, 0);
      await hover(figure, 7.5 / 10, 0.15);
      const other = await readout(figure);
      assert.ok(Math.abs(1000 * other.y - y) < 1e-3, `${other.y} kN of ${y} N`);
      assert.match(other.text, / kN/);
      await unit.selectOption("N");
      await page.mouse.move(0, 0);
      await hover(figure, 7.5 / 10, 0.15);
      assert.ok(Math.abs((await readout(figure)).y - y) < 1e-3);
    }),

  "hover on a loop finds the point on the screen, not the one of the same x": (context) =>
    withPlot(context, "Force over displacement", async (figure) => {
      await hover(figure, 0.5, 0.45);
      const upper = await readout(figure);
      await hover(figure, 0.5, 0.55);
      const lower = await readout(figure);
      assert.ok(Math.abs(upper.x) < 0.3 && Math.abs(lower.x) < 0.3);
      assert.ok(upper.y > 50 && lower.y < -50, `${upper.y} above, ${lower.y} below`);
    }),

  "dragging zooms, double-click shows everything": (context) =>
    withPlot(context, "Linked", async (figure, page) => {
      const reset = figure.getByRole("button", { name: "Reset zoom" });
      assert.equal(await reset.isVisible(), false);
      await drag(figure, [0.2, 0.5], [0.4, 0.5]);
      assert.equal(await reset.isVisible(), true);
      await hover(figure, 0, 0.5);
      assert.ok(Math.abs((await readout(figure)).x - 2) < 0.11);
      await hover(figure, 0.999, 0.5);
      assert.ok(Math.abs((await readout(figure)).x - 4) < 0.11);
      // The other plot of the link went along.
      const other = await drawn(plot(page, "Lines & co"));
      await hover(other, 0, 0.5);
      assert.ok(Math.abs((await readout(other)).x - 2) < 0.11);
      await figure.locator(".u-over").dblclick();
      assert.equal(await reset.isVisible(), false);
    }),

  "the legend toggles curves": (context) =>
    withPlot(context, "Lines & co", async (figure) => {
      const before = await inkOf(figure);
      const entry = figure.locator(".legend-entry").first();
      await entry.click();
      assert.equal(await entry.getAttribute("aria-pressed"), "false");
      const without = await inkOf(figure);
      assert.notEqual(without, before);
      await entry.click();
      assert.equal(await inkOf(figure), before);
      await entry.click({ modifiers: ["Shift"] });
      const pressed = await figure.locator(".legend-entry").evaluateAll((entries) =>
        entries.map((e) => e.getAttribute("aria-pressed")));
      assert.deepEqual(pressed, ["true", "false", "false"]);
    }),

  "axes can be logarithmic": (context) =>
    withPlot(context, "Linked", async (figure, page) => {
      // exp(0.3 t) is straight on a logarithmic axis: its middle is at half height.
      await figure.getByRole("button", { name: "log y" }).click();
      await hover(figure, 0.5, 0.5);
      const { x, y } = await readout(figure);
      const point = await figure.locator(".u-cursor-pt").boundingBox();
      const area = await figure.locator(".u-over").boundingBox();
      const height = (point.y + point.height / 2 - area.y) / area.height;
      assert.ok(Math.abs(y - Math.exp(0.3 * x)) < 1e-4);
      assert.ok(Math.abs(height - 0.5) < 0.02, `at ${height} of the height`);
      await page.keyboard.press("Tab");
    }),

  "the keyboard walks along a curve and zooms": (context) =>
    withPlot(context, "Lines & co", async (figure, page) => {
      const area = figure.locator(".plot-area");
      await area.focus();
      await page.keyboard.press("ArrowRight");
      const first = await readout(figure);
      await page.keyboard.press("ArrowRight");
      const second = await readout(figure);
      assert.equal(first.name, "ramp");
      assert.ok(Math.abs(second.x - first.x - 0.1) < 1e-6);
      await page.keyboard.press("ArrowDown");
      assert.equal((await readout(figure)).name, kHostile);
      await page.keyboard.press("+");
      assert.equal(await figure.getByRole("button", { name: "Reset zoom" }).isVisible(), true);
      await page.keyboard.press("0");
      assert.equal(await figure.getByRole("button", { name: "Reset zoom" }).isVisible(), false);
    }),

  "a million points keep their peak and are drawn quickly": async ({ browser, file, shoot }) => {
    const { page, problems } = await openPage(browser, file("million"));
    const figure = await drawn(plot(page, "A million points"));
    assert.match(await figure.locator(".card-note").textContent(), /of 1.000.000 samples/);
    await drag(figure, [0.65, 0.5], [0.66, 0.5]);
    const redraw = await figure.evaluate((element) => {
      const over = element.querySelector(".u-over");
      const start = performance.now();
      over.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
      return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now() - start)));
    });
    console.log(`        a million points redrawn in ${redraw.toFixed(0)} ms`);
    // A pixel is 800 samples; the one that stands out is found by pointing at it.
    await hover(figure, 654.321 / 999.999, 0.05);
    const peak = await readout(figure);
    assert.equal(peak.y, 50);
    assert.ok(Math.abs(peak.x - 654.321) < 1e-6);
    await shoot(page, "million");
    assert.deepEqual(problems, []);
    await page.close();
  },
};
