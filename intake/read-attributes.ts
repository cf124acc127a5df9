import { checkColumnNames, eachTableRow, findColumns } from './csv-rows.ts';
import { FileReading, quote, ReadLog } from './read-log.ts';
import type { Attributes, FileTree, Read } from './records.ts';

/**
 * Attributes of a collection, data set, analysis or run: a table `Attribute,Value`, one row each.
 * Empty, `NA` and -99.99 are null. An attribute given twice is a fault.
 */
export async function readAttributes(
  tree: FileTree,
  path: string,
  log = new ReadLog(),
): Promise<Read<Attributes>> {
  const file = new FileReading(tree, path, log);
  const attributes: Attributes = new Map();
  const names = new Set<string>();
  let places = { name: 0, value: 1 };
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      const found = findColumns(file, columns, ['Attribute', 'Value']);
      places = { name: found.get('Attribute') ?? 0, value: found.get('Value') ?? 1 };
    },
    row(cells, line) {
      const name = (cells[places.name] ?? '').trim();
      if (name === '') file.wrong(line, 'Attribute', 'The attribute has no name.');
      else if (names.has(name.toLowerCase())) {
        file.wrong(line, 'Attribute', `The attribute ${quote(name)} is given twice.`);
      } else attributes.set(name, file.text(cells[places.value] ?? ''));
      names.add(name.toLowerCase());
    },
  });
  return file.result(attributes);
}

/** Value of an attribute found without regard to case; null when absent or NA. */
export function attribute(attributes: Attributes, name: string): string | null {
  for (const [key, value] of attributes) {
    if (key.toLowerCase() === name.toLowerCase()) return value;
  }
  return null;
}

/** Value of an attribute that must be there; notes a fault and gives '' otherwise. */
export function requiredAttribute(file: FileReading, attributes: Attributes, name: string): string {
  const value = attribute(attributes, name);
  if (value === null) file.wrong(null, 'Value', `The attribute ${quote(name)} is missing or empty.`);
  return value ?? '';
}

/** Checks that a count given as an attribute, such as `Number of Samples`, agrees with what the files hold. */
export function checkCount(
  file: FileReading,
  attributes: Attributes,
  expected: { name: string; count: number },
): void {
  const value = attribute(attributes, expected.name);
  if (value === null || Number(value.replaceAll(',', '')) === expected.count) return;
  file.wrong(
    null,
    'Value',
    `${expected.name} is given as ${quote(value)}, the files hold ${expected.count}.`,
  );
}
