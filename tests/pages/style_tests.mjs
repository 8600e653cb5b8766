// The stylesheet by itself: text that can be read on every ground, on light and on dark (WCAG 2.2, AA).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

// Inks on grounds, as the rules put them.
const kPairs = [
  ["ink", ["paper", "card", "accent-soft", "good-soft", "warning-soft", "bad-soft", "grid"]],
  ["ink-soft", ["paper", "card", "grid"]],
  ["accent", ["paper", "card", "accent-soft"]],
  ["good", ["card", "paper", "good-soft"]],
  ["warning", ["card", "paper", "warning-soft"]],
  ["bad", ["card", "paper", "bad-soft"]],
];

function variablesOf(rules) {
  return Object.fromEntries([...rules.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]));
}

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

export const styleTests = {
  "inks and grounds of both themes have a contrast of 4.5": async ({ webFolder }) => {
    assert.equal(contrast("#000000", "#ffffff"), 21);
    const style = readFileSync(join(webFolder, "src/style.css"), "utf8");
    const light = variablesOf(/:root \{([^}]*)\}/.exec(style)[1]);
    const dark = { ...light, ...variablesOf(/:root\[data-theme="dark"\] \{([^}]*)\}/.exec(style)[1]) };
    let least = Infinity;
    for (const [theme, colours] of Object.entries({ light, dark })) {
      for (const [ink, grounds] of kPairs) {
        for (const ground of grounds) {
          const found = contrast(colours[ink], colours[ground]);
          least = Math.min(least, found);
          assert.ok(found >= 4.5, `${theme}: ${ink} on ${ground} has ${found.toFixed(2)}`);
        }
      }
    }
    console.log(`        the least contrast is ${least.toFixed(2)}`);
  },
};
