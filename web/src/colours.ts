// Colours that colour-blind people can tell apart, on light and on dark ground.
// Categories after Okabe and Ito (2008), yellow left out (illegible on white) and lightness adapted
// for the dark ground; sequences after cividis, whose lightness grows evenly for all kinds of sight
// (Nunez, Anderton and Renslow, PLoS ONE 13(7), 2018).
import { isDark } from "./theme";

const kLight = ["#0072b2", "#d55e00", "#00835f", "#a8468a", "#b87800", "#2d8fc4", "#5b5f66"];
const kDark = ["#4aa8e0", "#ff8a4c", "#3ccfa4", "#e39ac8", "#f0b73f", "#8fd0ff", "#b4b9c2"];

const kCividis = [
  [0, 34, 78], [18, 53, 112], [59, 73, 108], [87, 93, 109], [112, 113, 115],
  [138, 134, 120], [165, 156, 116], [195, 179, 105], [225, 204, 85], [254, 232, 56],
];

export const kCategories = kLight.length;

export function categoryColour(index: number): string {
  const palette = isDark() ? kDark : kLight;
  return palette[index % palette.length];
}

// A colour of the sequence, 0 to 1, as red, green, blue of 0 to 255.
export function sequenceRgb(place: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, place)) * (kCividis.length - 1);
  const low = Math.min(kCividis.length - 2, Math.floor(at));
  const part = at - low;
  const mix = (i: number) =>
    Math.round(kCividis[low][i] * (1 - part) + kCividis[low + 1][i] * part);
  return [mix(0), mix(1), mix(2)];
}

export function sequenceColour(place: number): string {
  return `rgb(${sequenceRgb(place).join(",")})`;
}

// The load of a bushing, 0 to 1: the darkest end of the sequence would vanish on dark ground.
export function loadColour(place: number): string {
  return sequenceColour(0.12 + 0.88 * place);
}

// A curve of a family: the end of the sequence that would vanish on the ground is left out.
export function shadeColour(place: number): string {
  return sequenceColour(isDark() ? 0.35 + 0.65 * place : 0.82 * (1 - place));
}

// Luminance of a colour as WCAG 2.2 has it.
function luminance(rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((v) => (v <= 10.31 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Black or white, whichever stands out more on the colour.
export function inkOn(rgb: [number, number, number]): string {
  const light = luminance(rgb);
  return (light + 0.05) ** 2 > 1.05 * 0.05 ? "#000000" : "#ffffff";
}
