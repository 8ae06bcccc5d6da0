// Draws a grid as SVG, and animates its cells when they move.

/** @typedef {import("./states.js").Data} Data */
/** @typedef {import("./states.js").State} State */

export const UNIT = 10; // the side of a cell in the drawing
export const MARGIN = 8; // the space for the numbers of rows and columns
export const MOVE = 900; // milliseconds of a movement

/** Whether the reader prefers reduced motion; this setting may change at any time. */
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} name @param {Record<string, string | number>} attributes */
export function svg(name, attributes = {}, text = "") {
  const element = /** @type {SVGElement} */ (
    document.createElementNS("http://www.w3.org/2000/svg", name)
  );
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

export class Board {
  /** @type {Animation[]} */
  running = [];
  /** The factor of the speed at which cells move: 2 is twice as fast as usual. */
  speed = 1;

  /** Draw the cells of a grid. The attribute `attribute` of each cell is its number, from 0.
   * @param {SVGElement} root @param {Data} data */
  constructor(root, { size, height, width }, attribute = "data-cell") {
    this.root = root;
    this.size = size;
    const side = size * UNIT;
    root.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${side + MARGIN + 1} ${side + MARGIN + 1}`);
    for (let i = 0; i < size; i++) {
      const middle = i * UNIT + UNIT / 2;
      const number = String(i + 1);
      root.append(svg("text", { class: "number", x: middle, y: -MARGIN / 2 }, number));
      root.append(svg("text", { class: "number", x: -MARGIN / 2, y: middle }, number));
    }
    this.turning = svg("g", { class: "turning" });
    this.turning.style.transformOrigin = `${side / 2}px ${side / 2}px`;
    this.digits = Array.from({ length: size * size }, () => this.#digit());
    this.cells = this.digits.map((digit, origin) => {
      const cell = svg("g", { class: "cell", [attribute]: origin });
      const corner = svg("path", { class: "corner", d: "M.6 .6H3.1L.6 3.1Z" });
      cell.append(svg("rect", { width: UNIT, height: UNIT }), corner, digit);
      return cell;
    });
    this.layer = svg("g");
    this.layer.append(...this.cells);
    const lines = [];
    for (let i = 0; i <= size; i += height) lines.push(`M0 ${i * UNIT}H${side}`);
    for (let i = 0; i <= size; i += width) lines.push(`M${i * UNIT} 0V${side}`);
    this.turning.append(this.layer, svg("path", { class: "boxes", d: lines.join("") }));
    root.append(this.turning);
  }

  #digit() {
    const text = svg("text", { class: "digit", x: UNIT / 2, y: UNIT / 2 });
    text.style.transformOrigin = `${UNIT / 2}px ${UNIT / 2}px`;
    return text;
  }

  /** @param {number} p */
  #place(p) {
    return `translate(${(p % this.size) * UNIT}px, ${Math.floor(p / this.size) * UNIT}px)`;
  }

  /** Show a state without animation; `marks` maps CSS classes to the places that have them.
   * @param {State} state @param {Record<string, Set<number>>} marks */
  show({ origins, values }, marks = {}) {
    for (const animation of this.running) animation.finish();
    this.running = [];
    origins.forEach((origin, p) => {
      const cell = this.cells[origin];
      cell.style.transform = this.#place(p);
      for (const [mark, places] of Object.entries(marks)) {
        cell.classList.toggle(mark, places.has(p));
      }
      this.digits[origin].textContent = String(values[p] || "");
    });
  }

  /** Animate the change from one state to the next one, which is already shown.
   *
   * `quarters` is the number of quarter turns clockwise of the whole grid, negative for
   * anticlockwise.
   * @param {State} before @param {State} after @param {number} quarters */
  animate(before, after, quarters) {
    if (calm.matches) {
      const isNew = (/** @type {number} */ p) =>
        before.origins[p] !== after.origins[p] || before.values[p] !== after.values[p];
      const cells = after.origins.filter((_, p) => isNew(p)).map((origin) => this.cells[origin]);
      for (const cell of quarters ? [this.turning] : cells) {
        this.#run(cell, [{ opacity: 0 }, { opacity: 1 }], MOVE / 3);
      }
    } else if (quarters) {
      this.#turn(quarters);
    } else {
      const places = new Map(before.origins.map((origin, p) => [origin, p]));
      after.origins.forEach((origin, p) => {
        const cell = this.cells[origin];
        const old = places.get(origin) ?? p;
        if (old !== p) {
          this.layer.append(cell); // Moving cells are drawn over the others.
          this.#run(cell, [{ transform: this.#place(old) }, { transform: this.#place(p) }]);
        } else if (before.values[p] !== after.values[p]) {
          this.#fade(cell, this.digits[origin], before.values[p]);
        }
      });
    }
  }

  /** Animate a turn of the whole grid; it shrinks meanwhile, so that its corners stay visible.
   * @param {number} quarters */
  #turn(quarters) {
    const angle = 90 * quarters;
    const count = 12 * Math.abs(quarters);
    const frames = Array.from({ length: count + 1 }, (_, i) => {
      const degrees = angle * (i / count - 1);
      const radians = (degrees * Math.PI) / 180;
      const scale = 1 / (Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians)));
      return { transform: `rotate(${degrees}deg) scale(${scale})` };
    });
    this.#run(this.turning, frames);
    for (const digit of this.digits) {
      if (digit.textContent) {
        this.#run(digit, [{ transform: `rotate(${angle}deg)` }, { transform: "none" }]);
      }
    }
  }

  /** Fade the new digit of a cell in, and the old one out.
   * @param {SVGElement} cell @param {SVGElement} digit @param {number} old */
  #fade(cell, digit, old) {
    const vanishing = this.#digit();
    vanishing.textContent = String(old || "");
    cell.insertBefore(vanishing, digit);
    this.#run(digit, [{ opacity: 0 }, { opacity: 1 }]);
    const gone = this.#run(vanishing, [{ opacity: 1 }, { opacity: 0 }]);
    gone.onfinish = () => vanishing.remove();
  }

  /** @param {SVGElement} element @param {Keyframe[]} frames */
  #run(element, frames, duration = MOVE) {
    const options = { duration: duration / this.speed, easing: "ease-in-out" };
    const animation = element.animate(frames, options);
    this.running.push(animation);
    return animation;
  }

  /** Give a CSS class to the cells that were in these places at the start, and to no other cell.
   * @param {string} mark @param {Set<number>} origins */
  mark(mark, origins) {
    this.cells.forEach((cell, origin) => {
      cell.classList.toggle(mark, origins.has(origin));
    });
  }
}
