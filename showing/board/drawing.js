// Draws one board. The drawing depends only on the state of the grid, the step that is being done, and
// the progress of this step.

import { glyph } from "./grids.js";
import { between, clamp, ease, smooth } from "./motion.js";
import { movingUnits, range, renamedDigits } from "./steps.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{ row: number, column: number, look: string }} Spot */

/**
 * The content of a board. `mark` returns the CSS class of a cell, given its number in the grid at the
 * start: `ok` if the cell agrees with the other board; for a no, `in` or `mute`. `spots` are rings
 * around cells. `under` and `above` are further drawings, as HTML, below and above the digits. While
 * the user drags a line or a block, `top` is the unit that is dragged, `group` has the units that make
 * room for it, and `places` has the place of each unit.
 * @typedef {{
 *   grid: Grid, state: State, step?: Step | null, progress?: number,
 *   mark?: ((cell: number) => string) | null, spots?: Spot[], under?: string, above?: string,
 *   handles?: HTMLElement | null, group?: number[], places?: number[], top?: number, lift?: number,
 * }} Scene
 */

/** @typedef {{ element: SVGGElement, unit: number, lifted: SVGElement[], tag: SVGElement | null }} Card */
/** @typedef {{ element: SVGGElement, cell: number, inner: SVGGElement, text: SVGTextElement, renamed: SVGTextElement | null, digit: number }} Token */

export const PAD = 3; // pixels for the frame
const SMALLEST_DIGIT = 12; // in a smaller cell a square is drawn instead of the digit

