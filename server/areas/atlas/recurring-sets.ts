/** Computes what is missing: recurring modules of data sets, and their matches. */
import { createHash } from 'node:crypto';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import type { Services } from '../../base/services.ts';
import { loadProfiles } from './profiles.ts';
import { type InputNetwork, listEigengenes } from './sql-inputs.ts';
import {
  findSet,
  listMatchedPairs,
  type RecurringSet,
  type SetMatches,
  saveMatches,
  saveSet,
} from './sql-sets.ts';

/** Version of the rules by which modules recur and match; what earlier rules made is computed again. */
export const ATLAS_RULES = 1;
/** Data sets that are matched with one between two savings. */
const MATCHED_AT_ONCE = 8;

/** Identifies what a set is computed from. */
function fingerprintOf(networks: readonly InputNetwork[], mappings: string): Buffer {
  const read = networks.map(({ id, kme_values_storage_key, number_of_symbols }) => [
    id,
    kme_values_storage_key,
    number_of_symbols,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([ATLAS_RULES, mappings, read]))
    .digest();
}

async function computeSet(
  { db, computeThreads }: Services,
  networks: readonly InputNetwork[],
  signal: AbortSignal | undefined,
): Promise<Omit<RecurringSet, 'id' | 'data_set_number'>> {
  const rows = await listEigengenes(
    db,
    networks.map(({ id }) => id),
  );
  const samples = new Map<string, number>();
  const numberOf = (label: string) => {
    const number = samples.get(label) ?? samples.size;
    samples.set(label, number);
    return number;
  };
  const result = await computeThreads.compute(
    'recurring_modules',
    {
      networks: rows.map(({ sample_labels, eigengenes }) => ({
        samples: Uint32Array.from(sample_labels, numberOf),
        eigengenes: eigengenes.map((bytes) => toF64(new Uint8Array(bytes))),
      })),
    },
    { ...(signal && { signal }) },
  );
  return { ...result, modules: Uint32Array.from(rows.flatMap(({ modules }) => modules)) };
}

/**
 * The recurring modules of a data set, computed unless they are stored.
 * @param networks of one data set, those that an audience may read
 */
export async function ensureSet(
  services: Services,
  networks: readonly InputNetwork[],
  { mappings, signal }: { mappings: string; signal: AbortSignal | undefined },
): Promise<{ set: RecurringSet; isNew: boolean }> {
  const { db } = services;
  const fingerprint = fingerprintOf(networks, mappings);
  const stored = await findSet(db, fingerprint);
  if (stored !== undefined) return { set: stored, isNew: false };
  const data_set_number = networks[0]?.data_set_number ?? 0;
  await saveSet(db, fingerprint, { data_set_number, ...(await computeSet(services, networks, signal)) });
  const saved = await findSet(db, fingerprint);
  if (saved === undefined) throw new Error('The recurring modules of a data set were not stored.');
  return { set: saved, isNew: true };
}

/** Groups pairs by the set that is in most of them, so that each is read few times. */
function chooseHub(pairs: readonly (readonly [number, number])[]): number {
  const counts = new Map<number, number>();
  for (const pair of pairs) for (const id of pair) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [hub] = [...counts].toSorted(([a, n], [b, m]) => m - n || a - b);
  return hub?.[0] ?? 0;
}

async function matchWith(
  services: Services,
  hub: RecurringSet,
  { others, signal }: { others: readonly RecurringSet[]; signal: AbortSignal | undefined },
): Promise<void> {
  const { dataSets, spellings: _, ...request } = await loadProfiles(services, [hub, ...others]);
  const [one, ...rest] = dataSets;
  if (one === undefined) return;
  const found = await services.computeThreads.compute(
    'data_set_matches',
    { ...request, one, others: rest },
    { ...(signal && { signal }) },
  );
  await saveMatches(
    services.db,
    others.flatMap((other, at): SetMatches[] => {
      const matches = found[at];
      if (matches === undefined) return [];
      const { ofOne, ofOther, r } = matches;
      return [
        hub.id < other.id
          ? { one: hub.id, other: other.id, ofOne, ofOther, r }
          : { one: other.id, other: hub.id, ofOne: ofOther, ofOther: ofOne, r },
      ];
    }),
  );
}

/**
 * Computes and stores the matches of these pairs that are missing; each data set is read as rarely as possible.
 * @returns false if the time was over before the last pair
 */
export async function ensureMatches(
  services: Services,
  sets: readonly RecurringSet[],
  {
    pairs,
    signal,
    isOver,
  }: {
    pairs: readonly (readonly [number, number])[];
    signal: AbortSignal | undefined;
    isOver: () => boolean;
  },
): Promise<boolean> {
  const setOf = new Map(sets.map((set) => [set.id, set]));
  const stored = await listMatchedPairs(services.db, [...setOf.keys()]);
  const known = new Set(stored.map(({ one, other }) => `${one} ${other}`));
  let missing = pairs.filter(([a, b]) => !known.has(`${Math.min(a, b)} ${Math.max(a, b)}`));
  while (missing.length > 0) {
    signal?.throwIfAborted();
    const hub = chooseHub(missing);
    const partners = missing.flatMap(([a, b]) => (a === hub ? [b] : b === hub ? [a] : []));
    const others = partners.slice(0, MATCHED_AT_ONCE);
    const set = setOf.get(hub);
    if (set === undefined) throw new Error('A pair of the atlas has no recurring modules.');
    await matchWith(services, set, { others: others.flatMap((id) => setOf.get(id) ?? []), signal });
    const done = new Set(others);
    missing = missing.filter(([a, b]) => !((a === hub && done.has(b)) || (b === hub && done.has(a))));
    if (isOver() && missing.length > 0) return false;
  }
  return true;
}
