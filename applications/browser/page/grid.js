// A drawing of a grid; the user can type into its cells.

import { chosen, element, say } from "./words.js";

/** @typedef {{ rows: number[][], height: number, width: number, comment: string }} Drawn */

/** The sizes of the blank grids that a user can choose, with the rows and columns of a box. */
export const BOXES = new Map([
  [4, [2, 2]],
  [6, [2, 3]],
  [8, [2, 4]],
  [9, [3, 3]],
  [12, [3, 4]],
  [16, [4, 4]],
  [25, [5, 5]],
]);

/**
 * Return a blank grid.
 * @param {number} size
 * @returns {Drawn}
 */
export function blankGrid(size) {
  const [height, width] = BOXES.get(size) ?? [1, size];
  const rows = Array.from({ length: size }, () => new Array(size).fill(0));
  return { rows, height, width, comment: "" };
}

/**
 * Write a grid as text for a field.
 * @param {Drawn} drawn
 */
export function textOf({ rows, comment }) {
  const gap = rows.length > 9 ? " " : "";
  const wide = String(rows.length).length;
  /** @param {number} value */
  const cell = (value) => (gap ? String(value || ".").padStart(wide) : value || ".");
  return `${comment}${rows.map((row) => row.map(cell).join(gap)).join("\n")}\n`;
}

const MOVES = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

export class Grid {
  /**
   * @param {number} number of the Sudoku, 1 or 2
   * @param {(drawn: Drawn) => void} edited is called with the grid after the user has typed
   */
  constructor(number, edited) {
    this.number = number;
    this.edited = edited;
    this.table = element("table", { role: "grid", class: "grid" });
    this.wide = element("div", { class: "wide drawn" }, this.table);
    this.drawn = blankGrid(9);
    this.place = [0, 0];
    this.isTyping = false;
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.table.addEventListener("focusin", (event) => this.focused(event.target));
    this.draw(this.drawn);
  }

  /** @param {Drawn} drawn */
  draw(drawn) {
    const { rows, height, width } = drawn;
    const isSame = this.drawn.width === width && this.cells?.length === rows.length;
    this.drawn = drawn;
    this.table.setAttribute("aria-label", say("cells", { number: this.number }));
    this.table.style.setProperty("--size", String(rows.length));
    this.table.style.setProperty("--digits", String(String(rows.length).length));
    if (!isSame || this.drawn.height !== height) this.lay(rows.length, height, width);
    for (const [r, row] of rows.entries()) {
      for (const [c, value] of row.entries()) this.fill(r, c, value);
    }
  }

  /**
   * Make the table of blank cells, with lines between the boxes.
   * @param {number} size
   * @param {number} height
   * @param {number} width
   */
  lay(size, height, width) {
    this.cells = Array.from({ length: size }, (_, r) =>
      Array.from({ length: size }, (_, c) => {
        const cell = element("td", { role: "gridcell", tabindex: "-1" });
        cell.dataset.place = `${r} ${c}`;
        if (r % height === 0) cell.classList.add("upper");
        if (c % width === 0) cell.classList.add("left");
        return cell;
      }),
    );
    const rows = this.cells.map((row) => element("tr", { role: "row" }, ...row));
    this.table.replaceChildren(element("tbody", { role: "rowgroup" }, ...rows));
    this.place = [0, 0];
    this.cells[0][0].tabIndex = 0;
  }

  /**
   * @param {number} r
   * @param {number} c
   * @param {number} value
   */
  fill(r, c, value) {
    const cell = this.cells?.[r][c];
    if (!cell) return;
    const said = say("cell", { row: r + 1, column: c + 1, value: value || say("blank") });
    if (cell.dataset.said === chosen.lang + said) return;
    cell.dataset.said = chosen.lang + said;
    cell.textContent = value ? String(value) : "";
    cell.setAttribute("aria-label", said);
  }

  /** @param {EventTarget | null} target */
  focused(target) {
    if (!(target instanceof HTMLElement) || !target.dataset.place) return;
    const [r, c] = target.dataset.place.split(" ").map(Number);
    const [oldR, oldC] = this.place;
    if (this.cells) {
      this.cells[oldR][oldC].tabIndex = -1;
      this.cells[r][c].tabIndex = 0;
    }
    this.place = [r, c];
    this.isTyping = false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const size = this.drawn.rows.length;
    const [r, c] = this.place;
    const move = MOVES.get(event.key);
    if (move) {
      event.preventDefault();
      const [down, right] = move;
      this.cells?.[(r + down + size) % size][(c + right + size) % size].focus();
      return;
    }
    const value = this.typed(event.key, this.drawn.rows[r][c]);
    if (value === null) return;
    event.preventDefault();
    this.isTyping = true;
    const rows = this.drawn.rows.map((row) => [...row]);
    rows[r][c] = value;
    this.draw({ ...this.drawn, rows });
    this.edited(this.drawn);
  }

  /**
   * Return the new value of a cell after a key, 0 for blank; null if the key has no meaning here.
   * `before` is the old value.
   * @param {string} key
   * @param {number} before
   */
  typed(key, before) {
    const size = this.drawn.rows.length;
    if (["Backspace", "Delete", " ", "."].includes(key)) return 0;
    if (/^[a-z]$/i.test(key)) {
      const value = key.toLowerCase().charCodeAt(0) - 87; // A is 10, as in texts of Sudokus.
      return value <= size ? value : null;
    }
    if (!/^[0-9]$/.test(key)) return null;
    const digit = Number(key);
    const longer = 10 * before + digit;
    if (this.isTyping && before && longer <= size) return longer;
    return digit <= size ? digit : null;
  }
}
