// A table for other programs: as CSV (RFC 4180), and as a sheet of Office Open XML (ECMA-376), which is
// a zip of XML files, here without compression.
import { axisLabel } from "./format";
import type { CellData, TableData } from "./wire";

type Value = string | number | null;

function headsOf(table: TableData): string[] {
  return table.columns.map((column) => axisLabel(column.title, column.unit));
}

function valuesOf(rows: CellData[][]): Value[][] {
  return rows.map((row) => row.map((cell) => cell[0]));
}

function quoted(value: Value): string {
  if (value === null) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function tableToCsv(table: TableData): Blob {
  const lines = [headsOf(table), ...valuesOf(table.rows)].map((row) => row.map(quoted).join(","));
  return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" });
}

// What XML cannot hold is left out.
function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cellXml(value: Value): string {
  if (value === null) return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

const kHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const kMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const kRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const kPackage = "http://schemas.openxmlformats.org/package/2006";
const kType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function relation(type: string, target: string): string {
  return `${kHead}<Relationships xmlns="${kPackage}/relationships"><Relationship Id="rId1" ` +
    `Type="${kRelation}/${type}" Target="${target}"/></Relationships>`;
}

function filesOf(table: TableData): Map<string, string> {
  const rows = [headsOf(table), ...valuesOf(table.rows)];
  const sheet = rows.map((row) => `<row>${row.map(cellXml).join("")}</row>`).join("");
  const part = (name: string, type: string) => `<Override PartName="${name}" ContentType="${kType}.${type}+xml"/>`;
  return new Map([
    ["[Content_Types].xml", `${kHead}<Types xmlns="${kPackage}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${part("/xl/workbook.xml", "sheet.main")}${part("/xl/worksheets/sheet1.xml", "worksheet")}</Types>`],
    ["_rels/.rels", relation("officeDocument", "xl/workbook.xml")],
    ["xl/workbook.xml", `${kHead}<workbook xmlns="${kMain}" xmlns:r="${kRelation}"><sheets>` +
      '<sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>'],
    ["xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml")],
    ["xl/worksheets/sheet1.xml", `${kHead}<worksheet xmlns="${kMain}"><sheetData>${sheet}</sheetData></worksheet>`],
  ]);
}

// Of ISO 3309, as zip has it.
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

// The fields that the head of a file and its entry in the directory share (APPNOTE 4.3.7, 4.3.12):
// version 2.0, names in UTF-8, stored, 1980-01-01.
function sharedFields(name: Uint8Array, content: Uint8Array): number[] {
  const words = (...values: number[]) => values.flatMap((v) => [v & 255, (v >>> 8) & 255]);
  const long = (v: number) => words(v & 65535, v >>> 16);
  return [...words(20, 0x800, 0, 0, 0x21), ...long(crc32(content)), ...long(content.length), ...long(content.length),
    ...words(name.length, 0)];
}

function zip(files: Map<string, string>): Blob {
  const long = (v: number) => [v & 255, (v >>> 8) & 255, (v >>> 16) & 255, v >>> 24];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  const sizeOf = (list: Uint8Array[]) => list.reduce((sum, part) => sum + part.length, 0);
  for (const [path, text] of files) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)];
    const shared = sharedFields(name, content);
    directory.push(new Uint8Array([...long(0x02014b50), 20, 0, ...shared, ...Array<number>(10).fill(0), ...long(sizeOf(parts))]), name);
    parts.push(new Uint8Array([...long(0x04034b50), ...shared]), name, content);
  }
  const count = [files.size, 0];
  const end = [...long(0x06054b50), 0, 0, 0, 0, ...count, ...count, ...long(sizeOf(directory)), ...long(sizeOf(parts)), 0, 0];
  return new Blob([...parts, ...directory, new Uint8Array(end)], { type: `${kType}.sheet` });
}

export function tableToXlsx(table: TableData): Blob {
  return zip(filesOf(table));
}
