// Camera, light and ground of a scene, and what is under the pointer.
import {
  AmbientLight, type Box3, Color, DirectionalLight, Group, HemisphereLight,
  PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { cssColour } from "../theme";
import { makeFloor } from "./floor";

const kWide = 1.8; // Width over height below which the camera steps back.

// 1, 2 or 5 times a power of ten.
function roundDown(v: number): number {
  const decade = 10 ** Math.floor(Math.log10(v));
  return decade * (v >= 5 * decade ? 5 : v >= 2 * decade ? 2 : 1);
}

export class Stage {
  readonly scene = new Scene();
  readonly groups = { bodies: new Group(), connections: new Group(), joints: new Group(), forces: new Group() };
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly light = new DirectionalLight(0xffffff, 2.3);
  private floor = makeFloor();
  private cell = 1;
  private ground = 0;
  private readonly pointer = new Raycaster();
  private readonly followed = new Vector3();

  constructor(private readonly host: HTMLElement, onView: () => void) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    host.append(this.renderer.domElement);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", onView);
    this.scene.add(new AmbientLight(0xffffff, 0.4), new HemisphereLight(0xffffff, 0x8a9098, 1.8), this.light);
    this.scene.add(...Object.values(this.groups));
  }

  // Looks at a box from the front left, above (x forward, y to the left, as vehicles have it).
  frame(box: Box3): void {
    const centre = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3()).length();
    this.controls.target.copy(centre);
    const aspect = this.host.clientWidth / this.host.clientHeight;
    this.camera.position.copy(centre).add(new Vector3(0.95, 0.85, 0.55).multiplyScalar(0.92 * size * Math.max(1, kWide / aspect)));
    this.camera.near = size / 500;
    this.camera.far = size * 100;
    this.light.position.copy(centre).add(new Vector3(1.3, 0.4, 1.7).multiplyScalar(size));
    this.light.target.position.copy(centre);
    this.scene.add(this.light.target);
    this.cell = roundDown(size / 6);
    this.ground = box.min.z;
    this.recolour();
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
    this.camera.aspect = clientWidth / clientHeight;
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

  render(): void {
    const snap = (v: number) => Math.round(v / this.cell) * this.cell;
    this.floor.position.set(snap(this.controls.target.x), snap(this.controls.target.y), this.ground);
    this.renderer.render(this.scene, this.camera);
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
