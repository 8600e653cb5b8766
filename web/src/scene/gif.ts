// Moving pictures as GIF (CompuServe 1990, version 89a): one palette for all of them, found by median cut
// (Heckbert 1982); of each picture only the rectangle that changed.

const kColours = 255; // The last place of the palette is for what stays as it was.
const kUnchanged = 255;
const kLevels = 32; // Of red, green and blue, in which colours are counted.
const kCells = kLevels ** 3;

function cellOf(r: number, g: number, b: number): number {
  return ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
}

function channelOf(cell: number, channel: number): number {
  return (cell >> (10 - 5 * channel)) & 31;
}

// A box of colours that become one.
interface ColourBox {
  cells: number[];
  count: number; // Pixels in it.
  widest: number; // Its longest side: 0 red, 1 green, 2 blue.
  width: number;
}

function makeBox(cells: number[], counts: Uint32Array): ColourBox {
  let [widest, width, count] = [0, -1, 0];
  for (const cell of cells) count += counts[cell];
  for (const channel of [0, 1, 2]) {
    const values = cells.map((cell) => channelOf(cell, channel));
    const own = Math.max(...values) - Math.min(...values);
    if (own > width) [widest, width] = [channel, own];
  }
  return { cells, count, widest, width };
}

function split({ cells, count, widest }: ColourBox, counts: Uint32Array): [ColourBox, ColourBox] {
  cells.sort((a, b) => channelOf(a, widest) - channelOf(b, widest));
  let [at, below] = [0, 0];
  while (at < cells.length - 2 && below + counts[cells[at]] <= count / 2) below += counts[cells[at++]];
  return [makeBox(cells.slice(0, at + 1), counts), makeBox(cells.slice(at + 1), counts)];
}

// Colours that stand for all of some pictures.
export class Palette {
  readonly bytes = new Uint8Array(3 * 256);
  private readonly places = new Uint8Array(kCells).fill(kUnchanged); // Of a cell, once it was asked for.
  private used = 0;

  constructor(pictures: Uint8ClampedArray[]) {
    const counts = new Uint32Array(kCells);
    const sums = new Float64Array(3 * kCells);
    for (const rgba of pictures) {
      for (let i = 0; i < rgba.length; i += 4) {
        const cell = cellOf(rgba[i], rgba[i + 1], rgba[i + 2]);
        ++counts[cell];
        for (let channel = 0; channel < 3; ++channel) sums[3 * cell + channel] += rgba[i + channel];
      }
    }
    const boxes = [makeBox(Array.from(counts.keys()).filter((cell) => counts[cell] > 0), counts)];
    while (boxes.length < kColours) {
      // Large areas and wide ranges first: small marks keep a colour, and shades their steps.
      let worst = -1;
      boxes.forEach((box, i) => {
        const weight = (b: ColourBox) => b.width * Math.sqrt(b.count);
        if (box.cells.length > 1 && (worst < 0 || weight(box) > weight(boxes[worst]))) worst = i;
      });
      if (worst < 0) break;
      boxes.push(...split(boxes.splice(worst, 1)[0], counts));
    }
    for (const box of boxes) this.addColour(box, sums);
  }

  // The place of a colour.
  at(r: number, g: number, b: number): number {
    const cell = cellOf(r, g, b);
    if (this.places[cell] === kUnchanged) this.places[cell] = this.nearest(cell);
    return this.places[cell];
  }

  private addColour(box: ColourBox, sums: Float64Array): void {
    for (const channel of [0, 1, 2]) {
      const sum = box.cells.reduce((all, cell) => all + sums[3 * cell + channel], 0);
      this.bytes[3 * this.used + channel] = Math.round(sum / box.count);
    }
    for (const cell of box.cells) this.places[cell] = this.used;
    ++this.used;
  }

  private nearest(cell: number): number {
    let [best, least] = [0, Infinity];
    for (let i = 0; i < this.used; ++i) {
      let distance = 0;
      for (const channel of [0, 1, 2]) distance += (8 * channelOf(cell, channel) + 4 - this.bytes[3 * i + channel]) ** 2;
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }
}

// Bytes that grow.
class Bytes {
  private data = new Uint8Array(1 << 16);
  private size = 0;

