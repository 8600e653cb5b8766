// A plot: curves over two axes, with zoom, hover values, toggles and a keyboard.
import uPlot from "uplot";
import { openBlob } from "../blob";
import { addNote, button, make, makeCard, toggle, type Card } from "../dom";
import { formatCount, formatNumber, prettyUnit, withUnit } from "../format";
import { whenNear } from "../lazy";
import { Link, type LinkMember } from "../links";
import { fileName, saveFile } from "../save";
import { isPrinting, onThemeChange } from "../theme";
import { unitsFor } from "../units";
import type { PlotData } from "../wire";
import { extentOfX, extentOfY, isTooNarrow, makeCurves, padded, rescale, type Curve, type Extent } from "./curve";
import { handleKey } from "./keyboard";
import { makeLegend, type Legend } from "./legend";
import { nearestIndex } from "./nearest";
import { makeOptions, type PlotState } from "./options";
import { plotToSvg, svgToPng } from "./picture";

const kPaperHeight = 500;
const kLegendHeight = 34; // Of one row, px: so that nothing moves when it comes.
const kMostDecades = 10; // Of a logarithmic axis of values: what lies below is rounding.

// Whether a legend would only say again what a title says.
function needsLegend({ curves, title, y, isNamed }: PlotData): boolean {
  return !isNamed && (curves.length > 1 || (curves[0].name !== title && curves[0].name !== y.title));
}

export function makePlot(data: PlotData): HTMLElement {
  const card = makeCard("plot", data.title, data.note);
  if (data.curves.length === 0) {
    card.content.append(make("p", "nothing", "Nothing to show."));
    return card.root;
  }
  card.content.style.minHeight = `${data.height + (needsLegend(data) ? kLegendHeight : 0)}px`;
  tellDecimation(data, card);
  whenNear(card.root, () => new PlotView(data, card));
  return card.root;
}

function tellDecimation(data: PlotData, card: Card): void {
  const full = data.curves.reduce((sum, c) => sum + c.fullSize, 0);
  const kept = data.curves.reduce((sum, c) => sum + c.size, 0);
  if (kept === full) return;
  addNote(card, `Drawn from ${formatCount(kept)} of ${formatCount(full)} samples; every peak is kept.`);
}

export class PlotView implements PlotState, LinkMember {
  readonly curves: Curve[];
  readonly log: { x: boolean; y: boolean };
  chart!: uPlot;
  pinned: { curve: number; index: number } | null = null; // Chosen by the keyboard.

  private zoomed: { x: Extent | null; y: Extent | null } = { x: null, y: null };
  private readonly link: Link;
  private readonly legend: Legend;
  private readonly area = make("div", "plot-area", "", { tabindex: 0, role: "application" });
  private readonly readout = make("div", "readout", "", { role: "status" }); // Read out as it changes.
  private readonly timeLine = make("div", "time-line");
  private readonly reset: HTMLButtonElement;
  private following = false; // While another plot of the link leads the cursor.
  private leading = false; // While this one does.

  readonly data: PlotData; // Its own: the reader may choose another unit.
  private factor = 1; // Of that unit.

  constructor(given: PlotData, private readonly card: Card) {
    const data = (this.data = { ...given });
    this.curves = makeCurves(data.curves, openBlob(data.blob), data.centred);
    this.log = { x: data.x.log, y: data.y.log };
    this.link = new Link(data.link, this);
    this.legend = makeLegend(this.curves, () => this.showCurves());
    this.reset = button("Reset zoom", "Show everything (0, or double-click)", () => this.zoom(null, null));
    card.tools.append(this.reset, ...this.unitChoice(), this.logToggle("x"), this.logToggle("y"), ...this.saveButtons());
    card.content.append(this.area);
    if (needsLegend(data)) card.content.append(this.legend.root);
    this.describe();
    this.readout.hidden = true;
    this.zoomed.x = this.link.range;
    this.reset.hidden = this.zoomed.x === null;
    this.draw();
    this.area.addEventListener("keydown", (event) => handleKey(this, event));
    this.area.addEventListener("pointermove", () => (this.pinned = null), { capture: true });
    this.area.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.area.addEventListener("dblclick", () => this.zoom(null, null));
    new ResizeObserver(() => this.resize()).observe(this.area);
    onThemeChange(() => {
      this.legend.refresh();
      this.draw();
    });
  }

  rangeX(): Extent {
    const { min, max } = this.data.x;
    const all = padded(extentOfX(this.curves, this.log.x), this.log.x, this.hasLooseEnds() ? 0.04 : 0);
    return this.zoomed.x ?? this.given(min, max, this.log.x, all);
  }

  rangeY(): Extent {
    if (this.zoomed.y) return this.zoomed.y;
    const { min, max } = this.data.y;
    const [low, high] = extentOfY(this.curves, this.log.y, ...this.rangeX());
    const least = this.log.y ? Math.max(low, high / 10 ** kMostDecades) : low;
    const all = padded([least, high], this.log.y, 0.06);
    return this.zoomed.x ? all : this.given(min, max, this.log.y, all);
  }

