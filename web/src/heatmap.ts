// A heatmap: one coloured cell for each pair of values, its number inside, and a scale of colours.
import { inkOn, sequenceColour, sequenceRgb } from "./colours";
import { make, makeCard } from "./dom";
import { axisLabel, formatNumber, formatShort, withUnit } from "./format";
import type { HeatmapData } from "./wire";

const kNumbersUpTo = 16; // Columns up to which numbers fit into the cells.
const kLabels = 10; // Most labels that have room below the cells.
const kSmallFrom = 9; // Columns from which they are written smaller.

function rangeOf(data: HeatmapData): [number, number] {
  const values = data.values.filter((v): v is number => v !== null);
  const low = data.min ?? values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = data.max ?? values.reduce((a, b) => Math.max(a, b), -Infinity);
  return low < high ? [low, high] : [low - 1, high + 1];
}

function makeCell(data: HeatmapData, ix: number, iy: number, range: [number, number]): HTMLElement {
  const value = data.values[iy * data.xValues.length + ix];
  const cell = make("td", "heat-cell");
  if (value === null) return cell;
  const place = (value - range[0]) / (range[1] - range[0]);
  const rgb = sequenceRgb(place);
  cell.style.background = `rgb(${rgb.join(",")})`;
  cell.style.color = inkOn(rgb);
  if (data.xValues.length <= kNumbersUpTo) cell.textContent = formatNumber(value, data.digits);
  cell.title = [
    `${data.x.title}: ${withUnit(formatShort(data.xValues[ix]), data.x.unit)}`,
    `${data.y.title}: ${withUnit(formatShort(data.yValues[iy]), data.y.unit)}`,
    `${data.valueTitle}: ${withUnit(formatNumber(value, 5), data.valueUnit)}`,
  ].join("\n");
  return cell;
}

function makeScale(data: HeatmapData, range: [number, number]): HTMLElement {
  const scale = make("div", "heat-scale");
  const bar = make("span", "heat-bar");
  const stops = Array.from({ length: 10 }, (_v, i) => sequenceColour(i / 9));
  bar.style.background = `linear-gradient(to right, ${stops.join(",")})`;
  scale.append(
    make("span", "", axisLabel(data.valueTitle, data.valueUnit)),
    make("span", "", formatShort(range[0])), bar, make("span", "", formatShort(range[1])),
  );
  return scale;
}

export function makeHeatmap(data: HeatmapData): HTMLElement {
  const card = makeCard("heatmap", data.title, data.note);
  const range = rangeOf(data);
  const table = make("table", data.xValues.length >= kSmallFrom ? "heat small" : "heat");
  // The greatest y on top, as in a plot.
  for (let iy = data.yValues.length - 1; iy >= 0; --iy) {
    const row = table.insertRow();
    row.append(make("th", "right", formatShort(data.yValues[iy]), { scope: "row" }));
    data.xValues.forEach((_x, ix) => row.append(makeCell(data, ix, iy, range)));
  }
  const foot = table.insertRow();
  const every = Math.ceil(data.xValues.length / kLabels);
  foot.append(make("td"), ...data.xValues.map((x, i) =>
    make("th", "", i % every === 0 ? formatShort(x, 3) : "", { scope: "col" })));
  const scroll = make("div", "table-scroll");
  scroll.append(
    make("div", "heat-axis", axisLabel(data.y.title, data.y.unit)), table,
    make("div", "heat-axis heat-axis-x", axisLabel(data.x.title, data.x.unit)),
  );
  card.content.append(scroll, makeScale(data, range));
  return card.root;
}
