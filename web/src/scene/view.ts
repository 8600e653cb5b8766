// A scene: the model in three dimensions, at rest, in a run, or swinging in a mode.
import { Box3, Matrix4, Vector3 } from "three";
import { readBlob } from "../blob";
import { categoryColour, loadColour } from "../colours";
import { addNote, button, make, makeCard, toggle, type Card } from "../dom";
import { axisLabel, formatCount, formatNumber } from "../format";
import { whenNear } from "../lazy";
import { Link, type LinkMember } from "../links";
import { fileName, saveFile } from "../save";
import { cssColour, onThemeChange } from "../theme";
import type { SceneData } from "../wire";
import { Elements } from "./elements";
import { makeGif, type Filmed } from "./film";
import { SolidSet } from "./instances";
import { Motion } from "./motion";
import { Player } from "./player";
import { Bodies, kGhost } from "./solids";
import { kViews, Stage, type ViewName } from "./stage";
import { Trails } from "./trails";

const kGifSeconds = 6;
const kGifRate = 20; // Pictures a second.
const kBarHeight = 41; // Of the player, px.
// What keys do to the camera: about the vertical, up, farther.
const kTurns: Record<string, [about: number, up: number, factor?: number]> = {
  "[": [-0.15, 0], "]": [0.15, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1], "+": [0, 0, 0.87], "-": [0, 0, 1.15],
};
const kMostShadows = 250; // Bodies and connections up to which they are drawn.

export function makeScene(data: SceneData): HTMLElement {
  const card = makeCard("scene", data.title, data.note);
  // Nothing moves when the rest comes.
  card.content.style.minHeight = `${data.height + (data.frames > 1 || data.modes.length > 0 ? kBarHeight : 0)}px`;
  if (data.fullFrames > data.frames) {
    addNote(card, `The motion has ${formatCount(data.frames)} of ${formatCount(data.fullFrames)} frames; ` +
      "loads are the greatest between them.");
  }
  whenNear(card.root, () => {
    try {
      new SceneView(data, card);
    } catch (error) {
      card.content.replaceChildren(make("p", "note warning",
        `This browser cannot draw in three dimensions (${error instanceof Error ? error.message : error}).`));
    }
  }, true);
  return card.root;
}

// A scene alone, at once, in a host as wide as it shall be.
export function openScene(data: SceneData, host: HTMLElement, from: ViewName): SceneView {
  const card = makeCard("scene", data.title, "");
  host.append(card.content);
  const view = new SceneView(data, card, true);
  view.lookFrom(from);
  return view;
}

export class SceneView implements LinkMember, Filmed {
  private readonly view = make("div", "scene-view", "", { tabindex: 0, role: "application" });
  private readonly tip = make("div", "scene-tip");
  private readonly motion: Motion;
  private readonly bodies: Bodies;
  private readonly elements: Elements;
  private readonly stage: Stage;
  private readonly player: Player;
  private readonly link: Link;
  private readonly set = new SolidSet();
  private readonly ghosts = new SolidSet(); // Bodies of other runs.
  private readonly sets: SolidSet[] = [];
  private readonly scratch = new Matrix4();
  private readonly point = new Vector3();
  private readonly box: Box3;
  private readonly size: number;
  private readonly trails: Trails;
  private viewed: ViewName = "Three-quarter";
  private trailed = false;
  private followedBody = -1;
  private wanted = true; // A frame is asked for.
  private drawn = 0;

