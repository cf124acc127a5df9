/** Association of all modules with a sample attribute, loaded on first use. */
import { fieldKey } from '@omicon/domain/query/query.ts';
import { higherGroup } from '@omicon/domain/statistics/modules/traits.ts';
import { LRUCache } from 'lru-cache';
import type { Client } from 'pg';
import { viewOf } from '../kit/bytes.ts';
import type { Catalog } from './catalog-entries.ts';
import { quote, type RawRow, readInt, readText, useRows } from './rows.ts';

/** By module id; NaN where the module is not compared with the attribute. */
export interface TraitColumn {
  q: Float64Array;
  /** null for attributes with three or more groups in the data set of the module */
  r(module: number): number | null;
  /** share of the variance of the eigengene that the attribute explains */
  r2(module: number): number;
  /** of two groups, the one with the higher mean eigengene; null for other attributes */
  higherIn(module: number): string | null;
}

/** One attribute of 5,000 networks with 60 modules takes 5 MB. */
const MAX_ATTRIBUTES = 8;

const byIndex = (a: RawRow, b: RawRow) => (a[6]?.readInt16BE(0) ?? 0) - (b[6]?.readInt16BE(0) ?? 0);

/** Cache of trait columns, until the corpus changes. */
export class TraitColumns {
  private readonly client: Client;
  private readonly columns = new LRUCache<string, TraitColumn>({ max: MAX_ATTRIBUTES });
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * Tables computed from an earlier version of the input data set are left out. If an attribute of a data set has two
   * spellings, the one with the smaller q counts, else the first. Tables module_trait, by its index
   * module_trait_attribute, and trait_table.
   */
  async load(catalog: Catalog, attribute: string): Promise<TraitColumn> {
    if (catalog.version !== this.version) this.columns.clear();
    this.version = catalog.version;
    const key = fieldKey(attribute);
    const known = this.columns.get(key);
    if (known !== undefined) return known;
    const column = await this.read(catalog, key);
    this.columns.set(key, column);
    return column;
  }

  private async read(catalog: Catalog, key: string): Promise<TraitColumn> {
    const length = catalog.networkOfModule.length;
    const q = new Float64Array(length).fill(Number.NaN);
    const statistics = new Float64Array(length);
    const isOfGroups = new Uint8Array(length);
    // Most networks have the same two groups.
    const pairs: { name: string }[][] = [];
    const indexOfPair = new Map<string, number>();
    const pairOf = new Int32Array(length).fill(-1);
    const networks = new Map(catalog.networks.map((network) => [network.id, network]));
    const fill = (rows: readonly RawRow[]) => {
      for (const row of rows.toSorted(byIndex)) {
        const [id, dataSet, moduleBytes, kind, statisticBytes, qBytes, , reference, compared] = row;
        const network = networks.get(readInt(id));
        if (network === undefined || network.dataSet.id !== readInt(dataSet)) continue;
        const [modules, statistic, qValues] = [viewOf(moduleBytes), viewOf(statisticBytes), viewOf(qBytes)];
        const isGroups = readText(kind) === 'groups' ? 1 : 0;
        const names = [readText(reference), readText(compared)];
        const pair = names.join('\n');
        const known = indexOfPair.get(pair) ?? pairs.push(names.map((name) => ({ name }))) - 1;
        indexOfPair.set(pair, known);
        for (let at = 0; 8 * at < qValues.byteLength; at += 1) {
          const module = modules.getUint32(4 * at, true);
          const value = qValues.getFloat64(8 * at, true);
          if (Number.isNaN(value) || (q[module] ?? 1) <= value) continue;
          q[module] = value;
          statistics[module] = statistic.getFloat64(8 * at, true);
          isOfGroups[module] = isGroups;
          pairOf[module] = readText(kind) === 'two values' ? known : -1;
        }
      }
    };
    await useRows(
      this.client,
      `select t.covariation_network_id, t.data_set_id, t.modules, m.kind, m.statistics, m.q_values, m.trait_index,
              m.groups->0->>'name', m.groups->1->>'name'
         from module_trait m join trait_table t using (covariation_network_id) where m.attribute_key = ${quote(key)}`,
      fill,
    );
    return {
      q,
      higherIn(module) {
        const groups = pairs[pairOf[module] ?? -1];
        return groups === undefined
          ? null
          : higherGroup({ kind: 'two values', groups }, statistics[module] ?? null);
      },
      r: (module) => (isOfGroups[module] === 1 ? null : (statistics[module] ?? Number.NaN)),
      r2: (module) => {
        const statistic = statistics[module] ?? Number.NaN;
        return isOfGroups[module] === 1 ? statistic : statistic * statistic;
      },
    };
  }
}
