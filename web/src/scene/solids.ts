// The bodies of a scene as solids that move with them.
import {
  Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, LineBasicMaterial, LineSegments, Matrix4,
  Mesh, MeshLambertMaterial, type Object3D, Quaternion, Vector3,
} from "three";
import { categoryColour, kCategories, loadColour } from "../colours";
import { isDark } from "../theme";
import type { BodyData, MeshFieldData, SceneData, ShapeData } from "../wire";
import { BendingMesh } from "./bending";
import { applyOpacity, type GeometryName, type SolidSet } from "./instances";
import type { Motion } from "./motion";
import { cornersOf } from "./stage";

const kFlat = new Set<GeometryName>(["cylinder", "bar", "tyre", "rim"]);
export const kGhost = 0.35; // Opacity of what belongs to other runs.
const kMostCorners = 3000; // Of a mesh.
const kUnit = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
const kHalf = new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
const kDisc = new Box3(new Vector3(-1, -1, -0.5), new Vector3(1, 1, 0.5));
const kWhite = new Color("#ffffff");
const kBlack = new Color("#000000");

// A little nearer to the ground than in the plots, where lines are thin.
// All of a ghost has one colour: that of its run in the plots.
export function bodyColour(category: number, out: Color): void {
  out.set(categoryColour(category)).lerp(isDark() ? kBlack : kWhite, 0.15);
}

function localMatrix(shape: ShapeData, scale: Vector3, along = 0): Matrix4 {
  const [w, x, y, z] = shape.quaternion;
  const turn = new Quaternion(x, y, z, w);
  const shift = new Vector3(0, 0, along).applyQuaternion(turn);
  return new Matrix4().compose(new Vector3(...shape.position).add(shift), turn, scale);
}

// The unit solids that make up a shape, with their places in the body.
export function partsOf(shape: ShapeData): [name: GeometryName, place: Matrix4, rubber?: boolean][] {
  const [a, b] = shape.size;
  switch (shape.kind) {
    case "box": return [["box", localMatrix(shape, new Vector3(...shape.size))]];
    case "sphere": return [["sphere", localMatrix(shape, new Vector3(a, a, a))]];
    case "cylinder": return [["cylinder", localMatrix(shape, new Vector3(a, a, b))]];
    case "capsule": return [
      ["bar", localMatrix(shape, new Vector3(a, a, b))],
      ["knob", localMatrix(shape, new Vector3(a, a, a), b / 2)],
      ["knob", localMatrix(shape, new Vector3(a, a, a), -b / 2)],
    ];
    case "wheel": return [
      ["tyre", localMatrix(shape, new Vector3(a, a, b)), true],
      ["rim", localMatrix(shape, new Vector3(a, a, b))],
    ];
    case "mesh": return [];
  }
}

// Whether there is a ball as large in the same place; it is known from then on.
function isKnown(knobs: Set<string>, local: Matrix4, size: number): boolean {
  const { elements } = local;
  const radius = Math.hypot(elements[0], elements[1], elements[2]);
  const key = [elements[12], elements[13], elements[14], radius].map((v) => Math.round(v / (1e-5 * size))).join();
  const known = knobs.has(key);
  knobs.add(key);
  return known;
}

function fieldColours(field: MeshFieldData, count: number, blob: ArrayBuffer): BufferAttribute {
  const values = new Float32Array(blob, field.values, count);
  const width = field.high > field.low ? field.high - field.low : 1;
  const colours = new Float32Array(3 * count);
  values.forEach((value, i) => {
    const place = Math.min(1, Math.max(0, (value - field.low) / width));
    new Color(loadColour(place)).toArray(colours, 3 * i);
  });
  return new BufferAttribute(colours, 3);
}

function meshGeometry(shape: ShapeData, blob: ArrayBuffer): BufferGeometry {
  const { points, pointCount, triangles, triangleCount } = shape.mesh!;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(blob, points, 3 * pointCount), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(blob, triangles, 3 * triangleCount), 1));
  if (shape.mesh!.field) geometry.setAttribute("color", fieldColours(shape.mesh!.field, pointCount, blob));
  const faceted = geometry.toNonIndexed(); // Machined parts have edges: no smoothing across them.
  faceted.computeVertexNormals();
  return faceted;
}

