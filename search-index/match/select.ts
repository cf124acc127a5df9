/** Selects the records that satisfy the rules and that the viewer may read, from data collections down to networks. */
import {
  type Group,
  groupTest,
  isGroup,
  type QuerySection,
  restricts,
  rulesOf,
  ruleTest,
  type SampleGroup,
} from '@omicon/domain/query/query.ts';
import type { FeatureRule } from '@omicon/domain/query/rules/feature.ts';
import type { FieldRule } from '@omicon/domain/query/rules/field.ts';
import type { ParsedFilters, RuleIn } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { Client } from 'pg';
import {
  type AnalysisEntry,
  type Catalog,
  type CollectionEntry,
  type DataSetEntry,
  type Entry,
  type GeneSetEntry,
  mayRead,
  type NetworkEntry,
  type Reader,
} from '../read/catalog-entries.ts';
import type { ModuleColumns } from '../read/module-columns.ts';
import { listedKeys, listFeatures } from './match-features.ts';
import {
  columnsOfGroup,
  countHolding,
  ownerOf,
  quantifierHolds,
  type SampleColumns,
  SampleJudge,
  type TermIds,
} from './samples.ts';

export interface SelectionContext {
  client: Client;
  catalog: Catalog;
  samples: SampleColumns;
  columns: ModuleColumns;
  terms: TermIds;
  viewer: Reader;
  filters: ParsedFilters;
}

export interface Selection {
  collections: CollectionEntry[];
  dataSets: DataSetEntry[];
  analyses: AnalysisEntry[];
  networks: NetworkEntry[];
}

/** Prepares a test of one attribute rule. */
export function fieldTest(catalog: Catalog, section: QuerySection) {
  return (rule: FieldRule) => {
    const holds = ruleTest(rule, catalog.fields.get(section)?.get(rule.key)?.kind ?? 'mixed');
    return ({ fields }: Pick<Entry | GeneSetEntry, 'fields'>) => holds(fields.get(rule.key));
  };
}

/** Ids of the feature lists that contain the listed features. */
async function listsWithFeatures(
  { client, catalog, columns }: SelectionContext,
  rule: FeatureRule,
): Promise<Set<number>> {
  const keys = listedKeys(rule);
  const features = await listFeatures(client, rule.identifier, keys);
  const has = (present: Uint8Array, ids: Uint32Array) =>
    ids.some((id) => ((present[id >> 3] ?? 0) & (1 << (id & 7))) !== 0);
  const found = new Set<number>();
  for (const { feature_list_id, present } of await columns.loadPresent(catalog)) {
    const one = (key: string) => has(present, features.get(key) ?? new Uint32Array(0));
    if (rule.operator === 'all' ? keys.every(one) : keys.some(one)) found.add(feature_list_id);
  }
  return found;
}

type DataSetRule = RuleIn<'dataset'>;
type DataSetTest = (dataSet: DataSetEntry) => boolean;

/** Prepares the tests of the data set rules: gives that of one rule or group. */
export async function prepareDataSetTests(context: SelectionContext) {
  const { catalog, viewer, filters } = context;
  const inputs = new Map<string, Set<number>>();
  for (const analysis of catalog.analyses) {
    const { dataSet, types } = analysis;
    if (!dataSet || !mayRead(analysis, viewer)) continue;
    for (const type of types) inputs.set(type, (inputs.get(type) ?? new Set()).add(dataSet.number));
  }
  const testOf = async (rule: DataSetRule): Promise<DataSetTest> => {
    switch (rule.kind) {
      case 'feature': {
        const lists = await listsWithFeatures(context, rule);
        return ({ feature_list_id }) => lists.has(feature_list_id);
      }
      case 'is_input_of':
        return ({ number }) => inputs.get(rule.analysis)?.has(number) ?? false;
      case 'field':
        return fieldTest(catalog, 'dataset')(rule);
    }
  };
  const tests = new Map<DataSetRule, DataSetTest>();
  for (const rule of rulesOf(filters.dataset)) tests.set(rule, await testOf(rule));
  const ready = (rule: DataSetRule): DataSetTest => tests.get(rule) ?? (() => false);
  return (node: DataSetRule | Group<DataSetRule>) => (isGroup(node) ? groupTest(node, ready) : ready(node));
}

function selectCollections({ catalog, viewer, filters }: SelectionContext): CollectionEntry[] {
  const visible = catalog.collections.filter((entry) => mayRead(entry, viewer));
  return visible.filter(groupTest(filters.collection, fieldTest(catalog, 'collection')));
}

/** Prepares a test whether enough samples of a data set satisfy the rules. Loads their columns. */
export async function prepareSampleTest(
  { catalog, samples, terms }: Pick<SelectionContext, 'catalog' | 'samples' | 'terms'>,
  group: SampleGroup<FieldRule>,
): Promise<DataSetTest> {
  await samples.load(columnsOfGroup(group, catalog), catalog);
  const judge = new SampleJudge({ columns: samples, catalog, terms });
  return (dataSet) => {
    const holds = judge.judge(group, ownerOf(dataSet, 'ds'));
    return quantifierHolds(group, countHolding(holds), holds.length);
  };
}

async function selectDataSets(
  context: SelectionContext,
  collections: readonly CollectionEntry[],
): Promise<DataSetEntry[]> {
  const { catalog, viewer, filters } = context;
  const numbers = new Set(collections.map(({ number }) => number));
  // A data set in a hidden collection is found only by its own rules, never by rules of the collection.
  let found = catalog.dataSets.filter(
    (entry) =>
      mayRead(entry, viewer) && (!restricts(filters.collection) || numbers.has(entry.collection_number)),
  );
  const group = filters.dataset;
  if (restricts(group)) found = found.filter((await prepareDataSetTests(context))(group));
  const sample = filters.sample;
  return restricts(sample) ? found.filter(await prepareSampleTest(context, sample)) : found;
}

function selectAnalyses(
  { catalog, viewer, filters }: SelectionContext,
  dataSets: ReadonlySet<DataSetEntry>,
): AnalysisEntry[] {
  const visible = catalog.analyses.filter(
    (entry) => entry.dataSet !== undefined && dataSets.has(entry.dataSet) && mayRead(entry, viewer),
  );
  const typeTest = (rule: FieldRule) => {
    const holds = ruleTest(rule, 'text');
    return ({ types }: AnalysisEntry) => types.some(holds);
  };
  const otherTest = fieldTest(catalog, 'analyses');
  const testOf = (rule: FieldRule) => (rule.key === 'type' ? typeTest(rule) : otherTest(rule));
  return visible.filter(groupTest(filters.analyses, testOf));
}

function selectNetworks(
  { catalog, filters }: SelectionContext,
  analyses: ReadonlySet<AnalysisEntry>,
): NetworkEntry[] {
  const candidates = catalog.networks.filter(({ analysis }) => analyses.has(analysis));
  return candidates.filter(groupTest(filters.networks, fieldTest(catalog, 'networks')));
}

/** Sample rules of an analysis apply to its input data set. */
export async function select(context: SelectionContext): Promise<Selection> {
  const collections = selectCollections(context);
  const dataSets = await selectDataSets(context, collections);
  const analyses = selectAnalyses(context, new Set(dataSets));
  const networks = selectNetworks(context, new Set(analyses));
  return { collections, dataSets, analyses, networks };
}
