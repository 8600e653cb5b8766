// Camera, light and ground of a scene, and what is under the pointer.
import {
  AmbientLight, type Box3, Color, DirectionalLight, Group, HemisphereLight, Mesh, OrthographicCamera, PCFShadowMap,
  PerspectiveCamera, PlaneGeometry, Raycaster, Scene, ShadowMaterial, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { cssColour } from "../theme";
import { Compass } from "./compass";
import { makeFloor } from "./floor";

const kAngle = 35; // Of view, from top to bottom, degrees.
const kAir = 1.1; // Around what is framed.
const kShadow = 0.16;
const kSteepest = 1.56; // Of the view from above, rad: straight down has no right and left.

// From where one looks; x is forward, y to the left, or both the other way round.
export const kViews = {
  "Three-quarter": [1.05, 0.7, 0.52],
  Front: [1, 0, 0],
  Rear: [-1, 0, 0],
  Left: [0, 1, 0],
  Right: [0, -1, 0],
  Top: [-1e-3, 0, 1], // Forward is upward on the screen.
} as const;

export type ViewName = keyof typeof kViews;

// 1, 2 or 5 times a power of ten.
function roundDown(v: number): number {
  const decade = 10 ** Math.floor(Math.log10(v));
  return decade * (v >= 5 * decade ? 5 : v >= 2 * decade ? 2 : 1);
}

// Without a graphics card, soft edges and shadows take most of the time that a picture does.
function makeRenderer(fine: boolean): { renderer: WebGLRenderer; isSoftware: boolean } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: fine, preserveDrawingBuffer: true });
  const name = context?.getExtension("WEBGL_debug_renderer_info")
    ? String(context.getParameter(0x9246)) : ""; // UNMASKED_RENDERER_WEBGL
  const isSoftware = /swiftshader|llvmpipe|software/i.test(name);
  if (context && (isSoftware || fine)) return { renderer: new WebGLRenderer({ canvas, context }), isSoftware };
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return { renderer: new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true }), isSoftware };
}

function largest(values: number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

export function cornersOf(box: Box3): Vector3[] {
  const { min, max } = box;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z));
}

