// Films and several runs: what the command makes of the results of a model whose motion is known by hand.
// GIF files are read by the browser's own decoder.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawn, openPage, plot } from "./browser.mjs";

// A ball of 2 kg that swings by half a metre on a spring of 0.5 N/mm, or another one.
const kModel = `
units: {length: mm, force: N, mass: kg}
parameters: {k: 0.5}
bodies:
  ball:
    mass: 2
    inertia: [1, 1, 1]
    drawing: [{shape: sphere, at: [0, 0, 0], diameter: 200}, {shape: spline, points: [[0, 0, 0], [0, 200, 100], [0, 0, 300]], diameter: 30}]
joints: {rail: {joint: translational, between: [ground, ball], axis: [0, 0, 1]}}
connections: {spring: {connection: linear_spring, between: [ground, ball], law: {law: linear, dimension: 3, stiffness: "\${k}"}}}
sensors: {ball: {sensor: position, of: ball}, rail: {sensor: reaction, item: rail}}
solver: {end_time: 1 s, step: 2 ms}
`; // Frames of the motion are 18 ms apart, the last at 0.99 s.

let folder = "";

// Two results, made once.
function runs(program) {
  if (folder !== "") return folder;
  folder = mkdtempSync(join(tmpdir(), "jounce-films-"));
  writeFileSync(join(folder, "model.yaml"), kModel);
  for (const k of ["0.5", "1"]) {
    execFileSync(program, ["run", "model.yaml", "--set", `k=${k}`, "-o", `k${k}.h5`], { cwd: folder, stdio: "pipe" });
  }
  return folder;
}

// Pictures of a GIF: how many, how large, how long each, and what differs between the first and one of them.
function readGif(page, path, other) {
  return page.evaluate(async ([base64, at]) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack.frameCount;
    const pixels = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = Object.assign(document.createElement("canvas"), { width: image.displayWidth, height: image.displayHeight });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return { image, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
    };
    const [first, second] = [await pixels(0), await pixels(at)];
    let changed = 0;
    for (let i = 0; i < first.data.length; i += 4) {
      changed += Math.hypot(first.data[i] - second.data[i], first.data[i + 1] - second.data[i + 1]) > 40;
    }
    const { displayWidth, displayHeight, duration } = first.image;
    return { count, width: displayWidth, height: displayHeight, seconds: duration / 1e6, changed };
  }, [readFileSync(path).toString("base64"), other]);
}

