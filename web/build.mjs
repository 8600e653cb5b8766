// Bundles the scripts and styles of pages and writes them as C++ source, to be embedded in the
// program: node build.mjs OUTPUT.cc. What it was made of is written beside it, to OUTPUT.cc.d, as a
// rule of make.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const inputs = new Set();

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none", // The notices are shipped whole, see licences().
    write: false,
    outdir: "out",
    logLevel: "warning",
    metafile: true,
  });
  for (const file of Object.keys(result.metafile.inputs)) if (file.startsWith("src/")) inputs.add(join(here, file));
  const text = (end) => result.outputFiles.find((f) => f.path.endsWith(end))?.text ?? "";
  // Inside a script element no text may look like its end.
  return { script: text(".js").replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "<\\!--"), style: text(".css") };
}

function licences(...names) {
  return names.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  }).join("\n");
}

// Raw string literals, cut where compilers set a limit.
function literal(text) {
  const parts = [];
  for (let at = 0; at < text.length; at += 15000) parts.push(`R"~~~(${text.slice(at, at + 15000)})~~~"`);
  return parts.join("\n") || '""';
}

const page = await bundle("plain_main.ts");
const scene = await bundle("scene_main.ts");
const texts = {
  page_script: page.script,
  scene_script: scene.script,
  style: page.style,
  page_licences: licences("uplot"),
  scene_licences: licences("uplot", "three"),
};
const names = Object.keys(texts);
const source = `// Made by web/build.mjs from web/src; not to be edited.
#include "report/assets.h"

namespace jounce::report {
namespace {

${names.map((name) => `constexpr char ${name}[] = ${literal(texts[name])};`).join("\n")}

}  // namespace

const Assets& EmbeddedAssets() {
  static constexpr Assets kAssets = {
${names.map((name) => `      .${name} = {${name}, sizeof(${name}) - 1},`).join("\n")}
  };
  return kAssets;
}

}  // namespace jounce::report
`;
const output = process.argv[2];
writeFileSync(output, source);
const escaped = (path) => path.replaceAll(" ", "\\ ");
writeFileSync(`${output}.d`, `${escaped(output)}: ${[...inputs].map(escaped).join(" ")}\n`);
