// Makes and checks certificates, which prove answers about the two Sudokus, as .zip files.

import { save } from "./answer.js";
import { base64, bytesOf } from "./field.js";
import { textOf } from "./grid.js";
import { byId, say } from "./words.js";

export class Certificates {
  /**
   * @param {import("./pairs.js").Pairs} pairs
   * @param {() => void} look shows the part of the page with the two Sudokus
   */
  constructor(pairs, look) {
    this.pairs = pairs;
    this.view = pairs.view;
    this.look = look;
    const file = byId("certificate");
    byId("certify").addEventListener("click", () => this.make());
    byId("check").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files[0]) this.open(file.files[0]);
      file.value = "";
    });
    document.addEventListener("certificate", (event) => {
      if (event instanceof CustomEvent) this.check(event.detail);
    });
    // If a file is dropped beside the fields, the browser would open it instead of the page.
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const dropped = event.dataTransfer?.files[0];
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (dropped) this.open(dropped);
    });
  }

  /** Make a certificate of the answer that is shown, save it, and show the answer again. */
  async make() {
    const { shown } = this.view;
    const given = await this.pairs.given(2);
    const found = given && (await this.view.ask("certify", given));
    if (!found) return;
    if (shown) this.view.show(...shown);
    byId("certify").hidden = false;
    const bytes = Uint8Array.from(atob(found.zip), (one) => one.charCodeAt(0));
    save("certificate.zip", bytes, "application/zip");
    this.view.more.textContent = say("certified", {
      command: "sudokopie check certificate pair.txt",
    });
  }

  /** @param {File} file */
  async open(file) {
    this.check(base64(await bytesOf(file)));
  }

  /**
   * Check a certificate against the Sudokus in the fields, and show the sentence that it proves. If
   * both fields are empty, use the Sudokus in the .zip file, and put them into the fields.
   * @param {string} zip
   */
  async check(zip) {
    const { pairs, view } = this;
    this.look();
    pairs.again = () => this.check(zip);
    const given = await pairs.given(0);
    const found = given && (await view.ask("check", zip, given));
    if (!found) return;
    if (found.word) view.say(say(found.word), "wrong");
    else if (found.needs) await pairs.given(found.needs);
    else {
      if (found.drawn.length) pairs.set(found.drawn.map(textOf));
      view.say(found.said, "yes");
    }
  }
}
