// The bar below a scene: play, scrub, speed; for modes which one and how large.
import { button, make } from "../dom";
import { formatNumber } from "../format";
import type { SceneData } from "../wire";

const kSpeeds = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const kModePeriod = 1.6; // Seconds of one swing of a mode at speed 1, whatever its frequency.

export interface PlayerState {
  time: number; // Of the run, s; of a mode, its phase in turns.
  mode: number; // -1 for a run.
  amplitude: number;
}

export class Player {
  readonly bar = make("div", "scene-bar");
  readonly state: PlayerState;
  playing = false;

  private readonly start: number;
  readonly end: number;
  private readonly modes: boolean;
  speed = 1;
  private last = 0;
  private readonly playButton: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = make("span", "scene-time");
  private modeChoice: HTMLSelectElement | null = null;

  constructor(private readonly data: SceneData, times: Float64Array,
              private readonly onChange: () => void, private readonly onMode: (mode: number) => void) {
    this.modes = data.modes.length > 0;
    this.start = this.modes ? 0 : times[0];
    this.end = this.modes ? 1 : times[times.length - 1];
    this.state = { time: this.start, mode: this.modes ? 0 : -1, amplitude: 1 };
    this.playButton = button("Play", "Play or pause (space)", () => this.toggle());
    this.playButton.classList.add("play");
    const name = this.modes ? "Phase" : "Time";
    this.slider = this.makeSlider(name, this.start, this.end, this.start, (v) => {
      this.state.time = v;
      this.onChange();
    });
    this.bar.append(this.playButton, this.slider, this.clock, this.makeSpeed());
    if (this.modes) this.addModes();
    if (data.moments.length > 0) this.addMoments();
    this.bar.hidden = this.end <= this.start;
    this.show();
  }

  toggle(): void {
    this.playing = !this.playing;
    this.playButton.textContent = this.playing ? "Pause" : "Play";
    this.last = performance.now();
    this.onChange();
  }

  // Goes on by the time that passed; from the end to the start again.
  advance(now: number): void {
    if (!this.playing) return;
    const passed = Math.min(0.1, (now - this.last) / 1000) * this.speed;
    this.last = now;
    const length = this.end - this.start;
    const next = this.state.time + (this.modes ? passed / kModePeriod : passed);
    this.state.time = next > this.end ? this.start + ((next - this.start) % length) : next;
  }

  // Scrubs by a part of the whole.
  step(part: number): void {
    const time = this.state.time + part * (this.end - this.start);
    this.state.time = Math.min(this.end, Math.max(this.start, time));
    this.onChange();
  }

  chooseMode(mode: number): void {
    if (mode < 0 || mode >= this.data.modes.length) return;
    this.state.mode = mode;
    if (this.modeChoice) this.modeChoice.value = String(mode);
    if (!this.playing) this.toggle();
    this.onChange();
  }

  show(): void {
    this.slider.value = String(this.state.time);
    const mode = this.data.modes[this.state.mode];
    this.clock.textContent = mode
      ? `${formatNumber(mode.frequency, 4)} Hz` : `${this.state.time.toFixed(this.end < 10 ? 3 : 2)} s`;
  }

  private makeSlider(name: string, min: number, max: number, value: number,
                     act: (value: number) => void): HTMLInputElement {
    const slider = make("input", "", "", { type: "range", min, max, step: "any", value, "aria-label": name, title: name });
    slider.addEventListener("input", () => act(Number(slider.value)));
    return slider;
  }

  private makeSpeed(): HTMLElement {
    const choice = make("select", "", "", { title: "Speed", "aria-label": "Speed" });
    for (const speed of kSpeeds) choice.append(make("option", "", `${speed}\u00d7`, { value: speed }));
    choice.value = "1";
    choice.addEventListener("change", () => (this.speed = Number(choice.value)));
    return choice;
  }

  // Leads to the very frame of each.
  private addMoments(): void {
    const choice = make("select", "moments", "", { title: "Go to", "aria-label": "Go to" });
    choice.append(make("option", "", "Go to\u2026", { value: "" }));
    for (const { name, time } of this.data.moments) {
      choice.append(make("option", "", `${name}, ${formatNumber(time, 4)} s`, { value: time }));
    }
    choice.addEventListener("change", () => {
      if (choice.value === "") return;
      this.state.time = Number(choice.value);
      if (this.playing) this.toggle();
      this.onChange();
    });
    this.bar.append(choice);
  }

  private addModes(): void {
    const choice = make("select", "", "", { title: "Mode", "aria-label": "Mode" });
    this.data.modes.forEach((mode, i) => choice.append(make("option", "", mode.name, { value: i })));
    choice.addEventListener("change", () => {
      this.chooseMode(Number(choice.value));
      this.onMode(this.state.mode);
    });
    this.modeChoice = choice;
    const amplitude = this.makeSlider("Amplitude", 0, 3, 1, (v) => {
      this.state.amplitude = v;
      this.onChange();
    });
    amplitude.style.flex = "0 1 110px";
    amplitude.style.minWidth = "80px";
    this.bar.prepend(choice);
    this.bar.append(make("span", "scene-time", "Amplitude"), amplitude);
  }
}
