// Which sample of a curve the pointer means.
import type uPlot from "uplot";
import { lowerBound, type Curve } from "./curve";

const kReach = 1.5; // Pixels to both sides in which samples count as being under the pointer.

// Of a curve over ascending x the sample under the pointer, the nearest one if there are many in its
// column, so that a peak can be pointed at; of a loop the nearest on the screen.
export function nearestIndex(u: uPlot, curve: Curve, left: number, top: number): number | null {
  if (curve.x.length === 0) return null;
  if (!curve.data.ascending) return nearestOnScreen(u, curve, left, top, 0, curve.x.length);
  const from = lowerBound(curve.x, u.posToVal(left - kReach, "x"));
  const to = lowerBound(curve.x, u.posToVal(left + kReach, "x"));
  return to - from > 1
    ? nearestOnScreen(u, curve, left, top, from, to)
    : nearestInX(u, curve, left);
}

function nearestInX(u: uPlot, curve: Curve, left: number): number {
  const x = u.posToVal(left, "x");
  const after = Math.min(curve.x.length - 1, lowerBound(curve.x, x));
  const before = Math.max(0, after - 1);
  const distance = (i: number) => Math.abs(u.valToPos(curve.x[i], "x") - left);
  return distance(before) <= distance(after) ? before : after;
}

function nearestOnScreen(
  u: uPlot, curve: Curve, left: number, top: number, from: number, to: number,
): number | null {
  // In values, scaled to pixels at the pointer: exact on linear axes, close enough on others.
  const x = u.posToVal(left, "x");
  const y = u.posToVal(top, "y");
  const pixelX = Math.abs(u.posToVal(left + 1, "x") - x);
  const pixelY = Math.abs(u.posToVal(top + 1, "y") - y);
  let best: number | null = null;
  let least = Infinity;
  for (let i = from; i < to; ++i) {
    const dx = (curve.x[i] - x) / pixelX;
    const dy = (curve.y[i] - y) / pixelY;
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}
