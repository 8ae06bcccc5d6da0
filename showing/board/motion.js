// Numbers between 0 and 1 that describe movements.

/** @param {number} x @param {number} low @param {number} high */
export function clamp(x, low, high) {
  return Math.max(low, Math.min(high, x));
}

/**
 * Return the position in a movement that starts and ends slowly, after the share `x` of its time.
 * @param {number} x
 */
export function ease(x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x < 0.5 ? 4 * x * x * x : 1 - (-2 * x + 2) ** 3 / 2;
}

/** @param {number} x */
export function smooth(x) {
  const y = clamp(x, 0, 1);
  return y * y * (3 - 2 * y);
}

/** @param {number} a @param {number} b @param {number} part */
export function between(a, b, part) {
  return a + (b - a) * part;
}

/** Return whether the user's system is set to reduce movements. */
export function isCalm() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