  constructor(private readonly data: SceneData, private readonly card: Card, fine = false) {
    const blob = readBlob(data.blob);
    this.view.style.height = `${data.height}px`;
    this.view.setAttribute("aria-label",
      `Scene ${data.title}: ${data.bodies.length} bodies. Space plays, left and right scrub, brackets turn, up and down tilt, plus and minus zoom.`);
    card.content.append(this.view);
    this.motion = new Motion(data, blob);
    this.bodies = new Bodies(data, blob, this.motion);
    this.box = new Box3().setFromPoints(this.bodies.corners());
    this.size = this.box.getSize(new Vector3()).length();
    this.elements = new Elements(data, blob, this.motion, this.size);
    this.stage = new Stage(this.view, () => this.draw(), fine);
    this.trails = new Trails(this.motion, this.bodies.colours, this.stage.groups.trails);
    this.link = new Link(data.link, this);
    this.player = new Player(data, this.motion.times, () => this.draw(), (mode) =>
      this.link.tell((member) => member.choose?.(mode)));
    card.content.append(this.player.bar);
    this.build();
    this.addTools();
    this.listen();
    this.stage.furnish(this.box, data.rearward);
    this.stage.castShadows(data.bodies.length + data.connections.length <= kMostShadows);
    this.look();
    this.followFarTraveller();
    if (data.modes.length > 0) this.startModes();
    if (fine) this.wanted = false;
    else this.stage.prepare(() => this.askForFrame());
  }

  lookFrom(name: ViewName): void {
    this.viewed = name;
    this.look();
    this.draw();
  }

  private look(): void {
    this.stage.look(this.viewed, this.bodies.corners(), this.data.rearward);
  }

  // What it looks like at a time; the canvas is that of the window, in its size.
  pictureAt(time: number): HTMLCanvasElement {
    this.player.state.time = time;
    this.showNow();
    return this.stage.renderer.domElement;
  }

  labels(time: number): { text: string; colour: string }[] {
    const ink = cssColour("--ink");
    const runs = this.data.runs.map((text, i) => ({ text, colour: i > 0 ? categoryColour(i) : ink }));
    return [{ text: `${time.toFixed(2)} s`, colour: ink }, ...runs];
  }

  // A row of a table of the link.
  choose(row: number): void {
    this.player.chooseMode(row);
  }

  private startModes(): void {
    this.link.tell((member) => member.choose?.(0));
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.toggle();
  }

  private build(): void {
    const { groups } = this.stage;
    this.bodies.addTo(this.set, this.ghosts, groups.bodies, this.size);
    const [connections, joints, forces] = [new SolidSet(), new SolidSet(), new SolidSet()];
    this.elements.addBeams(connections, this.ghosts, groups.connections);
    this.elements.addConnections(connections);
    this.elements.addJoints(joints);
    this.elements.addForces(forces);
    this.set.build(groups.bodies);
    connections.build(groups.connections);
    joints.build(groups.joints);
    forces.build(groups.forces, { depthTest: false });
    this.ghosts.build(groups.bodies);
    this.ghosts.setOpacity(kGhost, true);
    this.sets.push(this.set, this.ghosts, connections, joints, forces);
  }

  private addTools(): void {
    const { tools } = this.card;
    if (this.elements.maxLoad > 0) {
      tools.append(toggle("Colour by load", "Colour bushings and springs by their load", true, (on) => {
        this.elements.colourByLoad(on);
        scale.hidden = !on;
        this.draw();
      }));
      const scale = this.makeScale(axisLabel("Load", this.data.forceUnit), this.elements.maxLoad);
      this.view.append(scale);
    }
    if (this.bodies.largestStress > 0) {
      tools.append(toggle("Colour by stress", "Colour flexible bodies by their von Mises stress", true, (on) => {
        this.bodies.colourByStress(on);
        stresses.hidden = !on;
        this.draw();
      }));
      const stresses = this.makeScale("Stress (MPa)", this.bodies.largestStress / 1e6);
      stresses.classList.add("second");
      this.view.append(stresses);
    }
    const { field } = this.bodies;
    if (field) {
      tools.append(toggle("Colour by result", `Colour the mesh by ${field.title}`, true, (on) => {
        this.bodies.colourByField(on);
        ends.hidden = !on;
        this.draw();
      }));
      const ends = this.makeScale(field.title, field.high, field.low);
      this.view.append(ends);
    }
    tools.append(toggle("See through", "Make bodies see-through", false, (on) => {
      this.set.setOpacity(on ? 0.3 : 1);
      this.bodies.setOpacity(on ? 0.3 : 1);
      this.draw();
    }));
    const group = (name: "joints" | "forces", title: string, count: number) => {
      if (count === 0) return;
      tools.append(toggle(title, `Show ${title.toLowerCase()}`, true, (on) => {
        this.stage.groups[name].visible = on;
        this.draw();
      }));
    };
    group("joints", "Joints", this.data.joints.length);
    group("forces", "Forces", this.data.forces.length);
    if (this.motion.times.length > 1) {
      tools.append(this.makeFollow(), toggle("Trails", "Show the paths of bodies, or of the one that is followed", false, (on) => {
        this.trailed = on;
        this.showTrails();
      }));
    }
    if (this.data.runs.length > 1) this.addRuns();
    if (this.bodies.bends && this.data.modes.length === 0) tools.append(this.makeDeformation());
    tools.append(this.makeViews(), toggle("Parallel", "Look without perspective", false, (on) => {
      this.stage.setOrthographic(on);
      this.draw();
    }));
    if (this.motion.times.length > 1) {
      tools.append(button("GIF", `Save ${kGifSeconds} seconds from here as a moving picture`, () => this.saveGif()));
    }
    this.tip.hidden = true;
    this.view.append(this.tip);
  }

