// Sound from the microphone or from a file, in pieces of one frame. Nothing is recorded or sent.

import { effect, signal } from "@preact/signals-core";

export class Listener {
  readonly playing = signal(false);
  /** Called with the samples since the last frame. */
  on: (samples: Float32Array, rate: number) => void = () => {};
  /** Called when a sound begins. */
  began: () => void = () => {};
  private context: AudioContext | null = null;
  private stream: MediaStream | null = null;
  private readonly message = document.createElement("span");
  private readonly inView: () => boolean;

  constructor(host: HTMLElement, inView: () => boolean) {
    this.inView = inView;
    const row = document.createElement("div");
    row.className = "controls after";
    const microphone = this.button("Listen to the microphone", () => void this.microphone());
    const file = document.createElement("input");
    file.type = "file";
    file.accept = "audio/*";
    file.hidden = true;
    file.addEventListener("change", () => file.files?.[0] && void this.file(file.files[0]));
    const open = this.button("Play a file", () => file.click());
    const stop = this.button("Stop", () => this.stop());
    this.message.setAttribute("role", "status");
    this.message.className = "quiet";
    row.append(microphone, open, file, stop, this.message);
    host.append(row);
    // After the picture, which is added later.
    queueMicrotask(() => host.append(row));
    effect(() => {
      stop.hidden = !this.playing.value;
      microphone.hidden = open.hidden = this.playing.value;
    });
  }

  private button(name: string, press: () => void): HTMLButtonElement {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = name;
    element.addEventListener("click", press);
    return element;
  }

  private async microphone(): Promise<void> {
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const context = (this.context = new AudioContext());
      this.run(context, context.createMediaStreamSource(this.stream));
    } catch (error) {
      this.message.textContent = `The microphone is not available: ${(error as Error).message}`;
    }
  }

  private async file(file: File): Promise<void> {
    try {
      const context = (this.context = new AudioContext());
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(await file.arrayBuffer());
      source.connect(context.destination);
      source.onended = () => this.stop();
      this.run(context, source);
      source.start();
    } catch {
      this.message.textContent = `${file.name} is not a sound that this browser can read`;
    }
  }

  private run(context: AudioContext, source: AudioNode): void {
    this.message.textContent = "";
    const analyser = context.createAnalyser();
    analyser.fftSize = 8192;
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let last = context.currentTime;
    this.began();
    this.playing.value = true;
    const frame = () => {
      if (!this.playing.value) return;
      requestAnimationFrame(frame);
      const count = Math.min(Math.round((context.currentTime - last) * context.sampleRate), samples.length);
      last = context.currentTime;
      if (!this.inView() || count === 0) return;
      analyser.getFloatTimeDomainData(samples);
      this.on(samples.subarray(samples.length - count), context.sampleRate);
    };
    requestAnimationFrame(frame);
  }

  private stop(): void {
    this.playing.value = false;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    void this.context?.close();
    this.context = null;
  }
}
