// Checks certificates, .zip files that prove answers about the two Sudokus.

import { actions, stage } from "../../../showing/board/stage.js";
import { base64, bytesOf } from "./field.js";
import { gridOf } from "./input.js";
import { byId, element, say } from "./words.js";

export class Certificates {
  /**
   * @param {import("./input.js").Input} input
   * @param {import("./question.js").Question} question
   * @param {import("./sheet.js").Sheet} sheet
   */
  constructor(input, question, sheet) {
    this.input = input;
    this.question = question;
    this.sheet = sheet;
    const file = byId("certificate");
    actions.check = () => file.click();
    input.takeCertificate = (zip) => this.check(zip);
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      file.value = "";
      if (chosen) this.check(base64(await bytesOf(chosen)));
    });
    document.addEventListener("certificate", (event) => {
      if (event instanceof CustomEvent) this.check(event.detail);
    });
  }

  /**
   * Check a certificate against the Sudokus on the boards, and show the sentence that it proves. If
   * both boards are blank, or the person asks for it, use the Sudokus in the .zip file, and put them on
   * the boards.
   * @param {string} zip
   * @param {boolean} [hasOwn] whether the Sudokus in the .zip file are used
   */
  async check(zip, hasOwn = false) {
    const { sheet } = this;
    sheet.open(say("check"));
    const given = hasOwn
      ? []
      : this.question.given.filter((_, k) => stage.grids[k].cells.some(Boolean));
    const found = await sheet.ask("check", zip, given);
    if (!found) {
      const { error } = sheet.problem ?? {};
      if (!error) return;
      const word = given.length ? "uncertified" : "uncertifiedOwn";
      // Some reasons end with a question.
      sheet.say(say(word, { error }).replace("?.", "?"), "wrong");
      if (given.length) this.#offerOwn(zip);
      return;
    }
    if (found.word) sheet.say(say(found.word), "wrong");
    else if (found.needs) sheet.say(say("missing"), "wrong");
    else {
      sheet.say(found.said, "yes");
      const [first, second] = found.drawn.map(gridOf);
      if (!second) return;
      this.input.remember();
      this.input.set([first, second]);
      sheet.more.textContent = say("certifiedOwn");
    }
  }

  /** Offer to check a certificate against the Sudokus in its .zip file. @param {string} zip */
  #offerOwn(zip) {
    const button = element("button", { type: "button", class: "btn" }, say("checkOwn"));
    button.addEventListener("click", () => this.check(zip, true));
    this.sheet.more.replaceChildren(button);
  }
}
