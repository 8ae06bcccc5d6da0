// Draws small pictures of grids.

import { glyph } from "./grids.js";

/** @typedef {import("./grids.js").Grid} Grid */

const UNIT = 10; // the side of a cell in the coordinates of a picture

/**
 * Return a small picture of a grid as HTML: a square for each clue, or its digit.
 * @param {Grid} grid
 * @param {{ marks?: number[], twoDigits?: number[][], hasDigits?: boolean }} [look] `marks` are the cells
 * that have a frame, and `twoDigits` cells with one of two digits
 */
export function drawThumb({ size, height, width, cells }, look = {}) {
  const { marks = [], twoDigits = [], hasDigits = false } = look;
  const side = size * UNIT;
  let squares = "";
  let digits = "";
  const at = (/** @type {number} */ i) => [(i % size) * UNIT, Math.floor(i / size) * UNIT];
  for (const [i, digit] of cells.entries()) {
    if (!digit) continue;
    const [x, y] = at(i);
    if (hasDigits) {
      digits += `<text x="${x + UNIT / 2}" y="${y + 7.6}" font-size="7.4">${glyph(digit, size)}</text>`;
    } else squares += `M${x + 2} ${y + 2}h6v6h-6z`;
  }
  for (const [i, one, other] of hasDigits ? twoDigits : []) {
    const [x, y] = at(i);
    digits += `<text x="${x + UNIT / 2}" y="${y + 7}" font-size="4.6">${glyph(one, size)}/${glyph(other, size)}</text>`;
  }
  let blocks = "";
  for (let i = width; i < size; i += width) blocks += `M${i * UNIT} 0v${side}`;
  for (let i = height; i < size; i += height) blocks += `M0 ${i * UNIT}h${side}`;
  let thin = "";
  if (hasDigits) {
    for (let i = 1; i < size; i++) thin += `M${i * UNIT} 0v${side}M0 ${i * UNIT}h${side}`;
  }
  const rings = marks.map((i) => {
    const [x, y] = at(i);
    return `<rect class="ring" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}" stroke-width="${hasDigits ? 1.6 : 3}"/>`;
  });
  const block = hasDigits ? 1.1 : 1.4;
  return `<svg class="thumb" viewBox="-1 -1 ${side + 2} ${side + 2}" aria-hidden="true"><rect class="back" width="${side}" height="${side}"/><path class="blocks" stroke-width=".4" d="${thin}"/><path class="blocks" stroke-width="${block}" d="${blocks}"/><path class="squares" d="${squares}"/>${digits}<rect class="edge" width="${side}" height="${side}" stroke-width="2"/>${rings.join("")}</svg>`;
}
