import type { FileTree, Read } from '../records.ts';
import { checkColumnNames, eachTableRow } from '../text/csv-rows.ts';
import { FileReading, quote, type ReadLog } from '../text/read-log.ts';

/** Module eigengenes by module, in column order; `values` has one value per sample. */
export interface Eigengenes {
  sampleLabels: string[];
  modules: { name: string; values: Float64Array }[];
}

/**
 * Reads Module_eigengenes in the form of the portal (Index, Sample, one column per module) or of FindModules 0.99
 * (Sample, one column per module).
 */
export async function readEigengenes(tree: FileTree, path: string, log: ReadLog): Promise<Read<Eigengenes>> {
  const file = new FileReading(tree, path, log);
  const sampleLabels: string[] = [];
  const known = new Set<string>();
  const rows: Float64Array[] = [];
  let modules: string[] = [];
  let sampleAt = 0;
  await eachTableRow(file, {
    header(columns) {
      checkColumnNames(file, columns);
      sampleAt = columns.slice(0, 2).findIndex((name) => name.toLowerCase() === 'sample');
      if (sampleAt < 0) throw file.refusal(1, 'Sample', 'The column "Sample" is missing.');
      modules = columns.slice(sampleAt + 1);
      if (modules.length === 0) throw file.refusal(1, null, 'The file has no module.');
    },
    row(cells, line) {
      const label = (cells[sampleAt] ?? '').trim();
      if (label === '') file.wrong(line, 'Sample', 'The sample has no label.');
      else if (known.has(label)) file.wrong(line, 'Sample', `The sample ${quote(label)} appears twice.`);
      known.add(label);
      sampleLabels.push(label);
      rows.push(readValues(file, { cells: cells.slice(sampleAt + 1), line, modules }));
    },
  });
  const values = modules.map((name, at) => ({
    name,
    values: Float64Array.from(rows, (row) => row[at] ?? Number.NaN),
  }));
  return file.result({ sampleLabels, modules: values });
}

function readValues(
  file: FileReading,
  row: { cells: string[]; line: number; modules: string[] },
): Float64Array {
  return Float64Array.from(row.modules, (module, at) => {
    const cell = row.cells[at] ?? '';
    const value = file.number(cell, row.line, module);
    if (Number.isNaN(value) && cell.trim() === '')
      file.wrong(row.line, module, 'The eigengene has no value here.');
    return value;
  });
}