// Edges of a machined part.
function edgesOf(geometry: BufferGeometry): LineSegments {
  const edges = new LineSegments(new EdgesGeometry(geometry, 35),
    new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.35 }));
  edges.raycast = () => undefined;
  return edges;
}

function paintByVertex(material: MeshLambertMaterial, on: boolean, plain: Color): void {
  material.vertexColors = on;
  material.color = on ? kWhite : plain;
  material.needsUpdate = true;
}

// All points fixed to a body at which something is attached.
function attachmentsOf(data: SceneData, body: number): Vector3[] {
  const all = [
    ...data.joints.map((joint) => joint.at),
    ...data.connections.flatMap((connection) => [connection.a, connection.b]),
    ...data.forces.map((force) => force.at),
  ];
  return all.filter((at) => at.body === body).map((at) => new Vector3(...at.point));
}

export class Bodies {
  readonly colours: Color[];
  private readonly rubber = new Color();
  readonly arms: number[] = []; // How far each body reaches from its origin.
  private readonly meshes: { mesh: Mesh; body: number; local: Matrix4; field: boolean }[] = [];
  private readonly bending: BendingMesh[] = [];
  private readonly bent: number[] = []; // By modes of the scene, once they were shown.
  private readonly matrices: Matrix4[];

  constructor(private readonly data: SceneData, private readonly blob: ArrayBuffer,
              private readonly motion: Motion) {
    this.matrices = motion.matrices;
    this.colours = data.bodies.map(() => new Color());
    this.recolour();
  }

  recolour(): void {
    this.data.bodies.forEach((body, i) => {
      if (body.scenery) {
        this.colours[i].set(body.colour > 0 ? "#f2f2f2" : isDark() ? "#4a4f57" : "#a9afb7");
        return;
      }
      bodyColour(body.run ?? (body.colour >= 0 ? body.colour : i % kCategories), this.colours[i]);
    });
    this.rubber.set(isDark() ? "#565c66" : "#3b4048");
  }

  // Corners of all that is drawn, in the present pose.
  corners(): Vector3[] {
    const corners: Vector3[] = [];
    this.data.bodies.forEach((body, i) => {
      this.arms[i] = 0;
      if (body.scenery) return;
      for (const corner of this.ownCorners(body, i)) {
        this.arms[i] = Math.max(this.arms[i], corner.length());
        corners.push(corner.applyMatrix4(this.matrices[i]));
      }
    });
    for (const connection of this.data.connections) {
      for (const at of [connection.a, connection.b]) if (at.body < 0) corners.push(new Vector3(...at.point));
    }
    return corners.length > 0 ? corners : cornersOf(kUnit);
  }

  // In the axes of the body.
  private ownCorners(body: BodyData, index: number): Vector3[] {
    const corners = attachmentsOf(this.data, index);
    const add = (box: Box3, local: Matrix4) => corners.push(...cornersOf(box).map((corner) => corner.applyMatrix4(local)));
    for (const shape of body.shapes) {
      for (const [name, local] of partsOf(shape)) add(name === "box" ? kHalf : kFlat.has(name) ? kDisc : kUnit, local);
      if (shape.mesh) {
        const points = new Float32Array(this.blob, shape.mesh.points, 3 * shape.mesh.pointCount);
        const local = localMatrix(shape, new Vector3(1, 1, 1));
        // Enough of them to tell where it is.
        const stride = 3 * Math.ceil(shape.mesh.pointCount / kMostCorners);
        for (let i = 0; i < points.length; i += stride) corners.push(new Vector3().fromArray(points, i).applyMatrix4(local));
      }
    }
    return corners.length > 0 ? corners : [new Vector3()];
  }

  // Bodies of the first run go into `set`, those of the others into `ghosts`.
  addTo(own: SolidSet, ghosts: SolidSet, parent: Object3D, size: number): void {
    this.data.bodies.forEach((body, i) => {
      const set = body.run ? ghosts : own;
      const knobs = new Set<string>(); // Bars that go on share one.
      for (const shape of body.shapes) {
        for (const [name, local, rubber] of partsOf(shape)) {
          if (name === "knob" && isKnown(knobs, local, size)) continue;
          this.addSolid(set, name, i, local, rubber);
        }
        if (shape.kind === "mesh") this.addMesh(parent, shape, i);
      }
      if (body.shapes.length === 0) this.addSkeleton(set, i, size);
    });
  }

