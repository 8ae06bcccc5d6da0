// Sorts the rows of each table with the class `sortable` by a column when the reader clicks the
// column's heading. Values that are no numbers, such as time-outs, always come after the numbers.

for (const table of document.querySelectorAll("table.sortable")) {
  if (table instanceof HTMLTableElement) makeSortable(table);
}

/** @param {HTMLTableElement} table */
function makeSortable(table) {
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const headings = [...(table.tHead?.rows[0].cells ?? [])];
  for (const [column, heading] of headings.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const falling = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
      sort(table.tBodies[0], column, falling ? -1 : 1, collator);
    });
  }
}

/** @param {HTMLTableSectionElement} body @param {number} column @param {1 | -1} sign
 * @param {Intl.Collator} collator */
function sort(body, column, sign, collator) {
  const rows = Array.from(body.rows, (row) => {
    const text = row.cells[column].textContent ?? "";
    return { row, text, number: text === "" ? Number.NaN : Number(text) };
  });
  rows.sort((one, other) => {
    const isText = Number.isNaN(one.number);
    if (isText !== Number.isNaN(other.number)) return isText ? 1 : -1;
    return sign * (isText ? collator.compare(one.text, other.text) : one.number - other.number);
  });
  body.append(...rows.map(({ row }) => row));
}
