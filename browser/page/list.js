// Lists of Sudokus: which are copies of which.
import { translate, byId } from "./words.js";
export class Lists {
  constructor(engine, view, compare) {}
  translate() { translate(byId("lists")); }
}
