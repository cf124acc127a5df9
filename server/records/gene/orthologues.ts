/** Features of data sets of two organisms that are orthologues. */
import { indexTargets, mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import {
  areOtherOrganisms,
  ORGANISM_ATTRIBUTE,
  organismOfValues,
} from '@omicon/domain/identifiers/orthologues.ts';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readFeatureList } from '../data-set/feature-lists.ts';
import type { MeasuredDataSet } from '../data-set/measured-data-set.ts';
import { type FoundOrthologues, findOrthologues, listTargets } from '../mapping-table/identifiers.ts';

/** Two organisms that differ, and the table of orthologues between them, null without one. */
export interface OtherOrganisms {
  own: string;
  other: string;
  table: FoundOrthologues | null;
}

/** The organism of a data set, by row id; null if its samples name none or several. Primary key of sample_column. */
async function findOrganism(db: Db, data_set: number): Promise<string | null> {
  const { rows } = await sql<{ known_values: string[] }>`
    select known_values from sample_column
     where owner_type = 'ds' and owner_id = ${data_set} and attribute = ${ORGANISM_ATTRIBUTE}`.execute(db);
  return organismOfValues(rows[0]?.known_values ?? []);
}

/** @returns null if the data sets are of one organism, or one of them names none or several */
export async function compareOrganisms(
  db: Db,
  a: Pick<MeasuredDataSet, 'owner_id'>,
  b: Pick<MeasuredDataSet, 'owner_id'>,
): Promise<OtherOrganisms | null> {
  const [own, other] = [await findOrganism(db, a.owner_id), await findOrganism(db, b.owner_id)];
  if (own === null || other === null || !areOtherOrganisms(own, other)) return null;
  return { own, other, table: await findOrthologues(db, own, other) };
}

/** Index of each name by its key; -1 for names that come twice. */
function indexUnique(names: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const key = mappingKey(name);
    indexes.set(key, indexes.has(key) ? -1 : index);
  }
  return indexes;
}

/**
 * Of every feature of the list `from`, named by symbols of one organism, the index of its orthologue in the list `to`;
 * -1 without one. Only one-to-one orthologues among the features of both lists count: of a gene with two copies nobody
 * can say which one takes its part.
 */
export async function mapByOrthologues(
  db: Db,
  { from, to }: { from: number; to: number },
  { step }: FoundOrthologues,
): Promise<Int32Array> {
  const names = await readFeatureList(db, from);
  const keys = names.map(mappingKey);
  const own = indexUnique(names);
  const others = indexUnique(await readFeatureList(db, to));
  const targets = indexTargets(await listTargets(db, [step], [...own.keys()]));
  const found = keys.map((key) =>
    (targets.get(key) ?? [])
      .map((target) => others.get(mappingKey(target)))
      .filter((index) => index !== undefined),
  );
  const claims = new Map<number, number>();
  for (const indexes of found) for (const index of indexes) claims.set(index, (claims.get(index) ?? 0) + 1);
  return Int32Array.from(found, (indexes, at) => {
    const [index = -1, ...more] = indexes;
    const isOnly = more.length === 0 && claims.get(index) === 1 && own.get(keys[at] ?? '') === at;
    return isOnly ? index : -1;
  });
}
