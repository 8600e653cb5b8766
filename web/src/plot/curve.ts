// A curve ready to be drawn: its numbers, its colour, and how far it reaches.
import { readArray, type ByteReader } from "../blob";
import { categoryColour, kCategories, shadeColour } from "../colours";
import type { CurveData } from "../wire";

export interface Curve {
  data: CurveData;
  x: Float64Array;
  y: Float64Array;
  category: number; // Place in the palette.
  shown: boolean;
  bounds: { x: Bounds; y: Bounds }; // Of the whole curve, found once.
}

const kRounding = 1e-9; // Of its size: how near two numbers may be for ticks between them.

export type Extent = [min: number, max: number];

export interface Bounds {
  all: Extent;
  positive: Extent; // What a logarithmic axis can show.
}

function withoutMean(y: Float64Array): Float64Array {
  const present = y.filter((v) => Number.isFinite(v));
  const mean = present.reduce((sum, v) => sum + v, 0) / Math.max(1, present.length);
  return y.map((v) => v - mean);
}

export function makeCurves(data: CurveData[], read: ByteReader, centred = false): Curve[] {
  const categories = new Map<string, number>();
  return data.map((curve, i) => {
    const key = curve.group === "" ? `curve ${i}` : `group ${curve.group}`;
    if (curve.shade === null && !categories.has(key)) categories.set(key, categories.size);
    const x = readArray(read, curve.x, curve.size);
    const given = readArray(read, curve.y, curve.size);
    const y = centred ? withoutMean(given) : given;
    return {
      data: curve,
      x,
      y,
      bounds: { x: boundsOf(x), y: boundsOf(y) },
      category: categories.get(key) ?? 0,
      shown: curve.visible,
    };
  });
}

// In another unit.
export function rescale(curve: Curve, factor: number): void {
  curve.y = curve.y.map((v) => v * factor);
  curve.bounds.y = boundsOf(curve.y);
}

export function curveColour(curve: Curve): string {
  if (curve.data.shade !== null) return shadeColour(curve.data.shade);
  return categoryColour(curve.category);
}

// Once the colours are used up, they come again with other dashes.
export function curveDash(curve: Curve): number[] {
  if (curve.data.style === "points") return [];
  if (curve.data.style === "dashed") return [7, 4];
  const round = Math.floor(curve.category / kCategories) % 4;
  return [[], [2, 2], [10, 3, 2, 3], [14, 4]][round];
}

// First index whose x is not below the value; x ascends.
export function lowerBound(x: Float64Array, value: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The indices [from, to) that can be seen between min and max, with a neighbour at each side.
export function visibleIndices(curve: Curve, min: number, max: number): [number, number] {
  if (!curve.data.ascending) return [0, curve.x.length];
  const from = Math.max(0, lowerBound(curve.x, min) - 1);
  const to = Math.min(curve.x.length, lowerBound(curve.x, max) + 1);
  return [from, to];
}

function widen(extent: Extent, values: Float64Array, from: number, to: number, log: boolean): void {
  for (let i = from; i < to; ++i) {
    const v = values[i];
    if (!Number.isFinite(v) || (log && v <= 0)) continue;
    if (v < extent[0]) extent[0] = v;
    if (v > extent[1]) extent[1] = v;
  }
}

function boundsOf(values: Float64Array): Bounds {
  const bounds: Bounds = { all: [Infinity, -Infinity], positive: [Infinity, -Infinity] };
  widen(bounds.all, values, 0, values.length, false);
  widen(bounds.positive, values, 0, values.length, true);
  return bounds;
}

function join(extent: Extent, bounds: Bounds, log: boolean): void {
  const [min, max] = log ? bounds.positive : bounds.all;
  extent[0] = Math.min(extent[0], min);
  extent[1] = Math.max(extent[1], max);
}

export function extentOfX(curves: Curve[], log: boolean): Extent {
  const extent: Extent = [Infinity, -Infinity];
  for (const curve of curves) if (curve.shown) join(extent, curve.bounds.x, log);
  return extent;
}

// How far y reaches where x is between min and max.
export function extentOfY(curves: Curve[], log: boolean, min: number, max: number): Extent {
  const extent: Extent = [Infinity, -Infinity];
  for (const curve of curves) {
    if (!curve.shown) continue;
    const [from, to] = visibleIndices(curve, min, max);
    if (to - from === curve.x.length) join(extent, curve.bounds.y, log);
    else widen(extent, curve.y, from, to, log);
  }
  return extent;
}

// No ticks would fit into it.
export function isTooNarrow(extent: Extent | null): boolean {
  return extent !== null && !(extent[1] - extent[0] > kRounding * Math.max(Math.abs(extent[0]), Math.abs(extent[1])));
}

// A range around an extent with a little air; something sensible where there is nothing to show.
export function padded([min, max]: Extent, log: boolean, air: number): Extent {
  if (min > max) return log ? [0.1, 10] : [0, 1];
  if (log) {
    if (max - min <= kRounding * max) return [min / 2, max * 2];
    const factor = (max / min) ** air;
    return [min / factor, max * factor];
  }
  // What differs by rounding alone is constant: ticks so near to each other would be the same numbers.
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min <= kRounding * size) return size === 0 ? [-1, 1] : [min - 0.1 * size, max + 0.1 * size];
  const add = (max - min) * air;
  return [min - add, max + add];
}
