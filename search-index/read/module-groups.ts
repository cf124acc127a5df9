/** Which modules are one signal: recurring modules of a data set, and meta-modules over data sets. Loaded on first use. */
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import type { Audience } from '@omicon/domain/permissions/audience.ts';
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

/** By module id. */
export interface GroupsOfModules {
  /** number of the recurring module, unique over data sets; 0 for a module that the atlas does not have yet */
  recurring: Int32Array;
  /** number of the meta-module; 0 for a module of none */
  meta: Int32Array;
  metaModules: ReadonlyMap<number, MetaModuleEntry>;
  /**
   * Which modules are one signal: the smallest id of them, of each data set alone or of all. A module of no meta-module is
   * with those of its recurring module; one that the atlas does not have yet is alone.
   */
  groupOf: Record<'data-set' | 'meta-module', Uint32Array>;
}

/** Data sets by number, for each meta-module by number. */
type DataSetsOfMetaModules = ReadonlyMap<number, readonly number[]>;

/** Where the meta-modules are found. Data sets that measure too few genes of a meta-module are in neither list. */
export interface PlacesOfMetaModules {
  /** numbers of the data sets that the atlas compares */
  compared: ReadonlySet<number>;
  found: DataSetsOfMetaModules;
  absent: DataSetsOfMetaModules;
}

export function audienceOf({ readsLab }: Viewer): Audience {
  return readsLab ? 'laboratory' : 'public';
}

/** An audience as somebody who owns nothing. */
export function viewerOfAudience(audience: Audience): Viewer {
  return { person_id: null, readsLab: audience === 'laboratory' };
}

function groupModules(groups: Int32Array): Uint32Array {
  const first = new Map<number, number>();
  const groupOf = new Uint32Array(groups.length);
  for (let module = 0; module < groups.length; module += 1) {
    const group = numberAt(groups, module);
    const known = group === 0 ? module : (first.get(group) ?? module);
    if (known === module && group !== 0) first.set(group, module);
    groupOf[module] = known;
  }
  return groupOf;
}

/** The groups of meta-modules are negative, to be told from recurring modules. */
function groupsOver(recurring: Int32Array, meta: Int32Array): Int32Array {
  return recurring.map((own, module) => {
    const number = numberAt(meta, module);
    return number > 0 ? -number : own;
  });
}

/** Cache of the groups of each audience, until the corpus changes. 5,000 networks with 60 modules take 5 MB. */
export class ModuleGroups {
  private readonly client: Client;
  private readonly loaded = new Map<string, GroupsOfModules>();
  private readonly places = new Map<string, PlacesOfMetaModules>();
  private version = -1;

  constructor(client: Client) {
    this.client = client;
  }

  /**
   * A meta-module that rests on a record which the audience may not read any more is
   * none until it is computed again. Tables recurring_module_member and meta_module, by their primary keys.
   */
  async load(catalog: Catalog, audience: Audience): Promise<GroupsOfModules> {
    this.forgetOthers(catalog);
    const known = this.loaded.get(audience);
    if (known !== undefined) return known;
    const metaModules = await this.loadMetaModules(catalog, audience);
    const groups = await this.loadMembers(catalog, audience, metaModules);
    this.loaded.set(audience, groups);
    return groups;
  }

  /**
   * Places of the meta-modules, also of those that rest on a record which the audience may not
   * read any more, and in data sets that it may not. Tables atlas_data_set and meta_module_place, by their primary keys.
   */
  async loadPlaces(catalog: Catalog, audience: Audience): Promise<PlacesOfMetaModules> {
    this.forgetOthers(catalog);
    const known = this.places.get(audience);
    if (known !== undefined) return known;
    const compared = await this.loadCompared(audience);
    const [found, absent] = [new Map<number, number[]>(), new Map<number, number[]>()];
    await useRows(
      this.client,
      `select number, data_set_number, (state = 'found')::int from meta_module_place
        where audience = ${quote(audience)} and state <> 'not measurable'`,
      (rows) => {
        for (const [metaModule, dataSet, isFound] of rows) {
          const places = readInt(isFound) === 1 ? found : absent;
          const number = readInt(metaModule);
          const dataSets = places.get(number) ?? [];
          places.set(number, dataSets);
          dataSets.push(readInt(dataSet));
        }
      },
    );
    const places = { compared, found, absent };
    this.places.set(audience, places);
    return places;
  }

  private forgetOthers({ version }: Catalog): void {
    if (version === this.version) return;
    this.loaded.clear();
    this.places.clear();
    this.version = version;
  }

  private async loadCompared(audience: Audience): Promise<Set<number>> {
    const { rows } = await this.client.query<{ data_set_number: number }>(
      'select data_set_number from atlas_data_set where audience = $1',
      [audience],
    );
    return new Set(rows.map(({ data_set_number }) => data_set_number));
  }

  private async loadMetaModules(catalog: Catalog, audience: Audience): Promise<Map<number, MetaModuleEntry>> {
    const reader = viewerOfAudience(audience);
    const numbersOf = (entries: readonly (DataSetEntry | AnalysisEntry)[]) =>
      new Set(entries.filter((entry) => mayRead(entry, reader)).map(({ number }) => number));
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
    audience: Audience,
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
    const groupOf = {
      'data-set': groupModules(recurring),
      'meta-module': groupModules(groupsOver(recurring, meta)),
    };
    return { recurring, meta, metaModules, groupOf };
  }
}
