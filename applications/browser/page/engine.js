// The engine: runs Python in a worker, so that a computation can be stopped.

import { chosen } from "./words.js";

// In a page opened from a file, browsers only start a module worker from a data: address. This
// small worker gets the program in a message, and imports it from a blob: address that it makes.
const BOOTSTRAP = `onmessage = async ({ data }) => {
  onmessage = null;
  const program = new Blob([data.program], { type: "text/javascript" });
  const { start } = await import(URL.createObjectURL(program));
  start(data.parts).catch((error) => postMessage({ stage: "broken", error: String(error) }));
};`;

/** @typedef {{ done: (answer: any) => void, failed: (error: Error) => void }} Waiting */

/** The error of a question that the user stopped. */
export class Stopped extends Error {}

export class Engine {
  /** @param {(stage: string, error?: string) => void} told is called at each stage of the start */
  constructor(told) {
    this.told = told;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {(said: string) => void} */
    this.progress = () => {};
    this.asked = 0;
    this.parts = readParts();
    this.begin();
  }

  begin() {
    this.worker = new Worker(`data:text/javascript,${encodeURIComponent(BOOTSTRAP)}`, {
      type: "module",
    });
    const worker = this.worker;
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = (event) => this.told("broken", event.message || "worker");
    this.told("reading");
    const program = /** @type {HTMLElement} */ (document.getElementById("worker")).textContent;
    this.parts.then(
      (parts) => worker.postMessage({ program, parts }),
      (error) => this.told("broken", String(error)),
    );
    this.isUp = false;
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => {
      this.isReady = () => {
        this.isUp = true;
        resolve();
      };
    });
  }

  /** @param {any} data */
  heard(data) {
    if (data.stage === "ready") this.isReady?.();
    if (data.stage) {
      this.told(data.stage, data.error);
      return;
    }
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
   * Ask glue.py a question as soon as Python is ready, and return the answer.
   * @param {string} name of the question
   * @param {unknown[]} given
   * @returns {Promise<any>}
   */
  async ask(name, ...given) {
    const { worker } = this;
    await this.ready;
    if (worker !== this.worker) throw new Stopped();
    const id = ++this.asked;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker?.postMessage({ id, name, given: [chosen.lang, ...given] });
    });
  }

  /** Stop all questions that are being computed, and start a new worker. */
  stop() {
    this.worker?.terminate();
    for (const { failed } of this.waiting.values()) failed(new Stopped());
    this.waiting.clear();
    this.isReady?.();
    this.begin();
  }
}

/**
 * Return the compressed parts of the page by name: from the page itself, or from the server.
 * @returns {Promise<Map<string, Blob>>}
 */
async function readParts() {
  const found = [...document.querySelectorAll(".part")].map(async (element) => {
    const part = element instanceof HTMLLinkElement ? await fetched(element.href) : within(element);
    return /** @type {[string, Blob]} */ ([element.id, part]);
  });
  return new Map(await Promise.all(found));
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.blob();
}

/** @param {Element} element */
function within(element) {
  const characters = atob(element.textContent ?? "");
  element.remove();
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return new Blob([bytes]);
}