  // As it is seen here, from the present time on.
  private saveGif(): void {
    const { speed, state, end } = this.player;
    const { clientWidth, clientHeight } = this.view;
    const time = state.time < end ? state.time : this.motion.times[0];
    const bytes = makeGif(this, {
      ending: "gif", width: clientWidth, height: clientHeight, rate: kGifRate, speed, from: time,
      to: Math.min(end, time + kGifSeconds * speed), view: this.viewed,
    });
    saveFile(fileName(this.data.title, "gif"), new Blob([bytes], { type: "image/gif" }));
    this.player.state.time = time;
    this.draw();
  }

  // Which colour is which run, and whether they stand in one place or beside each other.
  private addRuns(): void {
    const names = make("div", "scene-runs");
    this.data.runs.forEach((name, i) => {
      const entry = make("span", i > 0 ? "run ghost" : "run", name);
      if (i > 0) entry.style.setProperty("--own", categoryColour(i));
      names.append(entry);
    });
    this.view.append(names);
    this.card.tools.append(toggle("Side by side", "Stand the runs beside each other", false, (on) => {
      const width = 1.15 * this.box.getSize(this.point).y;
      this.motion.shifts = on ? this.data.runs.map((_name, i) => new Vector3(0, -i * width, 0)) : [];
      this.motion.place(this.player.state.time);
      this.look();
      this.draw();
    }));
  }

  private makeScale(title: string, end: number, start = 0): HTMLElement {
    const scale = make("div", "scene-scale");
    const bar = make("span", "heat-bar");
    const stops = Array.from({ length: 10 }, (_v, i) => loadColour(i / 9));
    bar.style.background = `linear-gradient(to right, ${stops.join(",")})`;
    scale.append(`${title} ${formatNumber(start, 3)}`, bar, formatNumber(end, 3));
    return scale;
  }

  private makeViews(): HTMLSelectElement {
    const choice = make("select", "views", "", { title: "Look from", "aria-label": "Look from" });
    for (const name of Object.keys(kViews)) choice.append(make("option", "", name, { value: name }));
    choice.addEventListener("change", () => {
      this.lookFrom(choice.value as ViewName);
    });
    return choice;
  }

  private makeDeformation(): HTMLSelectElement {
    const choice = make("select", "deformation", "", { title: "Deformation of flexible bodies", "aria-label": "Deformation" });
    for (const scale of [1, 10, 100, 1000]) choice.append(make("option", "", `Deformation \u00d7${scale}`, { value: scale }));
    choice.addEventListener("change", () => {
      this.bodies.scaleDeformation(Number(choice.value));
      this.draw();
    });
    return choice;
  }

  private showTrails(): void {
    this.trails.show(this.trailed, this.followedBody);
    this.draw();
  }

