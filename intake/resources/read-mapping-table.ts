import { formatCount } from '@omicon/domain/records/count-of.ts';
import type { FileTree, MappingTableRecord, Read, UnitOf } from '../records.ts';
import { eachTableRow } from '../text/csv-rows.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';

/**
 * Reads identifier pairs from a mapping table with the columns FROM and TO: a row per pair, or several targets in a
 * cell, joined by ` | `. In a table of orthologues TO is the organism, as `Homo_sapiens` or `Homo sapiens`. An
 * identifier without target gives one pair with null.
 */
export async function readMappingTable(
  tree: FileTree,
  unit: UnitOf<'mapping-table'>,
  log = new ReadLog(),
): Promise<Read<MappingTableRecord>> {
  const file = new FileReading(tree, unit.path, log);
  const rows: [string, string | null][] = [];
  await eachTableRow(file, {
    header(columns) {
      const { from, to } = unit.table;
      if (columns.length !== 2)
        throw file.refusal(1, null, `The header has ${formatCount(columns.length)} columns; 2 are expected.`);
      for (const [at, expected] of [from, to].entries()) {
        const written = columns[at] ?? '';
        if (written.replaceAll('_', ' ').toUpperCase() !== expected.toUpperCase()) {
          throw file.refusal(
            1,
            written,
            `The column is ${quote(written)}, the file name says ${quote(expected)}.`,
          );
        }
      }
    },
    row([fromCell = '', toCell = ''], line) {
      const key = fromCell.trim();
      if (key === '' || key === 'NA') {
        file.wrong(line, unit.table.from, 'The row has no identifier to map from.');
        return;
      }
      const targets = toCell.split(' | ').map((cell) => file.text(cell));
      const known = targets.filter((target) => target !== null);
      if (known.length === 0) rows.push([key, null]);
      for (const target of known) rows.push([key, target]);
    },
  });
  return file.result({ ...unit.table, rows });
}