export class Stage {
  readonly scene = new Scene();
  readonly groups = {
    bodies: new Group(), connections: new Group(), joints: new Group(), forces: new Group(), trails: new Group(),
  };
  readonly renderer: WebGLRenderer;
  private readonly shadows: boolean;
  private readonly perspective = new PerspectiveCamera(kAngle, 1, 0.01, 1000);
  private readonly parallel = new OrthographicCamera();
  private camera: PerspectiveCamera | OrthographicCamera = this.perspective;
  private readonly controls: OrbitControls;
  private readonly light = new DirectionalLight(0xffffff, 2.3);
  private readonly shade = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: kShadow }));
  private readonly compass = new Compass();
  private floor = makeFloor();
  private cell = 1;
  private ground = 0;
  private size = 1;
  private readonly pointer = new Raycaster();
  private readonly followed = new Vector3();

  // `fine` draws soft edges and shadows also where that takes long.
  constructor(private readonly host: HTMLElement, onView: () => void, fine: boolean) {
    const { renderer, isSoftware } = makeRenderer(fine);
    this.renderer = renderer;
    this.shadows = fine || !isSoftware;
    this.renderer.debug.checkShaderErrors = false; // Asking waits for the graphics card.
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.shadowMap.enabled = this.shadows;
    this.renderer.shadowMap.type = PCFShadowMap;
    host.append(this.renderer.domElement, this.compass.root);
    for (const camera of [this.perspective, this.parallel]) camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", onView);
    this.light.shadow.mapSize.set(1024, 1024);
    this.light.shadow.radius = 5;
    this.shade.receiveShadow = true;
    this.scene.add(new AmbientLight(0xffffff, 0.4), new HemisphereLight(0xffffff, 0x8a9098, 1.8), this.light, this.shade);
    this.scene.add(...Object.values(this.groups));
  }

  // Light from the front and ground for a model of this extent.
  furnish(box: Box3, rearward: boolean): void {
    const centre = box.getCenter(new Vector3());
    this.size = box.getSize(new Vector3()).length();
    this.perspective.near = this.size / 500;
    this.perspective.far = this.size * 100;
    const ahead = rearward ? -this.size : this.size;
    this.light.position.copy(centre).add(new Vector3(0.5 * ahead, 0.35 * ahead, 1.7 * this.size));
    this.light.target.position.copy(centre);
    this.scene.add(this.light.target);
    const { camera } = this.light.shadow;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1, 1, -1, 1].map((v) => 0.7 * v * this.size);
    [camera.near, camera.far] = [0.1 * this.size, 4 * this.size];
    this.shade.scale.setScalar(6 * this.size);
    this.cell = roundDown(this.size / 6);
    this.ground = box.min.z;
    this.recolour();
  }

  castShadows(on: boolean): void {
    this.light.castShadow = on && this.shadows;
    this.shade.visible = this.light.castShadow;
  }

  // Looks at points so that they fill the window. A point at r to the right of the origin and w towards
  // the camera is inside where |r - x| <= slope (distance - w), x being the camera's own place: both
  // sides together give x and the least distance.
  look(view: ViewName, points: Vector3[], rearward: boolean): void {
    const towards = new Vector3(...kViews[view]).normalize();
    if (rearward) towards.multiply(new Vector3(-1, -1, 1));
    const right = new Vector3(0, 0, 1).cross(towards).normalize();
    const up = towards.clone().cross(right);
    const aspect = this.host.clientWidth / this.host.clientHeight || 1;
    const depths = points.map((point) => point.dot(towards));
    const [deepest, nearest] = [-largest(depths.map((depth) => -depth)), largest(depths)];
    let distance = nearest + 1e-3 * this.size;
    const place = new Vector3();
    for (const [axis, part] of [[right, aspect], [up, 1]] as const) {
      const slope = (part * Math.tan((kAngle * Math.PI) / 360)) / kAir;
      const side = (sign: number) =>
        largest(points.map((point, i) => sign * point.dot(axis) + slope * depths[i]));
      const [far, near] = [side(1), side(-1)];
      distance = Math.max(distance, (far + near) / (2 * slope));
      place.addScaledVector(axis, (far - near) / 2);
    }
    this.controls.target.copy(place).addScaledVector(towards, (deepest + nearest) / 2);
    this.camera.position.copy(place).addScaledVector(towards, distance);
    this.parallel.zoom = 1;
    this.resize();
    this.controls.update();
  }

  // By the keyboard: about the vertical and up or down, in radians, and nearer (factor < 1) or farther.
  turn(about: number, up: number, factor = 1): void {
    const { target } = this.controls;
    const arm = this.camera.position.clone().sub(target);
    const slant = Math.asin(arm.z / arm.length());
    const aside = Math.atan2(arm.y, arm.x) + about;
    const raised = Math.max(-kSteepest, Math.min(kSteepest, slant + up));
    const length = arm.length() * factor;
    arm.set(Math.cos(raised) * Math.cos(aside), Math.cos(raised) * Math.sin(aside), Math.sin(raised));
    this.camera.position.copy(target).addScaledVector(arm, length);
    this.resize();
    this.controls.update();
  }

  // Parallel lines stay parallel.
  setOrthographic(on: boolean): void {
    const before = this.camera;
    this.camera = on ? this.parallel : this.perspective;
    this.camera.position.copy(before.position);
    this.controls.object = this.camera;
    this.parallel.zoom = 1;
    this.resize();
    this.controls.update();
  }

  recolour(): void {
    this.scene.background = new Color(cssColour("--paper"));
    this.scene.remove(this.floor);
    this.floor.geometry.dispose();
    this.floor = makeFloor();
    this.floor.scale.setScalar(this.cell);
    this.scene.add(this.floor);
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0) return;
    const aspect = clientWidth / clientHeight;
    this.perspective.aspect = aspect;
    // As much of the model as the other camera shows.
    const distance = this.camera.position.distanceTo(this.controls.target);
    const half = distance * Math.tan((kAngle * Math.PI) / 360);
    Object.assign(this.parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half,
      near: -20 * this.size, far: 100 * this.size });
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(clientWidth, clientHeight, false);
  }

  startFollowing(point: Vector3): void {
    this.followed.copy(point);
  }

  // The camera goes with a point, keeping its view.
  follow(point: Vector3): void {
    const moved = point.clone().sub(this.followed);
    this.camera.position.add(moved);
    this.controls.target.add(moved);
    this.light.position.add(moved);
    this.light.target.position.add(moved);
    this.followed.copy(point);
  }

  // What draws is made ready beside the page, which can be used meanwhile; then act.
  prepare(act: () => void): void {
    if (this.renderer.extensions.has("KHR_parallel_shader_compile")) {
      void this.renderer.compileAsync(this.scene, this.camera).then(act);
    } else {
      this.renderer.compile(this.scene, this.camera);
      act();
    }
  }

  render(): void {
    const snap = (v: number) => Math.round(v / this.cell) * this.cell;
    this.floor.position.set(snap(this.controls.target.x), snap(this.controls.target.y), this.ground);
    this.shade.position.copy(this.floor.position);
    this.renderer.render(this.scene, this.camera);
    this.compass.show(this.camera);
  }

  // What is at a place of the view, in pixels from its corner.
  describeAt(x: number, y: number): string | null {
    const { clientWidth, clientHeight } = this.host;
    const place = new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    this.pointer.setFromCamera(place, this.camera);
    const visible = Object.values(this.groups).filter((group) => group.visible);
    const hit = this.pointer.intersectObjects(visible).at(0);
    if (!hit) return null;
    const { solids, describe } = hit.object.userData;
    return hit.instanceId === undefined ? describe(hit.faceIndex) : solids[hit.instanceId].describe();
  }
}
