import { Readable } from 'node:stream';
import { f64At } from '@omicon/domain/arrays/number-at.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { OMICON_TYPES } from '@omicon/domain/identifiers/omicon-id.ts';
import { visibilityOfText } from '@omicon/domain/permissions/visibility.ts';
import type { CellTypeLevel, CellTypeReferenceRecord, UnitOf } from '@omicon/intake/records.ts';
import { readCellTypeReference } from '@omicon/intake/resources/read-cell-type-reference.ts';
import { recordAuditEvent } from '../../../base/sign-in/audit.ts';
import { mapFeatures } from '../../../records/data-set/feature-mapping.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import { omiconIdOf } from '../../../records/lists/replies.ts';
import * as statements from '../sql.ts';
import * as references from './sql-cell-types.ts';
import { chooseVisibility } from './store-visibility.ts';
import { type Outcome, recordOf, type Storing } from './storing.ts';
import { describeFiles, storeFiles } from './unit-files.ts';

/** Rows of a level that are stored, with their symbols, and what became of the other features. */
interface MappedGenes {
  rows: number[];
  symbols: string[];
  unmapped: number;
  ambiguous: number;
  merged: number;
}

/** Sum of a gene's means over the types in which it is measured. */
function expressionOf({ means, types }: CellTypeLevel, row: number): number {
  let sum = 0;
  for (let at = row * types.length; at < (row + 1) * types.length; at += 1) {
    const value = f64At(means, at);
    if (!Number.isNaN(value)) sum += value;
  }
  return sum;
}

/**
 * The symbol of each feature. A feature without symbol, or with several, keeps its own name; of features with one symbol
 * the most expressed one counts.
 */
function symbolize(level: CellTypeLevel, symbolsOf: ReadonlyMap<string, readonly string[]>): MappedGenes {
  const rowOf = new Map<string, { row: number; symbol: string }>();
  const found = { unmapped: 0, ambiguous: 0, merged: 0 };
  for (const [row, gene] of level.genes.entries()) {
    const [symbol = gene, ...others] = symbolsOf.get(mappingKey(gene)) ?? [];
    if (!symbolsOf.has(mappingKey(gene))) found.unmapped += 1;
    if (others.length > 0) found.ambiguous += 1;
    const name = others.length > 0 ? gene : symbol;
    const known = rowOf.get(mappingKey(name));
    if (known !== undefined) found.merged += 1;
    if (known === undefined || expressionOf(level, row) > expressionOf(level, known.row))
      rowOf.set(mappingKey(name), { row, symbol: name });
  }
  const kept = [...rowOf.values()].toSorted((a, b) => a.row - b.row);
  return { rows: kept.map(({ row }) => row), symbols: kept.map(({ symbol }) => symbol), ...found };
}

/** The tables of a level one after the other, in one object. */
function packTables(level: CellTypeLevel, rows: readonly number[]): Buffer {
  const width = level.types.length;
  const tables = [level.means, level.variances, level.percents].filter((table) => table !== null);
  const packed = new Float64Array(tables.length * rows.length * width);
  for (const [at, table] of tables.entries()) {
    for (const [to, row] of rows.entries())
      packed.set(table.subarray(row * width, (row + 1) * width), (at * rows.length + to) * width);
  }
  return Buffer.from(packed.buffer);
}

async function storeLevel(
  { store }: Storing,
  level: CellTypeLevel,
  symbolsOf: ReadonlyMap<string, readonly string[]>,
): Promise<references.NewLevel> {
  const { rows, symbols, unmapped, ambiguous, merged } = symbolize(level, symbolsOf);
  const { storageKey } = await store.put(Readable.from([packTables(level, rows)]));
  return {
    name: level.name,
    genes: symbols,
    types: level.types.map(({ name }) => name),
    cells: level.types.map(({ cells }) => cells),
    ontology_ids: level.types.map(({ ontology_id }) => ontology_id),
    parents: level.types.map(({ parent }) => parent),
    has_variance: level.variances !== null,
    has_percent: level.percents !== null,
    features_unmapped: unmapped,
    features_ambiguous: ambiguous,
    features_merged: merged,
    storage_key: storageKey,
  };
}

