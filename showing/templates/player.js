// The player of an entry: it shows a grid after each step of a track, and the target beside it.

import { Board, MOVE } from "./board.js";
import { Own } from "./own.js";
import { changed, find, findAll, say, settled, statesOf } from "./states.js";

/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./states.js").State} State */

const REST = 700; // milliseconds between two steps

export function showKeys() {
  find(document, "dialog.keys", HTMLDialogElement).showModal();
}

export class Player {
  number = -1;
  at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** The cells that are coloured in all steps, by their places at the start of the track.
   * @type {Set<number>} */
  followed = new Set();

  /** @param {HTMLElement} root @param {Entry} entry */
  constructor(root, entry) {
    this.root = root;
    this.entry = entry;
    const { data } = entry;
    this.board = new Board(find(root, ".board", SVGElement), data);
    this.goal = new Board(find(root, ".goal", SVGElement), data, "data-goal");
    this.slider = find(root, ".slider", HTMLInputElement);
    this.follow = find(root, ".follow", HTMLSelectElement);
    this.speed = find(root, ".speed", HTMLSelectElement);
    this.states = data.tracks.map((track) => statesOf(track, data.grids));
    /** @type {[string, () => void][]} */
    const buttons = [
      ["start", () => this.go(0)],
      ["back", () => this.go(this.at - 1)],
      ["play", () => this.play()],
      ["on", () => this.go(this.at + 1)],
      ["end", () => this.go(this.last)],
      ["peek", () => this.#peek()],
      ["help", showKeys],
    ];
    for (const [name, action] of buttons) this.part(name).onclick = action;
    this.slider.oninput = () => this.go(this.slider.valueAsNumber);
    this.follow.onchange = () => this.#follow();
    this.speed.onchange = () => {
      this.board.speed = Number(this.speed.value);
    };
    for (const choice of this.choices()) {
      choice.onchange = () => this.choose(Number(choice.value));
    }
    entry.lists.forEach((list, track) => {
      list.forEach((item, k) => {
        this.#makeButton(item, track, k + 1);
      });
    });
    const drawn = this.board.turning;
    /** @param {Event} event @param {(origin: number) => void} use */
    const atCell = ({ target }, use) => {
      const cell = target instanceof Element && target.closest("[data-cell]");
      if (cell) use(Number(cell.getAttribute("data-cell")));
    };
    drawn.onpointerover = (event) => atCell(event, (cell) => entry.look(this.track.begins, cell));
    drawn.onpointerleave = () => entry.lookAway();
    drawn.onclick = (event) => atCell(event, (cell) => this.followCell(cell));
    this.own = new Own(this);
    this.choose(0);
    root.hidden = false;
  }

  /** @param {string} name */
  part(name) {
    return find(this.root, `.${name}`, HTMLElement);
  }

  get track() {
    return this.entry.data.tracks[this.number];
  }

  get last() {
    return this.track.steps.length;
  }

  choices() {
    return findAll(this.root, ".tracks input", HTMLInputElement);
  }

  /** @param {HTMLElement} item @param {number} track @param {number} step */
  #makeButton(item, track, step) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "step";
    button.append(...item.childNodes);
    button.onclick = () => {
      this.choose(track);
      this.go(step);
    };
    item.append(button);
  }