  nearest(curve: number): number | null {
    if (!this.curves[curve]?.shown) return null;
    if (this.pinned?.curve === curve) return this.pinned.index;
    const { left, top } = this.chart.cursor;
    return nearestIndex(this.chart, this.curves[curve], left ?? 0, top ?? 0);
  }

  // Ranges to show; null for all there is.
  zoom(x: Extent | null, y: Extent | null): void {
    this.applyZoom(x, y);
    this.link.tellRange(x);
  }

  // From another item of the link.
  setRange(range: Extent | null): void {
    this.applyZoom(range, null);
  }

  setCursor(x: number | null): void {
    this.following = true;
    const left = x === null ? -10 : this.chart.valToPos(x, "x");
    this.chart.setCursor({ left, top: 0 }, true);
    this.following = false;
  }

  isGone(): boolean {
    return !this.area.isConnected;
  }

  setTime(time: number): void {
    const at = this.chart.valToPos(time, "x");
    const inside = at >= 0 && at <= this.chart.over.clientWidth;
    this.timeLine.style.display = inside ? "block" : "none";
    this.timeLine.style.transform = `translateX(${at}px)`;
  }

  toggleLog(axis: "x" | "y"): void {
    this.log[axis] = !this.log[axis];
    const pressed = this.card.tools.querySelector(`[data-axis=${axis}]`);
    pressed?.setAttribute("aria-pressed", String(this.log[axis]));
    this.zoomed = { x: null, y: null };
    this.reset.hidden = true;
    this.draw();
  }

  private given(min: number | null, max: number | null, log: boolean, all: Extent): Extent {
    const usable = (v: number | null, other: number) => (v === null || (log && v <= 0) ? other : v);
    return [usable(min, all[0]), usable(max, all[1])];
  }

  // Loops and points would stick to the frame without some air at the sides.
  private hasLooseEnds(): boolean {
    return this.curves.some(({ data }) => !data.ascending || data.style === "points");
  }

  private saveButtons(): HTMLButtonElement[] {
    const save = (ending: string, content: Blob) => saveFile(fileName(this.data.title, ending), content);
    const text = () => plotToSvg(this.chart, this);
    return [
      button("PNG", "Save this plot as a picture", async () => save("png", await svgToPng(text()))),
      button("SVG", "Save this plot as a drawing", () => save("svg", new Blob([text()], { type: "image/svg+xml" }))),
    ];
  }

  // Another unit of the values, where there are some.
  private unitChoice(): HTMLSelectElement[] {
    const units = unitsFor(this.data.y.unit);
    if (units.length < 2) return [];
    const choice = make("select", "unit", "", { title: "Unit", "aria-label": `Unit of ${this.data.title}` });
    units.forEach(({ unit }, i) => choice.append(make("option", "", prettyUnit(unit), { value: i })));
    choice.addEventListener("change", () => {
      const { unit, factor } = units[Number(choice.value)];
      this.scale(factor / this.factor);
      this.factor = factor;
      this.data.y = { ...this.data.y, unit };
      this.zoom(this.zoomed.x, null);
      this.draw();
    });
    return [choice];
  }

  private scale(by: number): void {
    const { data } = this;
    for (const curve of this.curves) rescale(curve, by);
    const scaled = (v: number | null) => (v === null ? null : v * by);
    data.y = { ...data.y, min: scaled(data.y.min), max: scaled(data.y.max) };
    data.guides = data.guides.map((g) => (g.vertical ? g : { ...g, value: g.value * by }));
  }

  private logToggle(axis: "x" | "y"): HTMLButtonElement {
    const title = `Logarithmic axis of ${this.data[axis].title || axis} (key ${axis})`;
    const element = toggle(`log ${axis}`, title, this.log[axis], () => this.toggleLog(axis));
    element.dataset.axis = axis;
    return element;
  }

  private describe(): void {
    const names = this.curves.slice(0, 12).map((c) => c.data.name).join(", ");
    this.area.setAttribute("aria-label",
      `Plot ${this.data.title}: ${this.data.y.title} over ${this.data.x.title}; curves: ${names}. ` +
      "Arrow keys move along a curve, plus and minus zoom, 0 resets.");
    this.area.title = "";
  }

  private draw(): void {
    this.chart?.destroy();
    const hooks: uPlot.Hooks.Arrays = {
      setSelect: [() => this.selected()],
      setCursor: [() => this.moved()],
    };
    const width = Math.max(200, this.area.clientWidth);
    const options = makeOptions(this, width, this.height(), hooks);
    const columns = this.curves.map((curve) => [curve.x, curve.y]);
    this.chart = new uPlot(options, [[], ...columns] as unknown as uPlot.AlignedData, this.area);
    this.chart.over.append(this.timeLine, this.readout);
    this.card.root.dataset.curves = String(this.curves.length);
    this.card.root.dataset.range = this.rangeY().map((v) => v.toPrecision(4)).join(" ");
  }