export class Drawing {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    figure.innerHTML = `<figcaption><b></b><span class="sub"></span><span class="meta"></span></figcaption>
      <div class="board" tabindex="0" role="application"></div>`;
    this.root = /** @type {HTMLElement} */ (figure.querySelector(".board"));
    this.caption = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll("figcaption > *")]);
    this.cell = 40;
    this.gutter = 24;
    this.isSmall = false;
    /** The number of the board, if it is shown in the corner between the numbers of the lines. */
    this.number = "";
    /** The margins on the right and below, in pixels, for arcs and counts. */
    this.margins = [PAD, PAD];
    this.hasArcs = true;
    /** @type {Card[]} */
    this.cards = [];
    /** @type {Token[]} */
    this.tokens = [];
    /** @type {number[]} */
    this.renamed = [];
    /** @type {SVGElement | null} */
    this.arcs = null;
    this.shown = "";
  }

  /**
   * Set the size of a cell, and the width of the margin with the row and column numbers, in pixels.
   * @param {number} cell
   * @param {number} gutter
   * @param {boolean} isSmall whether this is the smaller of two boards on a telephone
   */
  resize(cell, gutter, isSmall) {
    this.cell = cell;
    this.gutter = gutter;
    this.isSmall = isSmall;
  }

  /**
   * Return the middle of the cell at a row and column, in pixels.
   * @param {number} row
   * @param {number} column
   */
  middle(row, column) {
    return [column * this.cell + this.cell / 2, row * this.cell + this.cell / 2];
  }

  /** @param {Scene} scene @param {number} i */
  #token(scene, i) {
    const digit = scene.state.digits[i];
    if (!digit) return "";
    const { cell } = this;
    const [x, y] = this.middle(scene.state.rows[i], scene.state.columns[i]);
    const look = scene.mark?.(i) ?? "";
    const open = `<g class="tok ${look}" data-cell="${i}" transform="translate(${x},${y})">`;
    if (cell < SMALLEST_DIGIT) {
      const half = cell * 0.3;
      const colour = look.includes("ok") ? "agree" : "ink";
      return `${open}<g class="hopper"><rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="1" fill="var(--${colour})"/><text></text></g></g>`;
    }
    const shown = glyph(digit, scene.grid.size);
    const ratio = (this.isSmall ? 0.68 : 0.56) * (shown.length > 1 ? 0.78 : 1);
    const font = Math.round(cell * ratio * 10) / 10;
    const radius = cell * 0.39;
    const disc = look.includes("ok")
      ? `<circle class="halo" r="${radius}"/><circle r="${radius}"/>`
      : "";
    return `${open}${disc}<g class="hopper"><text y="${(font * 0.355).toFixed(1)}" font-size="${font}">${shown}</text></g></g>`;
  }

  /**
   * Return the thin and thick lines of a rectangle of cells, as HTML. It begins at column `left`
   * and row `top`.
   * @param {Grid} grid
   * @param {number} left
   * @param {number} top
   * @param {number} columns
   * @param {number} rows
   */
  #lines(grid, left, top, columns, rows) {
    const { cell } = this;
    let thin = "";
    let thick = "";
    for (let i = 1; i < columns; i++) {
      const path = `M${(left + i) * cell} ${top * cell}v${rows * cell}`;
      if ((left + i) % grid.width) thin += path;
      else thick += path;
    }
    for (let i = 1; i < rows; i++) {
      const path = `M${left * cell} ${(top + i) * cell}h${columns * cell}`;
      if ((top + i) % grid.height) thin += path;
      else thick += path;
    }
    return `<path class="thin" d="${thin}"/><path class="thickl" d="${thick}"/>`;
  }

  /**
   * Return a card, as HTML: rows or columns that move together, with a frame, a shadow and their
   * old number.
   * @param {Scene} scene
   * @param {Step} step
   * @param {number} unit
   */
  #card(scene, step, unit) {
    const { cell, gutter } = this;
    const { grid } = scene;
    const side = grid.size * cell;
    const isRow = step.axis === "rows";
    const start = unit * step.length;
    const [x, y] = isRow ? [0, start * cell] : [start * cell, 0];
    const [width, height] = isRow ? [side, step.length * cell] : [step.length * cell, side];
    const box = `x="${x}" y="${y}" width="${width}" height="${height}"`;
    const shadow = [2, 4, 7].map(
      (d) =>
        `<rect class="sh" x="${x - d}" y="${y + d + 1}" width="${width + 2 * d}" height="${height + d}" rx="${d + 2}"/>`,
    );
    let tokens = "";
    for (const i of scene.state.digits.keys()) {
      const line = scene.state[isRow ? "rows" : "columns"][i];
      if (Math.floor(line / step.length) === unit) tokens += this.#token(scene, i);
    }
    const [tagX, tagY] = isRow ? [-gutter / 2 - 1, y + height / 2] : [x + width / 2, -gutter / 2];
    const tag =
      this.isSmall || scene.group
        ? ""
        : `<g class="tag" transform="translate(${tagX},${tagY})"><rect x="-11" y="-9" width="22" height="18" rx="4"/><text y="4.3">${unit + 1}</text></g>`;
    const lines = isRow
      ? this.#lines(grid, 0, start, grid.size, step.length)
      : this.#lines(grid, start, 0, step.length, grid.size);
    const outline = scene.group ? `<rect class="cardo ${step.length > 1 ? "b" : ""}" ${box}/>` : "";
    return `<g class="card" data-unit="${unit}"><g class="lifted" opacity="0">${shadow.join("")}</g><rect class="paper" ${box}/>${outline}<rect class="cardp lifted" opacity="0" ${box} rx="2"/>${lines}${tokens}<rect class="cardb lifted" opacity="0" ${box} rx="2"/>${tag}</g>`;
  }

  /**
   * Return the numbers of the rows and columns, as HTML; if cells are small, only those of the
   * blocks' first lines.
   * @param {Grid} grid
   */
  #labels({ size, height, width }) {
    const { cell, gutter } = this;
    if (!gutter || this.isSmall) return "";
    const isSparse = cell < 20;
    const corner = this.number
      ? `<g class="which"><rect x="${-gutter / 2 - 8}" y="${-gutter / 2 - 7.5}" width="14" height="15" rx="1"/><text class="lab" x="${-gutter / 2 - 1}" y="${4.3 - gutter / 2}">${this.number}</text></g>`
      : "";
    const labels = range(size)
      .map((i) => {
        const at = i * cell + cell / 2;
        const row = `<text class="lab" data-rows="${i}" x="${-gutter / 2 - 1}" y="${at + 4.3}">${i + 1}</text>`;
        const column = `<text class="lab" data-columns="${i}" x="${at}" y="${-gutter / 2 + 4.3}">${i + 1}</text>`;
        return (isSparse && i % height ? "" : row) + (isSparse && i % width ? "" : column);
      })
      .join("");
    return corner + labels;
  }

  /** @param {Scene} scene */
  build(scene) {
    this.scene = scene;
    const { grid, state, step } = scene;
    const { cell, gutter } = this;
    const side = grid.size * cell;
    const units = step?.axis ? (scene.group ?? movingUnits(step)) : [];
    let slots = "";
    for (const unit of units) {
      const at = unit * (step?.length ?? 1) * cell;
      const length = (step?.length ?? 1) * cell;
      slots +=
        step?.axis === "rows"
          ? `<rect class="slot" x="0" y="${at}" width="${side}" height="${length}"/>`
          : `<rect class="slot" y="0" x="${at}" height="${side}" width="${length}"/>`;
    }
    const spots = (scene.spots ?? []).map(({ row, column, look }) => {
      const [x, y] = this.middle(row, column);
      return `<circle class="spot ${look}" cx="${x}" cy="${y}" r="${cell * 0.38}"/>`;
    });
    const lineOf = step?.axis ? state[step.axis] : [];
    const length = step?.length ?? 1;
    let tokens = "";
    for (const i of state.digits.keys()) {
      if (!units.includes(Math.floor(lineOf[i] / length))) tokens += this.#token(scene, i);
    }
    const distance = (/** @type {number} */ unit) => Math.abs((step?.to[unit] ?? unit) - unit);
    const ordered = [...units].sort(
      (a, b) =>
        Number(scene.top === a) - Number(scene.top === b) || distance(a) - distance(b) || b - a,
    );
    const cards = step ? ordered.map((unit) => this.#card(scene, step, unit)) : [];
    const isTurn = step?.kind === "turn";
    const corner = `<path class="corner" d="M3 3h${cell * 0.34}l${-cell * 0.34} ${cell * 0.34}z"/>`;
    const [across, down] = this.margins.map((margin) => side + gutter + margin);
    this.root.innerHTML = `<svg width="${across}" height="${down}" viewBox="${-gutter} ${-gutter} ${across} ${down}" aria-hidden="true">
      <g class="labs" ${scene.handles ? 'opacity="0"' : ""}>${this.#labels(grid)}</g>
      <g class="sheet ${isTurn ? "turning" : ""}"><rect class="paper" width="${side}" height="${side}"/>${scene.under ?? ""}${slots}${this.#lines(grid, 0, 0, grid.size, grid.size)}${spots.join("")}<g class="toks">${tokens}</g><rect class="frame" data-size="${grid.size}" x="0" y="0" width="${side}" height="${side}" rx="2"/>${cards.join("")}${isTurn ? corner : ""}</g>
      <g class="over"></g><g class="above">${scene.above ?? ""}</g></svg>`;
    /** @param {Element} root @param {string} selector */
    const one = (root, selector) => /** @type {any} */ (root.querySelector(selector));
    this.svg = /** @type {SVGSVGElement} */ (this.root.firstElementChild);
    this.sheet = /** @type {SVGGElement} */ (one(this.svg, ".sheet"));
    this.labels = /** @type {SVGGElement} */ (one(this.svg, ".labs"));
    this.over = /** @type {SVGGElement} */ (one(this.svg, ".over"));
    this.cards = [.../** @type {any} */ (this.svg.querySelectorAll(".card"))].map((element) => ({
      element,
      unit: Number(element.dataset.unit),
      lifted: [...element.querySelectorAll(".lifted")],
      tag: one(element, ".tag"),
    }));
    this.tokens = [.../** @type {any} */ (this.svg.querySelectorAll(".tok"))].map((element) => ({
      element,
      cell: Number(element.dataset.cell),
      inner: one(element, ".hopper"),
      text: one(element, "text"),
      renamed: null,
      digit: 0,
    }));
    this.arcs = null;
    if (step?.kind === "digits") this.#prepareNames(step, state, grid.size);
    if (step?.axis && !this.isSmall && !scene.group && this.hasArcs) this.#drawArcs(step, units);
    if (scene.handles) this.root.append(scene.handles);
    this.update(scene.progress ?? 0);
  }

  /** @param {Step} step @param {State} state @param {number} size */
  #prepareNames(step, state, size) {
    this.renamed = renamedDigits(step, state);
    for (const token of this.tokens) {
      token.digit = state.digits[token.cell];
      const name = step.names[token.digit];
      if (name === token.digit || !token.text.textContent) continue;
      token.renamed = /** @type {SVGTextElement} */ (token.text.cloneNode());
      token.renamed.textContent = glyph(name, size);
      token.renamed.classList.add("new");
      token.inner.append(token.renamed);
    }
  }

  /** @param {Step} step @param {number[]} units */
  #drawArcs(step, units) {
    const { cell, gutter } = this;
    // On a telephone, the other board is close below.
    if (gutter < 24 && step.axis === "columns") return;
    const x = (this.scene?.grid.size ?? 0) * cell + 7;
    let paths = "";
    for (const unit of units) {
      const a = (unit * step.length + step.length / 2) * cell;
      const b = (step.to[unit] * step.length + step.length / 2) * cell;
      const bulge = x + clamp(8 + Math.abs(b - a) * 0.09, 10, 26);
      const apart = Math.sign(b - a) * Math.min(12, step.length * cell * 0.16);
      const [from, to] = [a + apart, b - apart];
      paths +=
        step.axis === "rows"
          ? `<path class="arc" d="M${x} ${from}C${bulge} ${from} ${bulge} ${to} ${x + 4} ${to}"/><path class="arch" d="M${x - 2} ${to}l8 -4.5v9z"/>`
          : `<path class="arc" d="M${from} ${x}C${from} ${bulge} ${to} ${bulge} ${to} ${x + 4}"/><path class="arch" d="M${to} ${x - 2}l-4.5 8h9z"/>`;
    }
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "arcs");
    group.innerHTML = paths;
    this.svg?.append(group);
    this.arcs = group;
  }

  /**
   * Draw the step of the scene at a progress from 0 to 1.
   * @param {number} progress
   */
  update(progress) {
    const { scene } = this;
    if (!scene?.step) return;
    scene.progress = progress;
    const { step } = scene;
    if (step.kind === "turn") this.#updateTurn(step, progress);
    else if (step.kind === "digits") this.#updateNames(progress);
    else if (step.kind === "cells") this.#updateCells();
    else if (scene.places) this.#updateDrag(step, scene.places, scene);
    else this.#updateLines(step, progress);
  }

  /** @param {Step} step @param {number} progress */
  #angle(step, progress) {
    const quarters = step.quarters === 3 ? -1 : step.quarters;
    const angle = quarters * 90 * ease(clamp((progress - 0.1) / 0.82, 0, 1));
    const radians = (angle * Math.PI) / 180;
    const fitting = 1 / (Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians)));
    return { angle, radians, scale: between(1, fitting, 0.82) };
  }

  /** @param {Step} step @param {number} progress */
  #updateTurn(step, progress) {
    const { angle, scale } = this.#angle(step, progress);
    const half = ((this.scene?.grid.size ?? 0) * this.cell) / 2;
    this.sheet?.setAttribute(
      "transform",
      `translate(${half},${half}) rotate(${angle}) scale(${scale}) translate(${-half},${-half})`,
    );
    for (const { inner } of this.tokens) inner.setAttribute("transform", `rotate(${-angle})`);
    const faded = Math.max(0, Math.abs(progress * 2 - 1) * 2 - 1);
    this.labels?.setAttribute("opacity", String(this.scene?.handles ? 0 : faded));
  }

  /**
   * Return the progress of the renaming of one digit: below 0 before it begins, above 1 after its end.
   * @param {number} digit
   * @param {number} progress
   */
  renamingOf(digit, progress) {
    const k = this.renamed.indexOf(digit);
    return (progress - 0.06 - (k / this.renamed.length) * 0.62) / 0.26;
  }

  /** @param {number} progress */
  #updateNames(progress) {
    for (const { text, renamed, digit } of this.tokens) {
      if (!renamed) continue;
      const part = smooth(this.renamingOf(digit, progress));
      text.setAttribute("opacity", (1 - smooth(part / 0.7)).toFixed(3));
      renamed.setAttribute("opacity", smooth((part - 0.25) / 0.7).toFixed(3));
      text.setAttribute("transform", `translate(0,${(-part * this.cell * 0.14).toFixed(2)})`);
      const below = ((1 - part) * this.cell * 0.14).toFixed(2);
      renamed.setAttribute("transform", `translate(0,${below})`);
    }
  }

  #updateCells() {
    for (const { element, cell } of this.tokens) {
      element.setAttribute("transform", `translate(${this.whereIs(cell)})`);
    }
  }

  /** @param {Step} step @param {number[]} places @param {Scene} scene */
  #updateDrag(step, places, scene) {
    for (const { element, unit, lifted } of this.cards) {
      const by = (places[unit] - unit) * step.length * this.cell;
      const move = step.axis === "rows" ? `translate(0,${by})` : `translate(${by},0)`;
      element.setAttribute("transform", move);
      const lift = String(unit === scene.top ? (scene.lift ?? 1) : 0);
      for (const one of lifted) one.setAttribute("opacity", lift);
    }
  }

  /** Return how far a unit has moved, in pixels: in the direction of its move, and sideways.
   * @param {Step} step @param {number} unit @param {number} progress */
  #offset(step, unit, progress) {
    const moved = ease(clamp((progress - 0.16) / 0.68, 0, 1));
    const way = step.to[unit] - unit;
    const side = Math.sign(way) * Math.sin(Math.PI * moved);
    return [
      way * step.length * this.cell * moved,
      side * Math.min(this.cell * 0.2 * Math.sqrt(step.length), 14),
    ];
  }

  /** @param {Step} step @param {number} progress */
  #updateLines(step, progress) {
    const lift = Math.min(smooth(progress / 0.16), 1 - smooth((progress - 0.86) / 0.14));
    const isRow = step.axis === "rows";
    for (const { element, unit, lifted, tag } of this.cards) {
      const [along, side] = this.#offset(step, unit, progress);
      const [x, y] = isRow ? [side, along] : [along, side];
      element.setAttribute("transform", `translate(${x.toFixed(2)},${y.toFixed(2)})`);
      for (const one of lifted) one.setAttribute("opacity", String(lift));
      tag?.setAttribute("opacity", String(Math.min(1, lift * 1.5)));
    }
    const shown = Math.min(smooth(progress / 0.12), 1 - smooth((progress - 0.9) / 0.1));
    this.arcs?.setAttribute("opacity", String(shown));
    for (const label of this.labels?.querySelectorAll(`[data-${step.axis}]`) ?? []) {
      const line = Number(label.getAttribute(`data-${step.axis}`));
      const isMoving = this.cards.some(({ unit }) => unit === Math.floor(line / step.length));
      label.setAttribute("opacity", String(isMoving ? 1 - lift : 1));
    }
  }

  /**
   * Return the position, at this moment, of a cell with the number `i` in the grid at the start, in pixels.
   * @param {number} i
   */
  whereIs(i) {
    const { scene, cell } = this;
    if (!scene) return [0, 0];
    const { state, step, grid, progress = 0 } = scene;
    const [x, y] = this.middle(state.rows[i], state.columns[i]);
    if (step?.kind === "turn") {
      const { radians, scale } = this.#angle(step, progress);
      const half = (grid.size * cell) / 2;
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      const [dx, dy] = [x - half, y - half];
      return [half + scale * (dx * cos - dy * sin), half + scale * (dx * sin + dy * cos)];
    }
    if (step?.kind === "cells") {
      const place = step.to[state.rows[i] * grid.size + state.columns[i]];
      const [endX, endY] = this.middle(Math.floor(place / grid.size), place % grid.size);
      const part = ease(clamp((progress - 0.1) / 0.82, 0, 1));
      return [between(x, endX, part), between(y, endY, part)];
    }
    if (!step?.axis) return [x, y];
    const unit = Math.floor(state[step.axis][i] / step.length);
    if (step.to[unit] === unit) return [x, y];
    const [along, side] = this.#offset(step, unit, progress);
    return step.axis === "rows" ? [x + side, y + along] : [x + along, y + side];
  }

  /**
   * Return the row and column under a pointer; null if it is outside of the grid.
   * @param {{ clientX: number, clientY: number }} pointer
   */
  hit({ clientX, clientY }) {
    const box = this.svg?.getBoundingClientRect();
    if (!box || !this.scene) return null;
    const column = Math.floor((clientX - box.left - this.gutter) / this.cell);
    const row = Math.floor((clientY - box.top - this.gutter) / this.cell);
    const { size } = this.scene.grid;
    const isInside = row >= 0 && column >= 0 && row < size && column < size;
    return isInside ? { row, column } : null;
  }

  /**
   * Return the line whose number is under a pointer; null beside the numbers, or if there are none.
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {{ axis: "rows" | "columns", number: number } | null}
   */
  hitLabel({ clientX, clientY }) {
    const box = this.svg?.getBoundingClientRect();
    if (!box || !this.scene || this.isSmall) return null;
    const [x, y] = [clientX - box.left - this.gutter, clientY - box.top - this.gutter];
    const side = this.scene.grid.size * this.cell;
    if (x < 0 && y >= 0 && y < side) return { axis: "rows", number: Math.floor(y / this.cell) };
    if (y < 0 && x >= 0 && x < side) return { axis: "columns", number: Math.floor(x / this.cell) };
    return null;
  }

  /**
   * Return hatched cells, as HTML.
   * @param {number[][]} middles the points in the middle of the cells
   * @param {string} id of the pattern in the page
   */
  hatch(middles, id) {
    const { cell } = this;
    const pattern = `<defs><pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hcell" width="6" height="6"/><rect width="1.5" height="6" fill="var(--differ)" opacity=".35"/></pattern></defs>`;
    const rects = middles.map(
      ([x, y]) =>
        `<rect x="${x - cell / 2}" y="${y - cell / 2}" width="${cell}" height="${cell}" fill="url(#${id})"/>`,
    );
    return pattern + rects.join("");
  }

  /**
   * Return a frame around a point, as HTML.
   * @param {string} look
   * @param {number[]} middle
   * @param {number} inset
   */
  frame(look, [x, y], inset = 1.5) {
    const { cell } = this;
    const side = cell - 2 * inset;
    return `<rect class="${look}" x="${x - cell / 2 + inset}" y="${y - cell / 2 + inset}" width="${side}" height="${side}" rx="4"/>`;
  }
}
