// The engine: runs Python in a worker, so that a computation can be stopped.

import { chosen, say } from "./words.js";

const SILENCE = 20_000; // milliseconds that a new worker may take until its first message

/** @typedef {{ done: (answer: any) => void, failed: (error: Error) => void }} Waiting */

/** The error of a question that the user stopped. */
export class Stopped extends Error {}

/** The error of a question that needs Python on a page without it. */
export class Absent extends Error {}

/**
 * What the worker reports while it starts: the stage; how many of the `size` bytes are unpacked; and
 * if it cannot go on, what failed.
 * @typedef {{ stage: string, fault?: string, error?: string, done?: number, size?: number }} Stage
 */

export class Engine {
  /** @param {(stage: Stage) => void} told is called at each stage of the start */
  constructor(told) {
    this.told = told;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {(said: string) => void} */
    this.progress = () => {};
    this.asked = 0;
    this.isUp = false;
    /** Resolves when Python is ready; null before the first question. @type {Promise<void> | null} */
    this.ready = null;
    /** The packed parts of the page. @type {Promise<Map<string, Bytes>> | null} */
    this.parts = null;
    /** The address of the worker's program. @type {Promise<string> | null} */
    this.program = null;
    /** Whether this page has no Python, as the small page. */
    this.isAbsent = document.documentElement.dataset.python !== "yes";
  }

  /**
   * Start a worker. Every failure is reported: without a report, a failed start would look like a
   * start that has not ended yet.
   */
  begin() {
    this.isUp = false;
    const ready = new Promise((resolve, reject) => {
      this.refuse = reject;
      this.isReady = () => {
        this.isUp = true;
        resolve(undefined);
      };
    });
    ready.catch(() => {}); // Each question gets the error.
    this.ready = ready;
    this.told({ stage: "reading" });
    const parts = this.parts ?? readParts();
    this.parts = parts;
    this.program ??= parts.then((found) => readProgram(found.get("worker.js")));
    this.start(ready);
  }

  /** @param {Promise<void>} mine the promise of this start; each later start has its own */
  async start(mine) {
    let fault = "parts";
    try {
      const [parts, program] = await Promise.all([this.parts, this.program]);
      if (mine !== this.ready) return;
      fault = "worker";
      const worker = new Worker(program ?? "");
      this.worker = worker;
      this.silence = setTimeout(() => this.broken("silent"), SILENCE);
      worker.onmessage = ({ data }) => this.heard(data);
      worker.onerror = (event) => this.broken("worker", event.message);
      worker.postMessage(parts);
    } catch (error) {
      if (mine === this.ready) this.broken(fault, String(error));
    }
  }

  /**
   * Report that the engine cannot start, and end the worker. Questions get this as their error.
   * @param {string} fault
   * @param {string} [error]
   */
  broken(fault, error = "") {
    clearTimeout(this.silence);
    this.worker?.terminate();
    this.told({ stage: "broken", fault, error });
    this.refuse?.(new Error(say("notLoaded")));
  }

  /** @param {any} data */
  heard(data) {
    clearTimeout(this.silence);
    if (data.stage === "ready") this.isReady?.();
    if (data.stage === "broken") this.broken(data.fault, data.error);
    else if (data.stage) this.told(data);
    if (data.stage) return;
    if (data.progress) {
      this.progress(data.progress);
      return;
    }
    const waiting = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.broken) waiting?.failed(new Error(data.broken));
    else waiting?.done(data.answer);
  }

  /**
   * Ask glue.py a question as soon as Python is ready, and return the answer. Python is loaded at
   * the first question.
   * @param {string} name of the question
   * @param {unknown[]} given the arguments of the question
   * @returns {Promise<any>}
   */
  async ask(name, ...given) {
    if (this.isAbsent) throw new Absent();
    if (!this.ready) this.begin();
    const { ready } = this;
    await ready;
    if (ready !== this.ready) throw new Stopped();
    const id = ++this.asked;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker?.postMessage({ id, name, given: [chosen.lang, ...given] });
    });
  }

  /** Stop all questions that are being computed, and start a new worker. */
  stop() {
    clearTimeout(this.silence);
    this.worker?.terminate();
    for (const { failed } of this.waiting.values()) failed(new Stopped());
    this.waiting.clear();
    const resolve = this.isReady;
    if (this.ready) this.begin();
    resolve?.();
  }
}

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * Return the compressed parts of the page by name: from the page itself, or from the server. They
 * are bytes, because a worker of WebKit cannot read a Blob of a page that was opened from a file.
 * @returns {Promise<Map<string, Bytes>>}
 */
async function readParts() {
  if (document.readyState === "loading") {
    await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
  }
  const found = [...document.querySelectorAll(".part")].map(async (element) => {
    const part = element instanceof HTMLLinkElement ? await fetched(element.href) : within(element);
    return /** @type {[string, Bytes]} */ ([element.id, part]);
  });
  return new Map(await Promise.all(found));
}

/**
 * Return the address of the worker's program, which was packed with gzip.
 * @param {Bytes | undefined} packed
 */
async function readProgram(packed) {
  if (!packed) throw new Error("worker.js");
  const stream = new Response(packed).body?.pipeThrough(new DecompressionStream("gzip"));
  const program = await new Response(stream).text();
  return URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Element} element */
function within(element) {
  const text = element.textContent ?? "";
  element.remove();
  return bytesOfBase64(text);
}

/** Return the bytes of a text in base64. @param {string} text */
export function bytesOfBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
