// Many channels: a list with groups and a search at the left, at the right the plots of those chosen,
// each for itself or laid over each other.
import { openBlob } from "./blob";
import { button, make, makeCard, toggle } from "./dom";
import { axisLabel, formatCount } from "./format";
import { extentOfY, makeCurves, padded, type Extent } from "./plot/curve";
import { makePlot } from "./plot/plot";
import { markSign } from "./table";
import type { BrowsedChannelData, BrowserData, PlotData } from "./wire";

const kMostAtOnce = 40; // Channels that one click shows: more are rather searched for.
const kMostSmall = 400; // The same of small plots.
const kSmallHeight = 120;

const anchors = new Map<string, () => void>();

// Shows the channel that a link leads to; whether there is one.
export function showChannel(anchor: string): boolean {
  const show = anchors.get(anchor);
  show?.();
  return show !== undefined;
}

export function makeBrowser(data: BrowserData): HTMLElement {
  const card = makeCard("browser", data.title, data.note);
  card.content.append(new BrowserView(data, card.tools).root);
  return card.root;
}

interface Entry {
  channel: BrowsedChannelData;
  label: HTMLLabelElement;
  box: HTMLInputElement;
  pin: HTMLButtonElement;
  text: string; // What a search looks at.
}

// Pinned channels stand above the others, and stay when others are chosen.
function isPinned({ pin }: Entry): boolean {
  return pin.getAttribute("aria-pressed") === "true";
}

class BrowserView {
  readonly root = make("div", "browser-view");
  private readonly entries: Entry[];
  private readonly stage = make("div", "browser-stage");
  private readonly count = make("p", "browser-count", "", { role: "status" });
  private readonly search: HTMLInputElement;
  private rows = new Map<Entry, HTMLElement>();
  private overlaid = false;
  private small = false;
  private centred = false;

  constructor(data: BrowserData, tools: HTMLElement) {
    this.entries = data.channels.map((channel) => this.makeEntry(channel));
    const placeholder = `Search ${formatCount(this.entries.length)} channel${this.entries.length === 1 ? "" : "s"}`;
    this.search = make("input", "filter", "", { type: "search", placeholder, "aria-label": placeholder });
    this.search.addEventListener("input", () => this.filter());
    const side = make("div", "browser-side");
    const list = make("div", "browser-list", "", { role: "group", "aria-label": "Channels" });
    list.append(...this.makeGroups());
    side.append(this.search, this.makeChoosers(), list, this.count);
    this.root.append(side, this.stage);
    tools.append(
      toggle("Overlay", "Lay the chosen channels of one unit over each other", false, (on) => {
        this.overlaid = on;
        this.redraw();
      }),
      toggle("Small multiples", "Many histories at a glance, those of one unit on the same scale", false, (on) => {
        this.small = on;
        this.redraw();
      }),
      toggle("Without offset", "Show each history without its mean", false, (on) => {
        this.centred = on;
        this.redraw();
      }),
    );
    this.redraw();
  }

  private makeEntry(channel: BrowsedChannelData): Entry {
    const label = make("label", `browser-entry ${channel.mark}`);
    const box = make("input", "", "", { type: "checkbox" });
    box.checked = channel.visible;
    label.append(box);
    if (channel.mark) label.append(markSign(channel.mark));
    const inGroup = channel.group !== "" && /^[./|]/.test(channel.name.slice(channel.group.length));
    const shown = inGroup ? channel.name.slice(channel.group.length + 1) : channel.name;
    label.append(make("span", "browser-name", shown, { title: channel.name }));
    if (channel.summary) label.append(make("span", "browser-summary", channel.summary));
    const pin = toggle("\u2191", `Pin ${channel.name}: keep it at the top`, false, (on) => {
      if (on) box.checked = true;
      this.redraw();
    });
    pin.classList.add("pin");
    pin.setAttribute("aria-label", `Pin ${channel.name}`);
    label.append(pin);
    const entry = { channel, label, box, pin, text: channel.name.toLowerCase() };
    box.addEventListener("change", () => this.redraw());
    if (channel.anchor) anchors.set(channel.anchor, () => this.lead(entry));
    return entry;
  }

  private makeGroups(): HTMLElement[] {
    const groups = new Map<string, HTMLElement>();
    const out = this.entries.filter((e) => e.channel.group === "").map((e): HTMLElement => e.label);
    for (const entry of this.entries) {
      const name = entry.channel.group;
      if (name === "") continue;
      let group = groups.get(name);
      if (!group) {
        const details = make("details", "browser-group", "", { open: true });
        details.append(make("summary", "", name));
        groups.set(name, (group = details));
        out.push(group);
      }
      group.append(entry.label);
    }
    return out;
  }

  private makeChoosers(): HTMLElement {
    const choosers = make("div", "browser-choosers");
    choosers.append(
      button("Show found", "Show all channels of the list", () => this.chooseFound()),
      button("None", "Show no channel", () => this.choose(() => false)),
    );
    return choosers;
  }

  private chooseFound(): void {
    let room = this.small ? kMostSmall : kMostAtOnce;
    this.choose((entry) => !entry.label.hidden && room-- > 0);
  }

