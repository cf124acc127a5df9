/**
 * Stored associations of single modules with sample attributes. Shared by the areas that show a module's best trait.
 */

import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { higherGroup, type TraitKind } from '@omicon/domain/statistics/modules/traits.ts';
import { toF64 } from '@omicon/search-index/kit/bytes.ts';
import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../base/postgres/database.ts';
import { readableNow } from '../access/who-may-read.ts';
import { listValueLabels } from '../sample/value-labels.ts';

/** Tables `t` of networks from the current version of an input data set `d` that the caller may read. */
export function readableTraitTables(principal: Principal): RawBuilder<unknown> {
  return sql`trait_table t join data_set d on d.id = t.data_set_id and ${readableNow(principal, 'd')}`;
}

export interface TraitOfModule {
  attribute: string;
  kind: TraitKind;
  n: number;
  /** of two values or several, in the order of their codes */
  groups: { name: string; n: number }[];
  /** r, or R2 of groups */
  statistic: number;
  p_value: number;
  q_value: number;
}

interface ModuleOfNetwork {
  covariation_network_id: number;
  /** index of the module in page order, from 0 */
  module_index: number;
}

/**
 * The attributes of modules, from the stored tables of their networks, in the given order. Undefined where no table is
 * stored from the current version of the input data set, or where the caller may not read the data set. Primary keys of
 * trait_table, module_trait, data_set.
 */
export async function listTraitsOfModules(
  db: Db,
  principal: Principal,
  modules: readonly ModuleOfNetwork[],
): Promise<(TraitOfModule[] | undefined)[]> {
  const { rows } = await sql<{
    rank: number;
    attribute: string | null;
    kind: TraitKind;
    n: number;
    groups: { name: string; n: number }[];
    cell: Buffer;
  }>`
    select w.rank::int as rank, m.attribute, m.kind, m.n, m.groups,
           substring(m.statistics from 8 * w.module_index + 1 for 8)
             || substring(m.p_values from 8 * w.module_index + 1 for 8)
             || substring(m.q_values from 8 * w.module_index + 1 for 8) as cell
      from unnest(${modules.map((module) => module.covariation_network_id)}::int[],
                  ${modules.map((module) => module.module_index)}::int[])
           with ordinality as w(network, module_index, rank)
      join (${readableTraitTables(principal)}) on t.covariation_network_id = w.network
      left join module_trait m on m.covariation_network_id = t.covariation_network_id
     order by w.rank, m.trait_index`.execute(db);
  const byModule = Map.groupBy(rows, ({ rank }) => rank);
  return modules.map((_, at) =>
    byModule.get(at + 1)?.flatMap(({ attribute, kind, n, groups, cell }) => {
      // A table without attributes is one row of nulls.
      if (attribute === null) return [];
      const [statistic = Number.NaN, p_value = Number.NaN, q_value = Number.NaN] = toF64(
        new Uint8Array(cell),
      );
      return Number.isNaN(q_value) ? [] : [{ attribute, kind, n, groups, statistic, p_value, q_value }];
    }),
  );
}

/** r and R2 of an association; r of groups is null. */
export function figuresOf({ kind, statistic }: Pick<TraitOfModule, 'kind' | 'statistic'>) {
  return kind === 'groups' ? { r: null, r2: statistic } : { r: statistic, r2: statistic * statistic };
}

/** The attribute with the smallest q, of several the one with the largest R2; null if none is compared. */
export function closestTrait(traits: readonly TraitOfModule[]): TraitOfModule | null {
  const compared = traits.filter(({ q_value }) => !Number.isNaN(q_value));
  return compared.toSorted((a, b) => a.q_value - b.q_value || figuresOf(b).r2 - figuresOf(a).r2)[0] ?? null;
}

/** For people: the group of a trait of two values with the higher mean eigengene, by its label; null for other traits. */
export async function higherIn(
  db: Db,
  closest: readonly (Pick<TraitOfModule, 'attribute' | 'kind' | 'groups' | 'statistic'> | null)[],
): Promise<(string | null)[]> {
  const higher = closest.map((trait) => trait && higherGroup(trait, trait.statistic));
  const labels = await listValueLabels(
    db,
    closest.flatMap((trait, at) => {
      const group = higher[at] ?? null;
      return trait === null || group === null ? [] : [{ attribute: trait.attribute, values: [group] }];
    }),
  );
  return higher.map((group, at) => labelOf(group, labels.get(closest[at]?.attribute ?? '') ?? {}));
}
