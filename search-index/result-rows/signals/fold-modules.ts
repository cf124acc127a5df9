/** Folds rows of modules that are one signal: one row for each meta-module, or for each recurring module. */

import { f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import type { Client } from 'pg';
import type { OrderedRows, Page } from '../../kit/sorting.ts';
import { countFolded, type Folds, listFoldedUnder, listLeading } from '../../match/fold-sets.ts';
import type { GroupsOfModules } from '../../read/module-groups.ts';
import { orderOf, type SortableModules } from '../modules/order-modules.ts';

/** How rows of modules are folded. */
export interface Folding {
  /** what one row stands for; `module`, as everywhere else, is a module under a definition */
  fold: ModuleFold;
  /** number of a module: list those folded under it */
  folded_under: number | undefined;
}

/** What the rows of a folded list stand for. */
export interface FoldedCount {
  rows: number;
  modules: number;
}

/** What the rows of a part are folded into. Rows of two parts are one signal only if they are of one meta-module. */
export interface PartialFolds {
  /** numbers of the meta-modules of the first rows; 0 for none */
  metaModules: Uint32Array;
  /** rows of the part that are folded under each of the first */
  folded: Uint32Array;
  /** every meta-module of the part by number, with its rows, in parallel */
  all: { metaModules: Uint32Array; rows: Uint32Array };
  /** of the part, before folding */
  count: FoldedCount;
}

export type RowsToFold = Pick<SortableModules, 'length' | 'moduleAt' | 'keys' | 'compareTies'>;

/** Folds each row under the best of its group. */
export function foldModules(
  { length, moduleAt, keys, compareTies }: RowsToFold,
  fold: ModuleFold,
  { groupOf }: Pick<GroupsOfModules, 'groupOf'>,
): Folds {
  const groups = groupOf[fold === 'meta-module' ? fold : 'data-set'];
  const best = new Int32Array(groups.length).fill(-1);
  const leaderOf = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) {
    const group = u32At(groups, moduleAt(at));
    leaderOf[at] = group;
    const known = numberAt(best, group);
    const difference = known < 0 ? -1 : f64At(keys, at) - f64At(keys, known);
    // Of two rows without a value, Infinity - Infinity is NaN.
    if (difference < 0 || (!(difference > 0) && compareTies(at, known) < 0)) best[group] = at;
  }
  for (let at = 0; at < length; at += 1) leaderOf[at] = numberAt(best, u32At(leaderOf, at));
  return { leaderOf, folded: countFolded(leaderOf) };
}

/** The rows of each group, counted without looking for the best of them. */
export interface CountedGroups {
  total: number;
  groupAt(at: number): number;
  /** other rows of the group of a row */
  othersAt(at: number): number;
}

export function countGroups(
  { length, moduleAt }: Pick<RowsToFold, 'length' | 'moduleAt'>,
  fold: ModuleFold,
  { groupOf }: Pick<GroupsOfModules, 'groupOf'>,
): CountedGroups {
  const groups = groupOf[fold === 'meta-module' ? fold : 'data-set'];
  const groupAt = (at: number) => u32At(groups, moduleAt(at));
  const counts = new Uint32Array(groups.length);
  let total = 0;
  for (let at = 0; at < length; at += 1) {
    const group = groupAt(at);
    const count = u32At(counts, group);
    if (count === 0) total += 1;
    counts[group] = count + 1;
  }
  return { total, groupAt, othersAt: (at) => u32At(counts, groupAt(at)) - 1 };
}

/** The first rows of an order whose groups no row before them has, at most `to`. */
export function firstOfGroups(
  ordered: Uint32Array,
  { groupAt }: Pick<CountedGroups, 'groupAt'>,
  to: number,
): Uint32Array {
  const seen = new Set<number>();
  const first: number[] = [];
  for (let at = 0; at < ordered.length && first.length < to; at += 1) {
    const index = u32At(ordered, at);
    const group = groupAt(index);
    if (seen.has(group)) continue;
    seen.add(group);
    first.push(index);
  }
  return Uint32Array.from(first);
}

/** Different modules of the rows. */
function countModules({ length, moduleAt }: RowsToFold, modules: number): number {
  const isCounted = new Uint8Array(modules);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const module = moduleAt(at);
    if (isCounted[module] === 0) count += 1;
    isCounted[module] = 1;
  }
  return count;
}

/** What the other parts of a search need of a folded part. @param first rows that are sent */
export function partialFolds(
  rows: RowsToFold,
  { leaderOf, folded }: Folds,
  { first, fold, groups }: { first: Uint32Array; fold: ModuleFold; groups: GroupsOfModules },
): PartialFolds {
  const { length, moduleAt } = rows;
  const metaModuleAt = (at: number) => (fold === 'meta-module' ? numberAt(groups.meta, moduleAt(at)) : 0);
  const all: { metaModules: number[]; rows: number[] } = { metaModules: [], rows: [] };
  for (let at = 0; at < length; at += 1) {
    const metaModule = leaderOf[at] === at ? metaModuleAt(at) : 0;
    if (metaModule === 0) continue;
    all.metaModules.push(metaModule);
    all.rows.push(u32At(folded, at) + 1);
  }
  return {
    metaModules: first.map(metaModuleAt),
    folded: first.map((at) => u32At(folded, at)),
    all: { metaModules: Uint32Array.from(all.metaModules), rows: Uint32Array.from(all.rows) },
    count: { rows: length, modules: countModules(rows, groups.meta.length) },
  };
}

/** Row ids of a module by its number. Index covariation_module_number. */
async function listModuleIds(client: Client, number: number): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>('select id from covariation_module where number = $1', [
    number,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Indexes, ascending, of the first rows of each group, or of those folded under one. */
export async function listFolded(
  client: Client,
  folds: Folds,
  { folded_under, moduleAt }: Pick<Folding, 'folded_under'> & Pick<RowsToFold, 'moduleAt'>,
): Promise<Uint32Array> {
  if (folded_under === undefined) return listLeading(folds);
  const leading = await listModuleIds(client, folded_under);
  return listFoldedUnder(folds, (leader) => leading.has(moduleAt(leader)));
}

/** A page of the first rows of each group, or of those folded under one; each says how many are folded under it. */
export async function foldOrdered(
  client: Client,
  rows: SortableModules,
  { fold, folded_under, groups, from, to }: Folding & Pick<Page, 'from' | 'to'> & { groups: GroupsOfModules },
): Promise<OrderedRows & { folded: FoldedCount }> {
  const { length, moduleAt } = rows;
  const folds = foldModules(rows, fold, groups);
  const listed = await listFolded(client, folds, { folded_under, moduleAt });
  const page = orderOf(rows, { from, to }, listed);
  return {
    total: listed.length,
    isInMemory: rows.isInMemory,
    folded: { rows: length, modules: countModules(rows, groups.meta.length) },
    rows: async (begin, end) => {
      const indexes = Array.from(page.subarray(begin, end));
      const named = await rows.rowsAt(indexes);
      return named.map((row, at) => ({ ...row, Folded: u32At(folds.folded, numberAt(indexes, at)) }));
    },
  };
}
