// Reads the numbers of a page: base64 text in script elements, decoded when an item is first shown.
import type { ArrayData } from "./wire";

const decoded = new Map<number, ArrayBuffer>(); // Plots of one browser share theirs.

export function readBlob(index: number): ArrayBuffer {
  const known = decoded.get(index);
  if (known) return known;
  const element = document.getElementById(`blob${index}`);
  const text = atob(element?.textContent ?? "");
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i);
  decoded.set(index, bytes.buffer);
  return bytes.buffer;
}

export function readArray(blob: ArrayBuffer, data: ArrayData, size: number): Float64Array {
  const out = new Float64Array(size);
  if (data.kind === "grid") {
    for (let i = 0; i < size; ++i) out[i] = data.from + data.step * i;
  } else if (data.kind === "steps") {
    const Steps = data.width === 1 ? Uint8Array : data.width === 2 ? Uint16Array : Uint32Array;
    const steps = new Steps(blob, data.at, size);
    for (let i = 0, at = 0; i < size; ++i) out[i] = data.from + data.step * (at += steps[i]);
  } else {
    const values = new Float32Array(blob, data.at, size);
    for (let i = 0; i < size; ++i) out[i] = data.from + values[i];
  }
  return out;
}
