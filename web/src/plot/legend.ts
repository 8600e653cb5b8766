// The curves by name, below a plot: toggles them, and shows the values under the pointer.
import { make } from "../dom";
import { formatNumber } from "../format";
import { curveColour, curveDash, type Curve } from "./curve";

export interface Legend {
  root: HTMLElement;
  refresh(): void; // After a change of colours or of what is shown.
  setValues(indices: (number | null)[]): void;
}

const kSwatch = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 10" aria-hidden="true"';

// Made of colours and dashes only; no text of the user goes in here.
function swatch(curve: Curve): string {
  const { style } = curve.data;
  const colour = curveColour(curve);
  const dash = curveDash(curve).join(" ");
  const line = `<path d="M0 5H22" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
  const ring = style === "points" ? `fill="none" stroke="${colour}" stroke-width="1.4"` : `fill="${colour}"`;
  const dot = `<circle cx="11" cy="5" r="3" ${ring}/>`;
  return `<svg ${kSwatch}>${style === "points" ? "" : line}${style === "points" || style === "both" ? dot : ""}</svg>`;
}

// onShow gets the curves that are shown from now on.
export function makeLegend(curves: Curve[], onShow: () => void): Legend {
  const root = make("div", "legend");
  const entries = curves.map((curve) => {
    const entry = make("button", "legend-entry", "", {
      type: "button",
      title: "Click: show or hide. Shift-click: show this one only.",
    });
    const sign = make("span", "swatch");
    const value = make("span", "legend-value");
    entry.append(sign, make("span", "legend-name", curve.data.name), value);
    entry.addEventListener("click", (event) => {
      if (event.shiftKey) showOnly(curve);
      else curve.shown = !curve.shown;
      refresh();
      onShow();
    });
    root.append(entry);
    return { entry, sign, value };
  });

  function showOnly(chosen: Curve): void {
    const alone = curves.every((c) => c.shown === (c === chosen));
    for (const curve of curves) curve.shown = alone || curve === chosen;
  }

  function refresh(): void {
    curves.forEach((curve, i) => {
      entries[i].entry.setAttribute("aria-pressed", String(curve.shown));
      entries[i].sign.innerHTML = swatch(curve);
    });
  }

  function setValues(indices: (number | null)[]): void {
    curves.forEach((curve, i) => {
      const index = indices[i];
      const shown = curve.shown && index !== null;
      entries[i].value.textContent = shown ? formatNumber(curve.y[index], 4) : "";
    });
  }

  refresh();
  return { root, refresh, setValues };
}