  // On paper, half a page.
  private height(): number {
    return isPrinting() ? kPaperHeight : this.data.height;
  }

  private resize(): void {
    const width = this.area.clientWidth;
    if (width > 0 && width !== this.chart.width) {
      this.chart.setSize({ width, height: this.height() });
    }
  }

  private applyZoom(x: Extent | null, y: Extent | null): void {
    if (isTooNarrow(x) || isTooNarrow(y)) return;
    this.zoomed = { x, y };
    this.reset.hidden = x === null && y === null;
    this.refreshScales();
  }

  private refreshScales(): void {
    const [minX, maxX] = this.rangeX();
    const [minY, maxY] = this.rangeY();
    this.chart.batch(() => {
      this.chart.setScale("x", { min: minX, max: maxX });
      this.chart.setScale("y", { min: minY, max: maxY });
    });
  }

  private showCurves(): void {
    this.chart.batch(() => {
      this.curves.forEach((curve, i) => {
        if (this.chart.series[i + 1].show !== curve.shown) {
          this.chart.setSeries(i + 1, { show: curve.shown });
        }
      });
    });
    this.refreshScales();
  }

  private selected(): void {
    const { left, top, width, height } = this.chart.select;
    const all = { width: this.chart.over.clientWidth, height: this.chart.over.clientHeight };
    if (width < 4 && height < 4) return;
    const value = (at: number, axis: string) => this.chart.posToVal(at, axis);
    const x: Extent | null = width > 0 && width < all.width - 1
      ? [value(left, "x"), value(left + width, "x")] : this.zoomed.x;
    const y: Extent | null = height > 0 && height < all.height - 1
      ? [value(top + height, "y"), value(top, "y")] : this.zoomed.y;
    this.chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.zoom(x, y);
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomAbout(this.chart.cursor.left ?? 0, Math.exp(event.deltaY * 0.002));
  }

  // Widens (factor > 1) or narrows the range of x about a place, in pixels of the plot.
  zoomAbout(left: number, factor: number): void {
    const width = this.chart.over.clientWidth;
    const value = (at: number) => this.chart.posToVal(at, "x");
    this.zoom([value(left - left * factor), value(left + (width - left) * factor)], this.zoomed.y);
  }

  pan(part: number): void {
    const width = this.chart.over.clientWidth;
    const value = (at: number) => this.chart.posToVal(at, "x");
    this.zoom([value(part * width), value((1 + part) * width)], this.zoomed.y);
  }

  private moved(): void {
    const { left, top } = this.chart.cursor;
    const inside = left !== undefined && left !== null && left >= 0;
    const indices = this.curves.map((_c, i) => (inside ? this.nearest(i) : null));
    this.legend.setValues(indices);
    this.showReadout(indices, left ?? 0, top ?? 0);
    // A plot that is drawn only now has no cursor to tell of, and takes none from the others.
    if (this.following || (!inside && !this.leading)) return;
    this.leading = inside;
    const x = inside ? this.chart.posToVal(left, "x") : null;
    this.link.tell((member) => member.setCursor?.(x));
  }

  // Name and values of the sample nearest to the pointer.
  private showReadout(indices: (number | null)[], left: number, top: number): void {
    let best = -1;
    let least = Infinity;
    indices.forEach((index, i) => {
      if (index === null) return;
      const dx = this.chart.valToPos(this.curves[i].x[index], "x") - left;
      const dy = this.chart.valToPos(this.curves[i].y[index], "y") - top;
      const distance = this.pinned?.curve === i ? -1 : Math.hypot(dx, dy);
      if (distance < least) {
        least = distance;
        best = i;
      }
    });
    this.readout.hidden = best < 0 || this.following;
    if (this.readout.hidden) return;
    const curve = this.curves[best];
    const index = indices[best] as number;
    this.fillReadout(curve, curve.x[index], curve.y[index]);
  }

  private fillReadout(curve: Curve, x: number, y: number): void {
    const row = (title: string, value: number, unit: string) => {
      const element = make("div", "readout-row");
      element.append(make("span", "", title), make("b", "", withUnit(formatNumber(value, 5), unit)));
      return element;
    };
    this.readout.replaceChildren(
      make("div", "readout-name", curve.data.name),
      row(this.data.x.title || "x", x, this.data.x.unit),
      row(this.data.y.title || "y", y, this.data.y.unit),
    );
    this.readout.dataset.x = String(x);
    this.readout.dataset.y = String(y);
    const left = this.chart.valToPos(x, "x");
    const top = this.chart.valToPos(y, "y");
    const { clientWidth, clientHeight } = this.chart.over;
    const atLeft = left > clientWidth / 2;
    const box = this.readout.getBoundingClientRect();
    const boxTop = Math.min(Math.max(0, top - box.height / 2), clientHeight - box.height);
    this.readout.style.transform =
      `translate(${atLeft ? left - box.width - 14 : left + 14}px, ${boxTop}px)`;
  }
}