  private choose(wanted: (entry: Entry) => boolean): void {
    for (const entry of this.entries) entry.box.checked = isPinned(entry) || wanted(entry);
    this.redraw();
  }

  // From a link: the channel is shown, and looked at.
  private lead(entry: Entry): void {
    entry.box.checked = true;
    this.redraw();
    (this.rows.get(entry) ?? this.stage).scrollIntoView({ block: "center" });
  }

  private filter(): void {
    const word = this.search.value.toLowerCase();
    for (const entry of this.entries) entry.label.hidden = !entry.text.includes(word);
    for (const group of this.root.querySelectorAll<HTMLElement>(".browser-group")) {
      group.hidden = group.querySelector(".browser-entry:not([hidden])") === null;
    }
    this.tellCount();
  }

  private tellCount(): void {
    const chosen = this.entries.filter((entry) => entry.box.checked).length;
    const found = this.entries.filter((entry) => !entry.label.hidden).length;
    this.count.textContent =
      `${formatCount(chosen)} of ${formatCount(this.entries.length)} shown` +
      (found < this.entries.length ? `, ${formatCount(found)} found` : "");
  }

  private redraw(): void {
    const shown = this.entries.filter((entry) => entry.box.checked);
    const chosen = [...shown.filter(isPinned), ...shown.filter((entry) => !isPinned(entry))];
    this.tellCount();
    if (chosen.length === 0) {
      this.rows.clear();
      this.stage.replaceChildren(make("p", "nothing", "Choose channels in the list."));
    } else if (this.small) {
      this.rows.clear();
      this.stage.replaceChildren(this.makeSmall(chosen));
    } else if (this.overlaid) {
      this.rows.clear();
      this.stage.replaceChildren(...this.overlay(chosen).map((plots) => this.makeRow(plots)));
    } else {
      this.showEach(chosen);
    }
  }

  // Rows that stay keep their zoom; the others come and go.
  private showEach(chosen: Entry[]): void {
    const rows = new Map<Entry, HTMLElement>();
    const state = String(this.centred);
    for (const entry of chosen) {
      const old = this.rows.get(entry);
      const kept = old?.dataset.centred === state ? old : undefined;
      rows.set(entry, kept ?? this.makeRow(entry.channel.plots));
    }
    this.rows = rows;
    this.stage.replaceChildren(...rows.values());
  }

  private makeRow(plots: PlotData[]): HTMLElement {
    const row = make("div", "browser-row");
    row.dataset.centred = String(this.centred);
    // The mean of a spectrum says nothing. The first plot of a channel is called by its name.
    row.append(...plots.map((plot) => makePlot({
      ...plot, centred: this.centred && !plot.y.log,
      isNamed: plot.curves.length === 1 && plot.curves[0].name === plots[0].title,
    })));
    return row;
  }

  // The first plot of each; those of one unit reach equally far, so that they can be compared.
  private makeSmall(chosen: Entry[]): HTMLElement {
    const histories = chosen.flatMap(({ channel }) => channel.plots.slice(0, 1));
    const reach = new Map<string, Extent>();
    const extents = histories.map((plot) => this.extentOf(plot));
    histories.forEach(({ y }, i) => {
      const [min, max] = reach.get(y.unit) ?? [Infinity, -Infinity];
      reach.set(y.unit, [Math.min(min, extents[i][0]), Math.max(max, extents[i][1])]);
    });
    const grid = make("div", "browser-small");
    grid.append(...histories.map((plot) => {
      const [min, max] = padded(reach.get(plot.y.unit)!, plot.y.log, 0.04);
      const y = { ...plot.y, title: "", unit: "", min, max };
      const title = axisLabel(plot.title, plot.y.unit);
      return makePlot({ ...plot, title, height: kSmallHeight, centred: this.centred, x: { ...plot.x, title: "", unit: "" }, y });
    }));
    return grid;
  }

  private extentOf(plot: PlotData): Extent {
    const curves = makeCurves(plot.curves, openBlob(plot.blob), this.centred);
    return extentOfY(curves, plot.y.log, -Infinity, Infinity);
  }

  // The n-th plots of channels of one unit become one.
  private overlay(chosen: Entry[]): PlotData[][] {
    const rows = new Map<string, PlotData[]>();
    for (const { channel } of chosen) {
      const unit = channel.plots[0]?.y.unit ?? "";
      const row = rows.get(unit);
      const own = channel.plots.map((plot) => ({
        ...plot,
        curves: plot.curves.map((curve) => ({ ...curve, group: "", name: nameOver(curve.name, channel, plot) })),
      }));
      const together = row ?? [];
      rows.set(unit, together);
      own.forEach((plot, i) => {
        if (together[i]) together[i].curves.push(...plot.curves);
        else together[i] = { ...plot, title: i === 0 ? `Channels in ${unit || "1"}` : plot.title };
      });
    }
    return [...rows.values()];
  }
}

// A curve that does not say whose it is is called by its channel, too.
function nameOver(name: string, channel: BrowsedChannelData, plot: PlotData): string {
  return plot.curves.length > 1 ? `${channel.name}: ${name}` : channel.name;
}
