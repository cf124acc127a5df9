import type { FileTree, Read } from '../records.ts';
import { checkColumnNames, eachTableRow } from '../text/csv-rows.ts';
import { FileReading, ReadLog } from '../text/read-log.ts';
import { mangledSymbolOf } from '../text/spreadsheet-dates.ts';

/** Whether two spellings name the same identifier kind: `PROBE_ID` and `PROBEID`. */
export function isSameIdentifierKind(a: string, b: string): boolean {
  const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return plain(a) === plain(b);
}

/**
 * Identifiers of the features in file order, from feature metadata: column 1 Index, column 2 the unique identifier,
 * further columns free. A column named as the unique identifier is taken wherever it stands.
 */
export async function readFeatureIdentifiers(
  tree: FileTree,
  path: string,
  { uniqueIdentifier, log = new ReadLog() }: { uniqueIdentifier: string; log?: ReadLog },
): Promise<Read<string[]>> {
  const file = new FileReading(tree, path, log);
  const identifiers: string[] = [];
  let place = 1;
  let column = '';
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      if (columns.length < 2)
        throw file.refusal(1, null, 'The columns Index and unique identifier are needed.');
      const named = columns.findIndex((name) => isSameIdentifierKind(name, uniqueIdentifier));
      place = named < 0 ? 1 : named;
      column = columns[place] ?? '';
    },
    row(cells, line) {
      const identifier = file.text(cells[place] ?? '');
      const mangled = identifier === null ? null : mangledSymbolOf(identifier);
      if (identifier === null) file.wrong(line, column, 'The feature has no identifier.');
      else if (mangled !== null) file.wrong(line, column, mangled);
      identifiers.push(identifier ?? '');
    },
  });
  return file.result(identifiers);
}
