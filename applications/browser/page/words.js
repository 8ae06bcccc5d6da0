// The words of the page itself. Answers come from sudokopie, in the language chosen here.

import { fillIn } from "../../../showing/board/texts.js";
import { PYTHON_ENGLISH, PYTHON_GERMAN } from "./python_words.js";

const PAGE_ENGLISH = {
  text: "text",
  compare: "Compare",
  levels: "Levels",
  openFolder: "Open a folder…",
  filter: "Show only lines with",
  sort: "Order",
  byPlace: "by place",
  bySize: "largest groups first",
  lists: "Lists",
  parts: "Parts of the page",
  listTitle: "Find copies in lists",
  computing: "Computing…",
  loadingFirst: "Python is still being loaded; then the answer follows.",
  stopped: "Stopped.",
  stop: "Stop",
  shapes: "Their sizes or boxes differ, and no step changes these.",
  wrongSteps:
    "The steps that were found do not lead from one Sudoku to the other. Please report this pair as an error.",
  exampleCopies: "Two copies",
  exampleCopiesHint: "25 clues, 6 steps apart",
  exampleMoved: "Not copies",
  exampleMovedHint: "17 clues, one of them moved",
  exampleSmall: "A small pair",
  exampleSmallHint: "4×4, to begin with",
  menu: "More",
  close: "Close",
  pasteHere: "Paste here",
  pasteHereHint:
    "The browser does not hand over the clipboard. Touch the field for long, or use the keyboard, and paste.",
  cancel: "Cancel",
  padLabel: "Digits",
  digitKey: "Digit {digit}",
  blankKey: "Blank, and on to the next cell",
  moveBack: "One cell back",
  moveOn: "One cell on",
  undoDigit: "Undo",
  typeFirst: "Type or paste two Sudokus, or see an example.",
  typeWhy: "Is the second a copy of it?",
  typeOn: "The dashed key leaves a cell blank.",
  typeNext: "“→ {number}” leads to the other Sudoku.",
  typeDone: "Change cells, or compare both Sudokus.",
  exampleShort: "Example",
  takeOver: "Take over",
  menuPair: "Ask more about this pair",
  menuOne: "Ask about each Sudoku",
  menuTake: "Save, share or print",
  menuPage: "This page",
  ways: "Ways",
  waysHint: "In how many ways is the second a copy of the first?",
  nearest: "Nearest",
  nearestHint: "How many clues can be made to agree?",
  within: "Part of",
  withinHint: "Is one a copy of the other with clues left out?",
  certify: "Certificate",
  certifyHint: "A .zip file with which anyone can check this answer",
  check: "Check a certificate",
  checkHint: "What does a .zip file prove about these Sudokus?",
  symmetries: "Symmetries",
  symmetriesHint: "In how many ways is it a copy of itself?",
  complete: "Complete",
  completeHint: "Has it one solution, none or several?",
  canonical: "Canonical form",
  canonicalHint: "The smallest of all its copies; copies share it",
  shuffle: "Shuffle",
  shuffleHint: "Put a random copy on the other board",
  link: "Share",
  linkHint: "A link that opens this page with both Sudokus",
  linked: "The link is copied.",
  copyHere: "This browser does not let the page copy. Copy this:",
  savePage: "Save as a page",
  savePageHint: "The answer as an HTML file that opens anywhere",
  saveText: "Save as text",
  saveTextHint: "Both Sudokus and the steps",
  save: "Save",
  saveHint: "Save the answer as a page of its own",
  print: "Print",
  printHint: "Pair, verdict and steps on one sheet",
  openHint: "One Sudoku or two, in nearly any form",
  newGrid: "Blank boards",
  newGridHint: "From 4×4 to 36×36, to type into",
  keys: "Keyboard",
  keysHint: "All keys on one card",
  keysMove: "go from cell to cell",
  keysType: "type a digit; Backspace, 0 and . delete it",
  keysPaste: "paste one Sudoku or two, anywhere",
  keysUndo: "undo; Ctrl+Y: redo",
  keysFollow: "follow a cell through all steps; Escape: stop following",
  keysPlay: "play, pause",
  keysStep: "a step back, a step on",
  otherLanguage: "Deutsch",
  otherLanguageHint: "Diese Seite auf Deutsch",
  about: "About",
  aboutHint: "The programs in this page, and their licences",
  title: "Are two Sudokus the same?",
  idle: "",
  countedClues: "The first Sudoku has {first} clues, the second {second}.",
  countedDigits:
    "Digits that occur {count} times: {first} in the first Sudoku, {second} in the second.",
  countedLines:
    "Rows and columns with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedRows: "Rows with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedColumns:
    "Columns with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedBlocks:
    "Bands and stacks with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedBands: "Bands with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedStacks: "Stacks with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedBoxes: "Boxes with {count} clues: {first} in the first Sudoku, {second} in the second.",
  countedLinesOfBlocks:
    "Bands or stacks whose lines have {numbers} clues: {first} in the first Sudoku, {second} in the second.",
  countedBoxesOfBlocks:
    "Bands or stacks whose boxes have {numbers} clues: {first} in the first Sudoku, {second} in the second.",
  countedRepeatsInLines:
    "Rows or columns in which digits occur {numbers} times at most: {first} in the first Sudoku, {second} in the second.",
  countedRepeatsInBoxes:
    "Boxes in which digits occur {numbers} times at most: {first} in the first Sudoku, {second} in the second.",
  countedCluesByLines:
    "Clues in lines with {rows} and {columns} clues: {first} in the first Sudoku, {second} in the second.",
  countedCluesByDigit:
    "Clues in a box with {box} clues, of a digit that occurs {times} times: {first} in the first Sudoku, {second} in the second.",
  countedDigitsByBoxes:
    "Digits in boxes with {numbers} clues: {first} in the first Sudoku, {second} in the second.",
  countedDigitsByLines:
    "Digits in lines with {rows} clues one way and {columns} the other: {first} in the first Sudoku, {second} in the second.",
  countedLinesByDigits:
    "Rows or columns whose digits occur {numbers} times: {first} in the first Sudoku, {second} in the second.",
  countedCluesByAll:
    "Clues in lines with {rows} and {columns} clues, in a box with {box}, of a digit that occurs {times} times: {first} in the first Sudoku, {second} in the second.",
  countedDigitPairs:
    "Pairs of digits that meet in {numbers} boxes: {first} in the first Sudoku, {second} in the second.",
  countedLinePairs:
    "Pairs of lines of a band or stack with {numbers} digits in common: {first} in the first Sudoku, {second} in the second.",
  countedCycles:
    "Pairs of lines with cycles of lengths {numbers}: {first} in the first Sudoku, {second} in the second.",
  countedRounds:
    "Rows, columns and digits were sorted by what they meet, {rounds} times. Of one kind there are {first} in the first Sudoku, {second} in the second.",
  withTurn: "With a quarter turn: {sentence}",
  withoutTurn: "Without a quarter turn: {sentence}",
  needsLarge: "This small page cannot answer that. The large page can: sudokopie.html.",
  readsLarge:
    "This small page reads Sudokus of 4×4, 6×6, 8×8 and 9×9 with digits and dots, and larger ones with numbers. The large page, sudokopie.html, reads nearly any form.",
  expectedDigit: "A digit or a dot was expected, “{found}” was found.",
  nothingRead: "The text is empty, or it has no digit.",
  foundNumbers: "{count} numbers: that is not the number of cells of one or two Sudokus.",
  digitTooLarge:
    "The digit {found} is larger than {size}; a {size}×{size} Sudoku has the digits 1 to {size}.",
  foundCells: "{count} cells; a {size}×{size} Sudoku has {cells}. Is one missing, or one too many?",
  foundCellsOfTwo:
    "{count} cells; two {size}×{size} Sudokus have {cells} each. Is one missing, or one too many?",
  onLargePage: "On the large page",
  toLarge:
    "The large page answers that. It is the file sudokopie.html, which comes with every release, beside this one.",
  openLarge: "Open sudokopie.html with these Sudokus",
  linkedText: "Both Sudokus are copied as text: a link to a file would open on this machine only.",
  noPictures: "This is a picture. Only texts, tables and documents can be read.",
  picturesSkipped: "Skipped, because pictures are not read: {names}.",
  lineHere: "this line is not a single Sudoku of 4×4 or 9×9",
  hardHere: "this small page cannot decide whether this Sudoku is a copy",
  accountHere: "Sudokus: {sudokus}. Copies of others: {copies}.",
  solutionsNone: "This Sudoku has no solution.",
  solutionsOne: "This Sudoku has exactly one solution.",
  solutionsMore: "This Sudoku has several solutions, for example:",
  open: "Open a file…",
  clear: "Clear",
  place: "Line {line}, column {column}: {error}",
  missing: "A Sudoku is missing here.",
  answer: "Answer",
  listOne: "First list",
  listTwo: "Second list",
  line: "line {line}",
  formHere: "of 4×4 or 9×9 cells",
  listTwoHint: "Optional: which of its Sudokus are already in the first list?",
  listHint: "Paste or drop up to {most} Sudokus, one on each line, {form}.",
  near: "Also find Sudokus that are copies except for one clue (slower)",
  find: "Find copies",
  groups: "Copies of each other",
  matches: "Already in the first list",
  someShown: "Only the first {most} of {count} are shown; the saved table has all of them.",
  show: "Compare",
  saveTable: "Save as a table",
  aboutSmall:
    "sudokopie, MIT licence. It finds out whether a Sudoku is another one in disguise: turned, reordered or renamed.",
};

