// The settings of uPlot for our plots: axes, grid, cursor, in the colours of the page.
import uPlot from "uplot";
import { axisLabel, formatLogTick, formatTicks } from "../format";
import { cssColour } from "../theme";
import type { PlotData } from "../wire";
import { curveColour, curveDash, type Curve, type Extent } from "./curve";
import { pathsOf } from "./paths";

export interface PlotState {
  data: PlotData;
  curves: Curve[];
  log: { x: boolean; y: boolean };
  rangeX(): Extent;
  rangeY(): Extent;
  nearest(curve: number): number | null;
}

const kFont = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

function axis(label: string, log: boolean, side: boolean): uPlot.Axis {
  const grid = { stroke: cssColour("--grid"), width: 1 };
  return {
    stroke: cssColour("--ink-soft"),
    font: kFont,
    labelFont: kFont,
    label,
    labelSize: 20,
    labelGap: 0,
    gap: 6,
    size: side ? sizeOfValues : 32,
    space: side ? 36 : 64,
    grid,
    ticks: { ...grid, size: 5 },
    ...(log
      ? { splits: logSplits, filter: (_u, splits) => splits, values: logLabels }
      : { values: (_u, splits) => formatTicks(splits) }),
  };
}

// All 1, 2, ... 9 times powers of ten that are in the range; of very many decades the powers only.
function logSplits(_u: uPlot, _axis: number, min: number, max: number): number[] {
  const [low, high] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
  const every = high - low > 12 ? [1] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const splits: number[] = [];
  for (let n = low; n <= high; ++n) {
    for (const k of every) if (k * 10 ** n >= min && k * 10 ** n <= max) splits.push(k * 10 ** n);
  }
  return splits;
}

// Labels at powers of ten, at every second, third, ... of them where they would touch; within less
// than two decades at 2 and 5 as well.
function logLabels(u: uPlot, splits: number[], axis: number): string[] {
  if (splits.length === 0) return [];
  const decades = Math.log10(splits[splits.length - 1] / splits[0]);
  const [length, needed] = axis === 0 ? [u.bbox.width, 44] : [u.bbox.height, 18];
  const every = Math.max(1, Math.ceil((needed * decades * devicePixelRatio) / length));
  return splits.map((v) => {
    const power = Math.floor(Math.log10(v) + 1e-9);
    const digit = Math.round(v / 10 ** power);
    const shown = digit === 1 ? power % every === 0 : decades < 2 && (digit === 2 || digit === 5);
    return shown ? formatLogTick(v) : "";
  });
}

// As wide as the longest number.
function sizeOfValues(u: uPlot, values: string[] | null): number {
  if (!values || values.length === 0) return 40;
  u.ctx.font = kFont;
  const widest = Math.max(...values.map((v) => u.ctx.measureText(v ?? "").width));
  return Math.ceil(Math.max(28, widest + 18));
}

function series(curve: Curve): uPlot.Series {
  const points = curve.data.style === "points" || curve.data.style === "both";
  return {
    label: curve.data.name,
    show: curve.shown,
    auto: false,
    stroke: () => curveColour(curve),
    // Single points are rings, so that the line of a model can be seen through a measurement.
    fill: points ? () => (curve.data.style === "both" ? curveColour(curve) : cssColour("--card")) : undefined,
    width: curve.data.style === "points" ? 1.2 : 1.6,
    dash: curveDash(curve),
    paths: pathsOf(curve),
    points: { show: false },
    facets: [
      { scale: "x", auto: false },
      { scale: "y", auto: false },
    ],
  };
}

function drawGuides(u: uPlot, data: PlotData): void {
  const { ctx } = u;
  const { left, top, width, height } = u.bbox;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = cssColour("--ink-soft");
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.lineWidth = devicePixelRatio;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.font = kFont.replace("12px", `${11 * devicePixelRatio}px`);
  ctx.beginPath();
  const gap = 4 * devicePixelRatio;
  for (const guide of data.guides) {
    const at = u.valToPos(guide.value, guide.vertical ? "x" : "y", true);
    if (guide.vertical && at >= left && at <= left + width) {
      ctx.moveTo(at, top);
      ctx.lineTo(at, top + height);
      ctx.fillText(guide.label, at + gap, top + 3 * gap);
    } else if (!guide.vertical && at >= top && at <= top + height) {
      ctx.moveTo(left, at);
      ctx.lineTo(left + width, at);
      ctx.fillText(guide.label, left + gap, at - gap);
    }
  }
  ctx.stroke();
  ctx.restore();
}

export function makeOptions(
  state: PlotState, width: number, height: number, hooks: uPlot.Hooks.Arrays,
): uPlot.Options {
  const { data, curves, log } = state;
  return {
    mode: 2,
    width,
    height,
    legend: { show: false },
    padding: [10, 14, 0, 0],
    scales: {
      x: { time: false, distr: log.x ? 3 : 1, range: () => state.rangeX() },
      y: { distr: log.y ? 3 : 1, range: () => state.rangeY() },
    },
    axes: [
      { ...axis(axisLabel(data.x.title, data.x.unit), log.x, false), scale: "x" },
      { ...axis(axisLabel(data.y.title, data.y.unit), log.y, true), scale: "y" },
    ],
    series: [{}, ...curves.map(series)],
    cursor: {
      y: false,
      dataIdx: (_u, i) => state.nearest(i - 1) as number,
      drag: { x: true, y: true, uni: 24, setScale: false },
      points: { size: 8, width: 1.5, stroke: () => cssColour("--card"), fill: (_u, i) => curveColour(curves[i - 1]) },
      bind: { dblclick: () => null },
    },
    hooks: { ...hooks, draw: [(u) => drawGuides(u, data)] },
  };
}
