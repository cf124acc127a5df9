/** Rows of samples, and of data collections with the number of matching sample labels. */
import { codeAt } from '@omicon/domain/arrays/number-at.ts';
import { fieldKey, type Group, restricts, rulesOf } from '@omicon/domain/query/query.ts';
import type { RuleIn } from '@omicon/domain/query/rules/rule-kinds.ts';
import type { Row } from '../kit/sorting.ts';
import {
  columnsOfGroup,
  columnsOfRule,
  ownerOf,
  quantifierHolds,
  type SampleColumns,
  SampleJudge,
} from '../match/samples.ts';
import { prepareDataSetTests } from '../match/select.ts';
import { type CollectionEntry, type DataSetEntry, mayRead } from '../read/catalog-entries.ts';
import { listDataSets, type MakeRows, narrowsBelow, type ResultContext } from './result-context.ts';

/** Attribute columns of samples: Organism, Disease, and every attribute that a rule names. */
function sampleColumnNames({ found }: ResultContext, owners: readonly CollectionEntry[]): string[] {
  const lists = new Set(owners.map(({ sample_columns }) => sample_columns));
  const named = rulesOf(found.selectionContext.filters.sample).flatMap((rule) => {
    const operator = rule.operator === 'under' ? 'equal' : rule.operator;
    return [...lists].flatMap((list) => columnsOfRule({ ...rule, operator }, list));
  });
  const shown = new Map<string, string>([
    ['organism', 'Organism'],
    ['disease', 'Disease'],
  ]);
  for (const name of named)
    if (fieldKey(name) !== 'label' && !shown.has(fieldKey(name))) shown.set(fieldKey(name), name);
  return [...shown.values()];
}

/** For each shown name the matching column of an owner, undefined if it has none. */
function shownColumns(columns: readonly string[], names: readonly string[]): (string | undefined)[] {
  const nameOf = new Map(columns.map((name) => [fieldKey(name), name]));
  return names.map((name) => nameOf.get(fieldKey(name)));
}

function byCollection(dataSets: readonly DataSetEntry[]): Map<number, DataSetEntry[]> {
  const found = new Map<number, DataSetEntry[]>();
  for (const dataSet of dataSets) {
    const known = found.get(dataSet.collection_number);
    if (known) known.push(dataSet);
    else found.set(dataSet.collection_number, [dataSet]);
  }
  return found;
}

function labelsOf(samples: SampleColumns, dataSets: readonly DataSetEntry[]): Set<string> {
  return new Set(dataSets.flatMap((dataSet) => samples.get(ownerOf(dataSet, 'ds'), 'label')?.values ?? []));
}

export const makeSamples: MakeRows = async (context) => {
  const { found, query } = context;
  const { selectionContext, selection } = found;
  const { catalog, samples, terms, filters } = selectionContext;
  const byDataSet =
    narrowsBelow(query, ['dataset', 'analyses', 'networks', 'modules', 'genesets']) ||
    filters.sample?.quantifier !== undefined;
  const names = sampleColumnNames(context, selection.collections);
  const lists = new Set(catalog.collections.map(({ sample_columns }) => sample_columns));
  /** shown columns, in order, by the column list of a collection */
  const shownOf = new Map([...lists].map((list) => [list, shownColumns(list, names)]));
  const shown = [...shownOf.values()].flat().filter((name) => name !== undefined);
  await samples.load([...shown, ...columnsOfGroup(filters.sample, catalog), 'label'], catalog);
  const kept = byDataSet ? byCollection(await listDataSets(context)) : null;
  const judge = new SampleJudge({ columns: samples, catalog, terms });
  const rows: Row[] = [];
  for (const collection of selection.collections) {
    const owner = ownerOf(collection, 'dc');
    const holds = filters.sample
      ? judge.judge(filters.sample, owner)
      : new Uint8Array(owner.number_of_samples).fill(1);
    const labels = samples.get(owner, 'label')?.values ?? [];
    const inDataSets = kept && labelsOf(samples, kept.get(collection.number) ?? []);
    const columns = (shownOf.get(collection.sample_columns) ?? []).map((name) =>
      name === undefined ? undefined : samples.get(owner, name),
    );
    labels.forEach((label, at) => {
      if (holds[at] !== 1 || (inDataSets && !inDataSets.has(label))) return;
      const row: Row = { Data_Collection: collection.title, Label: label };
      names.forEach((name, index) => {
        const column = columns[index];
        row[name] = column?.values[codeAt(column.codes, at) - 1] ?? null;
      });
      row.Omicon_ID = `OM.DC.${collection.number}`;
      rows.push(row);
    });
  }
  return { columns: ['Data_Collection', 'Label', ...names, 'Omicon_ID'], rows, sort: 'Data_Collection' };
};