  private makeFollow(): HTMLSelectElement {
    const choice = make("select", "follow", "", { title: "Follow a body", "aria-label": "Follow a body" });
    choice.append(make("option", "", "Follow nothing", { value: -1 }));
    this.data.bodies.forEach((body, i) => {
      if (!body.scenery) choice.append(make("option", "", `Follow ${body.name}`, { value: i }));
    });
    choice.addEventListener("change", () => {
      this.startFollowing(Number(choice.value));
      this.showTrails();
    });
    return choice;
  }

  private startFollowing(body: number): void {
    this.followedBody = body;
    if (body >= 0) this.stage.startFollowing(this.point.setFromMatrixPosition(this.motion.matrices[body]));
  }

  // A model that leaves the window would be lost: follow the body that reaches farthest around.
  private followFarTraveller(): void {
    const choice = this.card.tools.querySelector<HTMLSelectElement>("select.follow");
    if (!choice) return;
    const body = this.bodies.arms.indexOf(Math.max(...this.bodies.arms));
    const before = new Vector3().setFromMatrixPosition(this.motion.matrices[body]);
    this.motion.place(this.motion.times[this.motion.times.length - 1]);
    const travel = before.distanceTo(new Vector3().setFromMatrixPosition(this.motion.matrices[body]));
    this.motion.place(this.motion.times[0]);
    if (travel < this.size) return;
    choice.value = String(body);
    this.startFollowing(body);
  }

  private listen(): void {
    new ResizeObserver(() => {
      this.stage.resize();
      this.draw();
    }).observe(this.view);
    onThemeChange(() => {
      this.bodies.recolour();
      this.elements.recolour();
      this.stage.recolour();
      this.stage.resize();
      this.drawNow(performance.now()); // At once: before printing there is no other frame.
    });
    this.view.addEventListener("keydown", (event) => this.key(event));
    this.view.addEventListener("pointermove", (event) => this.pointAt(event));
    this.view.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }

  private key(event: KeyboardEvent): void {
    const part = event.shiftKey ? 0.1 : 0.01;
    if (event.key === " ") this.player.toggle();
    else if (event.key === "ArrowRight") this.player.step(part);
    else if (event.key === "ArrowLeft") this.player.step(-part);
    else if (kTurns[event.key]) {
      this.stage.turn(...kTurns[event.key]);
      this.draw();
    } else return;
    event.preventDefault();
  }

  private pointAt(event: PointerEvent): void {
    const corner = this.view.getBoundingClientRect();
    const [x, y] = [event.clientX - corner.left, event.clientY - corner.top];
    const text = event.buttons === 0 ? this.stage.describeAt(x, y) : null;
    this.tip.hidden = text === null;
    if (text === null) return;
    this.tip.textContent = text;
    this.tip.style.transform = `translate(${x + 14}px, ${y + 14}px)`;
  }

  // Asks for one frame; while playing each frame asks for the next.
  private draw(): void {
    if (!this.wanted) this.askForFrame();
  }

  private askForFrame(): void {
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      this.drawNow(now);
      if (this.player.playing) this.draw();
    });
  }

  private drawNow(now: number): void {
    this.player.advance(now);
    this.showNow();
  }

  private showNow(): void {
    const { state } = this.player;
    if (state.mode >= 0) this.swing();
    else this.motion.place(state.time);
    this.elements.showLoads();
    if (this.followedBody >= 0) {
      this.stage.follow(this.point.setFromMatrixPosition(this.motion.matrices[this.followedBody]));
    }
    this.bodies.update();
    for (const set of this.sets) set.update(this.scratch);
    this.stage.render();
    this.player.show();
    if (state.mode < 0) this.link.tell((member) => member.setTime?.(state.time));
    this.card.root.dataset.time = String(state.time);
    this.card.root.dataset.drawn = String(++this.drawn);
  }

  private swing(): void {
    const { mode, time, amplitude } = this.player.state;
    const scale = this.motion.scaleOf(mode, 0.09 * this.size, (i) => this.bodies.arms[i], this.bodies.bentIn(mode));
    this.motion.swing(mode, 2 * Math.PI * time, scale * amplitude);
  }
}
