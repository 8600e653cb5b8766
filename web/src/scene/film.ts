// Films of a scene: pictures of its motion one after the other.
import { GifWriter, Palette } from "./gif";
import type { ViewName } from "./stage";

// What can be filmed.
export interface Filmed {
  pictureAt(time: number): HTMLCanvasElement;
  labels(time: number): { text: string; colour: string }[]; // What is written on a picture.
}

export interface FilmSettings {
  ending: "gif" | "mp4" | "webm";
  width: number;
  height: number;
  rate: number; // Pictures a second.
  speed: number; // Seconds of the run in one of the film.
  from: number;
  to: number;
  view: ViewName;
}

const kSampled = 9; // Pictures that the palette is made of.
const kQuality = 0.92;

// One pencil for all pictures.
export class Camera {
  private readonly canvas = document.createElement("canvas");
  private readonly pencil: CanvasRenderingContext2D;

  constructor(private readonly view: Filmed, private readonly settings: FilmSettings) {
    this.canvas.width = settings.width;
    this.canvas.height = settings.height;
    this.pencil = this.canvas.getContext("2d", { willReadFrequently: true })!;
  }

  get count(): number {
    const { from, to, rate, speed } = this.settings;
    return Math.max(1, Math.floor(((to - from) * rate) / speed + 1e-6) + 1);
  }

  private draw(picture: number): void {
    const { width, height, from, rate, speed } = this.settings;
    const time = from + (picture * speed) / rate;
    const { pencil } = this;
    pencil.drawImage(this.view.pictureAt(time), 0, 0, width, height);
    const size = Math.max(12, Math.round(height / 26));
    pencil.font = `${size}px sans-serif`;
    this.view.labels(time).forEach(({ text, colour }, i) => {
      pencil.fillStyle = colour;
      pencil.fillText(text, size, (1.6 + 1.35 * i) * size);
    });
  }

  pixels(picture: number): Uint8ClampedArray {
    this.draw(picture);
    return this.pencil.getImageData(0, 0, this.settings.width, this.settings.height).data;
  }

  jpeg(picture: number): string {
    this.draw(picture);
    return this.canvas.toDataURL("image/jpeg", kQuality).split(",")[1];
  }
}

export function makeGif(view: Filmed, settings: FilmSettings): Uint8Array<ArrayBuffer> {
  const camera = new Camera(view, settings);
  const { count } = camera;
  const samples = Array.from({ length: Math.min(kSampled, count) }, (_v, i) =>
    camera.pixels(Math.round((i * (count - 1)) / Math.max(1, Math.min(kSampled, count) - 1))));
  const writer = new GifWriter(settings.width, settings.height, new Palette(samples));
  for (let i = 0; i < count; ++i) {
    // Whole hundredths that add up.
    const shown = Math.round((100 * (i + 1)) / settings.rate) - Math.round((100 * i) / settings.rate);
    writer.add(camera.pixels(i), shown);
  }
  return writer.end();
}