  /** On small screens, show the target instead of the board, or the board again. */
  #peek() {
    const isPeeking = this.root.classList.toggle("peeking");
    this.part("peek").setAttribute("aria-pressed", String(isPeeking));
  }

  /** Choose a track, and go to its start.
   * @param {number} number */
  choose(number) {
    this.own.close();
    if (number === this.number) return;
    this.stop();
    this.number = number;
    this.at = 0;
    this.slider.max = String(this.last);
    for (const choice of this.choices()) choice.checked = choice.value === String(number);
    const { grids, titles } = this.entry.data;
    const end = /** @type {State} */ (this.states[number].at(-1));
    this.goal.show({ origins: grids[0].map((_, p) => p), values: end.values });
    this.part("goal-title").textContent = say("target", { title: titles[this.track.ends] });
    this.#offer(grids[this.track.begins]);
    this.own.offer();
    this.show();
  }

  /** Fill the list of lines and digits of a grid that can be followed.
   * @param {number[]} grid */
  #offer(grid) {
    const { size } = this.entry.data;
    const all = Array.from({ length: size }, (_, i) => i + 1);
    /** @type {[string, number[]][]} */
    const groups = [
      ["row", all],
      ["column", all],
      ["digit", all.filter((digit) => grid.includes(digit))],
    ];
    this.follow.replaceChildren(new Option(say("nothing"), ""));
    for (const [kind, numbers] of groups) {
      const group = document.createElement("optgroup");
      group.label = say(`${kind}s`);
      for (const n of numbers) group.append(new Option(say(kind, { number: n }), `${kind} ${n}`));
      this.follow.append(group);
    }
    this.#follow();
  }

  /** Follow the line or digit that is chosen in the list: colour its cells. */
  #follow() {
    const { size, grids } = this.entry.data;
    const [kind, text] = this.follow.value.split(" ");
    const number = Number(text);
    const chosen = grids[this.track.begins].map((value, p) => {
      if (kind === "row") return Math.floor(p / size) === number - 1;
      return kind === "column" ? p % size === number - 1 : kind === "digit" && value === number;
    });
    this.#colour(new Set(chosen.flatMap((is, p) => (is ? [p] : []))));
  }

  /** Follow one cell; if it is followed already, stop following it.
   * @param {number} origin */
  followCell(origin) {
    const isFollowed = this.followed.size === 1 && this.followed.has(origin);
    this.follow.value = "";
    this.#colour(new Set(isFollowed ? [] : [origin]));
  }

  /** @param {Set<number>} origins */
  #colour(origins) {
    this.followed = origins;
    this.board.mark("followed", origins);
    const end = /** @type {State} */ (this.states[this.number].at(-1));
    const places = end.origins.flatMap((origin, p) => (origins.has(origin) ? [p] : []));
    this.goal.mark("followed", new Set(places));
  }

  /** Show the state after `to` steps; if it is one step away, animate the change.
   * @param {number} to */
  go(to, playing = false) {
    if (!playing) this.stop();
    const from = this.at;
    this.at = Math.max(0, Math.min(this.last, to));
    if (this.at === from) return;
    this.show();
    if (Math.abs(this.at - from) === 1) {
      const states = this.states[this.number];
      const turn = this.track.steps[Math.max(from, this.at) - 1].turn ?? 0;
      this.board.animate(states[from], states[this.at], (this.at - from) * turn);
    }
  }

  /** Show the current state, its sentence, and the number of clues that are right. */
  show() {
    const { at, track, number } = this;
    const states = this.states[number];
    const moved = at ? changed(track.steps[at - 1], states[at - 1]) : [];
    const { clues, placed, right } = settled(states[at], states[this.last]);
    this.board.show(states[at], { moved: new Set(moved), placed, right });
    this.goal.mark("placed", placed);
    this.goal.mark("right", right);
    const { titles } = this.entry.data;
    const item = this.entry.lists[number][at - 1];
    const said = item
      ? `${say("step", { k: at, number: this.last })}: ${item.textContent?.trim()}`
      : titles[track.begins];
    const ends = at === this.last && at ? ` — ${titles[track.ends]}` : "";
    this.part("said").textContent = said + ends;
    const counts = { clues, placed: placed.size, right: right.size };
    this.part("score").textContent = say("score", counts);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", said + ends);
    for (const name of ["start", "back"]) this.#enable(name, at > 0);
    for (const name of ["on", "end"]) this.#enable(name, at < this.last);
    this.#enable("play", this.last > 0);
    for (const one of this.entry.lists.flat()) one.removeAttribute("aria-current");
    item?.setAttribute("aria-current", "step");
    const link = find(this.root, ".link", HTMLAnchorElement);
    link.href = `#${this.entry.root.id}.${number + 1}.${at}`;
  }

  /** Mark a button as enabled or disabled. It is not really disabled, because a disabled button
   * would lose the focus of the keyboard.
   * @param {string} name @param {boolean} able */
  #enable(name, able) {
    this.part(name).setAttribute("aria-disabled", String(!able));
  }

  /** Pause if the player is running; otherwise play from here, or from the start after the end. */
  play() {
    if (this.timer !== undefined) {
      this.stop();
      return;
    }
    if (this.at === this.last) {
      this.at = 0;
      this.show();
    }
    this.part("play").textContent = say("pause");
    const next = () => {
      this.go(this.at + 1, true);
      if (this.at < this.last) this.timer = setTimeout(next, (MOVE + REST) / this.board.speed);
      else this.stop();
    };
    this.timer = setTimeout(next, this.at ? 0 : REST / this.board.speed);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.part("play").textContent = say("play");
  }

  /** Carry out the command of a key; return whether the key has one.
   * @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const meanings = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => this.play(),
    };
    if (this.own.active) return false;
    meanings[key]?.();
    return key in meanings;
  }
}
