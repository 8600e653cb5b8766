// Beams as tubes that bend: each element has the shape of its own strain, the helix that turns and
// moves the section at one end into that at the other, and the colour of its load, which runs over
// into that of its neighbours.
import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh, MeshLambertMaterial, type Object3D,
  Quaternion, Vector3,
} from "three";
import type { AttachmentData, ConnectionData, Quadruple } from "../wire";
import { applyOpacity, type SolidSet } from "./instances";
import type { Motion } from "./motion";

const kPieces = 6; // Of an element.
const kSides = 16;
const kRing = kSides + 1; // The seam twice, for round normals.
const kPoints = kRing * (kPieces + 1);
const kTriangles = 2 * kSides * kPieces;

export interface Beam {
  connection: ConnectionData;
  radius: number;
  describe(): string;

  load(): number | null;
}

export class Tubes {
  private readonly geometry = new BufferGeometry();
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colours: BufferAttribute;
  private readonly neighbours: [number[], number[]][]; // Of each beam, at its two ends.
  private readonly from = new Section();
  private readonly to = new Section();
  private readonly now = new Section();
  private readonly screw = new Screw();
  private readonly out = new Vector3();

  constructor(private readonly beams: Beam[], private readonly motion: Motion,
              private readonly colourOf: (load: number | null) => Color) {
    const attribute = () =>
      new BufferAttribute(new Float32Array(3 * kPoints * beams.length), 3).setUsage(DynamicDrawUsage);
    this.positions = attribute();
    this.normals = attribute();
    this.colours = attribute();
    this.geometry.setAttribute("position", this.positions);
    this.geometry.setAttribute("normal", this.normals);
    this.geometry.setAttribute("color", this.colours);
    this.geometry.setIndex(new BufferAttribute(triangles(beams.length), 1));
    this.neighbours = beams.map(({ connection: { a, b } }) => [this.beamsAt(a), this.beamsAt(b)]);
  }

  addTo(parent: Object3D, opacity = 1): void {
    if (this.beams.length === 0) return;
    const material = new MeshLambertMaterial({ vertexColors: true });
    applyOpacity(material, opacity, true);
    const mesh = new Mesh(this.geometry, material);
    mesh.frustumCulled = false;
    mesh.userData.describe = (face: number) => this.beams[Math.floor(face / kTriangles)].describe();
    parent.add(mesh);
  }

  // Balls close the ends and fill the corners.
  addEnds(set: SolidSet): void {
    this.beams.forEach((beam, i) => {
      this.neighbours[i].forEach((met, end) => {
        if (met[0] !== i || this.goesOn(met)) return;
        const { a, b, axes } = beam.connection;
        const colour = new Color();
        const section = new Section();
        const scale = new Vector3().setScalar(beam.radius);
        set.add("sphere", {
          describe: () => beam.describe(),
          colour,
          place: (out) => {
            section.follow(end === 0 ? a : b, axes[end], this.motion);
            colour.copy(this.colourOf(this.meanLoad(met)));
            out.compose(section.place, section.turn, scale);
          },
        });
      });
    });
  }

  // Two beams with a common section where they meet.
  private goesOn([first, second, ...more]: number[]): boolean {
    if (second === undefined || more.length > 0) return false;
    const [p, q] = [this.beams[first].connection, this.beams[second].connection];
    const dot = (u: Quadruple, v: Quadruple) => Math.abs(u.reduce((sum, value, k) => sum + value * v[k], 0));
    return p.b.body === q.a.body && dot(p.axes[1], q.axes[0]) > 0.9999;
  }

  private meanLoad(beams: number[]): number | null {
    return mean(beams.map((k) => this.beams[k].load()));
  }

  // For the present frame.
  update(): void {
    this.beams.forEach((beam, i) => {
      const { a, b, axes } = beam.connection;
      this.from.follow(a, axes[0], this.motion);
      this.to.follow(b, axes[1], this.motion);
      this.screw.between(this.from, this.to);
      for (let ring = 0; ring <= kPieces; ++ring) {
        this.screw.at(ring / kPieces, this.from, this.now);
        this.writeRing(kPoints * i + kRing * ring, beam.radius);
      }
      this.paint(i);
    });
    for (const attribute of [this.positions, this.normals, this.colours]) attribute.needsUpdate = true;
    this.geometry.boundingSphere = null; // Of the last places; made again when pointed at.
  }

  private beamsAt({ body }: AttachmentData): number[] {
    return this.beams.flatMap(({ connection: { a, b } }, i) => (a.body === body || b.body === body ? [i] : []));
  }

