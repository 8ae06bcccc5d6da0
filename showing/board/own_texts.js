// The texts of "Do it yourself" and of the levels, in both languages.

import { language } from "./texts.js";

/** @typedef {import("./steps.js").Kind} Kind */

const OWN_ENGLISH = {
  task: "Make the left board look like the right one.",
  taskSmall: "Make the large board look like the small one.",
  /** @param {number} goal */
  taskNear: (goal) => `Make the boards agree in ${goal} ${goal === 1 ? "clue" : "clues"}.`,
  used: "used",
  fewest: "fewest",
  known: "known",
  /** @param {number} count @param {number} all */
  right: (count, all) => `${count} of ${all} right`,
  /** @param {number} count */
  inPlace: (count) => `${count} in place`,
  keyHole: "empty place",
  keyIn: "in place",
  keyOk: "right",
  log: "Your steps",
  logEmpty: "Drag a row or column. Pull it further and its whole block comes along.",
  logDense: "Drag a row or column, or tap a row and choose below what to move.",
  lineChosen: "Choose another, or pick this up.",
  lineHeld: "Choose its new place, or use the arrows.",
  pickUp: "Pick up",
  drop: "Drop",
  undo: "Undo",
  redo: "Redo",
  again: "Try again",
  hint: "Hints",
  hintWhat: "What?",
  hintWhere: "Where?",
  hintDo: "Do it",
  /** @param {number} count */
  stars: (count) => `${count} of 3 stars`,
  rank: ["Seen.", "Solved.", "Well done.", "Perfect."],
  /** @param {number} told @param {number} done */
  hints: (told, done) => (told + done ? `Hints: ${told + done}.` : "No hints."),
  turnLeftOver: "It still needs a turn",
  turnFirst: "Only then it shows which clues are right.",
  back: "Back",
  turnLeft: "Turn left",
  turnRight: "Turn right",
  pool: "Choose two digits: they exchange their names",
  /** @type {Record<Kind, string>} */
  next: {
    turn: "Next: a turn.",
    bands: "Next: bands.",
    stacks: "Next: stacks.",
    rows: "Next: rows.",
    columns: "Next: columns.",
    digits: "Next: the digits.",
  },
  solved: "Solved.",
  /** @param {number} count */
  solvedBest: (count) => `${count} ${count === 1 ? "step" : "steps"}, and no shorter way exists.`,
  /** @param {number} count @param {number} fewest */
  solvedWith: (count, fewest) => `${count} steps; ${fewest} are enough.`,
  /** @param {number} count @param {number} known */
  solvedNear: (count, known) =>
    `${count} ${count === 1 ? "step" : "steps"}; the answer needs ${known}.`,
  seenWhy: "Hints carried out every step. Now try it yourself.",
  nextLevel: "Next level",
  /** @param {string} unit @param {number} number */
  held: (unit, number) =>
    `${unit} ${number} picked up. Arrow keys move it, space drops it, Escape puts it back.`,
  /** @param {string} unit @param {number} place */
  dropped: (unit, place) => `${unit} dropped at place ${place}.`,
  row: "Row",
  column: "Column",
  band: "Band",
  stack: "Stack",
  rows: "Rows",
  columns: "Columns",
  levels: "Levels",
  levelsTitle: "Turn one board into the other",
  levelsText: "Each level needs one more idea. The progress stays in this browser.",
  /** @param {number} number */
  level: (number) => `Level ${number}`,
  levelNames: [
    ...["Rows", "Columns", "Bands", "A quarter turn", "New names"],
    ...["Both directions", "Stacks", "In disguise"],
    ...["Full size", "Big moves", "Turned and renamed", "Inside and outside"],
    ...["Everything but names", "Everything"],
  ],
  /** The idea of each level, in the order of the names. */
  ideas: [
    "Drag a row. Rows of a band may change places: no box loses a digit.",
    "What rows may do within a band, columns may do within a stack.",
    "A band keeps its rows together when it moves. Pull a row beyond its band.",
    "A turn makes rows into columns. Nothing else changes.",
    "Digits are only names. Two may exchange theirs everywhere.",
    "Rows and columns do not disturb each other: begin with either.",
    "Stacks are to columns what bands are to rows.",
    "New names hide a move. Compare where clues are, not what they are called.",
    "Count the clues of each line: it keeps its number wherever it goes.",
    "Count the clues of whole bands and stacks.",
    "Is it turned? Then rows have the numbers of clues of columns.",
    "First the band, then the columns within their stack, then the names.",
    "Without new names, each digit keeps its pattern. Follow a rare one.",
    "Only numbers stay: the clues of a line, and how often a digit occurs.",
  ],
  chapters: ["One idea", "Two ideas", "9×9"],
  begin: "Begin",
  goOn: "Go on",
  /** @param {number} stars @param {number} all */
  sum: (stars, all) => `${stars} of ${all} stars`,
  seen: "seen",
  daily: "Today's pair",
  /** @param {string} date */
  dailyText: (date) => `The same for everybody on ${date}, without a network`,
  /** @param {number} count */
  needs: (count) => `${count} ${count === 1 ? "step" : "steps"}`,
  forget: "Delete the progress",
  forgotten: "The progress is deleted.",
};

/** @typedef {typeof OWN_ENGLISH} OwnTexts */

