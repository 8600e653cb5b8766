// A plot by the keyboard: arrows walk along a curve or choose another one, Shift with arrows moves
// the range, plus and minus zoom, 0 or Escape shows everything, x and y toggle logarithmic axes.
import type { PlotView } from "./plot";

export function handleKey(view: PlotView, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act(view, event.shiftKey);
}

const actions: Record<string, (view: PlotView, shift: boolean) => void> = {
  ArrowLeft: (view, shift) => (shift ? view.pan(-0.2) : walk(view, -1)),
  ArrowRight: (view, shift) => (shift ? view.pan(0.2) : walk(view, 1)),
  PageUp: (view) => walk(view, -20),
  PageDown: (view) => walk(view, 20),
  ArrowUp: (view) => choose(view, -1),
  ArrowDown: (view) => choose(view, 1),
  "+": (view) => view.zoomAbout(place(view), 0.7),
  "=": (view) => view.zoomAbout(place(view), 0.7),
  "-": (view) => view.zoomAbout(place(view), 1 / 0.7),
  "0": (view) => view.zoom(null, null),
  Escape: (view) => view.zoom(null, null),
  x: (view) => view.toggleLog("x"),
  y: (view) => view.toggleLog("y"),
};

function place(view: PlotView): number {
  const left = view.chart.cursor.left ?? -1;
  return left >= 0 ? left : view.chart.over.clientWidth / 2;
}

function start(view: PlotView): { curve: number; index: number } | null {
  if (view.pinned && view.curves[view.pinned.curve].shown) return view.pinned;
  const curve = view.curves.findIndex((c) => c.shown && c.x.length > 0);
  if (curve < 0) return null;
  const left = view.chart.cursor.left ?? -1;
  const index = left >= 0 ? (view.nearest(curve) ?? 0) : Math.floor(view.curves[curve].x.length / 2);
  return { curve, index };
}

function walk(view: PlotView, steps: number): void {
  const from = start(view);
  if (!from) return;
  const last = view.curves[from.curve].x.length - 1;
  pin(view, from.curve, Math.min(last, Math.max(0, from.index + steps)));
}

function choose(view: PlotView, step: number): void {
  const from = start(view);
  if (!from) return;
  const count = view.curves.length;
  for (let i = 1; i <= count; ++i) {
    const curve = (from.curve + step * i + count * i) % count;
    if (!view.curves[curve].shown) continue;
    view.pinned = null;
    pin(view, curve, view.nearest(curve) ?? 0);
    return;
  }
}

function pin(view: PlotView, curve: number, index: number): void {
  view.pinned = { curve, index };
  const { x, y } = view.curves[curve];
  const left = view.chart.valToPos(x[index], "x");
  const top = view.chart.valToPos(y[index], "y");
  view.chart.setCursor({ left, top }, true);
}
