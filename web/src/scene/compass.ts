// The axes of the world in a corner of a scene, as the camera sees them.
import { type Camera, Quaternion, Vector3 } from "three";

const kNames = ["x", "y", "z"] as const;
const kLength = 26;
const kMiddle = 36;
const kSvg = "http://www.w3.org/2000/svg";

export class Compass {
  readonly root = document.createElementNS(kSvg, "svg");
  private readonly lines = kNames.map((name) => {
    const line = document.createElementNS(kSvg, "path");
    const label = document.createElementNS(kSvg, "text");
    label.textContent = name;
    this.root.append(line, label);
    return { line, label };
  });
  private readonly turn = new Quaternion();
  private readonly axis = new Vector3();

  constructor() {
    this.root.setAttribute("class", "compass");
    this.root.setAttribute("viewBox", `0 0 ${2 * kMiddle} ${2 * kMiddle}`);
    this.root.setAttribute("aria-hidden", "true");
  }

  show(camera: Camera): void {
    this.turn.copy(camera.quaternion).invert();
    this.lines.forEach(({ line, label }, i) => {
      this.axis.set(Number(i === 0), Number(i === 1), Number(i === 2)).applyQuaternion(this.turn);
      const [x, y] = [this.axis.x, -this.axis.y];
      line.setAttribute("d", `M${kMiddle} ${kMiddle}l${(kLength * x).toFixed(1)} ${(kLength * y).toFixed(1)}`);
      label.setAttribute("x", (kMiddle + 1.28 * kLength * x).toFixed(1));
      label.setAttribute("y", (kMiddle + 1.28 * kLength * y + 4).toFixed(1));
    });
  }
}