  private writeRing(first: number, radius: number): void {
    const { place, turn } = this.now;
    for (let k = 0; k < kRing; ++k) {
      const angle = (2 * Math.PI * k) / kSides;
      this.out.set(0, Math.cos(angle), Math.sin(angle)).applyQuaternion(turn);
      this.normals.setXYZ(first + k, this.out.x, this.out.y, this.out.z);
      this.out.multiplyScalar(radius).add(place);
      this.positions.setXYZ(first + k, this.out.x, this.out.y, this.out.z);
    }
  }

  // At a node the mean of what meets there, in the middle its own load.
  private paint(i: number): void {
    const own = this.beams[i].load();
    const ends = this.neighbours[i].map((beams) => this.meanLoad(beams));
    for (let ring = 0; ring <= kPieces; ++ring) {
      const x = (2 * ring) / kPieces - 1;
      const end = ends[x < 0 ? 0 : 1];
      const load = own === null || end === null ? own : own + (end - own) * Math.abs(x);
      const { r, g, b } = this.colourOf(load);
      for (let k = 0; k < kRing; ++k) this.colours.setXYZ(kPoints * i + kRing * ring + k, r, g, b);
    }
  }
}

// A section's place and axes, x along the beam.
class Section {
  readonly place = new Vector3();
  readonly turn = new Quaternion();
  private readonly bodyTurn = new Quaternion();
  private readonly unused = [new Vector3(), new Vector3()] as const;

  follow(at: AttachmentData, [w, x, y, z]: Quadruple, motion: Motion): void {
    this.place.set(...at.point);
    this.turn.set(x, y, z, w);
    if (at.body < 0) return;
    const matrix = motion.matrices[at.body];
    this.place.applyMatrix4(matrix);
    matrix.decompose(this.unused[0], this.bodyTurn, this.unused[1]);
    this.turn.premultiply(this.bodyTurn);
  }
}

// The motion exp(d) from one section to another, in the axes of the first: d = (along, turn).
class Screw {
  private readonly along = new Vector3();
  private readonly turn = new Vector3();
  private readonly back = new Quaternion();
  private readonly product = new Vector3();

  between(from: Section, to: Section): void {
    this.back.copy(from.turn).invert();
    this.along.subVectors(to.place, from.place).applyQuaternion(this.back);
    const { x, y, z, w } = this.back.multiply(to.turn);
    const sine = Math.hypot(x, y, z);
    const angle = 2 * Math.atan2(sine, Math.abs(w));
    const perSine = (sine < 1e-9 ? 2 : angle / sine) * Math.sign(w || 1);
    this.turn.set(x, y, z).multiplyScalar(perSine);
    // p - w x p/2 + e w x (w x p): from the chord to the tangent.
    const e = angle < 0.05 ? 1 / 12 : (1 - angle / (2 * Math.tan(angle / 2))) / (angle * angle);
    this.addProducts(-0.5, e, this.along);
  }

  // The section at the part x of the way.
  at(x: number, from: Section, out: Section): void {
    const angle = x * this.turn.length();
    const small = angle < 0.05;
    const b = small ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
    const c = small ? 1 / 6 : (angle - Math.sin(angle)) / (angle * angle * angle);
    out.place.copy(this.along).multiplyScalar(x);
    this.addProducts(b * x, c * x * x, out.place);
    out.place.applyQuaternion(from.turn).add(from.place);
    this.product.copy(this.turn).normalize();
    out.turn.setFromAxisAngle(this.product, angle).premultiply(from.turn);
  }

  // p + b w x p + c w x (w x p).
  private addProducts(b: number, c: number, p: Vector3): void {
    const once = this.product.crossVectors(this.turn, p);
    const [x, y, z] = [once.x, once.y, once.z];
    const twice = this.product.cross(this.turn).negate();
    p.addScaledVector(twice, c);
    p.x += b * x;
    p.y += b * y;
    p.z += b * z;
  }
}

function mean(values: (number | null)[]): number | null {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? null : known.reduce((sum, v) => sum + v, 0) / known.length;
}

function triangles(beams: number): Uint32Array {
  const index = new Uint32Array(3 * kTriangles * beams);
  let at = 0;
  for (let beam = 0; beam < beams; ++beam) {
    for (let piece = 0; piece < kPieces; ++piece) {
      for (let side = 0; side < kSides; ++side) {
        const a = kPoints * beam + kRing * piece + side;
        const b = a + kRing;
        index.set([a, b + 1, b, a, a + 1, b + 1], at);
        at += 6;
      }
    }
  }
  return index;
}
