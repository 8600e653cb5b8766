// Reads the numbers of a page: base64 text in script elements, of which only what is shown is decoded.
import type { ArrayData } from "./wire";

// So many bytes from a place on, in a buffer of their own.
export type ByteReader = (at: number, size: number) => ArrayBuffer;

const texts = new Map<number, string>();

function textOf(blob: number): string {
  let text = texts.get(blob);
  if (text === undefined) texts.set(blob, (text = document.getElementById(`blob${blob}`)?.textContent ?? ""));
  return text;
}

const fromBase64 = (Uint8Array as unknown as { fromBase64?(text: string): Uint8Array<ArrayBuffer> }).fromBase64;

function decode(text: string): ArrayBuffer {
  if (fromBase64) return fromBase64.call(Uint8Array, text).buffer;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

// All of it.
export function readBlob(blob: number): ArrayBuffer {
  return decode(textOf(blob));
}

// Parts of it. Four signs are three bytes.
export function openBlob(blob: number): ByteReader {
  return (at, size) => {
    const first = Math.floor(at / 3);
    const last = Math.ceil((at + size) / 3);
    const skip = at - 3 * first;
    return decode(textOf(blob).slice(4 * first, 4 * last)).slice(skip, skip + size);
  };
}

const kSteps = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

export function readArray(read: ByteReader, data: ArrayData, size: number): Float64Array {
  const out = new Float64Array(size);
  if (data.kind === "grid") {
    for (let i = 0; i < size; ++i) out[i] = data.from + data.step * i;
  } else if (data.kind === "f32") {
    const values = new Float32Array(read(data.at, 4 * size));
    for (let i = 0; i < size; ++i) out[i] = data.from + values[i];
  } else {
    const steps = new kSteps[data.width](read(data.at, data.width * size));
    const from = data.kind === "pick" ? readArray(read, data.of, data.count) : null;
    for (let i = 0, at = 0; i < size; ++i) {
      at += steps[i];
      out[i] = data.kind === "steps" ? data.from + data.step * at : from![at];
    }
  }
  return out;
}
