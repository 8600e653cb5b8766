// The paths that bodies take through a run, as lines.
import { BufferAttribute, BufferGeometry, type Color, type Group, Line, LineBasicMaterial } from "three";
import type { Motion } from "./motion";

const kMost = 24; // More lines than these are a tangle.

export class Trails {
  private readonly lines: Line[] = [];

  constructor(private readonly motion: Motion, private readonly colours: Color[], private readonly parent: Group) {}

  // The path of one body; of all of them, or the first ones, for -1.
  show(on: boolean, body: number): void {
    for (const line of this.lines.splice(0)) {
      this.parent.remove(line);
      line.geometry.dispose();
    }
    if (!on) return;
    const all = Array.from(this.colours.keys()).slice(0, kMost);
    for (const i of body >= 0 ? [body] : all) this.add(i);
  }

  private add(body: number): void {
    const path = this.motion.pathOf(body);
    if (path.length <= 3) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(path, 3));
    const line = new Line(geometry, new LineBasicMaterial({ color: this.colours[body] }));
    line.frustumCulled = false;
    line.raycast = () => undefined; // It is not pointed at.
    this.lines.push(line);
    this.parent.add(line);
  }
}
