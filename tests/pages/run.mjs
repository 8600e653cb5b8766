// The browser tests: node run.mjs WEB_FOLDER PAGES_FOLDER JOUNCE
// Ends with 77, which ctest shows as skipped, where there is no chromium.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { answerTests } from "./answer_tests.mjs";
import { hasChromium, launch } from "./browser.mjs";
import { filmTests } from "./film_tests.mjs";
import { plotTests } from "./plot_tests.mjs";
import { pageTests } from "./page_tests.mjs";
import { saveTests } from "./save_tests.mjs";
import { sceneTests } from "./scene_tests.mjs";
import { styleTests } from "./style_tests.mjs";
import { vehicleTests } from "./vehicle_tests.mjs";

const [webFolder, pagesFolder, program] = process.argv.slice(2).map((path) => resolve(path));
if (!hasChromium()) {
  console.log("SKIPPED: there is no chromium here (package chromium; or set JOUNCE_CHROMIUM)");
  process.exit(77);
}

const screenshots = join(pagesFolder, "screenshots");
mkdirSync(screenshots, { recursive: true });
const browser = await launch(webFolder);
const context = {
  browser,
  program,
  webFolder,
  file: (name) => join(pagesFolder, `${name}.html`),
  shoot: (page, name, options = {}) => page.screenshot({ path: join(screenshots, `${name}.png`), ...options }),
};

const only = process.env.JOUNCE_PAGE_TEST ?? "";
let failed = 0;
const tests = {
  ...styleTests, ...plotTests, ...pageTests, ...sceneTests, ...saveTests, ...filmTests, ...answerTests, ...vehicleTests,
};
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(only)) continue;
  const start = performance.now();
  try {
    await test(context);
    console.log(`ok      ${name} (${Math.round(performance.now() - start)} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(failed === 0 ? "all passed" : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
