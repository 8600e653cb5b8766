// A mesh that bends by modes and is coloured by its von Mises stress.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, type MeshLambertMaterial } from "three";
import { loadColour } from "../colours";
import type { MeshModesData, ShapeData } from "../wire";

const kShades = 255;

export class BendingMesh {
  readonly geometry = new BufferGeometry();
  private readonly rest: Float32Array;
  private readonly modes: MeshModesData;
  private readonly shapes: Float32Array;
  private readonly stresses: Float32Array | null;
  private readonly amplitudes: Float32Array;
  private readonly now: Float32Array;
  private readonly stress: Float32Array;
  private readonly positions: BufferAttribute;
  private readonly colours: BufferAttribute;
  private readonly ramp = Array.from({ length: kShades + 1 }, (_v, i) => new Color(loadColour(i / kShades)));
  private readonly plain: Color;
  private readonly white = new Color("#ffffff");
  scale = 1; // How many times larger than it is the deformation is drawn.

  constructor(shape: ShapeData, blob: ArrayBuffer, private readonly largest: number,
              private readonly material: MeshLambertMaterial) {
    const { points, pointCount, triangles, triangleCount, modes } = shape.mesh!;
    this.modes = modes!;
    this.rest = new Float32Array(blob, points, 3 * pointCount);
    this.shapes = new Float32Array(blob, this.modes.shapes, 3 * pointCount * this.modes.count);
    const { stresses, count } = this.modes;
    this.stresses = stresses === null ? null : new Float32Array(blob, stresses, 6 * pointCount * count);
    this.amplitudes = new Float32Array(blob, this.modes.amplitudes, this.modes.frames * this.modes.count);
    this.now = new Float32Array(this.modes.count);
    this.stress = new Float32Array(6 * pointCount);
    this.positions = new BufferAttribute(new Float32Array(this.rest), 3).setUsage(DynamicDrawUsage);
    this.colours = new BufferAttribute(new Float32Array(3 * pointCount), 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("position", this.positions);
    this.geometry.setAttribute("color", this.colours);
    this.geometry.setIndex(new BufferAttribute(new Uint32Array(blob, triangles, 3 * triangleCount), 1));
    this.geometry.computeVertexNormals();
    this.plain = material.color;
    material.flatShading = true;
    this.colour(largest > 0);
    this.bend(0, 0);
  }

  colour(wanted: boolean): void {
    const on = wanted && this.stresses !== null;
    this.material.vertexColors = on;
    this.material.color = on ? this.white : this.plain;
    this.material.needsUpdate = true;
  }

  bend(frame: number, part: number): void {
    const { count, frames } = this.modes;
    if (frames === 0) return;
    const a = Math.min(frame, frames - 1) * count;
    const b = Math.min(frame + 1, frames - 1) * count;
    for (let i = 0; i < count; ++i) {
      this.now[i] = this.amplitudes[a + i] + (this.amplitudes[b + i] - this.amplitudes[a + i]) * part;
    }
    this.show();
  }

  // A mode of the scene, whose amplitudes are complex: two rows each.
  swing(mode: number, cosine: number, sine: number): void {
    const { count } = this.modes;
    const a = 2 * mode * count;
    for (let i = 0; i < count; ++i) {
      this.now[i] = this.amplitudes[a + i] * cosine - this.amplitudes[a + count + i] * sine;
    }
    this.show();
  }

  // The largest way of a point in a mode of the scene.
  extentOf(mode: number): number {
    let largest = 0;
    for (const [cosine, sine] of [[1, 0], [0, 1]]) {
      this.swing(mode, cosine, sine);
      const moved = this.positions.array as Float32Array;
      for (let k = 0; k < moved.length; k += 3) {
        const way = Math.hypot(moved[k] - this.rest[k], moved[k + 1] - this.rest[k + 1], moved[k + 2] - this.rest[k + 2]);
        largest = Math.max(largest, way);
      }
    }
    return largest;
  }

  private show(): void {
    this.sum(this.shapes, this.positions.array as Float32Array, this.rest, this.scale);
    this.positions.needsUpdate = true;
    if (this.stresses) {
      this.sum(this.stresses, this.stress, null, 1);
      this.paint();
      this.colours.needsUpdate = true;
    }
    this.geometry.boundingSphere = null;
  }

  private sum(modes: Float32Array, out: Float32Array, start: Float32Array | null, scale: number): void {
    if (start) out.set(start);
    else out.fill(0);
    const size = out.length;
    this.now.forEach((own, i) => {
      const amplitude = scale * own;
      if (amplitude === 0) return;
      const first = i * size;
      for (let k = 0; k < size; ++k) out[k] += amplitude * modes[first + k];
    });
  }

  private paint(): void {
    const s = this.stress;
    const colours = this.colours.array as Float32Array;
    for (let at = 0, out = 0; at < s.length; at += 6, out += 3) {
      const [x, y, z] = [s[at], s[at + 1], s[at + 2]];
      const shear = s[at + 3] ** 2 + s[at + 4] ** 2 + s[at + 5] ** 2;
      const mises = Math.sqrt(0.5 * ((x - y) ** 2 + (y - z) ** 2 + (z - x) ** 2) + 3 * shear);
      const place = this.largest > 0 ? Math.min(1, mises / this.largest) : 0;
      this.ramp[Math.round(kShades * place)].toArray(colours, out);
    }
  }
}
