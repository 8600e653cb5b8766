// Numbers as people read them.

const kMinus = "\u2212";

function tidy(text: string): string {
  return text.replace(/-/g, kMinus);
}

// A number with so many significant digits; very large and very small ones with an exponent.
export function formatNumber(value: number | null, digits = 4): string {
  if (value === null || Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : `${kMinus}\u221e`;
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return tidy(`${mantissa}e${Number(exponent)}`);
  }
  const whole = Math.floor(Math.log10(Number(size.toPrecision(digits)))) + 1;
  return tidy(value.toFixed(Math.max(0, digits - whole)));
}

// The same without trailing zeros, for labels that name a value.
export function formatShort(value: number, digits = 4): string {
  const text = formatNumber(value, digits);
  const [mantissa, exponent] = text.split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

// In a table: zeros at the end only where they are the result of rounding, so that 7.6 kg stays 7.6.
export function formatCell(value: number | null, digits = 4): string {
  const isShort = value !== null && Math.abs(Number(value.toPrecision(digits)) - value) <= 1e-12 * Math.abs(value);
  return isShort ? formatShort(value, digits) : formatNumber(value, digits);
}

// Ticks of a linear axis: just the decimals that tell them apart.
export function formatTicks(values: (number | null)[]): string[] {
  const present = values.filter((v): v is number => v !== null);
  const largest = Math.max(...present.map(Math.abs), 0);
  const step = present.length > 1 ? Math.abs(present[1] - present[0]) : largest;
  if (largest >= 1e6 || (largest > 0 && largest < 1e-3)) {
    const digits = Math.max(1, Math.ceil(Math.log10(largest / step) + 1));
    return values.map((v) => (v === null ? "" : formatShort(v, Math.min(digits, 6))));
  }
  if (step === 0) return values.map((v) => (v === null ? "" : "0"));
  const decimals = Math.max(0, Math.min(8, Math.ceil(-Math.log10(step) - 1e-9)));
  const enough = [decimals, decimals + 1, decimals + 2].find((d) => {
    return Math.abs(Number(step.toFixed(d)) - step) < step * 1e-3;
  });
  return values.map((v) => (v === null ? "" : tidy(v.toFixed(enough ?? decimals + 2))));
}

const kSuperscripts = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

function superscript(n: number): string {
  const digits = [...String(Math.abs(n))].map((d) => kSuperscripts[Number(d)]).join("");
  return n < 0 ? `\u207b${digits}` : digits;
}

// A tick of a logarithmic axis: powers of ten as such where they are long.
export function formatLogTick(value: number): string {
  const exponent = Math.log10(value);
  const power = Math.abs(exponent - Math.round(exponent)) < 1e-9;
  if (power && (exponent > 3.5 || exponent < -3.5)) return `10${superscript(Math.round(exponent))}`;
  return formatShort(value, 3);
}

// "N^2/Hz" as N²/Hz, "N*mm" as N mm.
export function prettyUnit(unit: string): string {
  return unit.replaceAll("*", " ").replace(/\^(-?\d+)/g, (_all, exponent) => superscript(Number(exponent)));
}

export function withUnit(text: string, unit: string): string {
  return unit ? `${text} ${prettyUnit(unit)}` : text;
}

export function axisLabel(title: string, unit: string): string {
  return title && unit ? `${title} (${prettyUnit(unit)})` : title || prettyUnit(unit);
}

export function formatCount(count: number): string {
  return tidy(String(count)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