/** @typedef {keyof typeof PAGE_ENGLISH | keyof typeof PYTHON_ENGLISH} Word */

/** @type {Record<keyof typeof PAGE_ENGLISH, string>} */
const PAGE_GERMAN = {
  text: "Text",
  compare: "Vergleichen",
  levels: "Stufen",
  openFolder: "Ordner öffnen …",
  filter: "Nur Zeilen zeigen mit",
  sort: "Reihenfolge",
  byPlace: "nach Fundstelle",
  bySize: "größte Gruppen zuerst",
  lists: "Listen",
  parts: "Teile der Seite",
  listTitle: "Kopien in Listen finden",
  computing: "Es wird gerechnet …",
  loadingFirst: "Python wird noch geladen; dann folgt die Antwort.",
  stopped: "Abgebrochen.",
  stop: "Abbrechen",
  shapes: "Ihre Größen oder Blöcke sind verschieden, und kein Schritt ändert das.",
  wrongSteps:
    "Die gefundenen Schritte führen nicht von einem Sudoku zum anderen. Bitte dieses Paar als Fehler melden.",
  exampleCopies: "Zwei Kopien",
  exampleCopiesHint: "25 Vorgaben, 6 Schritte entfernt",
  exampleMoved: "Keine Kopien",
  exampleMovedHint: "17 Vorgaben, eine verschoben",
  exampleSmall: "Ein kleines Paar",
  exampleSmallHint: "4×4, für den Anfang",
  menu: "Mehr",
  close: "Schließen",
  pasteHere: "Hier einfügen",
  pasteHereHint:
    "Der Browser gibt die Zwischenablage nicht heraus. Das Feld lange berühren oder die Tastatur benutzen, und einfügen.",
  cancel: "Abbrechen",
  padLabel: "Ziffern",
  digitKey: "Ziffer {digit}",
  blankKey: "Leer, und weiter zum nächsten Feld",
  moveBack: "Ein Feld zurück",
  moveOn: "Ein Feld weiter",
  undoDigit: "Rückgängig",
  typeFirst: "Zwei Sudokus tippen oder einfügen, oder ein Beispiel ansehen.",
  typeWhy: "Ist das zweite eine Kopie?",
  typeOn: "Die gestrichelte Taste lässt ein Feld leer.",
  typeNext: "„→ {number}“ führt zum anderen Sudoku.",
  typeDone: "Felder ändern oder beide vergleichen.",
  exampleShort: "Beispiel",
  takeOver: "Übernehmen",
  menuPair: "Mehr über dieses Paar",
  menuOne: "Über jedes Sudoku",
  menuTake: "Speichern, teilen, drucken",
  menuPage: "Diese Seite",
  ways: "Wie viele Wege",
  waysHint: "Auf wie viele Arten ist das zweite eine Kopie des ersten?",
  nearest: "Nächste Kopie",
  nearestHint: "Wie viele Vorgaben lassen sich in Einklang bringen?",
  within: "Teil von",
  withinHint: "Ist eines eine Kopie des anderen mit weniger Vorgaben?",
  certify: "Bescheinigung",
  certifyHint: "Eine .zip-Datei, mit der jeder die Antwort prüfen kann",
  check: "Bescheinigung prüfen",
  checkHint: "Was beweist eine .zip-Datei über diese Sudokus?",
  symmetries: "Symmetrien",
  symmetriesHint: "Auf wie viele Arten ist es eine Kopie von sich selbst?",
  complete: "Vervollständigen",
  completeHint: "Hat es eine Lösung, keine oder mehrere?",
  canonical: "Normalform",
  canonicalHint: "Die kleinste aller Kopien; Kopien haben dieselbe",
  shuffle: "Mischen",
  shuffleHint: "Eine zufällige Kopie auf das andere Gitter legen",
  link: "Teilen",
  linkHint: "Ein Link, der diese Seite mit beiden Sudokus öffnet",
  linked: "Der Link ist kopiert.",
  copyHere: "Dieser Browser lässt die Seite nicht kopieren. Kopiere dies:",
  savePage: "Als Seite speichern",
  savePageHint: "Die Antwort als HTML-Datei, die sich überall öffnen lässt",
  saveText: "Als Text speichern",
  saveTextHint: "Beide Sudokus und die Schritte",
  save: "Speichern",
  saveHint: "Die Antwort als eigene Seite speichern",
  print: "Drucken",
  printHint: "Paar, Urteil und Schritte auf einem Blatt",
  openHint: "Ein Sudoku oder zwei, in fast jeder Form",
  newGrid: "Leere Gitter",
  newGridHint: "Von 4×4 bis 36×36, zum Eintippen",
  keys: "Tastatur",
  keysHint: "Alle Tasten auf einer Karte",
  keysMove: "von Feld zu Feld gehen",
  keysType: "eine Ziffer tippen; Rücktaste, 0 und . löschen sie",
  keysPaste: "ein Sudoku oder zwei einfügen, überall",
  keysUndo: "zurücknehmen; Strg+Y: wiederholen",
  keysFollow: "einem Feld durch alle Schritte folgen; Escape: nicht mehr folgen",
  keysPlay: "abspielen, anhalten",
  keysStep: "einen Schritt zurück, einen Schritt weiter",
  otherLanguage: "English",
  otherLanguageHint: "This page in English",
  about: "Über diese Seite",
  aboutHint: "Die Programme dieser Seite und ihre Lizenzen",
  title: "Sind zwei Sudokus gleich?",
  idle: "",
  countedClues: "Das erste Sudoku hat {first} Vorgaben, das zweite {second}.",
  countedDigits:
    "Ziffern, die {count}-mal vorkommen: {first} im ersten Sudoku, {second} im zweiten.",
  countedLines:
    "Zeilen und Spalten mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedRows: "Zeilen mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedColumns: "Spalten mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedBlocks:
    "Zeilen- und Spaltenblöcke mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedBands: "Zeilenblöcke mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedStacks:
    "Spaltenblöcke mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedBoxes: "Blöcke mit {count} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedLinesOfBlocks:
    "Zeilen- oder Spaltenblöcke, deren Zeilen oder Spalten {numbers} Vorgaben haben: {first} im ersten Sudoku, {second} im zweiten.",
  countedBoxesOfBlocks:
    "Zeilen- oder Spaltenblöcke, deren Blöcke {numbers} Vorgaben haben: {first} im ersten Sudoku, {second} im zweiten.",
  countedRepeatsInLines:
    "Zeilen oder Spalten, in denen Ziffern höchstens {numbers}-mal vorkommen: {first} im ersten Sudoku, {second} im zweiten.",
  countedRepeatsInBoxes:
    "Blöcke, in denen Ziffern höchstens {numbers}-mal vorkommen: {first} im ersten Sudoku, {second} im zweiten.",
  countedCluesByLines:
    "Vorgaben in Zeilen und Spalten mit {rows} und {columns} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedCluesByDigit:
    "Vorgaben in einem Block mit {box} Vorgaben, deren Ziffer {times}-mal vorkommt: {first} im ersten Sudoku, {second} im zweiten.",
  countedDigitsByBoxes:
    "Ziffern in Blöcken mit {numbers} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedDigitsByLines:
    "Ziffern in Zeilen und Spalten mit {rows} und {columns} Vorgaben: {first} im ersten Sudoku, {second} im zweiten.",
  countedLinesByDigits:
    "Zeilen oder Spalten, deren Ziffern {numbers}-mal vorkommen: {first} im ersten Sudoku, {second} im zweiten.",
  countedCluesByAll:
    "Vorgaben in Zeilen und Spalten mit {rows} und {columns} Vorgaben, in einem Block mit {box}, deren Ziffer {times}-mal vorkommt: {first} im ersten Sudoku, {second} im zweiten.",
  countedDigitPairs:
    "Paare von Ziffern, die sich in {numbers} Blöcken treffen: {first} im ersten Sudoku, {second} im zweiten.",
  countedLinePairs:
    "Paare von Zeilen oder Spalten eines Zeilen- oder Spaltenblocks mit {numbers} gemeinsamen Ziffern: {first} im ersten Sudoku, {second} im zweiten.",
  countedCycles:
    "Paare von Zeilen oder Spalten mit Zyklen der Längen {numbers}: {first} im ersten Sudoku, {second} im zweiten.",
  countedRounds:
    "Zeilen, Spalten und Ziffern wurden {rounds}-mal danach sortiert, womit sie sich treffen. Von einer Art gibt es {first} im ersten Sudoku, {second} im zweiten.",
  withTurn: "Mit einer Vierteldrehung: {sentence}",
  withoutTurn: "Ohne Vierteldrehung: {sentence}",
  needsLarge: "Das kann diese kleine Seite nicht beantworten. Die große kann es: sudokopie.html.",
  readsLarge:
    "Diese kleine Seite liest Sudokus mit 4×4, 6×6, 8×8 und 9×9 Feldern aus Ziffern und Punkten, größere aus Zahlen. Die große Seite, sudokopie.html, liest fast jede Form.",
  expectedDigit: "Erwartet wurde eine Ziffer oder ein Punkt, gefunden „{found}“.",
  nothingRead: "Der Text ist leer oder hat keine Ziffer.",
  foundNumbers: "{count} Zahlen: Ein oder zwei Sudokus haben eine andere Zahl von Feldern.",
  digitTooLarge:
    "Die Ziffer {found} ist größer als {size}; ein {size}×{size}-Sudoku hat die Ziffern 1 bis {size}.",
  foundCells:
    "{count} Felder; ein {size}×{size}-Sudoku hat {cells}. Fehlt eines, oder ist eines zu viel?",
  foundCellsOfTwo:
    "{count} Felder; zwei {size}×{size}-Sudokus haben je {cells}. Fehlt eines, oder ist eines zu viel?",
  onLargePage: "Auf der großen Seite",
  toLarge:
    "Das beantwortet die große Seite: die Datei sudokopie.html, die jeder Version beiliegt, neben dieser.",
  openLarge: "sudokopie.html mit diesen Sudokus öffnen",
  linkedText:
    "Beide Sudokus sind als Text kopiert: Ein Link auf eine Datei ginge nur auf diesem Gerät auf.",
  noPictures: "Das ist ein Bild. Lesbar sind nur Texte, Tabellen und Dokumente.",
  picturesSkipped: "Übersprungen, weil Bilder nicht gelesen werden: {names}.",
  lineHere: "diese Zeile ist kein einzelnes Sudoku mit 4×4 oder 9×9 Feldern",
  hardHere: "diese kleine Seite kann nicht entscheiden, ob dieses Sudoku eine Kopie ist",
  accountHere: "Sudokus: {sudokus}. Kopien von anderen: {copies}.",
  solutionsNone: "Dieses Sudoku hat keine Lösung.",
  solutionsOne: "Dieses Sudoku hat genau eine Lösung.",
  solutionsMore: "Dieses Sudoku hat mehrere Lösungen, zum Beispiel:",
  open: "Datei öffnen …",
  clear: "Leeren",
  place: "Zeile {line}, Spalte {column}: {error}",
  missing: "Hier fehlt ein Sudoku.",
  answer: "Antwort",
  listOne: "Erste Liste",
  listTwo: "Zweite Liste",
  line: "Zeile {line}",
  formHere: "mit 4×4 oder 9×9 Feldern",
  listTwoHint: "Freiwillig: Welche ihrer Sudokus sind schon in der ersten Liste?",
  listHint: "Bis zu {most} Sudokus einfügen oder als Datei hierher ziehen, eines je Zeile, {form}.",
  near: "Auch Sudokus suchen, die bis auf eine Vorgabe Kopien sind (langsamer)",
  find: "Kopien suchen",
  groups: "Kopien voneinander",
  matches: "Schon in der ersten Liste",
  someShown:
    "Nur die ersten {most} von {count} werden gezeigt; die gespeicherte Tabelle enthält alle.",
  show: "Vergleichen",
  saveTable: "Als Tabelle speichern",
  aboutSmall:
    "sudokopie, MIT-Lizenz. Es findet heraus, ob ein Sudoku ein anderes in Verkleidung ist: gedreht, umgestellt oder umbenannt.",
};

const TABLES = {
  en: { ...PAGE_ENGLISH, ...PYTHON_ENGLISH },
  de: { ...PAGE_GERMAN, ...PYTHON_GERMAN },
};

/** @typedef {keyof typeof TABLES} Language */

/** The language of the page. @type {{ lang: Language }} */
export const chosen = { lang: "en" };

/**
 * Return whether the page has words in a language.
 * @param {string | null | undefined} code
 * @returns {code is Language}
 */
export function isLanguage(code) {
  return code != null && Object.hasOwn(TABLES, code);
}

/**
 * Return a text in the language of the page, with `values` in the place of names in braces.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function say(word, values = {}) {
  return fillIn(TABLES[chosen.lang][word], values);
}

/**
 * Put words into all elements that name a word, as their text, label or title.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) {
    element.textContent = say(/** @type {Word} */ (element.getAttribute("data-word")));
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute(
      "aria-label",
      say(/** @type {Word} */ (element.getAttribute("data-label"))),
    );
  }
  for (const element of root.querySelectorAll("[data-hint]")) {
    element.setAttribute("title", say(/** @type {Word} */ (element.getAttribute("data-hint"))));
  }
}

/**
 * Return an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Return the element with an id; throw an error if the page has none.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * Return the message of an error for people.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
