import type { EnrichmentRecord, EnrichmentSet, FileTree, NetworkPaths, Read } from '../records.ts';
import { findSetColumns, isSetColumn, readSetHead, type SetColumns } from '../resources/gene-set-head.ts';
import { checkColumnNames, eachTableRow } from '../text/csv-rows.ts';
import { isPValue } from '../text/p-value.ts';
import { FileReading, quote, ReadLog } from '../text/read-log.ts';

/** A growing array of unboxed numbers. */
class GrowingValues {
  #values = new Float64Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  toArray(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}

/**
 * Reads an enrichment table: a row per gene set with 7 or 3 information columns, then a P value per module.
 * The caller compares the modules with those of the network.
 */
export async function readEnrichment(
  tree: FileTree,
  table: NetworkPaths['enrichment'][number],
  log = new ReadLog(),
): Promise<Read<EnrichmentRecord>> {
  const file = new FileReading(tree, table.path, log);
  const sets: EnrichmentSet[] = [];
  const setIds = new Set<string>();
  const values = new GrowingValues();
  let modules: string[] = [];
  let columns: SetColumns = { id: 0, name: 0 };
  await eachTableRow(file, {
    header(names) {
      checkColumnNames(file, names);
      columns = findSetColumns(file, names);
      const firstModule = names.findIndex((name) => !isSetColumn(name));
      if (firstModule < 0) throw file.refusal(1, null, 'The table has no column for a module.');
      modules = names.slice(firstModule);
    },
    row(cells, line) {
      const set = readSetHead(file, { cells, line }, columns);
      if (setIds.has(set.set_id)) file.wrong(line, 'SetID', `The set ${quote(set.set_id)} appears twice.`);
      setIds.add(set.set_id);
      sets.push(set);
      const start = cells.length - modules.length;
      for (const [at, module] of modules.entries()) {
        values.push(readPValue(file, cells[start + at] ?? '', { line, module }));
      }
    },
  });
  const { path, source, definition } = table;
  return file.result({ file: path, source, definition, sets, modules, pValues: values.toArray() });
}

function readPValue(
  file: FileReading,
  cell: string,
  { line, module }: { line: number; module: string },
): number {
  const value = file.number(cell, line, module);
  if (!Number.isNaN(value) && !isPValue(value)) {
    file.wrong(line, module, `The P value ${cell.trim()} is outside 0 to 1.`);
  }
  return value;
}