export const filmTests = {
  "a film of a run is a GIF with all its pictures": async ({ browser, program, file }) => {
    const cwd = runs(program);
    execFileSync(program, ["film", "k0.5.h5", "-o", "ball.gif", "--size", "320x180", "--rate", "10", "--to", "0.5"], { cwd, stdio: "pipe" });
    const { page } = await openPage(browser, file("blocks"));
    // Pictures at 0, 0.1, ... 0.5 s, of which the ball moves through a quarter of the height.
    const gif = await readGif(page, join(cwd, "ball.gif"), 2);
    assert.deepEqual([gif.count, gif.width, gif.height, gif.seconds], [6, 320, 180, 0.1]);
    assert.ok(gif.changed > 300, `${gif.changed} pixels`);
    const again = spawnSync(program, ["film", "k0.5.h5", "-o", "ball.gif"], { cwd, encoding: "utf8" });
    assert.equal(again.status, 2, "nothing is replaced without --force");
    await page.close();
  },

  "a film by ffmpeg, or what is missing": async ({ program }) => {
    const cwd = runs(program);
    const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
    const film = (name) =>
      spawnSync(program, ["film", "k0.5.h5", "-o", name, "--size", "321x181", "--rate", "5", "--force"], { cwd, encoding: "utf8" });
    if (hasFfmpeg) {
      for (const [name, codec] of [["ball.mp4", "h264"], ["ball.webm", "vp9"]]) {
        const made = film(name);
        assert.equal(made.status, 0, made.stderr);
        // Pictures at 0, 0.2, ... 0.8 s; sides are even, as these formats want them.
        const found = execFileSync("ffprobe", ["-v", "error", "-count_frames", "-show_entries",
          "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", name], { cwd, encoding: "utf8" });
        assert.equal(found.trim(), `${codec},322,182,5`);
      }
    } else {
      const made = film("ball.mp4");
      console.log("        SKIPPED: no film by ffmpeg is made where there is none (package ffmpeg)");
      assert.equal(made.status, 3);
      assert.match(made.stderr, /package ffmpeg/);
    }
  },

  "mistakes of a film are told": async ({ program }) => {
    const cwd = runs(program);
    const says = (...words) => spawnSync(program, ["film", "k0.5.h5", ...words], { cwd, encoding: "utf8" }).stderr;
    assert.match(says("-o", "a.avi"), /\.gif/);
    assert.match(says("-o", "a.gif", "--size", "big"), /800x450/);
    assert.match(says("-o", "a.gif", "--from", "3"), /goes from 0 s to 0\.99 s/);
    assert.match(says("-o", "a.gif", "--speed", "0.001", "--rate", "60"), /higher --speed/);
  },

  "a scene is saved as GIF": async ({ browser, program }) => {
    const cwd = runs(program);
    execFileSync(program, ["page", "k0.5.h5", "-o", "alone.html", "--force"], { cwd, stdio: "pipe" });
    const { page, problems } = await openPage(browser, join(cwd, "alone.html"), { viewport: { width: 600, height: 500 } });
    const scene = page.locator("figure.scene");
    await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
    const coming = page.waitForEvent("download", { timeout: 120000 });
    await scene.getByRole("button", { name: "GIF" }).click();
    const gif = await readGif(page, await (await coming).path(), 3);
    assert.equal(gif.count, 20, "0.99 s at 20 pictures a second, the first at 0");
    assert.ok(gif.changed > 300, `${gif.changed} pixels`);
    assert.deepEqual(problems, []);
    await page.close();
  },

  "several runs on one page: what differs, in words, curves and ghosts": async ({ browser, program, shoot }) => {
    const cwd = runs(program);
    execFileSync(program, ["page", "k0.5.h5", "k1.h5", "-o", "both.html", "--force"], { cwd, stdio: "pipe" });
    for (const colorScheme of ["light", "dark"]) {
      const { page, problems } = await openPage(browser, join(cwd, "both.html"), { viewport: { width: 1366, height: 768 }, colorScheme });
      // Twice 2 m g/k from lowest to highest: 78.48 and 39.24 mm.
      const findings = await page.locator(".findings").textContent();
      assert.match(findings, /All 2 runs went through/);
      assert.match(findings, /k=1: ball\.z changes most, from 78\.48 to 39\.24 mm from lowest to highest \(-50 %\)/);
      const scene = page.locator("figure.scene");
      await page.waitForFunction(() => document.querySelector("figure.scene").dataset.drawn > 0);
      assert.deepEqual(await scene.locator(".run").allTextContents(), ["k=0.5", "k=1"]);
      await scene.getByRole("slider", { name: "Time" }).fill("0.2");
      await page.waitForTimeout(300);
      await shoot(page, `runs-${colorScheme}`);
      const before = await scene.locator("canvas").screenshot();
      await scene.getByRole("button", { name: "Side by side" }).click();
      await page.waitForTimeout(300);
      assert.notDeepEqual(await scene.locator("canvas").screenshot(), before);
      const figure = await drawn(plot(page, "ball.z").first());
      assert.equal(await figure.getAttribute("data-curves"), "2");
      assert.deepEqual(await figure.locator(".legend-name").allTextContents(), ["k=0.5", "k=1"]);
      assert.deepEqual(problems, []);
      await page.close();
    }
  },

  "pinned channels stay when others are chosen": async ({ browser, program }) => {
    const cwd = runs(program);
    execFileSync(program, ["page", "k0.5.h5", "-o", "alone.html", "--force"], { cwd, stdio: "pipe" });
    const { page, problems } = await openPage(browser, join(cwd, "alone.html"));
    await page.getByRole("button", { name: "Pin rail.x" }).click();
    await page.getByRole("button", { name: "None" }).click();
    assert.match(await page.locator(".browser-count").textContent(), /^1 of /);
    const first = page.locator(".browser-stage h3").first();
    assert.equal(await first.textContent(), "rail.x");
    await page.getByRole("checkbox", { name: /^x peak/ }).first().check();
    assert.equal(await first.textContent(), "rail.x", "above what was chosen before it in the list");
    assert.deepEqual(problems, []);
    await page.close();
  },
};