/** Maps the features of all levels at once, and stores the tables of each. */
async function storeLevels(
  storing: Storing,
  { levels, identifier }: CellTypeReferenceRecord,
): Promise<references.NewLevel[]> {
  const names = [...new Set(levels.flatMap(({ genes }) => genes))];
  const kind = { unique_identifier: identifier, platform: null };
  const symbolsOf = (await mapFeatures(storing.tx, kind, names)).get('SYMBOL') ?? new Map();
  const stored: references.NewLevel[] = [];
  for (const level of levels) stored.push(await storeLevel(storing, level, symbolsOf));
  return stored;
}

/** Visibility of a reference that is here already and otherwise unchanged. */
async function changeVisibility(
  { tx, run }: Storing,
  earlier: references.EarlierReference,
  visibility: references.EarlierReference['visibility'],
): Promise<Outcome['outcome']> {
  if (earlier.visibility === visibility) return 'unchanged';
  await references.setVisibility(tx, earlier.number, visibility);
  await recordAuditEvent(
    tx,
    { person_id: run.person_id, role: null },
    {
      action: 'change visibility by import',
      object_type: 'CR',
      object_number: earlier.number,
      result: 'done',
      detail: { visibility },
    },
  );
  return visibility === 'public' ? 'now public' : 'now Lab';
}

/** Stores a cell type reference; other content under the same title is its next version. */
export async function saveCellTypesUnit(
  storing: Storing,
  unit: UnitOf<'cell-type-reference'>,
): Promise<Outcome[]> {
  const { tx, store, tree, run } = storing;
  const record = recordOf(await readCellTypeReference(tree, unit));
  await statements.lockRecord(tx, `cell type reference ${record.title}`);
  const { files, contentSha256 } = await describeFiles(tree, unit.folder, unit.files);
  const earlier = await references.findReference(tx, record.title);
  const visibility = chooseVisibility(storing, {
    given: record.availability === null ? null : visibilityOfText(record.availability),
    // The portal may have changed the visibility since; the file counts once.
    earlier: earlier && { ...earlier, attributes: [['Availability', record.availability]] },
    inherited: 'private',
  });
  const outcomeOf = (number: number, outcome: Outcome['outcome']): Outcome => ({
    kind: OMICON_TYPES.CR,
    title: record.title,
    outcome,
    omicon_id: omiconIdOf('CR', number),
  });
  if (earlier?.content_sha256.equals(contentSha256))
    return [outcomeOf(earlier.number, await changeVisibility(storing, earlier, visibility))];
  await storeFiles(store, tree, unit.files);
  const { levels: read, availability: _, ...head } = record;
  const levels = await storeLevels(storing, record);
  const finest = read.at(-1);
  const number = earlier?.number ?? (await createNumbers(tx, 'CR', 1))[0] ?? 0;
  if (earlier) await references.retire(tx, number);
  await references.createReference(tx, {
    reference: {
      ...head,
      number,
      version: (earlier?.version ?? 0) + 1,
      number_of_genes: levels.at(-1)?.genes.length ?? 0,
      number_of_types: finest?.types.length ?? 0,
      number_of_cells: finest?.types.reduce((sum, { cells }) => sum + cells, 0) ?? 0,
      visibility,
      owner_id: run.person_id,
      owner: run.owner,
      content_sha256: contentSha256,
      size_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
    },
    levels,
    files: files.map(({ name, size_bytes, sha256 }) => ({ name, size_bytes, storage_key: sha256 })),
  });
  const change = earlier ? await changeVisibility(storing, earlier, visibility) : 'unchanged';
  const stored = outcomeOf(number, earlier ? 'new version' : 'new');
  return change === 'unchanged' ? [stored] : [stored, outcomeOf(number, change)];
}
