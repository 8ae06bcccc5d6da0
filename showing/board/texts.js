// The texts of the boards, in both languages.

import SHARED_TEXTS from "../../base/locale/shared_texts.json" with { type: "json" };

/** @typedef {import("./steps.js").Kind} Kind */
/** @typedef {Exclude<Kind, "turn" | "digits">} LineKind */

const ENGLISH = {
  /** @param {number} count */
  clues: (count) => `${count} ${count === 1 ? "clue" : "clues"}`,
  yes: "These Sudokus are copies of each other.",
  no: "These Sudokus are not copies of each other.",
  same: "These Sudokus are the same.",
  yesShort: "Copies of each other.",
  noShort: "Not copies of each other.",
  sameShort: "The same.",
  undecided: "Undecided.",
  /** @param {number} count */
  steps: (count) => `${count === 1 ? "step" : "steps"}`,
  fewest: "No shorter way exists.",
  perhapsFewer: "A shorter way may exist.",
  sameWhy: "Digit for digit: nothing to do.",
  empty: "Type or paste two Sudokus.",
  emptyWhy: "Turned, reordered, renamed: are they still the same one?",
  one: "Now the other Sudoku.",
  oneWhy: "Type or paste it, or shuffle this one.",
  /** @param {number} step */
  after: (step) => `after step ${step}`,
  target: "target",
  edit: "Edit",
  way: "The way there",
  /** @param {number} step @param {number} count */
  stepOf: (step, count) => `Step ${step} of ${count}`,
  start: "Ready to play",
  /** @param {number} count @param {number} to */
  startWhy: (count, to) =>
    to === 1
      ? `${count} ${count === 1 ? "step leads" : "steps lead"} back to the first Sudoku.`
      : `${count} ${count === 1 ? "step leads" : "steps lead"} to the second Sudoku.`,
  end: "Both boards agree.",
  /** @param {number} count */
  endWhy: (count) => `All ${count} clues have found their place and their name.`,
  /** @param {number} agreeing @param {number} count */
  endNear: (agreeing, count) => `${agreeing} of ${count} clues agree.`,
  play: "Play",
  pause: "Pause",
  again: "Play again",
  previous: "One step back",
  next: "One step on",
  speed: "Speed",
  position: "Position",
  own: "Do it yourself",
  more: "More",
  moreHint: "More questions and actions",
  followHint: "Choose a cell, or a number at the edge, to follow it.",
  followWhat: "What to follow",
  followed: { cell: "cell", row: "row", column: "column", digit: "digit" },
  /** @param {string} digit @param {string} from @param {string} to @param {string} name */
  follow: (digit, from, to, name) =>
    digit
      ? `${digit} from ${from} becomes ${name} at ${to}.`
      : `The blank at ${from} ends at ${to}.`,
  /** @param {string} from @param {string} to */
  followLine: (from, to) =>
    `${from[0].toUpperCase()}${from.slice(1)} ${from === to ? "keeps its place" : `becomes ${to}`}.`,
  /** @param {string} digit @param {string} name @param {number} count */
  followDigit: (digit, name, count) =>
    `The digit ${digit} ${digit === name ? "keeps its name" : `becomes ${name}`}, in ${count} ${count === 1 ? "cell" : "cells"}.`,
  /** @param {number} number */
  row: (number) => `row ${number}`,
  /** @param {number} number */
  column: (number) => `column ${number}`,
  /** @param {number} row @param {number} column */
  place: (row, column) => `row ${row}, column ${column}`,
  blank: "blank",
  turnsWhy: [
    "",
    "The top edge becomes the right edge.",
    "What was on top is now below.",
    "The top edge becomes the left edge.",
  ],
  rows: "Rows",
  columns: "Columns",
  /** @param {string} lines @param {string} a @param {string} b */
  exchange: (lines, a, b) => `${lines} ${a} and ${b} change places.`,
  /** @param {string} lines @param {string[][]} moves */
  goTo: (lines, moves) =>
    `${moves.map(([a, b], i) => (i ? `${a} to ${b}` : `${lines} ${a} go to ${b}`)).join(", ")}.`,
  /** @param {LineKind} kind @param {number} block */
  within: (kind, block) => `They stay within ${kind === "rows" ? "band" : "stack"} ${block}.`,
  whyNo: "Why this settles it",
  whyNoText:
    "A step moves whole rows and columns, turns the grid or renames digits. How many clues a line, a box or a digit has stays the same.",
  cyclesText:
    "After a step, two lines are still two lines, in other places and with renamed digits. Their cycles have other digits then, but the same lengths.",
  proofText: "No single difference was found. Only a proof shows that no way exists.",
  alike: "Equal in both",
  alikeItems: [
    "The number of clues, and how often each digit occurs",
    "The clues of rows, columns, boxes, bands and stacks",
    "Which digits, rows and columns meet",
    "The kinds into which rows, columns and digits can be sorted",
  ],
  refinedText:
    "Rows, columns and digits were sorted into kinds, by the clues in them. No step changes how many there are of each kind, but the two boards have different numbers.",
  noneHere: "has none of them",
  inLine: "clues in a line",
  prove: "Prove it",
  proveHint: "Check the answer with a proof and an independent program",
  proved: "Proved. An independent program has checked the proof.",
  certificate: "Save certificate",
  running: "Comparing…",
  /** @param {number} seconds */
  runningWhy: (seconds) => `For ${seconds} ${seconds === 1 ? "second" : "seconds"} so far.`,
  stop: "Stop",
  stopped: "Stopped.",
  stoppedWhy: "Nothing is known about this pair. Change a cell to compare again.",
  compareAgain: "Compare again",
  askLarge: "Ask the large page",
  why: "Why?",
  shuffle: "Shuffle the second",
  shuffleOne: "Shuffle it",
  sameNow: "There is nothing to play. Shuffle one of them and find the way back.",
  emptyNow: "Any form will do",
  emptyNowWhy: "As lines or one long row; a dot or 0 is blank.",
  paste: "Paste",
  example: "Show an example",
  waysToBegin: "Three ways to begin",
  begin: [
    "Type digits, move with the arrow keys",
    "Paste with Ctrl+V, even both at once",
    "Drop a file on a board",
  ],
  examples: "Or look at an example",
  here: "type or paste here",
  andHere: "and here",
  unreadable: "This cannot be read.",
  toAnswer: "Back to the answer",
  toBoards: "Back",
  reading: "Reading…",
  /** @param {number} line @param {number} column */
  at: (line, column) => `Line ${line}, column ${column}: `,
  exchangeBoards: "Show this board large",
  speedHint: "Speed: half, normal, double or fourfold",
  zoom: "Size of the boards",
};

