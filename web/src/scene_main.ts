// The bundle of pages with scenes: everything, and three.js.
import { startPage } from "./page";
import { makeScene } from "./scene/view";

startPage(makeScene);
