// Many solids of one geometry in a single draw call, each with its colour and its description.
import {
  type BufferGeometry, Color, CylinderGeometry, DynamicDrawUsage, BoxGeometry, ConeGeometry, Curve,
  InstancedMesh, LatheGeometry, type Matrix4, MeshLambertMaterial, type MeshLambertMaterialParameters, type Object3D, SphereGeometry, TubeGeometry,
  Vector2, Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

const kCoilLength = 9; // In radii: the wire is round in springs of about this shape.

class Helix extends Curve<Vector3> {
  constructor() {
    super();
  }

  override getPoint(t: number, out = new Vector3()): Vector3 {
    const wave = Math.min(1, 12 * t, 12 * (1 - t)); // Ends on the axis.
    const angle = 2 * Math.PI * 7 * t;
    return out.set(wave * Math.cos(angle), wave * Math.sin(angle), kCoilLength * (t - 0.5));
  }
}

// A profile of radius and height, turned about z.
function turned(profile: [number, number][], segments: number): BufferGeometry {
  const points = profile.map(([r, z]) => new Vector2(r, z));
  const solid = new LatheGeometry(points, segments).rotateX(Math.PI / 2).toNonIndexed();
  solid.computeVertexNormals();
  return solid;
}

// So that all can be one: without indices, with the same attributes.
function plain(geometry: BufferGeometry): BufferGeometry {
  const out = geometry.index ? geometry.toNonIndexed() : geometry;
  out.deleteAttribute("uv");
  return out;
}

// All of unit size, centred, their axis along z.
export const kGeometries = {
  box: () => new BoxGeometry(1, 1, 1),
  sphere: () => new SphereGeometry(1, 20, 12),
  cylinder: () => new CylinderGeometry(1, 1, 1, 32).rotateX(Math.PI / 2),
  // Of slim bars, of which a model has hundreds: their length between their ends, and those.
  bar: () => new CylinderGeometry(1, 1, 1, 12, 1, true).rotateX(Math.PI / 2),
  knob: () => new SphereGeometry(1, 12, 6),
  cone: () => new ConeGeometry(1, 1, 20).rotateX(Math.PI / 2),
  // Of a wheel: its tyre, and a rim whose spokes show that it turns.
  tyre: () => turned([[0.62, -0.46], [0.9, -0.5], [1, -0.4], [1, 0.4], [0.9, 0.5], [0.62, 0.46], [0.62, -0.46]], 48),
  rim: () => mergeGeometries([
    turned([[0.54, -0.4], [0.62, -0.44], [0.62, 0.44], [0.54, 0.4], [0.54, -0.4]], 40),
    ...[0, 1, 2, 3, 4].map((i) => new BoxGeometry(0.58, 0.1, 0.2).translate(0.29, 0, 0.24).rotateZ(0.4 * Math.PI * i)),
    new CylinderGeometry(0.13, 0.13, 0.6, 16).rotateX(Math.PI / 2).toNonIndexed(),
  ].map(plain)),
  // The rubber of a bushing, and the sleeve inside it.
  ring: () => turned([[0.45, -0.8], [0.92, -0.75], [1, -0.66], [1, 0.66], [0.92, 0.75], [0.45, 0.8], [0.45, -0.8]], 28),
  sleeve: () => turned([[0.24, -1.05], [0.45, -1.05], [0.45, 1.05], [0.24, 1.05], [0.24, -1.05]], 20),
  helix: () => new TubeGeometry(new Helix(), 112, 0.17, 5).scale(1, 1, 1 / kCoilLength),
};

export type GeometryName = keyof typeof kGeometries;

export interface Solid {
  colour: Color;
  describe(): string; // What it is, for the reader who points at it.

  // Writes where it is now.
  place(out: Matrix4): void;
}

export class Instances {
  readonly mesh: InstancedMesh;

  constructor(geometry: BufferGeometry, readonly solids: Solid[], material: MeshLambertMaterial) {
    this.mesh = new InstancedMesh(geometry, material, solids.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = material.depthTest;
    this.mesh.userData.solids = solids;
  }

  update(scratch: Matrix4): void {
    this.solids.forEach((solid, i) => {
      solid.place(scratch);
      this.mesh.setMatrixAt(i, scratch);
      this.mesh.setColorAt(i, solid.colour);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null; // Of the last places; made again when pointed at.
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

// `solid` hides what is behind it all the same, so that parts which meet do not shine through each other.
export function applyOpacity(material: MeshLambertMaterial, opacity: number, solid = opacity === 1): void {
  material.transparent = opacity < 1;
  material.opacity = opacity;
  material.depthWrite = solid;
  // A ghost is behind what lies in the same place.
  Object.assign(material, { polygonOffset: solid && opacity < 1, polygonOffsetFactor: 2, polygonOffsetUnits: 8 });
  material.needsUpdate = true;
}

// Collects solids by geometry, then makes their instances.
export class SolidSet {
  private readonly byGeometry = new Map<GeometryName, Solid[]>();
  private instances: Instances[] = [];

  add(geometry: GeometryName, solid: Solid): void {
    const list = this.byGeometry.get(geometry) ?? [];
    list.push(solid);
    this.byGeometry.set(geometry, list);
  }

  build(parent: Object3D, look: MeshLambertMaterialParameters = {}): void {
    for (const [name, solids] of this.byGeometry) {
      const instances = new Instances(kGeometries[name](), solids, new MeshLambertMaterial(look));
      if (look.depthTest === false) instances.mesh.renderOrder = 1; // Seen through what is before it.
      this.instances.push(instances);
      parent.add(instances.mesh);
    }
  }

  setOpacity(opacity: number, solid = opacity === 1): void {
    for (const { mesh } of this.instances) applyOpacity(mesh.material as MeshLambertMaterial, opacity, solid);
  }

  update(scratch: Matrix4): void {
    for (const instances of this.instances) instances.update(scratch);
  }
}
