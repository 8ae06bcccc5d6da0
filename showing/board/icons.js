// The icons of buttons, and small pictures of steps.

/** @typedef {import("./steps.js").Step} Step */

const PATHS = {
  zoom: '<circle cx="8.500" cy="8.500" r="5.500"/><path d="M12.500 12.500L17 17M6 8.500h5M8.500 6v5"/>',
  play: '<path d="M6 3.5v13l11-6.5z" fill=currentColor stroke=none />',
  pause: '<path d="M5.5 4h3v12h-3zM11.5 4h3v12h-3z" fill=currentColor stroke=none />',
  prev: '<path d="M12.5 4.5L7 10l5.5 5.5"/>',
  next: '<path d="M7.5 4.5L13 10l-5.5 5.5"/>',
  turnRight: '<path d="M4.500 14A6 6 0 1 1 16 12"/><path d="M12.600 9.800L16 13.200l3-3.600"/>',
  turnLeft: '<path d="M15.500 14A6 6 0 1 0 4 12"/><path d="M7.400 9.800L4 13.200l-3-3.600"/>',
  undo: '<path d="M7 4L3.5 7.5 7 11"/><path d="M4 7.500h7.500a4.500 4.500 0 0 1 0 9H8"/>',
  redo: '<path d="M13 4l3.500 3.500L13 11"/><path d="M16 7.500H8.500a4.500 4.500 0 0 0 0 9H12"/>',
  hand: '<path d="M7 10V4.200a1.200 1.200 0 0 1 2.400 0V9M9.400 9V3.200a1.200 1.200 0 0 1 2.400 0V9M11.800 9V4.400a1.200 1.200 0 0 1 2.400 0V12.500c0 3-1.900 4.900-4.600 4.900-2.400 0-3.600-1.100-4.700-3.100L3.300 11.300c-.5-1.100.9-2 1.800-1.100L7 12.300"/>',
  more: "<circle cx=4.500 cy=10 r=1.500 fill=currentColor stroke=none /><circle cx=10 cy=10 r=1.500 fill=currentColor stroke=none /><circle cx=15.500 cy=10 r=1.500 fill=currentColor stroke=none />",
  back: '<path d="M9 4.500L3.500 10 9 15.500M4 10h13"/>',
  close: '<path d="M5 5l10 10M15 5L5 15"/>',
  paste: '<path d="M7 4H4.500v13h11V4H13"/><path d="M7 2.500h6v3.200H7z"/>',
  tick: '<path d="M4 10.500l4 4 8-9"/>',
  shield:
    '<path d="M10 2.500l6 2.300v4.500c0 3.900-2.500 6.700-6 8.200-3.500-1.500-6-4.300-6-8.200V4.800z"/><path d="M7.300 9.800l2 2 3.500-3.800"/>',
  shuffle:
    '<path d="M3 6h3.500l7 8H17M3 14h3.500l2-2.300M11.500 8.300l2-2.300H17M15 3.800L17.200 6 15 8.200M15 11.800l2.200 2.200-2.200 2.200"/>',
  ways: '<path d="M4 16V11c0-3 2-4 6-4s6 1 6 4v5M10 7v9M2.500 14L4 16l1.500-2M8.500 14l1.500 2 1.500-2M14.500 14l1.500 2 1.500-2M10 3v4"/>',
  nearest:
    "<circle cx=10 cy=10 r=7 /><circle cx=10 cy=10 r=3 /><circle cx=10 cy=10 r=.6 fill=currentColor />",
  part: '<path d="M3 3h14v14H3z"/><path d="M3 10h7V3" fill=currentColor fill-opacity=.35 />',
  symmetries:
    '<path d="M10 2v16" stroke-dasharray="2 2"/><path d="M7.500 5v10L2.500 15zM12.500 5v10l5 0z"/>',
  complete:
    '<path d="M3 3h14v14H3zM10 3v14M3 10h14"/><path d="M12 6.500l1.300 1.300L15.500 5.500"/>',
  canonical: '<path d="M4 16h12M6 12h8M8 8h4M10 4v0"/>',
  share:
    '<path d="M8.300 11.700a3 3 0 0 0 4.300 0l3-3a3 3 0 0 0-4.300-4.300l-1 1M11.700 8.300a3 3 0 0 0-4.300 0l-3 3a3 3 0 0 0 4.300 4.300l1-1"/>',
  save: '<path d="M10 3v9M6.500 9L10 12.500 13.500 9M3.500 16.500h13"/>',
  print: '<path d="M6 7V3h8v4M5 14H3V7h14v7h-2M6 11.500h8V17H6z"/>',
  keyboard:
    '<path d="M2.500 5.500h15v9h-15zM6 11.500h8M5.500 8.500h.1M8.500 8.500h.1M11.500 8.500h.1M14.500 8.500h.1"/>',
  language:
    '<circle cx=10 cy=10 r=7 /><path d="M3 10h14M10 3c2.500 2 3.500 4.500 3.500 7s-1 5-3.500 7c-2.500-2-3.500-4.500-3.500-7s1-5 3.500-7z"/>',
  bulb: '<path d="M7.500 14c0-2-2.500-3-2.500-6.200a5 5 0 0 1 10 0C15 11 12.500 12 12.500 14zM8 17h4"/>',
  pencil:
    '<path d="M4 16l.8-3.500L13.500 3.800l2.700 2.700L7.500 15.200z"/><path d="M11.500 5.800l2.700 2.700"/>',
  blank: '<rect x="4" y="4" width="12" height="12" rx="1.500" stroke-dasharray="2.200 2.200"/>',
  pair: '<path d="M3 7.500h10v10H3zM8 7.500v10M3 12.500h10"/><path d="M7 4V2.500h10.500V13H16"/>',
  star: '<path d="M10 2.300l2.350 4.900 5.350.700-3.900 3.700.950 5.300L10 14.300l-4.750 2.600.950-5.300-3.900-3.700 5.350-.700z"/>',
  list: '<path d="M3 3.500h4v4H3zM3 12.500h4v4H3zM10.500 4h6.500M10.500 7h4M10.500 13h6.500M10.500 16h4"/>',
  file: '<path d="M5 2.500h6.500L15.500 6.500v11H5zM11 2.500V7h4.500"/>',
};

