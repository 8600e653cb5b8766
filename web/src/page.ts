// Builds the page from its data: header, facts, sections, items.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { makeBrowser, showChannel } from "./channel_browser";
import { button, make } from "./dom";
import { makeHeatmap } from "./heatmap";
import { startPrintingAll } from "./lazy";
import { makeParallel } from "./parallel";
import { makePlot } from "./plot/plot";
import { markSign, makeTable } from "./table";
import { isDark, onThemeChange, startTheme, toggleTheme } from "./theme";
import type { ItemData, NoteData, PageData, SceneData, SectionData } from "./wire";

// Null in the bundle that goes into pages without scenes.
export type SceneMaker = ((data: SceneData) => HTMLElement) | null;

function makeNote(data: NoteData): HTMLElement {
  const note = make("p", `note ${data.mark}`);
  if (data.mark) note.append(markSign(data.mark));
  note.append(make("span", "", data.text));
  return note;
}

function makeItem(data: ItemData, makeScene: SceneMaker): HTMLElement {
  switch (data.type) {
    case "plot": return makePlot(data);
    case "table": return makeTable(data);
    case "heatmap": return makeHeatmap(data);
    case "scene": return makeScene!(data);
    case "note": return makeNote(data);
    case "browser": return makeBrowser(data);
    case "parallel": return makeParallel(data);
  }
}

function anchorOf(section: SectionData, index: number): string {
  return section.anchor || `section-${index + 1}`;
}

function makeSection(data: SectionData, index: number, makeScene: SceneMaker): HTMLElement {
  const section = make("details", "section", "", { id: anchorOf(data, index) });
  section.open = data.open;
  const head = make("summary");
  head.append(make("h2", "", data.title));
  section.append(head);
  if (data.text) section.append(make("p", "section-text", data.text));
  const grid = make("div", "grid");
  grid.style.setProperty("--columns", String(data.columns));
  grid.append(...data.items.map((item) => makeItem(item, makeScene)));
  section.append(grid);
  return section;
}

const kBesideTitle = 90; // Letters of facts that stand beside the title, so that the rest is seen sooner.

function makeHeader(data: PageData): HTMLElement {
  const header = make("header", "page-head");
  header.append(make("h1", "", data.title));
  if (data.subtitle) header.append(make("p", "subtitle", data.subtitle));
  if (data.findings.length > 0) {
    const findings = make("div", "findings", "", { role: "region", "aria-label": "Findings" });
    findings.append(...data.findings.map(makeNote));
    header.append(findings);
  }
  if (data.facts.length > 0) {
    const facts = make("dl", "facts");
    for (const fact of data.facts) {
      const entry = make("div", `fact ${fact.mark}`);
      const value = make("dd");
      if (fact.mark) value.append(markSign(fact.mark));
      value.append(fact.value);
      entry.append(make("dt", "", fact.name), value);
      facts.append(entry);
    }
    header.append(facts);
    const letters = data.facts.reduce((sum, { name, value }) => sum + Math.max(name.length, value.length) + 4, 0);
    if (letters < kBesideTitle) header.classList.add("brief");
  }
  return header;
}

// Of the printed page, behind what was found.
function makeContents(data: PageData): HTMLElement {
  const contents = make("nav", "contents", "", { "aria-label": "Contents" });
  const list = make("ol");
  list.append(...data.sections.map((section) => make("li", "", section.title)));
  contents.append(make("h2", "", "Contents"), list);
  return contents;
}

// Links to the sections, as many as there is room for; the others in a list.
function makeLinks(data: PageData): HTMLElement[] {
  const links = make("div", "bar-links");
  const more = make("select", "bar-more", "", { "aria-label": "More sections" });
  const anchors = data.sections.map((section, i) => encodeURIComponent(anchorOf(section, i)));
  links.append(...data.sections.map(({ title }, i) => make("a", "", title, { href: `#${anchors[i]}` })));
  more.addEventListener("change", () => {
    location.hash = more.value;
    more.selectedIndex = 0;
  });
  const fit = () => {
    const room = links.getBoundingClientRect().right;
    const items = [...links.children] as HTMLElement[];
    const hidden = items.map((link) => link.getBoundingClientRect().right > room + 1);
    items.forEach((link, i) => (link.style.visibility = hidden[i] ? "hidden" : ""));
    more.replaceChildren(make("option", "", "More", { value: "" }), ...data.sections.flatMap(({ title }, i) =>
      hidden[i] ? [make("option", "", title, { value: anchors[i] })] : []));
    more.hidden = !hidden.includes(true);
  };
  new ResizeObserver(fit).observe(links);
  return [links, more];
}

function makeBar(data: PageData): HTMLElement {
  const bar = make("nav", "bar", "", { "aria-label": "Sections" });
  const theme = button("", "", toggleTheme);
  theme.classList.add("theme");
  const name = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.title = isDark() ? "Show on light ground" : "Show on dark ground";
  };
  onThemeChange(name);
  name();
  bar.append(make("span", "brand", "Jounce"), ...makeLinks(data), theme);
  return bar;
}

function makeFooter(data: PageData): HTMLElement {
  const footer = make("footer", "page-foot");
  footer.append(make("p", "",
    "Plots: drag to zoom, double-click to reset, Ctrl and wheel to zoom; with the keyboard, Tab to a " +
    "plot, arrows to walk along a curve, + and \u2212 to zoom, 0 to reset, x and y for logarithmic axes."));
  const licences = make("details", "licences");
  licences.append(make("summary", "", "Licences of the libraries in this page"), make("pre", "", data.licences));
  footer.append(licences);
  return footer;
}

// A link to a folded section unfolds it, one to a channel chooses it.
function openTarget(): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  if (showChannel(anchor)) return;
  const target = document.getElementById(anchor);
  if (target instanceof HTMLDetailsElement) target.open = true;
}

export function readPage(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!) as PageData;
}

export function startPage(data: PageData, makeScene: SceneMaker): void {
  const root = document.getElementById("page")!;
  startTheme();
  startPrintingAll();
  const main = make("main");
  const sections = data.sections.map((section, i) => makeSection(section, i, makeScene));
  main.append(makeHeader(data), makeContents(data), ...sections, makeFooter(data));
  root.append(makeBar(data), main);
  addEventListener("hashchange", openTarget);
  openTarget();
  document.documentElement.dataset.ready = "true";
}
