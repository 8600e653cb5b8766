// Parallel coordinates: each run a line over the axes. Drag along an axis to mark a range; only runs
// within all marked ranges stay, and are listed below with links to their pages.
import { button, make, makeCard } from "./dom";
import { axisLabel, formatCount, formatNumber, formatShort } from "./format";
import { shadeColour } from "./colours";
import { whenNear } from "./lazy";
import { onThemeChange } from "./theme";
import type { ParallelAxisData, ParallelData } from "./wire";

const kSvg = "http://www.w3.org/2000/svg";
const kWidth = 1000, kHeight = 340; // Of the drawing, in its own units.
const kTop = 34, kBottom = 24, kSide = 60;
const kBeyond = 8; // How far beyond its ends an axis can be taken hold of.
const kListed = 40; // Most runs in the list.
const kLeastDrag = 4; // A shorter one is a click, which takes the mark away.

type Range = [number, number];

function svg(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

function limitsOf(axis: ParallelAxisData): Range {
  if (axis.words.length > 0) return [-0.5, axis.words.length - 0.5];
  const values = axis.values.filter((v): v is number => v !== null);
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(low <= high)) return [0, 1];
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

function textOf(axis: ParallelAxisData, run: number): string {
  const value = axis.values[run];
  if (value !== null && axis.words.length > 0) return axis.words[value];
  return formatNumber(value, 5);
}

export function makeParallel(data: ParallelData): HTMLElement {
  const card = makeCard("parallel", data.title, data.note);
  const limits = data.axes.map(limitsOf);
  const marked: (Range | null)[] = data.axes.map(() => null);
  const xOf = (axis: number) =>
    kSide + (data.axes.length > 1 ? (axis * (kWidth - 2 * kSide)) / (data.axes.length - 1) : 0);
  const yOf = (axis: number, value: number) => {
    const [low, high] = limits[axis];
    return kHeight - kBottom - ((value - low) / (high - low)) * (kHeight - kTop - kBottom);
  };
  const valueAt = (axis: number, y: number) => {
    const [low, high] = limits[axis];
    return low + ((kHeight - kBottom - y) / (kHeight - kTop - kBottom)) * (high - low);
  };
  const drawing = svg("svg", {
    viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "aria-label": data.title, class: "parallel-view",
  });
  const list = make("div", "table-scroll parallel-list");
  const told = make("p", "parallel-count", "", { role: "status" });
  const lines: (SVGElement | null)[] = [];
  const boxes: SVGElement[] = [];

  const chosen = () => data.names.map((_name, run) => run).filter((run) =>
    marked.every((range, axis) => {
      if (!range) return true;
      const value = data.axes[axis].values[run];
      return value !== null && value >= range[0] && value <= range[1];
    }));

  function makeList(runs: number[]): void {
    const table = make("table");
    const head = table.createTHead().insertRow();
    head.append(make("th", "", "Run"), ...data.axes.map((axis) => make("th", "right", axisLabel(axis.title, axis.unit))));
    const body = table.createTBody();
    for (const run of runs.slice(0, kListed)) {
      const row = body.insertRow();
      const name = make("td");
      const link = data.links[run];
      name.append(link ? make("a", "", data.names[run], { href: link }) : data.names[run]);
      row.append(name, ...data.axes.map((axis) => make("td", "right", textOf(axis, run))));
      row.addEventListener("pointerenter", () => lines[run]?.classList.add("pointed"));
      row.addEventListener("pointerleave", () => lines[run]?.classList.remove("pointed"));
    }
    list.replaceChildren(table);
  }

  function update(): void {
    const runs = chosen();
    const within = new Set(runs);
    lines.forEach((line, run) => line?.classList.toggle("left-out", !within.has(run)));
    marked.forEach((range, axis) => {
      const [high, low] = range ? [yOf(axis, range[1]), yOf(axis, range[0])] : [0, 0];
      boxes[axis].setAttribute("y", String(high));
      boxes[axis].setAttribute("height", String(Math.max(0, low - high)));
    });
    const some = runs.length > kListed ? `, the first ${kListed} of them below` : "";
    told.textContent = `${formatCount(runs.length)} of ${formatCount(data.names.length)} runs${some}`;
    makeList(runs);
  }

  function colourLines(): void {
    const last = data.axes.length - 1;
    lines.forEach((line, run) => {
      const value = data.axes[last]?.values[run] ?? null;
      const [low, high] = limits[last] ?? [0, 1];
      if (line && value !== null) line.style.stroke = shadeColour((value - low) / (high - low));
    });
  }

  function drawLines(): void {
    const group = svg("g", { class: "parallel-runs", fill: "none" });
    data.names.forEach((_name, run) => {
      const points = data.axes.map((axis, i) => {
        const value = axis.values[run];
        return value === null ? null : `${xOf(i).toFixed(1)},${yOf(i, value).toFixed(1)}`;
      });
      const whole = points.every((point) => point !== null);
      lines.push(whole ? svg("polyline", { points: points.join(" ") }) : null);
      const line = lines[run];
      if (line) group.append(line);
    });
    drawing.append(group);
  }

  // Where on the axis the pointer is, in units of the drawing.
  function heightOf(event: PointerEvent): number {
    const box = drawing.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * kHeight;
    return Math.min(kHeight - kBottom, Math.max(kTop, y));
  }

  function drawAxis(axis: ParallelAxisData, i: number): void {
    const x = xOf(i), [low, high] = limits[i];
    const anchor = { x, "text-anchor": "middle" };
    drawing.append(
      svg("line", { x1: x, x2: x, y1: kTop, y2: kHeight - kBottom, class: "parallel-axis" }),
      svg("text", { ...anchor, y: 14, class: "parallel-title" }, axisLabel(axis.title, axis.unit)));
    if (axis.words.length > 0) {
      axis.words.forEach((word, at) =>
        drawing.append(svg("text", { x: x + 5, y: yOf(i, at) + 4, class: "parallel-end" }, word)));
    } else {
      drawing.append(
        svg("text", { ...anchor, y: 29, class: "parallel-end" }, formatShort(high)),
        svg("text", { ...anchor, y: kHeight - 8, class: "parallel-end" }, formatShort(low)));
    }
    boxes.push(svg("rect", { x: x - 7, width: 14, y: 0, height: 0, class: "parallel-mark" }));
    // A little longer than the axis, so that marks reach its ends.
    const hit = svg("rect", {
      x: x - 18, width: 36, y: kTop - kBeyond, height: kHeight - kTop - kBottom + 2 * kBeyond,
      class: "parallel-hit",
    });
    hit.append(svg("title", {}, "Drag to mark a range, click to take it away"));
    let start: number | null = null;
    hit.addEventListener("pointerdown", (event) => {
      start = heightOf(event as PointerEvent);
      hit.setPointerCapture((event as PointerEvent).pointerId);
    });
    hit.addEventListener("pointermove", (event) => {
      if (start === null) return;
      const [a, b] = [valueAt(i, start), valueAt(i, heightOf(event as PointerEvent))];
      marked[i] = [Math.min(a, b), Math.max(a, b)];
      update();
    });
    hit.addEventListener("pointerup", (event) => {
      if (start !== null && Math.abs(heightOf(event as PointerEvent) - start) < kLeastDrag) marked[i] = null;
      start = null;
      update();
    });
    drawing.append(boxes[i], hit);
  }

  card.tools.append(button("All runs", "Take all marks away", () => {
    marked.fill(null);
    update();
  }));
  card.content.append(drawing, told, list);
  whenNear(card.root, () => {
    drawLines();
    data.axes.forEach(drawAxis);
    colourLines();
    onThemeChange(colourLines);
    update();
  });
  return card.root;
}
