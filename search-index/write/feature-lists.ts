/** Feature ids and the targets they map to. Tables search_feature, search_target, search_feature_list. */
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import type { QueryIdentifier } from '@omicon/domain/query/query.ts';
import { type QueryExecutorProvider as Db, sql } from 'kysely';
import { bytesOf, toU32 } from '../kit/bytes.ts';
import { countTargets, loadTargets } from '../read/targets.ts';

/**
 * Maps features: targets by kind of identifier and by `mappingKey` of the feature. The mapping tables belong to the
 * server.
 */
export type MapFeatures = (
  kind: FeatureKind,
  names: readonly string[],
) => Promise<ReadonlyMap<QueryIdentifier, ReadonlyMap<string, readonly string[]>>>;

/** The kind of features of a data set: its unique identifier, and its platform if they are probes. */
export interface FeatureKind {
  unique_identifier: string;
  platform: string | null;
}

function kindText({ unique_identifier, platform }: FeatureKind): string {
  const name = mappingKey(unique_identifier);
  return name === 'PROBEID' ? `${name} ${mappingKey(platform ?? '')}` : name;
}

function kindOf(text: string): FeatureKind {
  const [, platform] = /^PROBEID (.*)$/s.exec(text) ?? [];
  return platform === undefined
    ? { unique_identifier: text, platform: null }
    : { unique_identifier: 'PROBEID', platform: platform === '' ? null : platform };
}

export interface IndexedList {
  id: number;
  /** feature ids in the order of the list */
  features: Uint32Array;
}

/** Ids by `mappingKey` of the name; unknown features are added with their targets. */
async function numberFeatures(
  db: Db,
  kind: FeatureKind,
  names: readonly string[],
  mapFeatures: MapFeatures,
): Promise<Map<string, number>> {
  const spellings = new Map(names.map((name) => [mappingKey(name), name]));
  const keys = [...spellings.keys()];
  const added = await sql<{ id: number; name: string }>`
    insert into search_feature (kind, name) select ${kindText(kind)}, unnest(${keys}::text[])
    on conflict (kind, name) do nothing returning id, name`.execute(db);
  const spelled = added.rows.map(({ id, name }) => ({ id, name: spellings.get(name) ?? name }));
  if (spelled.length > 0) await addTargets(db, kind, spelled, mapFeatures);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from search_feature where kind = ${kindText(kind)} and name = any(${keys}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function addTargets(
  db: Db,
  kind: FeatureKind,
  features: readonly { id: number; name: string }[],
  mapFeatures: MapFeatures,
): Promise<void> {
  const mapped = await mapFeatures(
    kind,
    features.map(({ name }) => name),
  );
  for (const [identifier, targetsOf] of mapped) {
    const found = new Map<string, { spelling: string; ids: number[] }>();
    for (const { id, name } of features) {
      for (const spelling of targetsOf.get(mappingKey(name)) ?? []) {
        const key = mappingKey(spelling);
        const known = found.get(key);
        if (known === undefined) found.set(key, { spelling, ids: [id] });
        else if (known.ids.at(-1) !== id) known.ids.push(id);
      }
    }
    if (found.size > 0) await saveTargets(db, identifier, found);
  }
}

async function saveTargets(
  db: Db,
  identifier: QueryIdentifier,
  found: ReadonlyMap<string, { spelling: string; ids: number[] }>,
): Promise<void> {
  const targets = [...found.keys()].sort();
  const entries = targets.map((target) => found.get(target) ?? { spelling: target, ids: [] });
  const all = bytesOf(Uint32Array.from(entries.flatMap(({ ids }) => ids)));
  const counts = entries.map(({ ids }) => ids.length);
  const spellings = entries.map(({ spelling }) => spelling);
  await sql`
    insert into search_target (identifier, target, spelling, features)
    select ${identifier}, t.target, t.spelling,
           substring(${all}::bytea from (4 * (t.last - t.n) + 1)::int for 4 * t.n)
      from (select *, sum(n) over (order by ordinal) as last
              from unnest(${targets}::text[], ${spellings}::text[], ${counts}::int[])
                with ordinality as item(target, spelling, n, ordinal)) t
    on conflict (identifier, target) do update set features = search_target.features || excluded.features`.execute(
    db,
  );
}

/** A bit set: bit `id` is set for each feature. */
function bitsOf(features: Uint32Array): Uint8Array {
  const bits = new Uint8Array((features.reduce((largest, id) => Math.max(largest, id), 0) >> 3) + 1);
  for (const id of features) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return bits;
}

/** The indexed list; indexes it first if necessary. */
export async function indexFeatureList(
  db: Db,
  list: { feature_list_id: number; kind: FeatureKind },
  mapFeatures: MapFeatures,
): Promise<IndexedList> {
  const kind = kindText(list.kind);
  const known = await sql<{ id: number; features: Buffer }>`
    select id, features from search_feature_list where feature_list_id = ${list.feature_list_id} and kind = ${kind}`.execute(
    db,
  );
  const [row] = known.rows;
  if (row) return { id: row.id, features: toU32(row.features) };
  const { rows } = await sql<{ identifiers: string[] }>`
    select identifiers from feature_list where id = ${list.feature_list_id}`.execute(db);
  const names = rows[0]?.identifiers ?? [];
  const numbers = await numberFeatures(db, list.kind, names, mapFeatures);
  const features = Uint32Array.from(names, (name) => numbers.get(mappingKey(name)) ?? 0);
  const symbols = await loadTargets(db, 'SYMBOL');
  const added = await sql<{ id: number }>`
    insert into search_feature_list (feature_list_id, kind, features, present, number_of_symbols)
    values (${list.feature_list_id}, ${kind}, ${bytesOf(features)}, ${bytesOf(bitsOf(features))}, ${countTargets(symbols, features)})
    on conflict (feature_list_id, kind) do update set kind = excluded.kind returning id`.execute(db);
  return { id: added.rows[0]?.id ?? 0, features };
}

/** Maps every known feature again. Features keep the spelling by which they are compared. */
export async function renewTargets(db: Db, mapFeatures: MapFeatures): Promise<void> {
  await sql`delete from search_target`.execute(db);
  const { rows } = await sql<{ id: number; kind: string; name: string }>`
    select id, kind, name from search_feature order by kind, id`.execute(db);
  const kinds = new Map<string, { id: number; name: string }[]>();
  for (const { kind, ...feature } of rows) {
    const known = kinds.get(kind);
    if (known) known.push(feature);
    else kinds.set(kind, [feature]);
  }
  for (const [kind, features] of kinds) await addTargets(db, kindOf(kind), features, mapFeatures);
}
