// A table: sorted by a click on a column, filtered by a word, marks in colour and sign.
import { button, make, makeCard } from "./dom";
import { axisLabel, formatCell, formatCount } from "./format";
import { Link, type LinkMember } from "./links";
import { fileName, saveFile } from "./save";
import { tableToCsv, tableToXlsx } from "./spreadsheet";
import type { CellData, ColumnData, MarkName, TableData } from "./wire";

const kFilterFrom = 12; // Rows from which a table can be filtered.
export const kSigns: Record<MarkName, string> = { "": "", good: "\u2713", warning: "!", bad: "\u2715" };
const kSpoken: Record<MarkName, string> = { "": "", good: "good", warning: "warning", bad: "bad" };

export function markSign(mark: MarkName): HTMLElement {
  return make("span", "sign", kSigns[mark], { role: "img", "aria-label": kSpoken[mark] });
}

// Counts are shown as such: 4 runs, not 4.000.
function isCount(rows: CellData[][], column: number): boolean {
  return rows.every((row) => typeof row[column][0] !== "number" || Number.isSafeInteger(row[column][0]));
}

function fillCell(element: HTMLElement, cell: CellData, column: ColumnData, count: boolean): void {
  const [value, mark = "", anchor = "", shade = null] = cell;
  const number = (v: number | null) => (count && v !== null ? formatCount(v) : formatCell(v, column.digits));
  const text = typeof value === "string" ? value : number(value);
  if (column.right) element.classList.add("right");
  if (shade !== null) {
    element.classList.add("shaded");
    element.style.setProperty("--shade", `${Math.round(45 * shade)}%`);
  }
  if (mark) {
    element.classList.add(mark);
    element.append(markSign(mark));
  }
  // To a place of this page, or to a page beside it.
  const target = encodeURIComponent(anchor);
  if (anchor) element.append(make("a", "", text, { href: /\.html$/.test(anchor) ? target : `#${target}` }));
  else element.append(text);
}

function compare(a: CellData, b: CellData): number {
  const [x, y] = [a[0], b[0]];
  if (typeof x === "number" && typeof y === "number") return x - y;
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return String(x).localeCompare(String(y), undefined, { numeric: true });
}

export function makeTable(data: TableData): HTMLElement {
  const card = makeCard("table", data.title, data.note);
  card.content.append(new TableView(data, card.tools).root);
  return card.root;
}

class TableView implements LinkMember {
  readonly root = make("div", "table-scroll");
  private readonly body = make("tbody");
  private readonly rows: HTMLTableRowElement[];
  private readonly heads: HTMLTableCellElement[];
  private readonly link: Link;
  private readonly counts: boolean[];
  private sorted = { column: -1, up: true };

  constructor(private readonly data: TableData, tools: HTMLElement) {
    this.link = new Link(data.link, this);
    this.heads = data.columns.map((column, i) => this.makeHead(column, i));
    this.counts = data.columns.map((_column, i) => isCount(data.rows, i));
    this.rows = data.rows.map((row, i) => this.makeRow(row, i));
    const table = make("table");
    const head = make("thead");
    const headRow = make("tr");
    headRow.append(...this.heads);
    head.append(headRow);
    this.body.append(...this.rows);
    table.append(head, this.body);
    this.root.append(table);
    if (data.rows.length >= kFilterFrom) tools.append(this.makeFilter());
    const save = (ending: string, content: Blob) => saveFile(fileName(data.title, ending), content);
    tools.append(
      button("CSV", "Save this table as text", () => save("csv", tableToCsv(data))),
      button("XLSX", "Save this table as a spreadsheet", () => save("xlsx", tableToXlsx(data))),
    );
  }

  // From a scene of the link.
  choose(row: number): void {
    this.rows.forEach((element, i) => element.setAttribute("aria-selected", String(i === row)));
  }

  private makeHead(column: ColumnData, index: number): HTMLTableCellElement {
    const cell = make("th", column.right ? "right" : "", "", { scope: "col", "aria-sort": "none" });
    const text = axisLabel(column.title, column.unit);
    const button = make("button", "sort", text, { type: "button", title: `Sort by ${column.title}` });
    button.addEventListener("click", () => this.sortBy(index));
    cell.append(button);
    return cell;
  }

  private makeRow(cells: CellData[], index: number): HTMLTableRowElement {
    const row = make("tr");
    cells.forEach((cell, i) => fillCell(row.appendChild(make("td")), cell, this.data.columns[i], this.counts[i]));
    if (this.data.link !== "") this.makeChoosable(row, index);
    return row;
  }

  private makeChoosable(row: HTMLTableRowElement, index: number): void {
    const act = () => {
      this.choose(index);
      this.link.tell((member) => member.choose?.(index));
    };
    row.tabIndex = 0;
    row.classList.add("choosable");
    row.addEventListener("click", act);
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        act();
      } else if (event.key === "ArrowDown") {
        (row.nextElementSibling as HTMLElement | null)?.focus();
      } else if (event.key === "ArrowUp") {
        (row.previousElementSibling as HTMLElement | null)?.focus();
      }
    });
  }

  private sortBy(column: number): void {
    this.sorted = { column, up: this.sorted.column === column ? !this.sorted.up : true };
    const sign = this.sorted.up ? 1 : -1;
    const order = this.data.rows.map((_row, i) => i);
    order.sort((a, b) => sign * compare(this.data.rows[a][column], this.data.rows[b][column]));
    this.body.append(...order.map((i) => this.rows[i]));
    this.heads.forEach((head, i) => {
      const way = this.sorted.up ? "ascending" : "descending";
      head.setAttribute("aria-sort", i === column ? way : "none");
    });
  }

  private makeFilter(): HTMLElement {
    const count = this.data.rows.length;
    const placeholder = `Filter ${formatCount(count)} rows`;
    const input = make("input", "filter", "", { type: "search", placeholder, "aria-label": placeholder });
    const texts = this.data.rows.map((row) => row.map((cell) => String(cell[0])).join("\n").toLowerCase());
    input.addEventListener("input", () => {
      const word = input.value.toLowerCase();
      this.rows.forEach((row, i) => (row.hidden = !texts[i].includes(word)));
    });
    return input;
  }
}
