// What a page gives away: pictures of its plots, its tables for other programs, itself on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { drawn, openPage, plot } from "./browser.mjs";

const kHostile = "<script>alert(1)</script>";

// Presses a button of an item; the file that comes of it.
async function save(item, name) {
  const coming = item.page().waitForEvent("download");
  await item.getByRole("button", { name, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), path: await download.path() };
}

// Cells of the sheet as another reader finds them: Python's zipfile checks the checksums, its XML
// parser that the text is what it should be.
const kReadSheet = `
import json, sys, zipfile
import xml.etree.ElementTree as tree
file = zipfile.ZipFile(sys.argv[1])
assert file.testzip() is None
for name in file.namelist(): tree.fromstring(file.read(name))
space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
rows = tree.fromstring(file.read("xl/worksheets/sheet1.xml")).iter(space + "row")
def value(cell):
    number = cell.find(space + "v")
    return float(number.text) if number is not None else "".join(cell.itertext()) or None
print(json.dumps([[value(cell) for cell in row] for row in rows]))
`;

export const saveTests = {
  "a plot is saved as PNG and SVG": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("blocks"));
    const figure = await drawn(plot(page, "Lines & co"));
    const svg = await save(figure, "SVG");
    assert.equal(svg.name, "Lines_co.svg");
    const found = await page.evaluate((text) => {
      const picture = new DOMParser().parseFromString(text, "image/svg+xml");
      const texts = [...picture.querySelectorAll("text")].map((element) => element.textContent);
      const curves = picture.querySelectorAll("g[clip-path] path").length;
      return { texts, curves, broken: picture.querySelector("parsererror") !== null, scripts: picture.querySelectorAll("script").length };
    }, readFileSync(svg.path, "utf8"));
    assert.equal(found.broken, false);
    assert.equal(found.scripts, 0);
    assert.ok(found.texts.includes(kHostile), "the name of a curve, as text");
    assert.ok(found.texts.includes("Lines & co"));
    assert.ok(found.curves >= Number(await figure.getAttribute("data-curves")));
    const png = readFileSync((await save(figure, "PNG")).path);
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    const area = await figure.locator(".plot-area").boundingBox();
    assert.equal(png.readUInt32BE(16), 2 * Math.round(area.width), "twice the pixels of the screen");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "a table is saved as CSV and XLSX, with its numbers and hostile names": async ({ browser, file }) => {
    const { page, problems } = await openPage(browser, file("blocks"));
    const table = page.locator("figure.table").first();
    const shown = await table.locator("tbody tr").count();
    const csv = readFileSync((await save(table, "CSV")).path, "utf8").trimEnd().split("\r\n");
    assert.equal(csv.length, shown + 1);
    assert.ok(csv.some((line) => line.includes(kHostile)));
    const sheet = await save(table, "XLSX");
    const rows = JSON.parse(execFileSync("python3", ["-c", kReadSheet, sheet.path], { encoding: "utf8" }));
    assert.equal(rows.length, shown + 1);
    assert.equal(rows[0].length, await table.locator("thead th").count());
    assert.equal(rows[1][0], kHostile);
    const numbers = rows.flat().filter((value) => typeof value === "number");
    const written = csv.join(",").split(",").filter((text) => text !== "" && Number.isFinite(Number(text))).map(Number);
    assert.ok(numbers.length > 0);
    assert.deepEqual(numbers, written, "all digits of both are the same");
    assert.deepEqual(problems, []);
    await page.close();
  },

  "on paper a page has a cover, contents, and two plots a sheet": async ({ browser, file, shoot }) => {
    const { page, problems } = await openPage(browser, file("run"), { viewport: { width: 1366, height: 768 }, colorScheme: "dark" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const titles = await page.locator("details.section > summary h2").allTextContents();
    assert.deepEqual(await page.locator("nav.contents li").allTextContents(), titles, "all sections, the folded ones too");
    assert.ok(await page.locator("nav.contents").isVisible());
    assert.equal(await page.locator("nav.contents").evaluate((e) => getComputedStyle(e).breakAfter), "page");
    assert.equal(await page.locator("nav.bar").isVisible(), false);
    assert.equal(await page.locator(".tools").first().isVisible(), false);
    // A4 of 297 mm with margins of 14 mm, 96 pixels an inch: two plots and the gap between them fit, three do not.
    const sheet = ((297 - 28) / 25.4) * 96;
    const heights = await page.locator("figure.plot").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
    assert.ok(heights.length > 6);
    for (const height of heights) assert.ok(2 * height < sheet && 3 * height > sheet, `${height} of ${sheet} px`);
    for (const figure of await page.locator("figure.plot").all()) {
      assert.equal(await figure.evaluate((e) => getComputedStyle(e).breakInside), "avoid");
    }
    await shoot(page, "run-paper", { fullPage: true });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const sheets = pdf.match(/\/Type \/Page\b(?!s)/g).length;
    console.log(`        ${heights.length} plots on ${sheets} sheets`);
    assert.ok(sheets >= 1 + heights.length / 2 && sheets <= 3 + heights.length, `${sheets} sheets`);
    assert.deepEqual(problems, []);
    await page.close();
  },
};
