// "Do it yourself": the reader moves lines, turns the grid and renames digits to reach the target.

import { MARGIN, svg, UNIT } from "./board.js";
import { exchanged, fewestMoves, turned } from "./moves.js";
import { changed, find, findAll, say, settled, stateAfter } from "./states.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./states.js").Data} Data */
/** @typedef {import("./states.js").State} State */
/** @typedef {import("./states.js").Step} Step */

/** @typedef {"row" | "column" | "band" | "stack" | "digit" | "turn"} Kind */

export class Own {
  active = false;
  /** All states so far; the last one is shown.
   * @type {State[]} */
  states = [];
  /** The line that the reader has chosen on the board, to be exchanged; null if there is none.
   * @type {number | null} */
  picked = null;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { root, board, entry } = player;
    this.data = entry.data;
    this.root = find(root, ".own", HTMLElement);
    this.opens = find(root, ".own-open", HTMLButtonElement);
    this.one = find(this.root, ".one", HTMLSelectElement);
    this.other = find(this.root, ".other", HTMLSelectElement);
    this.opens.onclick = () => this.open();
    this.one.onchange = () => this.#offerOther();
    this.#part("carry-out").onclick = () => this.#carryOut();
    this.#part("undo").onclick = () => this.#undo(1);
    this.#part("over").onclick = () => this.#undo(this.states.length - 1);
    this.#part("close").onclick = () => {
      this.close();
      this.opens.focus();
    };
    for (const choice of this.#kinds()) choice.onchange = () => this.#offer();
    this.lines = this.#drawLines(board);
  }

  /** @param {string} name */
  #part(name) {
    return find(this.root, `.${name}`, HTMLElement);
  }

  #kinds() {
    return findAll(this.root, ".kinds input", HTMLInputElement);
  }

  get kind() {
    return /** @type {Kind} */ (this.#kinds().find((one) => one.checked)?.value ?? "row");
  }

  get now() {
    return this.states[this.states.length - 1];
  }

  get goal() {
    const { states, number } = this.player;
    return /** @type {State} */ (states[number].at(-1));
  }

  /** Return the number of lines in a band or a stack, and 1 for the other kinds.
   * @param {Kind} kind */
  #length(kind) {
    return { band: this.data.height, stack: this.data.width }[/** @type {string} */ (kind)] ?? 1;
  }

  /** Draw an area to click at each number at the edge of the board.
   * @param {Board} board */
  #drawLines({ root, size }) {
    const lines = ["row", "column"].flatMap((axis) =>
      Array.from({ length: size }, (_, i) => {
        const [x, y, width, height] =
          axis === "row" ? [-MARGIN, i * UNIT, MARGIN, UNIT] : [i * UNIT, -MARGIN, UNIT, MARGIN];
        const line = svg("rect", { class: "line", "data-axis": axis, x, y, width, height });
        line.onclick = () => this.#point(axis === "row" ? "row" : "column", i);
        return line;
      }),
    );
    root.prepend(...lines);
    return lines;
  }

  /** Show the button "Do it yourself" only if the first picture is not already the target. */
  offer() {
    const [first] = this.player.states[this.player.number];
    this.opens.hidden = first.values.every((value, p) => value === this.goal.values[p]);
  }

  open() {
    this.player.stop();
    this.active = true;
    const [first] = this.player.states[this.player.number];
    this.states = [first];
    this.fewest = fewestMoves(this.data, first, this.goal);
    this.#showIt(true);
    this.#offer();
    this.#show("");
    this.#kinds()
      .find((one) => one.checked)
      ?.focus({ preventScroll: true });
    this.player.board.root.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.active) return;
    this.active = false;
    this.#showIt(false);
    this.player.show();
  }

  /** @param {boolean} shown */
  #showIt(shown) {
    this.root.hidden = !shown;
    this.player.part("controls").hidden = shown;
    this.player.root.classList.toggle("owning", shown);
  }

  /** @param {Kind} kind @param {number} number from 0 */
  #name(kind, number) {
    return say(kind, { number: number + 1 });
  }

  /** Fill the first list with the lines, digits or turns of the chosen kind. */
  #offer() {
    const { kind } = this;
    const { size, height, width } = this.data;
    const isTurn = kind === "turn";
    const quarters = height === width ? [1, 2, 3] : [2];
    const numbers = Array.from({ length: size / this.#length(kind) }, (_, i) => i);
    this.one.replaceChildren(
      ...(isTurn
        ? quarters.map((k) => new Option(say("turnBy", { degrees: 90 * k }), String(k)))
        : numbers.map((i) => new Option(this.#name(kind, i), String(i)))),
    );
    this.#part("with").hidden = isTurn;
    this.#part("carry-out").textContent = say(isTurn ? "turn" : "exchange");
    this.#offerOther();
  }

  /** Fill the second list with the lines or digits that can be exchanged with the first choice.
   *
   * Rows can only be exchanged within a band, and columns within a stack. */
  #offerOther() {
    const one = Number(this.one.value);
    const others = [...this.one.options].filter(({ value }) => this.#goes(one, Number(value)));
    this.other.replaceChildren(...others.map(({ text, value }) => new Option(text, value)));
    this.#pick(null);
  }

  /** @param {number} one @param {number} other */
  #goes(one, other) {
    const { height, width } = this.data;
    const length = { row: height, column: width }[/** @type {string} */ (this.kind)];
    return one !== other && (!length || Math.floor(one / length) === Math.floor(other / length));
  }

  /** Remember the line that the reader has chosen on the board, and mark it.
   * @param {number | null} picked */
  #pick(picked) {
    this.picked = picked;
    const { kind } = this;
    const axis = { band: "row", stack: "column" }[/** @type {string} */ (kind)] ?? kind;
    this.lines.forEach((line, i) => {
      const number = Math.floor((i % this.data.size) / this.#length(kind));
      line.classList.toggle("picked", number === picked && line.dataset.axis === axis);
    });
  }

  /** Choose a line on the board; the second line that is chosen is exchanged with the first one.
   * @param {"row" | "column"} axis @param {number} line */
  #point(axis, line) {
    const whole = axis === "row" ? "band" : "stack";
    const kind = ["band", "stack"].includes(this.kind) ? whole : axis;
    const first = kind === this.kind ? this.picked : null;
    const number = Math.floor(line / this.#length(kind));
    if (first === null) {
      for (const choice of this.#kinds()) choice.checked = choice.value === kind;
      this.#offer();
      this.one.value = String(number);
      this.#offerOther();
      this.#pick(number);
      this.#say(say("chosen", { one: this.#name(kind, number) }));
    } else if (this.#goes(first, number)) {
      this.other.value = String(number);
      this.#carryOut();
    } else {
      this.#pick(null);
      this.#say(first === number ? "" : say("apart"));
    }
  }

  #carryOut() {
    const { kind } = this;
    const { size } = this.data;
    const [one, other] = [Number(this.one.value), Number(this.other.value)];
    if (kind === "turn") {
      this.#move({ from: turned(size, one), turn: one }, say("turned", { degrees: 90 * one }));
      return;
    }
    if (this.other.value === "") return; // nothing to exchange, as in a band of one row
    const said = say("exchanged", { one: this.#name(kind, one), other: this.#name(kind, other) });
    const order = exchanged(size, one, other, this.#length(kind));
    if (kind === "digit") {
      this.#move({ names: [0, ...order.map((digit) => digit + 1)] }, said);
      return;
    }
    const rows = kind === "row" || kind === "band";
    const from = this.now.values.map((_, p) => {
      const [row, column] = [Math.floor(p / size), p % size];
      return rows ? order[row] * size + column : row * size + order[column];
    });
    this.#move({ from }, said);
  }

  /** @param {Step} step @param {string} said */
  #move(step, said) {
    const before = this.now;
    this.states.push(stateAfter(before, step));
    this.#show(said, new Set(changed(step, before)));
    // The animation takes the shorter direction.
    this.player.board.animate(before, this.now, step.turn === 3 ? -1 : (step.turn ?? 0));
  }

  /** @param {number} count */
  #undo(count) {
    if (this.states.length === 1) return;
    this.states.splice(-count);
    this.#show(say("undone"));
  }

  /** @param {string} said */
  #say(said) {
    this.#part("own-said").textContent = said;
  }

  /** @param {string} said @param {Set<number>} moved */
  #show(said, moved = new Set()) {
    const { now, goal, player } = this;
    const isReached = now.values.every((value, p) => value === goal.values[p]);
    // The reader may reach the target in another way than the answer; then all clues are right.
    const { clues, placed, right } = settled(isReached ? goal : now, goal);
    player.board.show(now, { moved, placed, right });
    player.goal.mark("placed", placed);
    player.goal.mark("right", right);
    this.#pick(null);
    const numbers = { count: this.states.length - 1, fewest: this.fewest ?? 0 };
    this.#say(isReached ? `${said} ${say("reached", numbers)}` : said);
    this.#part("own-said").classList.toggle("yes", isReached);
    this.#part("own-count").textContent = say("moves", numbers);
    this.#part("own-score").textContent = say("score", {
      clues,
      placed: placed.size,
      right: right.size,
    });
    for (const name of ["undo", "over"]) {
      this.#part(name).setAttribute("aria-disabled", String(this.states.length === 1));
    }
  }
}
