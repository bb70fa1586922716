// Small sounds for moves, made on the spot: off until somebody switches them on.

/** @import { Effect } from "./protocol.js" */
/** @import { Workbench } from "./workbench.js" */

import { keepSetting, recallSetting } from "./keep.js";

/** Pitch in hertz, seconds, and how much of it is noise. @type {Partial<Record<Effect["kind"], [number, number, number]>>} */
const VOICES = {
  place: [320, 0.06, 0.3],
  move: [240, 0.05, 0.4],
  stack: [260, 0.06, 0.4],
  flip: [420, 0.05, 0.2],
  push: [180, 0.09, 0.5],
  eject: [120, 0.2, 0.5],
  capture: [160, 0.08, 0.6],
  crown: [660, 0.2, 0],
  explode: [70, 0.35, 0.95],
};

export class Sound {
  on = recallSetting("sound", false);
  /** @type {AudioContext | null} Browsers allow it only after a press. */
  #context = null;

  /** @param {Workbench} bench */
  constructor(bench) {
    bench.on("position", ({ move }) => {
      if (this.on && move) this.#play(move.effects);
    });
  }

  toggle() {
    this.on = !this.on;
    keepSetting("sound", this.on);
    if (this.on) this.#play([{ kind: "place", cell: "" }]);
  }

  /** One sound for each kind of effect, one shortly after the other. @param {Effect[]} effects */
  #play(effects) {
    const kinds = new Set(effects.map((effect) => effect.kind));
    [...kinds].forEach((kind, index) => {
      const voice = VOICES[kind];
      if (voice) this.#knock(voice, index * 0.07);
    });
  }

  /** @param {[number, number, number]} voice @param {number} delay */
  #knock([pitch, time, rough], delay) {
    const context = (this.#context ??= new AudioContext());
    const start = context.currentTime + delay;
    const rate = context.sampleRate;
    const buffer = context.createBuffer(1, Math.ceil(rate * time), rate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) {
      const fade = (1 - at / samples.length) ** 3;
      const tone = Math.sin((2 * Math.PI * pitch * at) / rate);
      samples[at] = 0.2 * fade * (tone * (1 - rough) + (Math.random() * 2 - 1) * rough);
    }
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(start);
  }
}
