// A plot as a picture of its own, as it is on the screen: with its title, its axes and its legend.
import type uPlot from "uplot";
import { axisLabel } from "../format";
import { cssColour } from "../theme";
import { curveColour, curveDash, type Curve } from "./curve";
import type { PlotState } from "./options";
import { drawCurve, type Pen } from "./paths";

const kTitleHeight = 30;
const kLegendRow = 20;
const kLegendGap = 26;
const kFont = "12px system-ui, sans-serif";

// The path of a curve as text, in pixels of the screen.
class TextPen implements Pen {
  text = "";

  private at(x: number, y: number): string {
    return `${(x / devicePixelRatio).toFixed(2)} ${(y / devicePixelRatio).toFixed(2)}`;
  }
  moveTo(x: number, y: number): void {
    this.text += `M${this.at(x, y)}`;
  }
  lineTo(x: number, y: number): void {
    this.text += `L${this.at(x, y)}`;
  }
  // A whole circle, which begins at its right.
  arc(x: number, y: number, radius: number): void {
    const r = (radius / devicePixelRatio).toFixed(2);
    this.text += `A${r} ${r} 0 1 1 ${this.at(x - radius, y)}A${r} ${r} 0 1 1 ${this.at(x + radius, y)}Z`;
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.text += `M${this.at(x, y)}L${this.at(x + width, y)}L${this.at(x + width, y + height)}L${this.at(x, y + height)}Z`;
  }
}

interface LegendPlace {
  curve: Curve;
  x: number;
  y: number;
}

// Names of the curves that are shown, from left to right, in as many rows as they need.
function placeLegend(curves: Curve[], width: number): { places: LegendPlace[]; height: number } {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = kFont;
  const places: LegendPlace[] = [];
  let [x, row] = [10, 0];
  for (const curve of curves.filter((c) => c.shown)) {
    const wide = kLegendGap + context.measureText(curve.data.name).width + 16;
    if (x > 10 && x + wide > width) [x, row] = [10, row + 1];
    places.push({ curve, x, y: row * kLegendRow + 12 });
    x += wide;
  }
  return { places, height: places.length > 0 ? (row + 1) * kLegendRow + 8 : 0 };
}

function svg(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}

// Where uPlot has put the ticks and what it calls them.
interface DrawnAxis {
  _splits?: number[];
  _values?: (string | null)[];
}

function axisOf(u: uPlot, index: number): SVGElement[] {
  const horizontal = index === 0;
  const { _splits: splits = [], _values: values = [] } = u.axes[index] as DrawnAxis;
  const { left, top, width, height } = frameOf(u);
  const ink = cssColour("--ink-soft");
  return splits.flatMap((value, i) => {
    const at = u.valToPos(value, horizontal ? "x" : "y") + (horizontal ? left : top);
    const [low, high] = horizontal ? [left - 1, left + width + 1] : [top - 1, top + height + 1];
    if (!(at >= low && at <= high)) return [];
    const line = horizontal
      ? svg("path", { d: `M${at.toFixed(1)} ${top}V${top + height + 5}` })
      : svg("path", { d: `M${left - 5} ${at.toFixed(1)}H${left + width}` });
    line.setAttribute("stroke", cssColour("--grid"));
    const place = horizontal ? { x: at, y: top + height + 18, "text-anchor": "middle" }
                             : { x: left - 8, y: at + 4, "text-anchor": "end" };
    return values[i] ? [line, svg("text", { ...place, fill: ink }, values[i])] : [line];
  });
}

function frameOf(u: uPlot): { left: number; top: number; width: number; height: number } {
  const { left, top, width, height } = u.bbox;
  const k = devicePixelRatio;
  return { left: left / k, top: top / k, width: width / k, height: height / k };
}

function curveOf(u: uPlot, curve: Curve): SVGElement[] {
  const [line, points] = [new TextPen(), new TextPen()];
  drawCurve(curve, u, line, points);
  const colour = curveColour(curve);
  const out: SVGElement[] = [];
  if (line.text) {
    const dash = curveDash(curve).join(" ");
    out.push(svg("path", { d: line.text, fill: "none", stroke: colour, "stroke-width": 1.6, "stroke-dasharray": dash || "none" }));
  }
  if (points.text) {
    const filled = curve.data.style === "both";
    out.push(svg("path", { d: points.text, fill: filled ? colour : cssColour("--card"), stroke: colour, "stroke-width": 1.2 }));
  }
  return out;
}

function guidesOf(u: uPlot, state: PlotState): SVGElement[] {
  const { left, top, width, height } = frameOf(u);
  const ink = cssColour("--ink-soft");
  return state.data.guides.flatMap(({ vertical, value, label }) => {
    const at = u.valToPos(value, vertical ? "x" : "y");
    if (!(at >= 0 && at <= (vertical ? width : height))) return [];
    const d = vertical ? `M${left + at} ${top}V${top + height}` : `M${left} ${top + at}H${left + width}`;
    const place = vertical ? { x: left + at + 4, y: top + 12 } : { x: left + 4, y: top + at - 4 };
    return [svg("path", { d, stroke: ink, "stroke-dasharray": "4 4" }), svg("text", { ...place, fill: ink }, label)];
  });
}

export function plotToSvg(u: uPlot, state: PlotState): string {
  const { left, top, width, height } = frameOf(u);
  const legend = placeLegend(state.curves, u.width);
  const whole = kTitleHeight + u.height + legend.height;
  const [ink, soft] = [cssColour("--ink"), cssColour("--ink-soft")];
  const root = svg("svg", { viewBox: `0 0 ${u.width} ${whole}`, width: u.width, height: whole,
    "font-family": "system-ui, sans-serif", "font-size": 12 });
  root.append(svg("rect", { width: "100%", height: "100%", fill: cssColour("--card") }));
  root.append(svg("text", { x: 10, y: 20, "font-size": 15, "font-weight": 600, fill: ink }, state.data.title));
  const body = svg("g", { transform: `translate(0 ${kTitleHeight})` });
  const clip = svg("clipPath", { id: "frame" });
  clip.append(svg("rect", { x: left, y: top, width, height }));
  const curves = svg("g", { "clip-path": "url(#frame)", "stroke-linejoin": "round" });
  curves.append(...state.curves.filter((c) => c.shown).flatMap((c) => curveOf(u, c)));
  const { x, y } = state.data;
  body.append(clip, ...axisOf(u, 0), ...axisOf(u, 1), curves, ...guidesOf(u, state),
    svg("text", { x: left + width / 2, y: u.height - 6, "text-anchor": "middle", fill: soft }, axisLabel(x.title, x.unit)),
    svg("text", { transform: `translate(13 ${top + height / 2}) rotate(-90)`, "text-anchor": "middle", fill: soft }, axisLabel(y.title, y.unit)));
  root.append(body);
  for (const place of legend.places) {
    const at = kTitleHeight + u.height + place.y;
    const dash = curveDash(place.curve).join(" ") || "none";
    root.append(
      svg("path", { d: `M${place.x} ${at - 4}h20`, stroke: curveColour(place.curve), "stroke-width": 2, "stroke-dasharray": dash }),
      svg("text", { x: place.x + kLegendGap, y: at, fill: ink }, place.curve.data.name));
  }
  return new XMLSerializer().serializeToString(root);
}

// Twice as fine as the screen, for print.
export async function svgToPng(text: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
