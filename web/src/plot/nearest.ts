// Which sample of a curve the pointer means.
import type uPlot from "uplot";
import { lowerBound, type Curve } from "./curve";

// Of a curve over ascending x the sample of nearest x; of a loop the nearest on the screen.
export function nearestIndex(u: uPlot, curve: Curve, left: number, top: number): number | null {
  if (curve.x.length === 0) return null;
  return curve.data.ascending
    ? nearestInX(u, curve, left)
    : nearestOnScreen(u, curve, left, top);
}

function nearestInX(u: uPlot, curve: Curve, left: number): number {
  const x = u.posToVal(left, "x");
  const after = Math.min(curve.x.length - 1, lowerBound(curve.x, x));
  const before = Math.max(0, after - 1);
  const distance = (i: number) => Math.abs(u.valToPos(curve.x[i], "x") - left);
  return distance(before) <= distance(after) ? before : after;
}

function nearestOnScreen(u: uPlot, curve: Curve, left: number, top: number): number | null {
  // A coarse search by value, scaled to pixels: exact on linear axes, monotone on others.
  const x = u.posToVal(left, "x");
  const y = u.posToVal(top, "y");
  const pixelX = Math.abs(u.posToVal(left + 1, "x") - x);
  const pixelY = Math.abs(u.posToVal(top + 1, "y") - y);
  let best: number | null = null;
  let least = Infinity;
  for (let i = 0; i < curve.x.length; ++i) {
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
