import { type Attributes, AttributeTable, type FileTree, type Read } from '../records.ts';
import { checkColumnNames, eachTableRow, findColumns } from '../text/csv-rows.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';
import { spreadsheetDateOf } from '../text/spreadsheet-dates.ts';

/**
 * Reads the attributes of a collection, data set, analysis or run from a table `Attribute,Value`, one row each.
 * Empty, `NA` and -99.99 become null. A repeated attribute is a fault.
 */
export async function readAttributes(
  tree: FileTree,
  path: string,
  log = new ReadLog(),
): Promise<Read<AttributeTable>> {
  const file = new FileReading(tree, path, log);
  const attributes = new AttributeTable();
  const names = new Set<string>();
  let columnIndexes = { name: 0, value: 1 };
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      const found = findColumns(file, columns, ['Attribute', 'Value']);
      columnIndexes = { name: found.get('Attribute') ?? 0, value: found.get('Value') ?? 1 };
    },
    row(cells, line) {
      const name = (cells[columnIndexes.name] ?? '').trim();
      if (name === '') file.wrong(line, 'Attribute', 'The attribute has no name.');
      else if (names.has(name.toLowerCase())) {
        file.wrong(line, 'Attribute', `The attribute ${quote(name)} is given twice.`);
      } else {
        attributes.set(name, file.text(cells[columnIndexes.value] ?? ''));
        attributes.lines.set(name.toLowerCase(), line);
        warnOfDate(file, { name, cell: cells[columnIndexes.value] ?? '', line });
      }
      names.add(name.toLowerCase());
    },
  });
  return file.result(attributes);
}

function warnOfDate(
  file: FileReading,
  { name, cell, line }: { name: string; cell: string; line: number },
): void {
  const date = spreadsheetDateOf(cell);
  if (date !== null) file.warn(line, 'Value', `The value of ${quote(name)}, ${date}`);
}

/** Adds a fault at the line of an attribute. */
export function wrongAttribute(
  file: FileReading,
  attributes: AttributeTable,
  { name, sentence }: { name: string; sentence: string },
): void {
  file.wrong(attributes.lines.get(name.toLowerCase()) ?? null, 'Value', sentence);
}

/** Value of an attribute, ignoring case; null if missing or NA. */
export function attribute(attributes: Attributes, name: string): string | null {
  for (const [key, value] of attributes) {
    if (key.toLowerCase() === name.toLowerCase()) return value;
  }
  return null;
}

/** Value of a required attribute; '' with a fault if it is missing. */
export function requiredAttribute(file: FileReading, attributes: AttributeTable, name: string): string {
  const value = attribute(attributes, name);
  if (value === null)
    wrongAttribute(file, attributes, { name, sentence: `The attribute ${quote(name)} is missing or empty.` });
  return value ?? '';
}

/** Checks that an attribute such as `Number of Samples` agrees with the files. */
export function checkCount(
  file: FileReading,
  attributes: AttributeTable,
  { name, count }: { name: string; count: number },
): void {
  const value = attribute(attributes, name);
  if (value === null || Number(value.replaceAll(',', '')) === count) return;
  const sentence = `${name} is ${quote(value)}, but the files have ${count}.`;
  wrongAttribute(file, attributes, { name, sentence });
}
