/** The meta-modules of an audience, from recurring modules and their matches. */
import { f64At, numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import {
  findMetaModules,
  type MetaModule,
  type PairMatches,
  stateOf,
  supportOf,
} from '@omicon/domain/statistics/recurrence/meta-modules.ts';
import type { Services } from '../../base/services.ts';
import type { MetaConsensus } from '../../compute/kinds/atlas/meta-consensus.ts';
import { findNamingSet, makeTitles, type NamingSet } from './name-meta-modules.ts';
import { loadProfiles, type ProfilesOfSets } from './profiles.ts';
import type { InputNetwork } from './sql-inputs.ts';
import type { NewGene, NewMembers, NewMetaModule, NewPlace } from './sql-partition.ts';
import { listMatches, type RecurringSet } from './sql-sets.ts';

/** Genes that stand for a meta-module in lists. */
const LEADING_GENES = 6;

/** A data set of the atlas. */
export interface AtlasInput {
  set: RecurringSet;
  networks: InputNetwork[];
  /** from 1 */
  cohort: number;
}

/** A meta-module before it has a number. */
export interface FoundMetaModule {
  row: Omit<NewMetaModule, 'number' | 'title' | 'made_title' | 'theme_number'>;
  set: NamingSet | null;
  /** row ids of its modules */
  modules: number[];
}

export interface FoundAtlas {
  /** by support, then number of modules */
  metaModules: FoundMetaModule[];
  /** indexes of the meta-modules of each theme */
  themes: number[][];
}

/** Row ids of the modules of a recurring module. */
export function modulesOf({ modules, recurring }: RecurringSet, number: number): number[] {
  return Array.from(modules).filter((_, at) => u32At(recurring, at) === number);
}

async function groupModules({ db }: Services, inputs: readonly AtlasInput[]): Promise<MetaModule[]> {
  const at = new Map(inputs.map(({ set }, index) => [set.id, index]));
  const stored = await listMatches(db, [...at.keys()]);
  const pairs = stored.map(
    ({ one, other, ofOne, ofOther, r }): PairMatches => ({
      one: at.get(one) ?? 0,
      other: at.get(other) ?? 0,
      matches: Array.from(ofOne, (a, match) => ({ a, b: u32At(ofOther, match), r: f64At(r, match) })),
    }),
  );
  const counted = inputs.map(({ cohort, set }) => ({ cohort, count: set.representatives.length }));
  return findMetaModules(counted, pairs);
}

/** What a meta-module is made of: its recurring modules with their profiles, and their consensus. */
interface Made {
  members: MetaModule;
  consensus: MetaConsensus;
}

/** The member that represents the meta-module in a data set: the one that agrees most with the consensus. */
function memberOf({ members, consensus }: Made, dataSet: number): number {
  const here = [...members.keys()].filter((at) => members[at]?.dataSet === dataSet);
  return here.reduce(
    (best, at) => (f64At(consensus.r, at) > f64At(consensus.r, best) ? at : best),
    here[0] ?? -1,
  );
}

function placesOf(made: Made, inputs: readonly AtlasInput[], { dataSets }: ProfilesOfSets): NewPlace[] {
  const { members, consensus } = made;
  return inputs.map(({ set, cohort }, dataSet) => {
    const member = memberOf(made, dataSet);
    const number = members[member]?.module ?? -1;
    const measured = f64At(consensus.measured, dataSet);
    const isFound = member >= 0;
    const here = members.filter((at) => at.dataSet === dataSet);
    return {
      data_set_number: set.data_set_number,
      state: stateOf({ cohort, isFound, measured }),
      module_id: isFound ? (set.modules[numberAt(set.representatives, number)] ?? null) : null,
      modules: here.reduce((sum, { module }) => sum + modulesOf(set, module).length, 0),
      features: isFound ? (dataSets[dataSet]?.modules[number]?.members.length ?? 0) : 0,
      r: isFound ? f64At(consensus.r, member) : null,
      measured,
    };
  });
}

function genesOf(made: Made, spellings: readonly string[], dataSets: readonly number[]): NewGene[] {
  const { genes, kme } = made.consensus;
  const width = made.members.length;
  const columns = dataSets.map((dataSet) => memberOf(made, dataSet));
  return Array.from(genes.symbols, (symbol, at) => ({
    symbol: spellings[symbol] ?? '',
    kme: numberAt(genes.kme, at),
    member_of: u32At(genes.memberOf, at),
    measured_by: u32At(genes.measuredBy, at),
    kme_by_data_set: Float64Array.from(columns, (column) => f64At(kme, at * width + column)),
  }));
}

function toRow(
  made: Made,
  inputs: readonly AtlasInput[],
  profiles: ProfilesOfSets,
): Omit<FoundMetaModule, 'set'> {
  const { members } = made;
  const places = placesOf(made, inputs, profiles);
  const found = [...new Set(members.map(({ dataSet }) => dataSet))];
  const consensus = genesOf(made, profiles.spellings, found);
  const support = supportOf(
    places.map(({ state, measured }, at) => ({
      cohort: inputs[at]?.cohort ?? 0,
      isFound: state === 'found',
      measured,
    })),
  );
  const modules = members.flatMap(({ dataSet, module }) => {
    const set = inputs[dataSet]?.set;
    return set === undefined ? [] : modulesOf(set, module);
  });
  return {
    modules,
    row: {
      ...support,
      places,
      consensus,
      modules: modules.length,
      genes: consensus.slice(0, LEADING_GENES).map(({ symbol }) => symbol),
      gene_set_number: null,
      gene_set_q: null,
      data_set_numbers: found.map((dataSet) => inputs[dataSet]?.set.data_set_number ?? 0),
      analysis_numbers: [
        ...new Set(
          found.flatMap((dataSet) => inputs[dataSet]?.networks.map((each) => each.analysis_number) ?? []),
        ),
      ],
    },
  };
}

/** Finds meta-modules, their genes and places, and the gene set that names each. */
export async function makeAtlas(
  services: Services,
  inputs: readonly AtlasInput[],
  signal: AbortSignal | undefined,
): Promise<FoundAtlas> {
  const groups = await groupModules(services, inputs);
  if (groups.length === 0) return { metaModules: [], themes: [] };
  const profiles = await loadProfiles(
    services,
    inputs.map(({ set }) => set),
  );
  const { dataSets, spellings: _, ...request } = profiles;
  const { metaModules, themes } = await services.computeThreads.compute(
    'meta_consensus',
    {
      ...request,
      dataSets: dataSets.map(({ lists }) => lists),
      metaModules: groups.map((members) =>
        members.flatMap(({ dataSet, module }) => {
          const stored = dataSets[dataSet]?.modules[module];
          return stored === undefined ? [] : [{ cohort: inputs[dataSet]?.cohort ?? 0, module: stored }];
        }),
      ),
    },
    { ...(signal && { signal }) },
  );
  const rows = groups.flatMap((members, at) => {
    const consensus = metaModules[at];
    return consensus === undefined ? [] : [{ at, ...toRow({ members, consensus }, inputs, profiles) }];
  });
  const sorted = rows.toSorted(
    (a, b) => b.row.found - a.row.found || b.row.modules - a.row.modules || a.at - b.at,
  );
  const place = new Map(sorted.map(({ at }, index) => [at, index]));
  const named: FoundMetaModule[] = [];
  for (const { row, modules } of sorted) {
    signal?.throwIfAborted();
    const set = await findNamingSet(services, row.consensus);
    named.push({
      modules,
      set,
      row: { ...row, gene_set_number: set?.number ?? null, gene_set_q: set?.q ?? null },
    });
  }
  return {
    metaModules: named,
    themes: themes.map((theme) => theme.map((at) => place.get(at) ?? 0).toSorted((a, b) => a - b)),
  };
}

/** Rows of meta-modules with their numbers, titles and themes. */
export function numberMetaModules(
  { metaModules, themes }: FoundAtlas,
  numbers: readonly number[],
  given: ReadonlyMap<number, string>,
): NewMetaModule[] {
  const titles = makeTitles(metaModules.map(({ row, set }) => ({ set, genes: row.genes })));
  const leaderOf = new Map(themes.flatMap((theme) => theme.map((at) => [at, theme[0] ?? at] as const)));
  return metaModules.map(({ row }, at) => ({
    ...row,
    number: numbers[at] ?? 0,
    title: given.get(numbers[at] ?? 0) ?? titles[at] ?? '',
    made_title: titles[at] ?? '',
    theme_number: numbers[leaderOf.get(at) ?? at] ?? 0,
  }));
}

/** Every module with its recurring module and meta-module. */
export function listMembers(
  inputs: readonly AtlasInput[],
  metaModules: readonly { number: number; modules: readonly number[] }[],
): NewMembers {
  const metaOf = new Map(
    metaModules.flatMap(({ number, modules }) => modules.map((id) => [id, number] as const)),
  );
  const members: NewMembers = {
    ...{ modules: [], data_sets: [], recurring: [] },
    ...{ representatives: [], meta_modules: [] },
  };
  for (const { set } of inputs) {
    const representatives = new Set(set.representatives);
    for (const [at, id] of set.modules.entries()) {
      members.modules.push(id);
      members.data_sets.push(set.data_set_number);
      members.recurring.push(u32At(set.recurring, at) + 1);
      members.representatives.push(representatives.has(at));
      members.meta_modules.push(metaOf.get(id) ?? null);
    }
  }
  return members;
}
