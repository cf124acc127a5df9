import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { GeneSetRecord, UnitOf } from '@omicon/intake/records.ts';
import { readGeneSets } from '@omicon/intake/resources/read-gene-sets.ts';
import { readMappingTable } from '@omicon/intake/resources/read-mapping-table.ts';
import { readOntology } from '@omicon/intake/resources/read-ontology.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import { createNumbers } from '../../../records/lists/numbers.ts';
import * as statements from '../sql.ts';
import * as resources from './sql-resources.ts';
import { type Outcome, recordOf, type Storing } from './storing.ts';
import { storeFiles } from './unit-files.ts';

function sizeOf(storing: Storing, path: string): number {
  return storing.tree.entries.find((entry) => entry.path === path)?.sizeBytes ?? 0;
}

/** Stores a mapping table; new content under the same name becomes current, the earlier table is kept. */
export async function saveMappingTableUnit(
  storing: Storing,
  unit: UnitOf<'mapping-table'>,
): Promise<Outcome[]> {
  const { tx, store, tree } = storing;
  const outcome = { kind: 'mapping table', title: unit.title, omicon_id: null };
  await statements.lockRecord(tx, `mapping table ${unit.table.name}`);
  const storage_key = await tree.sha256Of(unit.path);
  const content_sha256 = Buffer.from(storage_key, 'hex');
  const earlier = await resources.findMappingTable(tx, unit.table.name);
  if (earlier?.content_sha256.equals(content_sha256)) return [{ ...outcome, outcome: 'unchanged' }];
  const record = recordOf(await readMappingTable(tree, unit));
  await storeFiles(store, tree, [unit.path]);
  const { name, release, platform, organism, from, to } = record;
  const table = { name, release, platform, organism, from_identifier: from, to_identifier: to };
  await resources.createMappingTable(
    tx,
    {
      ...table,
      number_of_rows: record.rows.length,
      content_sha256,
      storage_key,
      size_bytes: sizeOf(storing, unit.path),
    },
    record.rows,
  );
  // Feature mappings may have changed; recomputed once, for any number of tables.
  await addJob(tx, 'map_features_again', { key: 'map features again', payload: {} });
  return [{ ...outcome, outcome: earlier ? 'new version' : 'new' }];
}

export async function saveOntologyUnit(storing: Storing, unit: UnitOf<'ontology'>): Promise<Outcome[]> {
  const { tx, store, tree } = storing;
  const record = recordOf(await readOntology(tree, unit));
  const outcome = { kind: 'ontology', title: record.name, omicon_id: null };
  await statements.lockRecord(tx, `ontology ${record.name}`);
  const storage_key = await tree.sha256Of(unit.path);
  const content_sha256 = Buffer.from(storage_key, 'hex');
  const earlier = await resources.findOntology(tx, record.name);
  if (earlier?.content_sha256.equals(content_sha256)) return [{ ...outcome, outcome: 'unchanged' }];
  await storeFiles(store, tree, [unit.path]);
  const version = (earlier?.version ?? 0) + 1;
  await resources.createOntology(tx, {
    name: record.name,
    version,
    content_sha256,
    storage_key,
    size_bytes: sizeOf(storing, unit.path),
    terms: record.terms,
  });
  return [{ ...outcome, outcome: earlier ? 'new version' : 'new' }];
}

function isSame(stored: resources.GeneSetContent, read: GeneSetRecord): boolean {
  const fields = ['name', 'category', 'size', 'species', 'pubmed_id', 'description'] as const;
  return (
    fields.every((field) => stored[field] === read[field]) &&
    stored.genes !== null &&
    stored.genes.join('\n') === read.genes.join('\n')
  );
}

/** The source of a set by its id: `MOSET10001` -> MOSET, `M1694_v7.4` -> Broad. */
export function sourceOf(set_id: string): string {
  if (/^MOSET\d/.test(set_id)) return 'MOSET';
  return /^M\d+/.test(set_id) ? 'Broad' : (/^[A-Za-z]+/.exec(set_id)?.[0] ?? 'Laboratory');
}

/** Stores a collection of gene sets: adds new ones; for changed ones, archives the earlier version. */
export async function saveGeneSetsUnit(storing: Storing, unit: UnitOf<'gene-sets'>): Promise<Outcome[]> {
  const { tx, run } = storing;
  await statements.lockRecord(tx, 'gene sets');
  const sets = recordOf(await readGeneSets(storing.tree, unit));
  const stored = new Map(
    (
      await resources.listGeneSetContents(
        tx,
        sets.map((set) => set.set_id),
      )
    ).map((row) => [row.set_id, row]),
  );
  const added = sets.filter((set) => !stored.has(set.set_id));
  const numbers = await createNumbers(tx, 'GS', added.length);
  await resources.createGeneSets(
    tx,
    added.map((set, index) => ({
      ...set,
      number: numberAt(numbers, index),
      set_source: sourceOf(set.set_id),
    })),
    run,
  );
  const changed = sets.flatMap((set) => {
    const earlier = stored.get(set.set_id);
    return earlier && !isSame(earlier, set) ? [{ ...set, number: earlier.number }] : [];
  });
  if (changed.length > 0) await resources.replaceGeneSets(tx, changed);
  const outcome = changed.length > 0 ? 'new version' : added.length > 0 ? 'new' : 'unchanged';
  return [{ kind: 'gene sets', title: `${unit.title} (${sets.length} sets)`, outcome, omicon_id: null }];
}
