// `jounce film` opens a page as PAGE#film={...} without a window and reads what it then holds.
import type { PageData, SceneData } from "../wire";
import { Camera, makeGif, type FilmSettings } from "./film";
import { openScene } from "./view";

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

// The page becomes its film: an element with one line of base64 for a GIF, or one for each picture.
export function startFilm(data: PageData, settings: FilmSettings): void {
  const scene = data.sections.flatMap((section) => section.items).find((item) => item.type === "scene") as SceneData;
  const host = document.getElementById("page")!;
  host.style.width = `${settings.width}px`;
  const view = openScene({ ...scene, height: settings.height }, host, settings.view);
  const lines: string[] = [];
  if (settings.ending === "gif") {
    lines.push(toBase64(makeGif(view, settings)));
  } else {
    const camera = new Camera(view, settings);
    for (let i = 0; i < camera.count; ++i) lines.push(camera.jpeg(i));
  }
  const film = document.createElement("pre");
  film.id = "film";
  film.textContent = lines.join("\n");
  document.head.replaceChildren();
  document.body.replaceChildren(film);
}