/** @typedef {keyof typeof PATHS} Icon */

/**
 * Return an icon as HTML.
 * @param {Icon} name
 */
export function icon(name) {
  return `<svg class="i" viewBox="0 0 20 20" aria-hidden="true">${PATHS[name]}</svg>`;
}

/**
 * Return a small picture of a step as HTML.
 * @param {Step} step
 * @param {number} size of the grid
 */
export function stepPicture(step, size) {
  const open = '<svg class="pic" viewBox="0 0 22 22" aria-hidden="true"';
  if (step.kind === "turn") {
    const left = step.quarters === 3;
    const arrow = left
      ? "M19 8A9 9 0 0 0 5 4.600M5 1.500v3.500h3.500"
      : "M3 8A9 9 0 0 1 17 4.600M17 1.500v3.500h-3.500";
    const box = `<rect x="6" y="6" width="10" height="10" rx="1" transform="rotate(${left ? -20 : 20} 11 11)"/>`;
    return `${open} fill="none" stroke="currentColor" stroke-width="1.5">${box}<path d="${arrow}"/></svg>`;
  }
  if (step.kind === "digits") {
    return `${open}><path d="M2 17.500h18M17 14.800l3 2.700-3 2.700" fill="none" stroke="currentColor" stroke-width="1.500"/><g font-size="11" text-anchor="middle" fill="currentColor" font-weight="700"><text x="5.500" y="12">1</text><text x="16" y="12">2</text></g></svg>`;
  }
  if (step.kind === "cells") {
    return `${open} fill="none" stroke="currentColor" stroke-width="1.5"><path d="M11 2v18" stroke-dasharray="2 2"/><path d="M8 6v10H2zM14 6v10h6z"/></svg>`;
  }
  let bars = "";
  for (const [unit, place] of step.to.entries()) {
    if (place === unit) continue;
    const start = (2 + (18 * unit * step.length) / size).toFixed(2);
    const length = Math.max(1.6, (18 * step.length) / size - 0.4).toFixed(2);
    bars +=
      step.axis === "rows"
        ? `<rect x="2" y="${start}" width="18" height="${length}"/>`
        : `<rect y="2" x="${start}" height="18" width="${length}"/>`;
  }
  return `${open} fill="currentColor">${bars}<rect x="1.500" y="1.500" width="19" height="19" rx="1.500" fill="none" stroke="currentColor" stroke-width="1.300"/></svg>`;
}
