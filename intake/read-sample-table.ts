import { checkColumnNames, eachTableRow, findColumns } from './csv-rows.ts';
import { FileReading, parseNumber, quote, ReadLog } from './read-log.ts';
import type { AttributeSample, Attributes, FileTree, Read, SampleTable } from './records.ts';

/**
 * Sample attributes: one row per sample with `Index` (each of 1 to n once), `Label` (unique) and free columns.
 * Empty, `NA` and -99.99 are null.
 */
export async function readSampleTable(
  tree: FileTree,
  path: string,
  log = new ReadLog(),
): Promise<Read<SampleTable>> {
  const file = new FileReading(tree, path, log);
  const table: SampleTable = { columns: [], samples: [] };
  const labels = new Set<string>();
  const lines: number[] = [];
  let hasWrongRows = false;
  let columns: string[] = [];
  let places = { index: 0, label: 1 };
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      const found = findColumns(file, names, ['Index', 'Label']);
      places = { index: found.get('Index') ?? 0, label: found.get('Label') ?? 1 };
      columns = names;
      table.columns = names.filter((_, at) => at !== places.index && at !== places.label);
    },
    row(cells, line) {
      const label = readLabel(file, cells[places.label] ?? '', { line, labels });
      const attributes: Attributes = new Map();
      for (const [at, column] of columns.entries()) {
        if (at !== places.index && at !== places.label) attributes.set(column, file.text(cells[at] ?? ''));
      }
      table.samples.push({ index: readIndex(file, cells[places.index] ?? '', line), label, attributes });
      lines.push(line);
    },
    wrongRow() {
      hasWrongRows = true;
    },
  });
  // With rows that could not be read, indices cannot be held against their number.
  if (!hasWrongRows) checkIndices(file, table.samples, lines);
  return file.result(table);
}

function readLabel(
  file: FileReading,
  cell: string,
  { line, labels }: { line: number; labels: Set<string> },
): string {
  const label = cell.trim();
  if (label === '') file.wrong(line, 'Label', 'The sample has no label.');
  else if (labels.has(label)) file.wrong(line, 'Label', `The label ${quote(label)} comes twice.`);
  labels.add(label);
  return label;
}

/** 0 stands for an index that gave a fault. */
function readIndex(file: FileReading, cell: string, line: number): number {
  const index = parseNumber(cell);
  if (typeof index === 'number' && Number.isInteger(index) && index > 0) return index;
  file.wrong(line, 'Index', `${quote(cell.trim())} is not a sample index.`);
  return 0;
}

function checkIndices(file: FileReading, samples: AttributeSample[], lines: number[]): void {
  const seen = new Set<number>();
  for (const [at, { index }] of samples.entries()) {
    const line = lines[at] ?? null;
    if (seen.has(index) && index > 0) file.wrong(line, 'Index', `The index ${index} comes twice.`);
    else if (index > samples.length) {
      file.wrong(line, 'Index', `The index ${index} is above the number of samples, ${samples.length}.`);
    }
    seen.add(index);
  }
}
