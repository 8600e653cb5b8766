// The first screen of a page answers its question: pages that the command itself makes of small models whose
// numbers are known by hand, on a screen of 1366 x 768, in light and in dark, by mouse, keyboard and voice.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPage } from "./browser.mjs";

// A block of 2 kg that falls from rest onto a spring of 1 N/mm.
const kModel = `
units: {length: mm, force: N, mass: kg, angle: deg}
parameters: {k: 1, c: 0 N*s/m, late: 1e9}
bodies: {block: {mass: 2, inertia: [1, 1, 1]}}
joints: {rail: {joint: translational, between: [ground, block], axis: [0, 0, 1]}}
connections: {spring: {connection: linear_spring, between: [ground, block],
  law: {law: linear, dimension: 3, stiffness: "\${k}", damping: "\${c}"}}}
loads: {push: {load: force, on: block, direction: [0, 0, 1], expression: "0*log(\${late}-t)"}}
sensors: {block: {sensor: position, of: block}, spring: {sensor: law_force, item: spring}}
solver: {end_time: 2 s, step: 1 ms}
`;
const kLaw = "units: {length: mm, force: N}\nlaw: prony\nstiffness: 400\nbranches: [{stiffness: 200, time: 20 ms}]\n";

const [kMass, kStiffness, kDamping, kGravity] = [2, 1000, 2, 9.81];
const kSag = (1000 * kMass * kGravity) / kStiffness; // mm
const kFrequency = Math.sqrt(kStiffness / kMass) / (2 * Math.PI);
const kRatio = kDamping / (2 * Math.sqrt(kStiffness * kMass)); // Of critical damping.

// What is asked of a page, the commands that make it, and what its first screen must say.
const kQuestions = [
  {
    name: "run", question: "Can the run be trusted, what was the largest load, and when?",
    commands: [["run", "model.yaml", "-o", "a.h5", "--page", "PAGE"]],
    // At the lowest point the spring bears twice the weight; the other channels are told in the file's mm.
    answers: ["every step met its tolerance", `${(2 * kMass * kGravity).toFixed(2)} N in spring.z`, "through to 2 s"],
    later: [`peak \u2212${(2 * kSag).toFixed(2)} mm`.replace("\u2212", "-")],
  },
  {
    name: "failed run", question: "Why did it fail, where, and what can be done?", fails: true,
    commands: [["run", "model.yaml", "--set", "late=1", "--page", "PAGE"]],
    answers: ["failed at 1 s", "load 'push' gives what is no number", "look at its formula"],
  },
  {
    name: "modes", question: "Where are the natural frequencies?",
    commands: [["modes", "model.yaml", "--page", "PAGE"]],
    answers: [`${kFrequency.toFixed(3)} Hz`],
  },
  {
    name: "frf", question: "How much does it answer, and where most?",
    commands: [["frf", "model.yaml", "--set", `c=${kDamping} N*s/m`, "--from", "1", "--to", "10", "--page", "PAGE", "-n", "20001"]],
    // An oscillator answers most, by 1/(2 zeta sqrt(1 - zeta^2) k), at sqrt(1 - 2 zeta^2) times its frequency.
    answers: [(1 / (2 * kRatio * Math.sqrt(1 - kRatio ** 2) * kStiffness)).toPrecision(4),
      `${(kFrequency * Math.sqrt(1 - 2 * kRatio ** 2)).toFixed(3)} Hz`],
  },
  {
    name: "comparison", question: "What differs, by how much, and what does it do to damage?",
    // Twice the force is an error of its peak, and 2^5 the damage.
    commands: [
      ["run", "model.yaml", "-o", "a.h5"],
      ["compare", "a.h5", "a.h5", "--map", "twice.yaml", "--slope", "5", "-o", "PAGE"],
    ],
    answers: ["spring.z differs most", "The damage of simulated is 32 times that of measured", "100"],
  },
  {
    name: "identification", question: "Which law, how good, and what is not known of it?",
    commands: [
      ["bench", "law.yaml", "--frequencies", "1,5,20", "--amplitudes", "0.5,1", "--relaxation", "0", "--loops", "loops.csv"],
      ["identify", "loops.csv", "--law", "maxwell:1", "--page", "PAGE"],
    ],
    answers: ["law maxwell 1", "% of the peak force", "spring.k3 would be determined by"],
  },
];