/** @typedef {typeof ENGLISH} Texts */

/** @type {Texts} */
const GERMAN = {
  clues: (count) => `${count} ${count === 1 ? "Vorgabe" : "Vorgaben"}`,
  yes: "Diese Sudokus sind Kopien voneinander.",
  no: "Diese Sudokus sind keine Kopien voneinander.",
  same: "Diese Sudokus sind gleich.",
  yesShort: "Kopien voneinander.",
  noShort: "Keine Kopien voneinander.",
  sameShort: "Gleich.",
  undecided: "Unentschieden.",
  steps: (count) => (count === 1 ? "Schritt" : "Schritte"),
  fewest: "Kürzer geht es nicht.",
  perhapsFewer: "Vielleicht geht es kürzer.",
  sameWhy: "Ziffer für Ziffer: nichts zu tun.",
  empty: "Zwei Sudokus eintippen oder einfügen.",
  emptyWhy: "Gedreht, umgestellt, umbenannt: Ist es noch dasselbe?",
  one: "Jetzt das andere Sudoku.",
  oneWhy: "Eintippen, einfügen oder dieses mischen.",
  after: (step) => `nach Schritt ${step}`,
  target: "Ziel",
  edit: "Bearbeiten",
  way: "Der Weg dorthin",
  stepOf: (step, count) => `Schritt ${step} von ${count}`,
  start: "Bereit",
  startWhy: (count, to) =>
    `${count} ${count === 1 ? "Schritt führt" : "Schritte führen"} ${to === 1 ? "zurück zum ersten" : "zum zweiten"} Sudoku.`,
  end: "Beide Gitter sind gleich.",
  endWhy: (count) => `Alle ${count} Vorgaben haben Platz und Namen gefunden.`,
  endNear: (agreeing, count) => `${agreeing} von ${count} Vorgaben stimmen überein.`,
  play: "Abspielen",
  pause: "Anhalten",
  again: "Noch einmal",
  previous: "Einen Schritt zurück",
  next: "Einen Schritt weiter",
  speed: "Tempo",
  position: "Stelle",
  own: "Selbst lösen",
  more: "Mehr",
  moreHint: "Weitere Fragen und Aktionen",
  followHint: "Ein Feld oder eine Nummer am Rand wählen, um zu folgen.",
  followWhat: "Wem folgen",
  followed: { cell: "Feld", row: "Zeile", column: "Spalte", digit: "Ziffer" },
  follow: (digit, from, to, name) =>
    digit
      ? `${digit} aus ${from} wird ${name} in ${to}.`
      : `Das leere Feld ${from} endet in ${to}.`,
  followLine: (from, to) => `${from} ${from === to ? "bleibt am Platz" : `wird zu ${to}`}.`,
  followDigit: (digit, name, count) =>
    `Die Ziffer ${digit} ${digit === name ? "behält ihren Namen" : `wird zu ${name}`}, in ${count} ${count === 1 ? "Feld" : "Feldern"}.`,
  row: (number) => `Zeile ${number}`,
  column: (number) => `Spalte ${number}`,
  place: (row, column) => `Zeile ${row}, Spalte ${column}`,
  blank: "leer",
  turnsWhy: [
    "",
    "Der obere Rand wird zum rechten.",
    "Was oben war, ist nun unten.",
    "Der obere Rand wird zum linken.",
  ],
  rows: "Zeilen",
  columns: "Spalten",
  exchange: (lines, a, b) => `${lines} ${a} und ${b} tauschen die Plätze.`,
  goTo: (lines, moves) =>
    `${moves.map(([a, b], i) => (i ? `${a} nach ${b}` : `${lines} ${a} nach ${b}`)).join(", ")}.`,
  within: (kind, block) =>
    `Sie bleiben im ${kind === "rows" ? "Zeilenblock" : "Spaltenblock"} ${block}.`,
  whyNo: "Warum das genügt",
  whyNoText:
    "Ein Schritt stellt ganze Zeilen und Spalten um, dreht das Gitter oder benennt Ziffern um. Wie viele Vorgaben eine Zeile, Spalte, ein Block oder eine Ziffer hat, bleibt dabei gleich.",
  cyclesText:
    "Nach einem Schritt sind zwei Zeilen oder Spalten noch immer zwei, an anderen Plätzen und mit umbenannten Ziffern. Ihre Zyklen haben dann andere Ziffern, aber die gleichen Längen.",
  proofText: "Kein einzelner Unterschied gefunden. Dass es keinen Weg gibt, zeigt nur ein Beweis.",
  alike: "In beiden gleich",
  alikeItems: [
    "Die Zahl der Vorgaben, und wie oft jede Ziffer vorkommt",
    "Die Vorgaben von Zeilen, Spalten und allen Blöcken",
    "Welche Ziffern, Zeilen und Spalten sich treffen",
    "Die Arten, in die sich Zeilen, Spalten und Ziffern sortieren lassen",
  ],
  refinedText:
    "Zeilen, Spalten und Ziffern wurden nach ihren Vorgaben in Arten eingeteilt. Kein Schritt ändert, wie viele es von jeder Art gibt, aber die beiden Gitter haben verschiedene Anzahlen.",
  noneHere: "hat keine davon",
  inLine: "Vorgaben je Zeile oder Spalte",
  prove: "Beweisen",
  proveHint: "Die Antwort mit einem Beweis und einem unabhängigen Programm prüfen",
  proved: "Bewiesen. Ein unabhängiges Programm hat den Beweis geprüft.",
  certificate: "Bescheinigung speichern",
  running: "Es wird verglichen …",
  runningWhy: (seconds) => `Seit ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"}.`,
  stop: "Abbrechen",
  stopped: "Abgebrochen.",
  stoppedWhy:
    "Über dieses Paar ist nichts bekannt. Ein Feld ändern, um noch einmal zu vergleichen.",
  compareAgain: "Noch einmal vergleichen",
  askLarge: "Die große Seite fragen",
  why: "Warum?",
  shuffle: "Das zweite mischen",
  shuffleOne: "Mischen",
  sameNow: "Es gibt nichts abzuspielen. Mische eines davon und finde den Weg zurück.",
  emptyNow: "Jede Form ist recht",
  emptyNowWhy: "Als Zeilen oder eine Reihe; Punkt oder 0 ist leer.",
  paste: "Einfügen",
  example: "Beispiel zeigen",
  waysToBegin: "Drei Wege zu beginnen",
  begin: [
    "Ziffern tippen, mit Pfeiltasten gehen",
    "Einfügen mit Strg+V, auch beide",
    "Eine Datei auf ein Gitter ziehen",
  ],
  examples: "Oder ein Beispiel ansehen",
  here: "hier tippen oder einfügen",
  andHere: "und hier",
  unreadable: "Das ist nicht lesbar.",
  toAnswer: "Zurück zur Antwort",
  toBoards: "Zurück",
  reading: "Es wird gelesen …",
  at: (line, column) => `Zeile ${line}, Spalte ${column}: `,
  exchangeBoards: "Dieses Gitter groß zeigen",
  speedHint: "Tempo: halb, normal, doppelt oder vierfach",
  zoom: "Größe der Gitter",
};

/** The language of the page, and its texts. @type {{ code: string, words: Texts }} */
export const language = { code: "en", words: ENGLISH };

/** @param {string} code */
export function setLanguage(code) {
  language.code = code;
  language.words = code === "de" ? GERMAN : ENGLISH;
  document.documentElement.lang = code;
}

/**
 * Return a text with `values` in the place of names in braces.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Return a text that the command line and worksheets show too, in the language of the page.
 * @param {keyof typeof SHARED_TEXTS} name
 * @param {Record<string, string | number>} [values]
 */
export function sharedText(name, values = {}) {
  const texts = SHARED_TEXTS[name];
  return fillIn(language.code === "de" ? texts.de : texts.en, values);
}

/**
 * Return the name of a Sudoku of a pair.
 * @param {number} k the number of its board, 0 or 1
 */
export function sudokuName(k) {
  return sharedText(k ? "second Sudoku" : "first Sudoku");
}

/**
 * Return the title of the steps from a Sudoku of a pair to the other.
 * @param {number} direction 0 for the steps from the first Sudoku, 1 for the steps back
 */
export function directionTitle(direction) {
  return sharedText(direction ? "back" : "there");
}
