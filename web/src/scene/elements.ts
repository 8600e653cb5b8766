// What acts between and on bodies: bushings, springs, dampers, rods and beams coloured by their
// load, joints, and forces as arrows.
import { Color, type Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import { loadColour } from "../colours";
import { formatNumber, withUnit } from "../format";
import { cssColour } from "../theme";
import type { AttachmentData, ConnectionData, SceneData } from "../wire";
import type { GeometryName, SolidSet } from "./instances";
import type { Motion } from "./motion";
import { bodyColour, kGhost } from "./solids";
import { type Beam, Tubes } from "./tubes";

const kZ = new Vector3(0, 0, 1);
const kShades = 255;
const kLoadColours = Array.from({ length: kShades + 1 }, (_v, i) => new Color(loadColour(i / kShades)));
const kLooks: Record<Exclude<ConnectionData["kind"], "beam">, { geometry: GeometryName; radius: number }> = {
  bushing: { geometry: "sphere", radius: 0.024 },
  spring: { geometry: "helix", radius: 0.028 },
  damper: { geometry: "cylinder", radius: 0.009 },
  stop: { geometry: "cylinder", radius: 0.015 },
  rod: { geometry: "cylinder", radius: 0.008 },
};
// Many bushings would hide the parts that they join.
const kManyConnections = 20;
const kSmallBushing = 0.6;
const kArrow = 0.2; // Of the largest force, of the size of the scene.
const kStopLength = 0.16; // Of the rod it sits on.
const kBeamRadius = 0.011; // Where it is not known; of the size of the scene, like those above.

export class Elements {
  readonly maxLoad: number;
  private readonly tubes: Tubes[]; // Of each run.
  private readonly ghostColours: Color[]; // Of the runs; that of the first is not used.
  private readonly loads: (Float32Array | null)[];
  private readonly colours: Color[];
  private readonly jointColour = new Color();
  private readonly forceColour = new Color();
  private readonly plainColour = new Color();
  private byLoad = true;
  private readonly from = new Vector3();
  private readonly to = new Vector3();
  private readonly middle = new Vector3();
  private readonly along = new Vector3();
  private readonly side = new Vector3();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();

  constructor(private readonly data: SceneData, private readonly blob: ArrayBuffer,
              private readonly motion: Motion, private readonly size: number) {
    this.loads = data.connections.map((c) =>
      c.load === null ? null : new Float32Array(blob, c.load, data.frames));
    let most = 0;
    for (const load of this.loads) for (const v of load ?? []) most = Math.max(most, Math.abs(v));
    this.maxLoad = most;
    this.colours = data.connections.map(() => new Color());
    this.ghostColours = data.runs.map(() => new Color());
    this.tubes = [new Tubes(this.beams(0), motion, (load) => this.colourOf(load))];
    for (let run = 1; run < data.runs.length; ++run) {
      this.tubes.push(new Tubes(this.beams(run), motion, () => this.ghostColours[run]));
    }
    this.recolour();
  }

  private beams(run: number): Beam[] {
    const isOwn = ({ kind, run: own = 0 }: ConnectionData) => kind === "beam" && own === run;
    return this.data.connections.flatMap((connection, i) => !isOwn(connection) ? [] : [{
      connection,
      radius: connection.radius || kBeamRadius * this.size,
      describe: () => this.describe(i),
      load: () => this.loadOf(i),
    }]);
  }

  private colourOf(load: number | null): Color {
    if (!this.byLoad || load === null || this.maxLoad === 0) return this.plainColour;
    return kLoadColours[Math.round((kShades * Math.abs(load)) / this.maxLoad)];
  }

  private loadOf(connection: number): number | null {
    return this.loads[connection]?.[this.motion.frame] ?? null;
  }

  colourByLoad(on: boolean): void {
    this.byLoad = on;
    this.showLoads();
  }

  // For the present theme.
  recolour(): void {
    this.jointColour.set(cssColour("--ink-soft"));
    this.forceColour.set(cssColour("--bad"));
    this.plainColour.set(cssColour("--accent"));
    this.ghostColours.forEach((colour, run) => bodyColour(run, colour));
    this.showLoads();
  }

  // For the present frame.
  showLoads(): void {
    this.colours.forEach((colour, i) => colour.copy(this.colourOf(this.loadOf(i))));
    for (const tubes of this.tubes) tubes.update();
  }

  // Beams as tubes, those of other runs as ghosts, whose ends go with them.
  addBeams(set: SolidSet, ghosts: SolidSet, parent: Object3D): void {
    this.tubes.forEach((tubes, run) => {
      tubes.addEnds(run > 0 ? ghosts : set);
      tubes.addTo(parent, run > 0 ? kGhost : 1);
    });
  }

  addConnections(set: SolidSet): void {
    this.data.connections.forEach((connection, i) => {
      if (connection.kind === "beam") return;
      const look = kLooks[connection.kind];
      const small = connection.kind === "bushing" && this.data.connections.length > kManyConnections;
      const radius = look.radius * this.size * (small ? kSmallBushing : 1);
      const part = (colour: Color, place: (out: Matrix4) => void) => ({ describe: () => this.describe(i), colour, place });
      if (connection.kind === "bushing" && connection.axes.length > 0) {
        const place = (out: Matrix4) => this.placeRing(connection, radius, out);
        set.add("ring", part(this.colours[i], place));
        set.add("sleeve", part(this.jointColour, place));
      } else {
        set.add(look.geometry, part(this.colours[i], (out) => this.placeBetween(connection, radius, out)));
      }
    });
  }

  addJoints(set: SolidSet): void {
    for (const joint of this.data.joints) {
      const axis = new Vector3(...joint.axis);
      const hasAxis = axis.lengthSq() > 0;
      const turn = new Quaternion().setFromUnitVectors(kZ, hasAxis ? axis.normalize() : kZ);
      const r = 0.012 * this.size;
      const scale = hasAxis ? new Vector3(r, r, 5 * r) : new Vector3(r, r, r);
      set.add(hasAxis ? "cylinder" : "sphere", {
        describe: () => `${joint.name}\n${joint.kind}`,
        colour: this.jointColour,
        place: (out) => {
          out.compose(new Vector3(...joint.at.point), turn, scale);
          if (joint.at.body >= 0) out.premultiply(this.motion.matrices[joint.at.body]);
        },
      });
    }
  }

  addForces(set: SolidSet): void {
    const histories = this.data.forces.map((f) => new Float32Array(this.blob, f.vectors, 3 * this.data.frames));
    let most = 0;
    for (const v of histories) {
      for (let i = 0; i < v.length; i += 3) most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
    }
    const perNewton = most > 0 ? (kArrow * this.size) / most : 0;
    this.data.forces.forEach((force, i) => {
      const part = (head: boolean) => ({
        describe: () => {
          const at = 3 * this.motion.frame;
          const size = Math.hypot(...histories[i].subarray(at, at + 3));
          return `${force.name}\n${withUnit(formatNumber(size, 4), this.data.forceUnit)}`;
        },
        colour: this.forceColour,
        place: (out: Matrix4) => this.placeArrow(force.at, histories[i], perNewton, head, out),
      });
      set.add("cylinder", part(false));
      set.add("cone", part(true));
    });
  }

  private describe(connection: number): string {
    const { name, kind, run } = this.data.connections[connection];
    if (run) return `${name}\n${this.data.runs[run]}`;
    const load = this.loadOf(connection);
    return load === null ? `${name}\n${kind}` : `${name}\n${kind}, ${withUnit(formatNumber(load, 4), this.data.forceUnit)}`;
  }

  private worldPoint(at: AttachmentData, out: Vector3): void {
    out.set(...at.point);
    if (at.body >= 0) out.applyMatrix4(this.motion.matrices[at.body]);
  }

  private placeBetween(connection: ConnectionData, radius: number, out: Matrix4): void {
    this.worldPoint(connection.a, this.from);
    this.worldPoint(connection.b, this.to);
    this.middle.addVectors(this.from, this.to).multiplyScalar(0.5);
    this.along.subVectors(this.to, this.from);
    const length = this.along.length();
    if (length > 1e-9 * this.size) this.turn.setFromUnitVectors(kZ, this.along.divideScalar(length));
    else this.turn.identity();
    // A bushing is a ball that its two points stretch; the others are no thicker than they are slim.
    const ball = connection.kind === "bushing";
    const extent = ball ? radius + length / 2 : Math.max(length, 1e-6 * this.size);
    const thick = ball ? radius : Math.min(radius, 0.16 * extent);
    if (connection.kind === "stop") {
      // At the upper end of the rod, or at the lower one where there is another above.
      const up = this.to.z >= this.from.z === connection.lane <= 0 ? 1 : -1;
      this.middle.addScaledVector(this.along, up * (0.5 - kStopLength) * length);
      out.compose(this.middle, this.turn, this.scale.set(thick, thick, kStopLength * extent));
      return;
    }
    // Along its own x axis, so that what lies in the same place stays side by side.
    this.middle.addScaledVector(this.side.set(1, 0, 0).applyQuaternion(this.turn), 2.4 * thick * connection.lane);
    out.compose(this.middle, this.turn, this.scale.set(thick, thick, extent));
  }

  // About the axis of a bushing, the z of its frame at its first end.
  private placeRing(connection: ConnectionData, radius: number, out: Matrix4): void {
    const [w, x, y, z] = connection.axes[0];
    this.turn.set(x, y, z, w);
    out.compose(this.from.set(...connection.a.point), this.turn, this.scale.setScalar(radius));
    this.side.set(1, 0, 0).applyQuaternion(this.turn).multiplyScalar(2.4 * radius * connection.lane);
    out.setPosition(this.from.add(this.side));
    if (connection.a.body >= 0) out.premultiply(this.motion.matrices[connection.a.body]);
  }

  private placeArrow(at: AttachmentData, history: Float32Array, perNewton: number, head: boolean,
                     out: Matrix4): void {
    const frame = 3 * this.motion.frame;
    this.along.set(history[frame], history[frame + 1], history[frame + 2]);
    const force = this.along.length();
    const length = force * perNewton;
    if (length < 1e-6 * this.size) {
      out.makeScale(0, 0, 0);
      return;
    }
    this.worldPoint(at, this.from);
    this.along.divideScalar(force);
    this.turn.setFromUnitVectors(kZ, this.along);
    const tip = Math.min(length, 0.05 * this.size);
    const r = 0.006 * this.size;
    if (head) {
      this.middle.copy(this.from).addScaledVector(this.along, length - tip / 2);
      out.compose(this.middle, this.turn, this.scale.set(2.6 * r, 2.6 * r, tip));
    } else {
      this.middle.copy(this.from).addScaledVector(this.along, (length - tip) / 2);
      out.compose(this.middle, this.turn, this.scale.set(r, r, Math.max(1e-9, length - tip)));
    }
  }
}
