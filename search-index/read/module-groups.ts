/** Which modules are one signal: recurring modules of a data set, and meta-modules over data sets. Loaded on first use. */
import type { Client } from 'pg';
import {
  type AnalysisEntry,
  type Catalog,
  type DataSetEntry,
  mayRead,
  type Viewer,
} from './catalog-entries.ts';
import { quote, readInt, readText, useRows } from './rows.ts';

/** A meta-module that the reader has. */
export interface MetaModuleEntry {
  number: number;
  title: string;
  /** cohorts that have it, of those in which it could be found */
  found: number;
  findable: number;
}

/** By module id; modules that are in no group are 0. */
export interface GroupsOfModules {
  /** number of the recurring module, unique over data sets */
  recurring: Int32Array;
  /** number of the meta-module */
  meta: Int32Array;
  metaModules: ReadonlyMap<number, MetaModuleEntry>;
}

/** Cache of the groups of each audience, until the corpus changes. 5,000 networks with 60 modules take 2 MB. */
export class ModuleGroups {
  private readonly client: Client;
  private readonly loaded = new Map<string, GroupsOfModules>();
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * Groups of the reader's audience. A meta-module that rests on a record which the audience may not read any more is
   * none until it is computed again. Tables recurring_module_member and meta_module, by their primary keys.
   */
  async load(catalog: Catalog, { readsLab }: Viewer): Promise<GroupsOfModules> {
    if (catalog.version !== this.version) this.loaded.clear();
    this.version = catalog.version;
    const audience = readsLab ? 'laboratory' : 'public';
    const known = this.loaded.get(audience);
    if (known !== undefined) return known;
    const metaModules = await this.loadMetaModules(catalog, audience);
    const groups = await this.loadMembers(catalog, audience, metaModules);
    this.loaded.set(audience, groups);
    return groups;
  }

  private async loadMetaModules(catalog: Catalog, audience: string): Promise<Map<number, MetaModuleEntry>> {
    const viewer: Viewer = { person_id: null, readsLab: audience === 'laboratory' };
    const numbersOf = (entries: readonly (DataSetEntry | AnalysisEntry)[]) =>
      new Set(entries.filter((entry) => mayRead(entry, viewer)).map(({ number }) => number));
    const [dataSets, analyses] = [numbersOf(catalog.dataSets), numbersOf(catalog.analyses)];
    const found = await this.client.query<
      MetaModuleEntry & { data_set_numbers: number[]; analysis_numbers: number[] }
    >(
      'select number, title, found, findable, data_set_numbers, analysis_numbers from meta_module where audience = $1',
      [audience],
    );
    return new Map(
      found.rows
        .filter(
          ({ data_set_numbers, analysis_numbers }) =>
            data_set_numbers.every((number) => dataSets.has(number)) &&
            analysis_numbers.every((number) => analyses.has(number)),
        )
        .map(({ number, title, found: cohorts, findable }) => [
          number,
          { number, title, found: cohorts, findable },
        ]),
    );
  }

  private async loadMembers(
    catalog: Catalog,
    audience: string,
    metaModules: ReadonlyMap<number, MetaModuleEntry>,
  ): Promise<GroupsOfModules> {
    const length = catalog.networkOfModule.length;
    const [recurring, meta] = [new Int32Array(length), new Int32Array(length)];
    const numbers = new Map<string, number>();
    await useRows(
      this.client,
      `select module_id, data_set_number || ' ' || recurring_module, coalesce(meta_module_number, 0)
         from recurring_module_member where audience = ${quote(audience)}`,
      (rows) => {
        for (const [id, group, number] of rows) {
          const module = readInt(id);
          if (module >= length) continue;
          const key = readText(group) ?? '';
          const known = numbers.get(key) ?? numbers.size + 1;
          numbers.set(key, known);
          recurring[module] = known;
          const metaModule = readInt(number);
          meta[module] = metaModules.has(metaModule) ? metaModule : 0;
        }
      },
    );
    return { recurring, meta, metaModules };
  }
}
