// The bundle of pages with scenes: everything, and three.js.
import { readPage, startPage } from "./page";
import { startFilm } from "./scene/film_page";
import { makeScene } from "./scene/view";

const kFilm = "#film=";

if (location.hash.startsWith(kFilm)) {
  startFilm(readPage(), JSON.parse(decodeURIComponent(location.hash.slice(kFilm.length))));
} else {
  startPage(readPage(), makeScene);
}
