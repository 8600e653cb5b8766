// The ground of a scene: squares of one unit that fade away, so that there is no edge to be seen.
import { BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";
import { cssColour } from "../theme";

const kReach = 26; // Squares from the middle to where it has faded.
const kPiece = 4; // Squares along a line with one slope of its colour.

export function makeFloor(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const ink = new Color(cssColour("--floor"));
  const paper = new Color(cssColour("--paper"));
  const points: number[] = [];
  const colours: number[] = [];
  const mixed = new Color();
  const add = (x: number, y: number) => {
    points.push(x, y, 0);
    const fade = Math.min(1, Math.hypot(x, y) / kReach);
    colours.push(...mixed.copy(ink).lerp(paper, fade * fade * (3 - 2 * fade)).toArray());
  };
  for (let i = -kReach; i <= kReach; ++i) {
    for (let j = -kReach; j < kReach; j += kPiece) {
      add(i, j);
      add(i, j + kPiece);
      add(j, i);
      add(j + kPiece, i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
}