  add(...values: number[]): void {
    for (const value of values) this.push(value);
  }

  push(value: number): void {
    if (this.size === this.data.length) {
      const larger = new Uint8Array(2 * this.size);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.size++] = value;
  }

  addWord(value: number): void {
    this.add(value & 255, value >> 8);
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.size);
  }
}

// Codes of growing width in blocks of up to 255 bytes.
class CodeWriter {
  private block: number[] = [];
  private bits = 0;
  private held = 0;

  constructor(private readonly out: Bytes) {}

  write(code: number, width: number): void {
    this.held |= code << this.bits;
    this.bits += width;
    while (this.bits >= 8) {
      this.addByte(this.held & 255);
      this.held >>>= 8;
      this.bits -= 8;
    }
  }

  end(): void {
    if (this.bits > 0) this.addByte(this.held & 255);
    this.flush();
    this.out.push(0);
  }

  private addByte(byte: number): void {
    this.block.push(byte);
    if (this.block.length === 255) this.flush();
  }

  private flush(): void {
    if (this.block.length === 0) return;
    this.out.push(this.block.length);
    this.out.add(...this.block);
    this.block = [];
  }
}

const kClear = 256;
const kEnd = 257;
const kMostCodes = 4096;

// LZW (Welch 1984) as GIF has it, of bytes.
function compress(values: Uint8Array, out: Bytes): void {
  out.push(8);
  const writer = new CodeWriter(out);
  const table = new Map<number, number>(); // Of a code before and the next byte.
  let [next, width] = [kEnd + 1, 9];
  writer.write(kClear, width);
  let code = values[0];
  for (let i = 1; i < values.length; ++i) {
    const key = (code << 8) | values[i];
    const known = table.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    writer.write(code, width);
    code = values[i];
    if (next < kMostCodes) {
      table.set(key, next);
      if (next++ === 1 << width) ++width;
    } else {
      writer.write(kClear, width);
      table.clear();
      [next, width] = [kEnd + 1, 9];
    }
  }
  writer.write(code, width);
  writer.write(kEnd, width);
  writer.end();
}

export class GifWriter {
  private readonly out = new Bytes();
  private last: Uint8Array | null = null;

  constructor(private readonly width: number, private readonly height: number, private readonly palette: Palette) {
    this.out.add(...[..."GIF89a"].map((c) => c.charCodeAt(0)));
    this.out.addWord(width);
    this.out.addWord(height);
    this.out.add(0xf7, 0, 0, ...palette.bytes);
    // Played again and again.
    this.out.add(0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0);
  }

  // A picture of four bytes a pixel that is shown for so many hundredths of a second.
  add(rgba: Uint8ClampedArray, hundredths: number): void {
    const now = new Uint8Array(this.width * this.height);
    for (let i = 0; i < now.length; ++i) now[i] = this.palette.at(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]);
    const [left, top, right, bottom] = this.changed(now);
    const [width, height] = [right - left, bottom - top];
    const part = new Uint8Array(width * height);
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const at = (top + y) * this.width + left + x;
        part[y * width + x] = this.last && this.last[at] === now[at] ? kUnchanged : now[at];
      }
    }
    this.last = now;
    this.out.add(0x21, 0xf9, 4, 0x05); // What is there stays; one place of the palette is see-through.
    this.out.addWord(hundredths);
    this.out.add(kUnchanged, 0, 0x2c);
    for (const word of [left, top, width, height]) this.out.addWord(word);
    this.out.push(0);
    compress(part, this.out);
  }

  end(): Uint8Array<ArrayBuffer> {
    this.out.push(0x3b);
    return this.out.all();
  }

  // Left, top, right and bottom of what is not as it was; one pixel where all is.
  private changed(now: Uint8Array): [number, number, number, number] {
    if (!this.last) return [0, 0, this.width, this.height];
    let [left, top, right, bottom] = [this.width, this.height, 0, 0];
    for (let y = 0, at = 0; y < this.height; ++y) {
      for (let x = 0; x < this.width; ++x, ++at) {
        if (this.last[at] === now[at]) continue;
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), y + 1];
      }
    }
    return right > left ? [left, top, right, bottom] : [0, 0, 1, 1];
  }
}