  setOpacity(opacity: number): void {
    for (const { mesh, body } of this.meshes) {
      if (!this.data.bodies[body].run) applyOpacity(mesh.material as MeshLambertMaterial, opacity);
    }
  }

  private nameOf(body: number): string {
    const { name, run } = this.data.bodies[body];
    return this.data.runs.length > 0 ? `${name}\n${this.data.runs[run ?? 0]}` : name;
  }

  // The stress at the end of the scale of colours; 0 where nothing bends.
  get largestStress(): number {
    let largest = 0;
    for (const body of this.data.bodies) {
      for (const shape of body.shapes) largest = Math.max(largest, shape.mesh?.modes?.largest ?? 0);
    }
    return largest;
  }

  colourByStress(on: boolean): void {
    for (const bending of this.bending) bending.colour(on);
  }

  // The first field that a mesh shows.
  get field(): MeshFieldData | undefined {
    return this.data.bodies.flatMap((body) => body.shapes).find((shape) => shape.mesh?.field)?.mesh?.field;
  }

  colourByField(on: boolean): void {
    for (const { mesh, body, field } of this.meshes) {
      if (field) paintByVertex(mesh.material as MeshLambertMaterial, on, this.colours[body]);
    }
  }

  get bends(): boolean {
    return this.bending.length > 0;
  }

  scaleDeformation(scale: number): void {
    for (const bending of this.bending) bending.scale = scale;
  }

  // How far the meshes bend in a mode of the scene.
  bentIn(mode: number): number {
    if (this.bent[mode] === undefined) {
      this.bent[mode] = this.bending.reduce((largest, bending) => Math.max(largest, bending.extentOf(mode)), 0);
    }
    return this.bent[mode];
  }

  update(): void {
    const { mode, cosine, sine } = this.motion.swung;
    for (const bending of this.bending) {
      if (mode >= 0) bending.swing(mode, cosine, sine);
      else bending.bend(this.motion.frame, this.motion.part);
    }
    for (const { mesh, body, local } of this.meshes) {
      mesh.matrix.multiplyMatrices(this.matrices[body], local);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  private addSolid(set: SolidSet, geometry: GeometryName, body: number, local: Matrix4, rubber = false): void {
    const matrix = this.matrices[body];
    set.add(geometry, {
      describe: () => this.nameOf(body),
      colour: rubber && !this.data.bodies[body].run ? this.rubber : this.colours[body],
      place: (out) => out.multiplyMatrices(matrix, local),
    });
  }

  // A body without shapes is drawn as rods from its origin to what is attached to it.
  private addSkeleton(set: SolidSet, body: number, size: number): void {
    const knob = new Matrix4().makeScale(0.014 * size, 0.014 * size, 0.014 * size);
    this.addSolid(set, "sphere", body, knob);
    for (const point of attachmentsOf(this.data, body)) {
      const length = point.length();
      if (length < 1e-6 * size) continue;
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), point.clone().normalize());
      const scale = new Vector3(0.007 * size, 0.007 * size, length);
      this.addSolid(set, "cylinder", body, new Matrix4().compose(point.clone().multiplyScalar(0.5), turn, scale));
    }
  }

  private addMesh(parent: Object3D, shape: ShapeData, body: number): void {
    const material = new MeshLambertMaterial({ side: DoubleSide });
    material.color = this.colours[body];
    const bending = shape.mesh?.modes ? new BendingMesh(shape, this.blob, this.largestStress, material) : null;
    if (bending) this.bending.push(bending);
    const mesh = new Mesh(bending ? bending.geometry : meshGeometry(shape, this.blob), material);
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    mesh.userData.describe = () => this.nameOf(body);
    if (this.data.bodies[body].run) applyOpacity(material, kGhost, true);
    const field = shape.mesh?.field !== undefined && bending === null;
    if (field) paintByVertex(material, true, this.colours[body]);
    mesh.castShadow = true;
    if (!bending && !field) mesh.add(edgesOf(mesh.geometry));
    this.meshes.push({ mesh, body, local: localMatrix(shape, new Vector3(1, 1, 1)), field });
    parent.add(mesh);
  }
}