// Names that would be markup, that end a string, that are longer than a window is wide.
const kHostileNames = ["<script>alert(1)</script>", `"quoted" & 'so'`, "</script><img src=x onerror=alert(2)>", "long ".repeat(60).trim()];

function hostileModel() {
  const key = (name) => JSON.stringify(name);
  const bodies = kHostileNames.map((name, i) => `  ${key(name)}: {mass: 2, inertia: [1, 1, 1], position: [${i}, 0, 0]}`);
  const sensors = kHostileNames.map((name) => `  ${key(name)}: {sensor: position, of: ${key(name)}}`);
  return `name: ${key(kHostileNames.join(" "))}\nbodies:\n${bodies.join("\n")}\nsensors:\n${sensors.join("\n")}\n` +
    "solver: {end_time: 0.1 s, step: 1 ms}\n";
}

function makePage(program, { commands, fails = false }) {
  const folder = mkdtempSync(join(tmpdir(), "jounce-answers-"));
  writeFileSync(join(folder, "model.yaml"), kModel);
  writeFileSync(join(folder, "hostile.yaml"), hostileModel());
  writeFileSync(join(folder, "law.yaml"), kLaw);
  writeFileSync(join(folder, "twice.yaml"), "channels: {spring.z: {simulated: spring.z, scale: 2}}\n");
  for (const command of commands) {
    const words = command.map((word) => (word === "PAGE" ? "page.html" : word));
    try {
      execFileSync(program, words, { cwd: folder, stdio: "pipe" });
    } catch (error) {
      if (!fails || error.status !== 1) throw new Error(`${words.join(" ")}: ${error.stderr}`);
    }
  }
  return join(folder, "page.html");
}

// All that is wholly within the first screen, as text.
function firstScreen(page) {
  return page.evaluate(() => [...document.querySelectorAll("h1, .note, .fact, h2, h3, td")]
    .filter((e) => e.getBoundingClientRect().bottom <= innerHeight).map((e) => e.textContent).join("\n"));
}

