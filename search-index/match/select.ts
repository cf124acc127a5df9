/** Selects the records that satisfy the rules and that the viewer may read, from data collections down to networks. */
import { FEATURE_FIELD, INPUT_FIELD } from '@omicon/domain/query/check-query.ts';
import {
  type Filters,
  fieldKey,
  type Group,
  groupHolds,
  isGroup,
  type QuerySection,
  type Rule,
  restricts,
  ruleTest,
} from '@omicon/domain/query/query.ts';
import type { Client } from 'pg';
import {
  type AnalysisEntry,
  type Catalog,
  type CollectionEntry,
  type DataSetEntry,
  type Entry,
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
  filters: Filters;
}

export interface Selection {
  collections: CollectionEntry[];
  dataSets: DataSetEntry[];
  analyses: AnalysisEntry[];
  networks: NetworkEntry[];
}

type Fields = Entry['fields'];

/** A test of attribute rules, prepared once. */
function attributeTest(
  catalog: Catalog,
  section: QuerySection,
  group: Group,
): (rule: Rule, fields: Fields) => boolean {
  const tests = new Map<Rule, (value: string | null | undefined) => boolean>();
  const prepare = (parent: Group) => {
    for (const node of parent.rules) {
      if (isGroup(node)) prepare(node);
      else {
        const kind = catalog.fields.get(section)?.get(fieldKey(node.field))?.kind ?? 'mixed';
        if (node.operator !== undefined && !['all', 'any', 'under'].includes(node.operator))
          tests.set(node, ruleTest(node, kind));
      }
    }
  };
  prepare(group);
  return (rule, fields) => tests.get(rule)?.(fields.get(fieldKey(rule.field))) ?? false;
}

/** Ids of the feature lists that contain the listed features. */
async function listsWithFeatures(
  { client, catalog, columns }: SelectionContext,
  rule: Rule,
): Promise<Set<number>> {
  const keys = listedKeys(rule);
  const features = await listFeatures(client, rule.identifier ?? 'SYMBOL', keys);
  const has = (present: Uint8Array, ids: Uint32Array) =>
    ids.some((id) => ((present[id >> 3] ?? 0) & (1 << (id & 7))) !== 0);
  const found = new Set<number>();
  for (const { feature_list_id, present } of await columns.loadPresent(catalog)) {
    const one = (key: string) => has(present, features.get(key) ?? new Uint32Array(0));
    if (rule.operator === 'all' ? keys.every(one) : keys.some(one)) found.add(feature_list_id);
  }
  return found;
}

function rulesNamed(group: Group | undefined, name: string): Rule[] {
  if (group === undefined) return [];
  return group.rules.flatMap((node) =>
    isGroup(node) ? rulesNamed(node, name) : fieldKey(node.field) === name ? [node] : [],
  );
}

export type DataSetTest = (dataSet: DataSetEntry, node: Rule | Group) => boolean;

/** Prepares the test of one data set rule or group. */
export async function prepareDataSetTest(context: SelectionContext): Promise<DataSetTest> {
  const { catalog, viewer, filters } = context;
  const group: Group = filters.dataset ?? { combinator: 'and', not: false, rules: [] };
  const holding = new Map<Rule, Set<number>>();
  for (const rule of rulesNamed(group, FEATURE_FIELD)) {
    holding.set(rule, await listsWithFeatures(context, rule));
  }
  const inputs = new Map<string, Set<number>>();
  for (const analysis of catalog.analyses) {
    const { dataSet, types } = analysis;
    if (!dataSet || !mayRead(analysis, viewer)) continue;
    for (const type of types) inputs.set(type, (inputs.get(type) ?? new Set()).add(dataSet.number));
  }
  const holds = attributeTest(catalog, 'dataset', group);
  const testRule = (dataSet: DataSetEntry, rule: Rule): boolean => {
    if (fieldKey(rule.field) === FEATURE_FIELD)
      return holding.get(rule)?.has(dataSet.feature_list_id) ?? false;
    if (fieldKey(rule.field) === INPUT_FIELD)
      return inputs.get(String(rule.value).toUpperCase())?.has(dataSet.number) ?? false;
    return holds(rule, dataSet.fields);
  };
  return (dataSet, node) =>
    isGroup(node) ? groupHolds(node, (rule) => testRule(dataSet, rule)) : testRule(dataSet, node);
}

function selectCollections({ catalog, viewer, filters }: SelectionContext): CollectionEntry[] {
  const visible = catalog.collections.filter((entry) => mayRead(entry, viewer));
  const group = filters.collection;
  if (!restricts(group)) return visible;
  const holds = attributeTest(catalog, 'collection', group);
  return visible.filter(({ fields }) => groupHolds(group, (rule) => holds(rule, fields)));
}

async function selectDataSets(
  context: SelectionContext,
  collections: readonly CollectionEntry[],
): Promise<DataSetEntry[]> {
  const { catalog, viewer, filters, samples, terms } = context;
  const numbers = new Set(collections.map(({ number }) => number));
  // A data set in a hidden collection is found only by its own rules, never by rules of the collection.
  let found = catalog.dataSets.filter(
    (entry) =>
      mayRead(entry, viewer) && (!restricts(filters.collection) || numbers.has(entry.collection_number)),
  );
  const group = filters.dataset;
  if (restricts(group)) {
    const test = await prepareDataSetTest(context);
    found = found.filter((dataSet) => test(dataSet, group));
  }
  const sample = filters.sample;
  if (!restricts(sample)) return found;
  await samples.load(columnsOfGroup(sample, catalog), catalog);
  const judge = new SampleJudge({ columns: samples, catalog, terms });
  return found.filter((dataSet) => {
    const holds = judge.judge(sample, ownerOf(dataSet, 'ds'));
    return quantifierHolds(sample, countHolding(holds), holds.length);
  });
}

function selectAnalyses(
  { catalog, viewer, filters }: SelectionContext,
  dataSets: ReadonlySet<DataSetEntry>,
): AnalysisEntry[] {
  const visible = catalog.analyses.filter(
    (entry) => entry.dataSet !== undefined && dataSets.has(entry.dataSet) && mayRead(entry, viewer),
  );
  const group = filters.analyses;
  if (!restricts(group)) return visible;
  const holds = attributeTest(catalog, 'analyses', group);
  return visible.filter(({ fields, types }) =>
    groupHolds(group, (rule) =>
      fieldKey(rule.field) === 'type'
        ? types.some((type) => ruleTest(rule, 'text')(type))
        : holds(rule, fields),
    ),
  );
}

function selectNetworks(
  { catalog, filters }: SelectionContext,
  analyses: ReadonlySet<AnalysisEntry>,
): NetworkEntry[] {
  const candidates = catalog.networks.filter(({ analysis }) => analyses.has(analysis));
  const group = filters.networks;
  if (!restricts(group)) return candidates;
  const holds = attributeTest(catalog, 'networks', group);
  return candidates.filter(({ fields }) => groupHolds(group, (rule) => holds(rule, fields)));
}

/** Sample rules of an analysis apply to its input data set. */
export async function select(context: SelectionContext): Promise<Selection> {
  const collections = selectCollections(context);
  const dataSets = await selectDataSets(context, collections);
  const analyses = selectAnalyses(context, new Set(dataSets));
  const networks = selectNetworks(context, new Set(analyses));
  return { collections, dataSets, analyses, networks };
}
