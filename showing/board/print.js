// Prepares the page for printing: all steps in words, and the boards before the first step.

import { showAll } from "./panels.js";
import { stopPlaying } from "./player.js";
import { writeStep } from "./sentences.js";
import { stage } from "./stage.js";
import { directionTitle } from "./texts.js";

/** Write the steps in both directions, or the reason of a no, below the boards. */
function writePrinted() {
  const root = document.querySelector("#printed");
  if (!root) return;
  root.replaceChildren();
  for (const [direction, steps] of stage.steps.entries()) {
    if (!steps.length) continue;
    const title = document.createElement("h2");
    title.textContent = directionTitle(direction);
    const list = document.createElement("ol");
    for (const [i, step] of steps.entries()) {
      const item = document.createElement("li");
      item.textContent = writeStep(step, stage.states[direction][i], stage.grids[0].size);
      list.append(item);
    }
    root.append(title, list);
  }
  const notes = stage.reason ? [stage.reason.sentence] : stage.notes;
  for (const note of stage.status === "yes" ? [] : notes) {
    const paragraph = document.createElement("p");
    paragraph.textContent = note;
    root.append(paragraph);
  }
}

/** Let the printed page show the boards before the first step. */
export function preparePrinting() {
  let time = 0;
  window.addEventListener("beforeprint", () => {
    time = stage.time;
    stopPlaying();
    stage.time = 0;
    showAll();
    writePrinted();
  });
  window.addEventListener("afterprint", () => {
    stage.time = time;
    showAll();
  });
}