/** @type {OwnTexts} */
const OWN_GERMAN = {
  task: "Mach das linke Gitter zum rechten.",
  taskSmall: "Mach das große Gitter zum kleinen.",
  taskNear: (goal) =>
    `Lass die Gitter in ${goal} ${goal === 1 ? "Vorgabe" : "Vorgaben"} übereinstimmen.`,
  used: "bisher",
  fewest: "genügen",
  known: "bekannt",
  right: (count, all) => `${count} von ${all} richtig`,
  inPlace: (count) => `${count} am Platz`,
  keyHole: "freier Platz",
  keyIn: "am Platz",
  keyOk: "richtig",
  log: "Deine Schritte",
  logEmpty: "Zieh eine Zeile oder Spalte. Zieh weiter, und ihr ganzer Block kommt mit.",
  logDense: "Zieh eine Zeile oder Spalte. Oder tipp eine Zeile an und wähl unten, was umzieht.",
  lineChosen: "Wähl etwas anderes, oder nimm dies auf.",
  lineHeld: "Wähl den neuen Platz, oder nimm die Pfeile.",
  pickUp: "Aufnehmen",
  drop: "Ablegen",
  undo: "Zurücknehmen",
  redo: "Wiederholen",
  again: "Noch einmal",
  hint: "Tipps",
  hintWhat: "Was?",
  hintWhere: "Wo?",
  hintDo: "Mach du",
  stars: (count) => `${count} von 3 Sternen`,
  rank: ["Gesehen.", "Gelöst.", "Gut gemacht.", "Perfekt."],
  hints: (told, done) => (told + done ? `Tipps: ${told + done}.` : "Ohne Tipps."),
  turnLeftOver: "Eine Drehung fehlt noch",
  turnFirst: "Erst dann zeigt sich, welche Vorgaben richtig sind.",
  back: "Zurück",
  turnLeft: "Nach links drehen",
  turnRight: "Nach rechts drehen",
  pool: "Zwei Ziffern wählen: Sie tauschen die Namen",
  next: {
    turn: "Als Nächstes: drehen.",
    bands: "Als Nächstes: Zeilenblöcke.",
    stacks: "Als Nächstes: Spaltenblöcke.",
    rows: "Als Nächstes: Zeilen.",
    columns: "Als Nächstes: Spalten.",
    digits: "Als Nächstes: die Ziffern.",
  },
  solved: "Gelöst.",
  solvedBest: (count) => `${count} ${count === 1 ? "Schritt" : "Schritte"}, kürzer geht es nicht.`,
  solvedWith: (count, fewest) => `${count} Schritte; ${fewest} genügen.`,
  solvedNear: (count, known) =>
    `${count} ${count === 1 ? "Schritt" : "Schritte"}; die Antwort braucht ${known}.`,
  seenWhy: "Alle Schritte kamen von Tipps. Jetzt versuch es selbst.",
  nextLevel: "Nächste Stufe",
  held: (unit, number) =>
    `${unit} ${number} aufgenommen. Pfeiltasten bewegen, Leertaste legt ab, Escape legt zurück.`,
  dropped: (unit, place) => `${unit} an Platz ${place} abgelegt.`,
  row: "Zeile",
  column: "Spalte",
  band: "Zeilenblock",
  stack: "Spaltenblock",
  rows: "Zeilen",
  columns: "Spalten",
  levels: "Stufen",
  levelsTitle: "Das eine Gitter zum anderen machen",
  levelsText: "Jede Stufe braucht eine Idee mehr. Der Fortschritt bleibt in diesem Browser.",
  level: (number) => `Stufe ${number}`,
  levelNames: [
    ...["Zeilen", "Spalten", "Zeilenblöcke", "Eine Vierteldrehung", "Neue Namen"],
    ...["Beide Richtungen", "Spaltenblöcke", "Verkleidet"],
    ...["Volle Größe", "Große Züge", "Gedreht und umbenannt", "Innen und außen"],
    ...["Alles außer Namen", "Alles"],
  ],
  ideas: [
    "Zieh eine Zeile. Zeilen eines Zeilenblocks dürfen tauschen: Kein Block verliert Ziffern.",
    "Was Zeilen im Zeilenblock dürfen, dürfen Spalten im Spaltenblock.",
    "Ein Zeilenblock hält beim Umziehen zusammen. Zieh eine Zeile über ihn hinaus.",
    "Eine Drehung macht Zeilen zu Spalten. Sonst ändert sich nichts.",
    "Ziffern sind nur Namen. Zwei dürfen ihre überall tauschen.",
    "Zeilen und Spalten stören sich nicht: Womit du beginnst, ist gleich.",
    "Was Zeilenblöcke für Zeilen sind, sind Spaltenblöcke für Spalten.",
    "Neue Namen verstecken einen Zug. Vergleiche, wo Vorgaben sind, nicht, wie sie heißen.",
    "Zähl die Vorgaben jeder Zeile und Spalte: Ihre Zahl bleibt, wohin sie auch geht.",
    "Zähl die Vorgaben ganzer Zeilen- und Spaltenblöcke.",
    "Gedreht? Dann haben Zeilen die Zahlen von Spalten.",
    "Erst der Zeilenblock, dann die Spalten in ihrem Block, dann die Namen.",
    "Ohne neue Namen behält jede Ziffer ihr Muster. Folge einer seltenen.",
    "Nur Zahlen bleiben: Vorgaben je Zeile und Spalte, und wie oft eine Ziffer vorkommt.",
  ],
  chapters: ["Eine Idee", "Zwei Ideen", "9×9"],
  begin: "Beginnen",
  goOn: "Weiter",
  sum: (stars, all) => `${stars} von ${all} Sternen`,
  seen: "gesehen",
  daily: "Das Paar des Tages",
  dailyText: (date) => `Am ${date} für alle dasselbe, ohne Netz`,
  needs: (count) => `${count} ${count === 1 ? "Schritt" : "Schritte"}`,
  forget: "Fortschritt löschen",
  forgotten: "Der Fortschritt ist gelöscht.",
};

/** The texts in the language of the page. */
export function ownWords() {
  return language.code === "de" ? OWN_GERMAN : OWN_ENGLISH;
}
