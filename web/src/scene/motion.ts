// Where the bodies of a scene are: at a time of a run, or at a phase of a mode.
import { Matrix4, Quaternion, Vector3 } from "three";
import { readArray } from "../blob";
import type { SceneData } from "../wire";

const kUnit = new Vector3(1, 1, 1);

class BodyPoses {
  private readonly positions: Float32Array;
  private readonly quaternions: Int16Array;
  private readonly next = new Quaternion();

  constructor(private readonly frames: number, blob: ArrayBuffer, positionsAt: number, quaternionsAt: number) {
    this.positions = new Float32Array(blob, positionsAt, 3 * frames);
    this.quaternions = new Int16Array(blob, quaternionsAt, 4 * frames);
  }

  // x, y, z of all frames.
  path(): Float32Array<ArrayBuffer> {
    return new Float32Array(this.positions);
  }

  // Between frame and the one after it; part is 0 to 1.
  read(frame: number, part: number, position: Vector3, quaternion: Quaternion): void {
    const a = Math.min(frame, this.frames - 1);
    const b = Math.min(a + 1, this.frames - 1);
    const p = this.positions;
    position.set(
      p[3 * a] + (p[3 * b] - p[3 * a]) * part,
      p[3 * a + 1] + (p[3 * b + 1] - p[3 * a + 1]) * part,
      p[3 * a + 2] + (p[3 * b + 2] - p[3 * a + 2]) * part,
    );
    this.readQuaternion(a, quaternion);
    if (part > 0 && b !== a) {
      this.readQuaternion(b, this.next);
      quaternion.slerp(this.next, part);
    }
  }

  private readQuaternion(frame: number, out: Quaternion): void {
    const q = this.quaternions;
    // Ours begin with the scalar part, those of three.js end with it.
    out.set(q[4 * frame + 1], q[4 * frame + 2], q[4 * frame + 3], q[4 * frame]).normalize();
  }
}

export class Motion {
  readonly times: Float64Array;
  readonly matrices: Matrix4[]; // Of each body, after place() or swing().
  frame = 0; // The last one shown.
  part = 0; // How far on the way to the next, 0 to 1.
  swung = { mode: -1, cosine: 0, sine: 0 }; // What swing() was told last, times its scale.

  shifts: Vector3[] = []; // Of the bodies of each run, to stand beside the first.
  private readonly runs: number[];
  private readonly poses: BodyPoses[];
  private readonly modes: Float32Array[];
  private readonly position = new Vector3();
  private readonly quaternion = new Quaternion();
  private readonly turn = new Quaternion();
  private readonly axis = new Vector3();

  constructor(data: SceneData, blob: ArrayBuffer) {
    this.times = data.times ? readArray((at, size) => blob.slice(at, at + size), data.times, data.frames) : new Float64Array(1);
    this.poses = data.bodies.map(({ poses }) =>
      new BodyPoses(poses.frames, blob, poses.positions, poses.quaternions));
    this.modes = data.modes.map((mode) => new Float32Array(blob, mode.motion, 12 * data.bodies.length));
    this.matrices = data.bodies.map(() => new Matrix4());
    this.runs = data.bodies.map((body) => body.run ?? 0);
    this.place(this.times[0]);
  }

  place(time: number): void {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    this.frame = low;
    const width = low + 1 < this.times.length ? this.times[low + 1] - this.times[low] : 0;
    const part = width > 0 ? Math.min(1, Math.max(0, (time - this.times[low]) / width)) : 0;
    this.part = part;
    this.poses.forEach((poses, i) => {
      poses.read(low, part, this.position, this.quaternion);
      const shift = this.shifts[this.runs[i]];
      if (shift) this.position.add(shift);
      this.matrices[i].compose(this.position, this.quaternion, kUnit);
    });
  }

  // Where the origin of a body was at the frames: x, y, z of each.
  pathOf(body: number): Float32Array<ArrayBuffer> {
    return this.poses[body].path();
  }

  // A mode at a phase (radians), its complex motion times scale.
  swing(mode: number, phase: number, scale: number): void {
    const motion = this.modes[mode];
    const [c, s] = [Math.cos(phase) * scale, Math.sin(phase) * scale];
    this.swung = { mode, cosine: c, sine: s };
    const real = (at: number) => motion[at] * c - motion[at + 1] * s;
    this.poses.forEach((poses, i) => {
      poses.read(0, 0, this.position, this.quaternion);
      const at = 12 * i;
      this.position.x += real(at);
      this.position.y += real(at + 2);
      this.position.z += real(at + 4);
      this.axis.set(real(at + 6), real(at + 8), real(at + 10));
      const angle = this.axis.length();
      if (angle > 0) {
        this.turn.setFromAxisAngle(this.axis.divideScalar(angle), angle);
        this.quaternion.premultiply(this.turn);
      }
      this.matrices[i].compose(this.position, this.quaternion, kUnit);
    });
  }

  // The factor that makes the greatest motion of a mode as large as `length`; rotations count at
  // the distance `arm` of each body, and meshes bend by `bent`.
  scaleOf(mode: number, length: number, arm: (body: number) => number, bent: number): number {
    const motion = this.modes[mode];
    let largest = bent;
    for (let i = 0; i < this.poses.length; ++i) {
      const norm = (from: number) => Math.hypot(...motion.subarray(12 * i + from, 12 * i + from + 6));
      largest = Math.max(largest, norm(0), norm(6) * arm(i));
    }
    return largest > 0 ? length / largest : 0;
  }
}
