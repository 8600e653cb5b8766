// The bundle of scenes: hands its one function to the page, which stands after it.
import { makeScene } from "./view";

globalThis.jounceMakeScene = makeScene;
