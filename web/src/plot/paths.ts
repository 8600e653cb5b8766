// How uPlot strokes our curves. Each has its own x (uPlot's mode 2), which may go to and fro, as in
// a hysteresis loop; uPlot's own path builders want one common ascending x.
import type uPlot from "uplot";
import { visibleIndices, type Curve } from "./curve";

type Place = (value: number) => number;

// What a curve is drawn with: a path of the canvas, or the text of one (picture.ts).
export type Pen = Pick<Path2D, "moveTo" | "lineTo" | "arc" | "rect">;

// Maps values of a scale to pixels of the canvas.
function placer(scale: uPlot.Scale, start: number, length: number): Place {
  const min = scale.min ?? 0;
  const max = scale.max ?? 1;
  if (scale.distr === 3) {
    const low = Math.log10(min);
    const factor = length / (Math.log10(max) - low);
    return (v) => (v > 0 ? start + (Math.log10(v) - low) * factor : NaN);
  }
  const factor = length / (max - min);
  return (v) => start + (v - min) * factor;
}

// Pixels far outside are drawn nearer, since canvases lose precision with huge coordinates.
function clampPixel(v: number, low: number, high: number): number {
  return v < low ? low : v > high ? high : v;
}

// An ascending curve: of the points in one column of pixels only first, lowest, highest and last
// matter, so a million points cost no more strokes than the canvas is wide.
function strokeColumns(
  path: Pen, curve: Curve, from: number, to: number, toX: Place, toY: Place,
): void {
  let column = NaN;
  let low = 0, high = 0, last = 0, count = 0;
  const finish = () => {
    if (count > 1) {
      path.lineTo(column, low);
      path.lineTo(column, high);
      path.lineTo(column, last);
    }
  };
  let pen = false;
  for (let i = from; i < to; ++i) {
    const exact = toX(curve.x[i]);
    const y = toY(curve.y[i]);
    if (!Number.isFinite(exact) || !Number.isFinite(y)) {
      finish();
      count = 0;
      pen = false;
      column = NaN;
      continue;
    }
    const x = Math.round(exact * 2) / 2;
    if (x === column) {
      if (y < low) low = y;
      if (y > high) high = y;
      last = y;
      ++count;
      continue;
    }
    finish();
    if (pen) path.lineTo(x, y);
    else path.moveTo(x, y);
    pen = true;
    column = x;
    low = high = last = y;
    count = 1;
  }
  finish();
}

// Any other curve: point by point, but for those that fall on the last one drawn.
function strokeLoop(path: Pen, curve: Curve, toX: Place, toY: Place): void {
  let pen = false;
  let lastX = NaN, lastY = NaN;
  for (let i = 0; i < curve.x.length; ++i) {
    const x = toX(curve.x[i]);
    const y = toY(curve.y[i]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      pen = false;
      continue;
    }
    if (pen && Math.abs(x - lastX) < 0.25 && Math.abs(y - lastY) < 0.25) continue;
    if (pen) path.lineTo(x, y);
    else path.moveTo(x, y);
    pen = true;
    lastX = x;
    lastY = y;
  }
}

function dots(
  path: Pen, curve: Curve, from: number, to: number, toX: Place, toY: Place, radius: number,
): void {
  const round = to - from < 5000;
  for (let i = from; i < to; ++i) {
    const x = toX(curve.x[i]);
    const y = toY(curve.y[i]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (round) {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    } else {
      path.rect(x - radius / 2, y - radius / 2, radius, radius);
    }
  }
}

// In pixels of the canvas: the line with one pen, the points with the other.
export function drawCurve(curve: Curve, u: uPlot, line: Pen, points: Pen): void {
  const { left, top, width, height } = u.bbox;
  const place = placer(u.scales.y, top + height, -height);
  const toX = placer(u.scales.x, left, width);
  const toY: Place = (v) => clampPixel(place(v), top - 2 * height, top + 3 * height);
  const [from, to] = visibleIndices(curve, u.scales.x.min ?? 0, u.scales.x.max ?? 1);
  if (curve.data.style !== "points") {
    if (curve.data.ascending) strokeColumns(line, curve, from, to, toX, toY);
    else strokeLoop(line, curve, toX, toY);
  }
  if (curve.data.style === "points" || curve.data.style === "both") {
    dots(points, curve, from, to, toX, toY, 2.4 * devicePixelRatio);
  }
}

export function pathsOf(curve: Curve): uPlot.Series.PathBuilder {
  return (u) => {
    const stroke = new Path2D();
    const fill = new Path2D();
    drawCurve(curve, u, stroke, fill);
    if (curve.data.style === "points") stroke.addPath(fill);
    return { stroke, fill, clip: null, flags: 3 };
  };
}