type DataSetRules = Group<RuleIn<'dataset'>>;

interface Labels {
  /** labels of all samples of the collection that satisfy the sample rules */
  ofCollection(): readonly string[];
  /** the same for each data set that satisfies this rule */
  ofRule(node: DataSetRules['rules'][number]): readonly (readonly string[])[];
}

/** Number of labels that satisfy a group, from the number of rules that each label satisfies. */
function countLabels({ rules, combinator, not }: DataSetRules, { ofCollection, ofRule }: Labels): number {
  const satisfied = new Map<string, number>();
  for (const node of rules) {
    const lists = ofRule(node);
    const [first = []] = lists;
    for (const label of lists.length > 1 ? new Set(lists.flat()) : first)
      satisfied.set(label, (satisfied.get(label) ?? 0) + 1);
  }
  const least = combinator === 'and' ? rules.length : 1;
  let count = 0;
  if (not) {
    for (const label of new Set(ofCollection())) if ((satisfied.get(label) ?? 0) < least) count += 1;
  } else for (const rulesOfLabel of satisfied.values()) if (rulesOfLabel >= least) count += 1;
  return count;
}

/** Collections with the labels that satisfy every data set rule; different data sets may satisfy different rules. */
export const makeCollections: MakeRows = async (context) => {
  const { found, query } = context;
  const { selectionContext, selection } = found;
  const { catalog, samples, terms, filters, viewer } = selectionContext;
  const sample = filters.sample;
  await samples.load([...columnsOfGroup(sample, catalog), 'label'], catalog);
  const testOf = await prepareDataSetTests(selectionContext);
  const group = restricts(filters.dataset) ? filters.dataset : null;
  const below = narrowsBelow(query, ['analyses', 'networks', 'modules', 'genesets'])
    ? new Set((await listDataSets(context)).map(({ collection_number }) => collection_number))
    : null;
  const visible = byCollection(catalog.dataSets.filter((entry) => mayRead(entry, viewer)));
  const judge = new SampleJudge({ columns: samples, catalog, terms });
  const matching = (entry: DataSetEntry | CollectionEntry, type: 'dc' | 'ds'): string[] => {
    const owner = ownerOf(entry, type);
    const labels = samples.get(owner, 'label')?.values ?? [];
    if (!sample) return [...labels];
    const holds = judge.judge(sample, owner);
    return labels.filter((_, at) => holds[at] === 1);
  };
  const rows: Row[] = [];
  for (const collection of selection.collections) {
    if (below && !below.has(collection.number)) continue;
    const dataSets = visible.get(collection.number) ?? [];
    const count =
      group === null
        ? new Set(matching(collection, 'dc')).size
        : countLabels(group, {
            ofCollection: () => matching(collection, 'dc'),
            ofRule: (node) => dataSets.filter(testOf(node)).map((dataSet) => matching(dataSet, 'ds')),
          });
    if (!quantifierHolds(sample ?? {}, count, collection.number_of_samples)) continue;
    rows.push({
      Data_Collection: collection.title,
      'No.Samples': count,
      Accession_ID: collection.fields.get('accession_id') ?? null,
      PubMed_ID: collection.fields.get('pubmed_id') ?? null,
      Omicon_ID: `OM.DC.${collection.number}`,
    });
  }
  return {
    columns: ['Data_Collection', 'No.Samples', 'Accession_ID', 'PubMed_ID', 'Omicon_ID'],
    rows,
    sort: 'No.Samples',
    isDescending: true,
  };
};
