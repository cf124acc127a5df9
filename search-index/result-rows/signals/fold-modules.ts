/** Folds rows of modules that are one signal: one row for each meta-module, or for each recurring module. */

import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import type { Client } from 'pg';
import type { OrderedRows, Page } from '../../kit/sorting.ts';
import { countFolded, type Folds, listedOf } from '../../match/fold-sets.ts';
import type { GroupsOfModules } from '../../read/module-groups.ts';
import type { ModulesInOrder } from '../module-rows.ts';

/** How rows of modules are folded. */
export interface Folding {
  /** what one row stands for; `module`, as everywhere else, is a module under a definition */
  fold: ModuleFold;
  /** number of a module: list those folded under it */
  folded_under: number | undefined;
}

/**
 * A number for each group of modules that are one signal. A module of no meta-module is in the group of its recurring
 * module; one that the atlas does not have yet is a group of its own.
 */
export function groupsBy(fold: ModuleFold, { recurring, meta }: GroupsOfModules): (module: number) => number {
  return (module) => {
    const [signal = 0, own = 0] = [meta[module], recurring[module]];
    if (fold === 'meta-module' && signal > 0) return 3 * signal;
    return own > 0 ? 3 * own + 1 : 3 * module + 2;
  };
}

/** Folds each row under the best of its group. @param compare two rows of a group, by index; the better is smaller */
export function foldRows(groups: ArrayLike<number>, compare: (a: number, b: number) => number): Folds {
  const best = new Map<number, number>();
  for (let at = 0; at < groups.length; at += 1) {
    const group = numberAt(groups, at);
    const known = best.get(group);
    if (known === undefined || compare(at, known) < 0) best.set(group, at);
  }
  const leaderOf = Uint32Array.from(groups, (group) => best.get(group) ?? 0);
  return { leaderOf, folded: countFolded(leaderOf) };
}

/** What the rows of a folded list stand for. */
export interface FoldedCount {
  rows: number;
  modules: number;
}

/** Row ids of a module by its number. Index covariation_module_number. */
async function listModuleIds(client: Client, number: number): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>('select id from covariation_module where number = $1', [
    number,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** A page of the first rows of each group, or of those folded under one; each says how many are folded under it. */
export async function foldOrdered(
  client: Client,
  inOrder: ModulesInOrder,
  { fold, folded_under, groups, from, to }: Folding & Pick<Page, 'from' | 'to'> & { groups: GroupsOfModules },
): Promise<OrderedRows & { folded: FoldedCount }> {
  const groupOf = groupsBy(fold, groups);
  const modules = Uint32Array.from({ length: inOrder.length }, (_, at) => inOrder.moduleAt(at));
  const folds = foldRows(Float64Array.from(modules, groupOf), (a, b) => a - b);
  const leading = folded_under === undefined ? null : await listModuleIds(client, folded_under);
  const numberOf = (at: number) => (leading?.has(numberAt(modules, at)) ? (folded_under ?? 0) : 0);
  const listed = listedOf(folds, { fold: true, folded_under }, numberOf) ?? new Uint32Array(0);
  const page = listed.subarray(from, to);
  return {
    total: listed.length,
    isInMemory: inOrder.isInMemory,
    folded: { rows: inOrder.length, modules: new Set(modules).size },
    rows: async (first, end) => {
      const indexes = Array.from(page.subarray(first, end));
      const rows = await inOrder.rowsAt(indexes);
      return rows.map((row, at) => ({ ...row, Folded: numberAt(folds.folded, numberAt(indexes, at)) }));
    },
  };
}
