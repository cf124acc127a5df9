/** Columns of numbers for all modules, loaded on first use. A module slot is 3 x module id + definition. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import type { QueryIdentifier } from '@omicon/domain/query/query.ts';
import { LRUCache } from 'lru-cache';
import type { Client } from 'pg';
import { toF64, toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Catalog } from './catalog-entries.ts';
import { copyRows, numberList, quote, readInt, readText, useRows } from './rows.ts';
import { bytesOfSymbols, type SymbolsOfList, symbolsOfList } from './symbols-of-list.ts';
import { joinTargets, type Targets } from './targets.ts';

/** Length of a column that is indexed by module slot. */
export function countModuleSlots(catalog: Catalog): number {
  return DEFINITIONS_PER_MODULE * catalog.networkOfModule.length;
}

/** 0 counts the module's own features; n + 1 counts unique targets of the n-th kind of identifier. */
export type SizeKind = number;

/** The features of a data set, one bit each. */
export interface PresentFeatures {
  id: number;
  feature_list_id: number;
  /** unique symbols */
  symbols: number;
  present: Uint8Array;
}

/** The most enriched sets of the modules of a network, modules x TOP_SETS; 0 where a module has fewer. */
export interface TopSets {
  sets: Uint32Array;
  pValues: Float64Array;
}

/** Networks read at once: 6 MB of top sets. */
const TOP_SETS_BATCH = 500;

/** Cached bytes of feature lists: those of 640 data sets with 25,000 features. */
const MAX_LIST_BYTES = 64 * 1024 ** 2;
/** Cached bytes of their symbols: those of 500 data sets with 25,000 features. */
const MAX_SYMBOL_BYTES = 96 * 1024 ** 2;

