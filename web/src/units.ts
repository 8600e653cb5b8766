// Units that the reader may choose instead of that of a plot.

// What can stand for each other, and what one of it is in the first of its family.
const kFamilies: Record<string, number>[] = [
  { m: 1, cm: 1e-2, mm: 1e-3, "\u00b5m": 1e-6, in: 0.0254 },
  { "m/s": 1, "mm/s": 1e-3, "km/h": 1 / 3.6 },
  { "m/s^2": 1, "mm/s^2": 1e-3, g: 9.80665 },
  { rad: 1, mrad: 1e-3, deg: Math.PI / 180 },
  { "rad/s": 1, "deg/s": Math.PI / 180, "1/min": Math.PI / 30 },
  { N: 1, kN: 1e3, lbf: 4.4482216152605 },
  { "N*m": 1, "kN*m": 1e3, "N*mm": 1e-3 },
  { Pa: 1, kPa: 1e3, MPa: 1e6, bar: 1e5 },
  { "N/m": 1, "N/mm": 1e3, "kN/m": 1e3, "kN/mm": 1e6 },
  { J: 1, kJ: 1e3 },
  { W: 1, kW: 1e3 },
];
// The same by other names.
const kNames: Record<string, string> = { "N m": "N*m", Nm: "N*m", "N mm": "N*mm", "kN m": "kN*m", um: "\u00b5m", lb: "lbf" };

// A unit as such, or the unit of its power spectral density: "(m/s^2)^2/Hz".
function parse(unit: string): { base: string; density: boolean } {
  const match = /^\(?(.*?)\)?\^2\/Hz$/.exec(unit);
  return { base: match ? match[1] : unit, density: match !== null };
}

function known(base: string): string {
  return kNames[base] ?? base;
}

export interface OtherUnit {
  unit: string;
  factor: number; // Values in this unit are so many times those in the present one.
}

// The present one first; no others where none are known.
export function unitsFor(unit: string): OtherUnit[] {
  const { base, density } = parse(unit);
  const own = known(base);
  const family = kFamilies.find((f) => own in f);
  const present = { unit, factor: 1 };
  if (!family) return [present];
  const others = Object.keys(family).filter((name) => name !== own).map((name) => {
    const factor = family[own] / family[name];
    const bracket = /[*/^ ]/.test(name) ? `(${name})` : name;
    return density ? { unit: `${bracket}^2/Hz`, factor: factor ** 2 } : { unit: name, factor };
  });
  return [present, ...others];
}
