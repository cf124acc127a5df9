import type { FileTree, Read } from '../records.ts';
import { checkColumnNames, eachTableRow } from '../text/csv-rows.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { mangledSymbolOf } from '../text/spreadsheet-dates.ts';

/** Whether two names mean the same kind of identifier, such as `PROBE_ID` and `PROBEID`. */
export function isSameIdentifierKind(a: string, b: string): boolean {
  const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return plain(a) === plain(b);
}

/**
 * Reads the identifiers of the features, in file order, from feature metadata: column 1 is Index, column 2 the unique
 * identifier. A column named like the unique identifier takes precedence.
 */
export async function readFeatureIdentifiers(
  tree: FileTree,
  path: string,
  { uniqueIdentifier, log = new ReadLog() }: { uniqueIdentifier: string; log?: ReadLog },
): Promise<Read<string[]>> {
  const file = new FileReading(tree, path, log);
  const identifiers: string[] = [];
  let identifierColumn = 1;
  let column = '';
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      if (columns.length < 2)
        throw file.refusal(1, null, 'The columns Index and unique identifier are required.');
      const named = columns.findIndex((name) => isSameIdentifierKind(name, uniqueIdentifier));
      identifierColumn = named < 0 ? 1 : named;
      column = columns[identifierColumn] ?? '';
    },
    row(cells, line) {
      const identifier = file.text(cells[identifierColumn] ?? '');
      const mangled = identifier === null ? null : mangledSymbolOf(identifier);
      if (identifier === null) file.wrong(line, column, 'The feature has no identifier.');
      else if (mangled !== null) file.wrong(line, column, mangled);
      identifiers.push(identifier ?? '');
    },
  });
  return file.result(identifiers);
}