/** Cache of module columns, until the corpus changes. */
export class ModuleColumns {
  private readonly client: Client;
  private readonly sizes = new Map<SizeKind, Uint32Array>();
  private readonly statistics = new Map<string, Float64Array>();
  private readonly targets = new Map<QueryIdentifier, Targets>();
  private present: PresentFeatures[] | null = null;
  private readonly lists = new LRUCache<number, Uint32Array>({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  /** by row id of a network, for which they never change; 12 kB for 100 modules */
  private topSets = new Map<number, TopSets>();
  private readonly symbols = new LRUCache<number, SymbolsOfList>({
    maxSize: MAX_SYMBOL_BYTES,
    sizeCalculation: bytesOfSymbols,
  });
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  private clearIfOutdated(catalog: Catalog): void {
    if (catalog.version === this.version) return;
    this.sizes.clear();
    this.statistics.clear();
    this.targets.clear();
    this.present = null;
    this.lists.clear();
    const current = new Set(catalog.networks.map(({ id }) => id));
    this.topSets = new Map([...this.topSets].filter(([id]) => current.has(id)));
    this.symbols.clear();
    this.version = catalog.version;
  }

  /** Members by module slot; 0 if a module has none under the definition. Table search_network. */
  async loadSizes(catalog: Catalog, kind: SizeKind): Promise<Uint32Array> {
    this.clearIfOutdated(catalog);
    const known = this.sizes.get(kind);
    if (known) return known;
    const sizes = new Uint32Array(countModuleSlots(catalog));
    const rows = await copyRows(
      this.client,
      `select covariation_network_id, substring(sizes from ${kind * DEFINITIONS_PER_MODULE} * 4 * number_of_modules + 1 for ${DEFINITIONS_PER_MODULE} * 4 * number_of_modules)
         from search_network`,
    );
    const byNetwork = new Map(rows.map(([id, bytes]) => [readInt(id), toU32(bytes ?? Buffer.alloc(0))]));
    for (const { id, modules } of catalog.networks) {
      const networkSizes = byNetwork.get(id);
      if (networkSizes === undefined) continue;
      for (let definition = 0; definition < DEFINITIONS_PER_MODULE; definition += 1) {
        modules.forEach((module, at) => {
          const size = u32At(networkSizes, definition * modules.length + at);
          sizes[module * DEFINITIONS_PER_MODULE + definition] = size;
        });
      }
    }
    this.sizes.set(kind, sizes);
    return sizes;
  }

  /** A statistic by module id, however it is spelled; NaN for NA. Table search_network. */
  async loadStatistic(catalog: Catalog, key: string): Promise<Float64Array> {
    this.clearIfOutdated(catalog);
    const known = this.statistics.get(key);
    if (known) return known;
    const values = new Float64Array(catalog.networkOfModule.length).fill(Number.NaN);
    for (const name of catalog.statisticNames.get(key) ?? []) await this.fillStatistic(catalog, name, values);
    this.statistics.set(key, values);
    return values;
  }

  private async fillStatistic(catalog: Catalog, name: string, values: Float64Array): Promise<void> {
    const rows = await copyRows(
      this.client,
      `select covariation_network_id,
              substring(statistic_values from (array_position(statistic_names, ${quote(name)}) - 1) * 8 * number_of_modules + 1 for 8 * number_of_modules)
         from search_network where ${quote(name)} = any(statistic_names)`,
    );
    const byNetwork = new Map(rows.map(([id, bytes]) => [readInt(id), toF64(bytes ?? Buffer.alloc(0))]));
    for (const { id, modules } of catalog.networks) {
      const networkValues = byNetwork.get(id);
      if (networkValues === undefined) continue;
      modules.forEach((module, at) => {
        values[module] = networkValues[at] ?? Number.NaN;
      });
    }
  }

  /** Every feature list, 3 kB for 25,000 features. Table search_feature_list. */
  async loadPresent(catalog: Catalog): Promise<readonly PresentFeatures[]> {
    this.clearIfOutdated(catalog);
    if (this.present) return this.present;
    const rows = await copyRows(
      this.client,
      'select id, feature_list_id, number_of_symbols, present from search_feature_list',
    );
    this.present = rows.map(([id, feature_list_id, symbols, present]) => ({
      id: readInt(id),
      feature_list_id: readInt(feature_list_id),
      symbols: readInt(symbols),
      present: present ?? new Uint8Array(0),
    }));
    return this.present;
  }

  /**
   * The features of these lists, in the order of the data sets. The most recently used lists are cached.
   * Table search_feature_list, primary key.
   */
  async loadLists(catalog: Catalog, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Uint32Array>> {
    this.clearIfOutdated(catalog);
    const lists = new Map<number, Uint32Array>();
    for (const id of ids) {
      const known = this.lists.get(id);
      if (known) lists.set(id, known);
    }
    const missing = [...ids].filter((id) => !lists.has(id));
    if (missing.length > 0) {
      await useRows(
        this.client,
        `select id, features from search_feature_list where id = any(${numberList(missing)})`,
        (rows) => {
          for (const [id, bytes] of rows) {
            const list = toU32(new Uint8Array(bytes ?? []));
            lists.set(readInt(id), list);
            this.lists.set(readInt(id), list);
          }
        },
      );
    }
    return lists;
  }

  /**
   * The top sets of these networks by row id, without those that the index has not added yet. Table search_network,
   * primary key; read once for each network.
   */
  async loadTopSets(catalog: Catalog, networks: readonly number[]): Promise<ReadonlyMap<number, TopSets>> {
    this.clearIfOutdated(catalog);
    const known = this.topSets;
    const missing = networks.filter((id) => !known.has(id));
    for (let from = 0; from < missing.length; from += TOP_SETS_BATCH) {
      await useRows(
        this.client,
        `select covariation_network_id, top_sets, top_p_values from search_network
          where covariation_network_id = any(${numberList(missing.slice(from, from + TOP_SETS_BATCH))}) and top_sets is not null`,
        (rows) => {
          for (const [id, sets, pValues] of rows)
            known.set(readInt(id), {
              sets: toU32(new Uint8Array(sets ?? [])),
              pValues: toF64(new Uint8Array(pValues ?? [])),
            });
        },
      );
    }
    return known;
  }

  /**
   * The symbols of these lists, in their order; none for a list that is not indexed. The most recently used lists are
   * cached: making 280 of them for each answer took a third of the search for candidates.
   */
  async loadSymbols(catalog: Catalog, ids: readonly number[]): Promise<SymbolsOfList[]> {
    this.clearIfOutdated(catalog);
    const known = new Map(ids.map((id) => [id, this.symbols.get(id)]));
    const missing = new Set(ids.filter((id) => id !== 0 && known.get(id) === undefined));
    const targets = await this.loadTargets(catalog, 'SYMBOL');
    const lists = await this.loadLists(catalog, missing);
    return ids.map((id) => {
      const found = known.get(id);
      if (found !== undefined) return found;
      const made = symbolsOfList(lists.get(id) ?? new Uint32Array(0), targets);
      known.set(id, made);
      if (lists.has(id)) this.symbols.set(id, made);
      return made;
    });
  }

  /** The targets of every feature. Table search_target: about ten thousand rows of this identifier. */
  async loadTargets(catalog: Catalog, identifier: QueryIdentifier): Promise<Targets> {
    this.clearIfOutdated(catalog);
    const known = this.targets.get(identifier);
    if (known) return known;
    const rows = await copyRows(
      this.client,
      `select spelling, features from search_target where identifier = ${quote(identifier)} order by target`,
    );
    const targets = joinTargets(
      rows.map(([spelling, features]) => ({
        spelling: readText(spelling),
        features: features ?? Buffer.alloc(0),
      })),
    );
    this.targets.set(identifier, targets);
    return targets;
  }
}
