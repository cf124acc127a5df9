/** Rows of samples, and of data collections by the labels that satisfy their rules. */
import { fieldKey, restricts } from '@omicon/domain/query.ts';
import type { CollectionEntry, DataSetEntry } from './catalog.ts';
import { keptDataSets, type MakeRows, type Making, narrowsBelow, type Row } from './making.ts';
import { columnsOfGroup, columnsOfRule, ownerOf, quantifierHolds, SampleJudge } from './samples.ts';
import { prepareDataSetTest } from './select.ts';

/** Columns of samples: the usual four, and every attribute that a rule names. */
function sampleColumnNames({ found }: Making, owners: readonly CollectionEntry[]): string[] {
  const sample = found.selecting.filters.sample;
  const named: string[] = [];
  const walk = (group: NonNullable<typeof sample>) => {
    for (const node of group.rules) {
      if ('rules' in node) walk(node);
      else
        for (const owner of owners)
          for (const name of columnsOfRule(
            { ...node, operator: node.operator === 'under' ? 'equal' : node.operator },
            owner.sample_columns,
          ))
            named.push(name);
    }
  };
  if (sample) walk(sample);
  const shown = new Map<string, string>([
    ['organism', 'Organism'],
    ['disease', 'Disease'],
  ]);
  for (const name of named)
    if (fieldKey(name) !== 'label' && !shown.has(fieldKey(name))) shown.set(fieldKey(name), name);
  return [...shown.values()];
}

export const makeSamples: MakeRows = async (making) => {
  const { found, query } = making;
  const { selecting, selection } = found;
  const { catalog, samples, terms, filters } = selecting;
  const byDataSet =
    narrowsBelow(query, ['dataset', 'analyses', 'networks', 'modules', 'genesets']) ||
    filters.sample?.quantifier !== undefined;
  const names = sampleColumnNames(making, selection.collections);
  const stored = new Set(catalog.collections.flatMap(({ sample_columns }) => sample_columns));
  const keys = new Set(names.map(fieldKey));
  await samples.load(
    [
      ...[...stored].filter((name) => keys.has(fieldKey(name))),
      ...columnsOfGroup(filters.sample, catalog),
      'label',
    ],
    catalog,
  );
  const kept = byDataSet ? await keptDataSets(making) : [];
  const judge = new SampleJudge({ columns: samples, catalog, terms });
  const rows: Row[] = [];
  for (const collection of selection.collections) {
    const owner = ownerOf(collection, 'dc');
    const holds = filters.sample
      ? judge.judge(filters.sample, owner)
      : new Uint8Array(owner.number_of_samples).fill(1);
    const labels = samples.get(owner, 'label')?.values ?? [];
    const inDataSets = byDataSet
      ? new Set(
          kept
            .filter(({ collection_number }) => collection_number === collection.number)
            .flatMap((dataSet) => samples.get(ownerOf(dataSet, 'ds'), 'label')?.values ?? []),
        )
      : null;
    const columnOf = new Map(
      collection.sample_columns.map((name) => [fieldKey(name), samples.get(owner, name)]),
    );
    labels.forEach((label, at) => {
      if (holds[at] !== 1 || (inDataSets && !inDataSets.has(label))) return;
      const row: Row = { Data_Collection: collection.title, Label: label };
      for (const name of names) {
        const column = columnOf.get(fieldKey(name));
        row[name] = column?.values[(column.codes[at] ?? 0) - 1] ?? null;
      }
      row.Omicon_ID = `OM.DC.${collection.number}`;
      rows.push(row);
    });
  }
  return { columns: ['Data_Collection', 'Label', ...names, 'Omicon_ID'], rows, sort: 'Data_Collection' };
};

/** Labels of a collection that satisfy every data set rule: each rule by a data set of its own, if need be. */
export const makeCollections: MakeRows = async (making) => {
  const { found, query } = making;
  const { selecting, selection } = found;
  const { catalog, samples, terms, filters, viewer } = selecting;
  const sample = filters.sample;
  await samples.load([...columnsOfGroup(sample, catalog), 'label'], catalog);
  const test = await prepareDataSetTest(selecting);
  const group = restricts(filters.dataset) ? filters.dataset : null;
  const below = narrowsBelow(query, ['analyses', 'networks', 'modules', 'genesets'])
    ? new Set((await keptDataSets(making)).map(({ collection_number }) => collection_number))
    : null;
  const visible = catalog.dataSets.filter(
    ({ visibility, owner_id }) =>
      visibility === 'public' || viewer.readsLab || (owner_id !== null && owner_id === viewer.person_id),
  );
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
    const own = visible.filter(({ collection_number }) => collection_number === collection.number);
    let labels = new Set(matching(collection, 'dc'));
    if (group) {
      const sets = group.rules.map(
        (node) =>
          new Set(own.filter((dataSet) => test(dataSet, node)).flatMap((dataSet) => matching(dataSet, 'ds'))),
      );
      const all = new Set(sets.flatMap((set) => [...set]));
      const isKept = (label: string) =>
        (group.combinator === 'and'
          ? sets.every((set) => set.has(label))
          : sets.some((set) => set.has(label))) !== group.not;
      labels = new Set((group.not ? [...labels] : [...all]).filter(isKept));
    }
    if (!quantifierHolds(sample ?? {}, labels.size, collection.number_of_samples)) continue;
    rows.push({
      Data_Collection: collection.title,
      'No.Samples': labels.size,
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