// Text that is hard to read: WCAG 2.2 asks for a contrast of 4.5, of 3 where it is large.
function faintTexts(page) {
  return page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const paint = (colours) => {
      context.clearRect(0, 0, 1, 1);
      for (const colour of colours) {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => {
      const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || !element.checkVisibility() || element.closest("script, option, canvas")) continue;
      const grounds = [];
      for (let e = element; e; e = e.parentElement) grounds.unshift(getComputedStyle(e).backgroundColor);
      const style = getComputedStyle(element);
      const ink = element instanceof SVGElement ? style.fill : style.color;
      const [a, b] = [light(paint([...grounds, ink])), light(paint(grounds))].sort((x, y) => y - x);
      const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.5 && Number(style.fontWeight) >= 700);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < (large ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)}: ${node.textContent.trim().slice(0, 40)}`);
    }
    return faint;
  });
}

// What can be operated, and has no name for those who do not see it.
function namelessControls(page) {
  return page.evaluate(() => [...document.querySelectorAll("button, a, input, select, summary, [tabindex='0']")]
    .filter((e) => e.checkVisibility())
    .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.closest("label")?.textContent.trim()))
    .map((e) => e.outerHTML.slice(0, 80)));
}

const kDemoTests = {
  "the demo tells its story on one short page, with a page for each step": async ({ browser, program, shoot }) => {
    const folder = mkdtempSync(join(tmpdir(), "jounce-demo-"));
    const result = JSON.parse(execFileSync(program, ["demo", "--quick", "--json"], { cwd: folder, stdio: "pipe" }));
    const { page, problems } = await openPage(browser, join(folder, result.page), { viewport: { width: 1366, height: 768 } });
    // What does the hydrobushing buy, how long does it live, and can the laws be believed?
    const text = await firstScreen(page);
    const damages = Object.values(result.plain_over_hydro).map(({ damage }) => damage);
    for (const damage of [Math.min(...damages), Math.max(...damages)]) {
      assert.ok(text.includes(`${Number(damage.toPrecision(3))} (`), `${damage} is not in:\n${text}`);
    }
    const passes = Math.min(...Object.values(result.life).map(({ hydro }) => hydro));
    assert.ok(text.includes(`lives ${Number((passes / 1e6).toPrecision(4))} million passes`), `${passes} is not in:\n${text}`);
    assert.ok(text.includes(`${Number((100 * result.hydro.phi).toPrecision(2))} % for the hydro bushing`), text);
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(length < 4000, `${length} px long`);
    const links = await page.locator("figure.table a").evaluateAll((all) => all.map((e) => e.getAttribute("href")));
    await shoot(page, "demo");
    assert.deepEqual(problems, []);
    await page.close();
    for (const link of links.filter((href) => !href.startsWith("#"))) {
      const step = await openPage(browser, join(folder, "out/demo", link), { viewport: { width: 1366, height: 768 } });
      assert.ok((await step.page.locator(".findings .note").count()) > 0, `${link} begins with a finding`);
      await shoot(step.page, `demo-${link.replace(".html", "")}`);
      assert.deepEqual(step.problems, []);
      await step.page.close();
    }
    assert.equal(links.length, 5);
  },
};

const kHostileTests = {
  "hostile and endless names of a model are text, and fit the window": async ({ browser, program, shoot }) => {
    for (const commands of [[["run", "hostile.yaml", "-o", "a.h5", "--page", "PAGE"]], [["check", "hostile.yaml", "--page", "PAGE"]],
      [["run", "hostile.yaml", "-o", "a.h5"], ["compare", "a.h5", "a.h5", "-o", "PAGE"]]]) {
      const { page, problems } = await openPage(browser, makePage(program, { commands }), { viewport: { width: 1366, height: 768 } });
      const text = await page.evaluate(() => document.body.textContent);
      for (const name of kHostileNames) assert.ok(text.includes(name.replace("</script>", "<|script>")) || text.includes(name), name);
      assert.equal(await page.locator("main img, main script").count(), 0);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${commands.at(-1)[0]}: ${wide} px too wide`);
      await shoot(page, `hostile-${commands.at(-1)[0]}`);
      assert.deepEqual(problems, []);
      await page.close();
    }
  },
};

const kQuestionTests = Object.fromEntries(kQuestions.map((asked) => [
  `the first screen of a page answers: ${asked.question} (${asked.name})`,
  async ({ browser, program, shoot }) => {
    const file = makePage(program, asked);
    for (const colorScheme of ["light", "dark"]) {
      const viewport = { width: 1366, height: 768 };
      const { page, problems } = await openPage(browser, file, { viewport, colorScheme });
      const text = await firstScreen(page);
      for (const answer of asked.answers) assert.ok(text.includes(answer), `'${answer}' is not in:\n${text}`);
      const all = await page.evaluate(() => document.body.innerText);
      for (const answer of asked.later ?? []) assert.ok(all.includes(answer), `'${answer}' is nowhere`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      assert.deepEqual(await faintTexts(page), [], "text that is hard to read");
      assert.deepEqual(await namelessControls(page), [], "controls without a name");
      await page.waitForTimeout(400);
      await shoot(page, `answer-${asked.name.replace(" ", "-")}-${colorScheme}`);
      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.waitForTimeout(400);
      await shoot(page, `answer-${asked.name.replace(" ", "-")}-${colorScheme}-1920`);
      assert.deepEqual(problems, []);
      await page.close();
    }
  },
]));

export const answerTests = { ...kQuestionTests, ...kHostileTests, ...kDemoTests };
