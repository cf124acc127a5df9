/** Fields that rules can use, by section: built-in ones, those of the attribute tables, and those found in the data. */

import { type FieldKind, fieldKey, fieldName, type QuerySection } from '@omicon/domain/query/query.ts';
import type { Client } from 'pg';
import {
  type AttributePairs,
  type Catalog,
  type FieldEntry,
  type FieldsOfRecord,
  mayRead,
  type Readable,
  type Viewer,
} from './catalog-entries.ts';

const KIND_OF_TYPE: Readonly<Record<string, FieldKind>> = {
  Integer: 'number',
  Numeric: 'number',
  Date: 'date',
  Mixed: 'mixed',
};
const SECTION_OF_KIND: Readonly<Record<string, QuerySection>> = {
  sample: 'sample',
  'data-collection': 'collection',
  'data-set': 'dataset',
  analysis: 'analyses',
};

/** Built-in fields, which no attribute table describes. */
const BUILT_IN_FIELDS: readonly (readonly [QuerySection, FieldKind, readonly string[]])[] = [
  [
    'collection',
    'text',
    ['Title', 'Name', 'Accession_ID', 'PubMed_ID', 'Author', 'Owner', 'Availability', 'Omicon_ID'],
  ],
  ['collection', 'number', ['Number_of_Samples']],
  [
    'dataset',
    'text',
    [
      'Title',
      'Version',
      'Technology',
      'Platform',
      'Analyte',
      'Unique_Identifier',
      'Transformations',
      'Owner',
      'Availability',
      'Omicon_ID',
    ],
  ],
  ['dataset', 'number', ['Number_of_Samples', 'Number_of_Features']],
  ['sample', 'text', ['Label']],
  ['analyses', 'text', ['Title', 'Owner', 'Analyst', 'Type', 'Availability', 'Omicon_ID']],
  ['analyses', 'date', ['Created']],
  ['networks', 'text', ['Name', 'Similarity', 'Overlap', 'MergeBy', 'Omicon_ID']],
  ['networks', 'number', ['RelSignum', 'Signum', 'MinSize', 'Modules', 'MergeParam']],
  ['modules', 'text', ['Name', 'Omicon_ID']],
  ['modules', 'number', ['Size', 'Support']],
  [
    'genesets',
    'text',
    ['SetID', 'SetName', 'Category', 'Species', 'PubMed', 'Description', 'SetSource', 'Omicon_ID'],
  ],
  ['genesets', 'number', ['SetSize']],
];

type Fields = Map<QuerySection, Map<string, FieldEntry>>;

function addField(fields: Fields, section: QuerySection, name: string, kind: FieldKind): void {
  const known = fields.get(section) ?? new Map<string, FieldEntry>();
  fields.set(section, known);
  const key = fieldKey(name);
  if (key !== '' && !known.has(key))
    known.set(key, {
      key,
      name: fieldName(name),
      kind,
    });
}

function addAll(fields: Fields, { section, kind, names }: FieldsOfRecord): void {
  for (const name of names) addField(fields, section, name, kind);
}

/** Built-in fields and those of the attribute tables, which everybody knows. Table attribute_definition. */
async function loadCommonFields(client: Client): Promise<Fields> {
  const fields: Fields = new Map();
  for (const [section, kind, names] of BUILT_IN_FIELDS)
    for (const name of names) addField(fields, section, name, kind);
  const { rows } = await client.query<{ kind: string; name: string; attribute_type: string }>(
    'select kind, name, attribute_type from attribute_definition where deleted_at is null order by id',
  );
  for (const { kind, name, attribute_type } of rows) {
    const section = SECTION_OF_KIND[kind];
    if (section) addField(fields, section, name, KIND_OF_TYPE[attribute_type] ?? 'text');
  }
  return fields;
}

/** Statistics of the modules of each network, by network. Lists that are equal are one. Table search_network. */
async function loadStatisticNames(client: Client): Promise<Map<number, readonly string[]>> {
  const { rows } = await client.query<{ names: string[]; networks: number[] }>(
    `select statistic_names as names, array_agg(covariation_network_id) as networks
       from search_network group by statistic_names`,
  );
  return new Map(rows.flatMap(({ names, networks }) => networks.map((network) => [network, names] as const)));
}

function listFieldsOfRecords(
  { collections, dataSets, analyses, networks }: Parts,
  statistics: ReadonlyMap<number, readonly string[]>,
): FieldsOfRecord[] {
  const named = (section: QuerySection, entries: readonly (Readable & { attributes: AttributePairs })[]) =>
    entries.map((record): FieldsOfRecord => {
      const names = record.attributes.flatMap(([name, value]) => (value === null ? [] : [name]));
      return { section, kind: 'mixed', names, record };
    });
  return [
    ...[...collections, ...dataSets].map(
      (record): FieldsOfRecord => ({
        section: 'sample',
        kind: 'mixed',
        names: record.sample_columns,
        record,
      }),
    ),
    ...named('collection', collections),
    ...named('dataset', dataSets),
    ...named('analyses', analyses),
    ...networks.flatMap(({ id, fields, analysis: record }): FieldsOfRecord[] => [
      { section: 'modules', kind: 'number', names: statistics.get(id) ?? [], record },
      { section: 'networks', kind: 'mixed', names: [...fields.keys()], record },
    ]),
  ];
}

type Parts = Pick<Catalog, 'collections' | 'dataSets' | 'analyses' | 'networks'>;

/** All fields by section, the common ones, and those of records. Tables attribute_definition and search_network. */
export async function loadFields(
  client: Client,
  parts: Parts,
): Promise<Pick<Catalog, 'fields' | 'commonFields' | 'fieldsOfRecords' | 'statisticNames'>> {
  const commonFields = await loadCommonFields(client);
  const statistics = await loadStatisticNames(client);
  const fieldsOfRecords = listFieldsOfRecords(parts, statistics);
  const fields = copyOf(commonFields);
  for (const each of fieldsOfRecords) addAll(fields, each);
  const statisticNames = Map.groupBy(new Set([...statistics.values()].flat()), fieldKey);
  return { fields, commonFields, fieldsOfRecords, statisticNames };
}

function copyOf(fields: Catalog['commonFields']): Fields {
  return new Map([...fields].map(([section, known]) => [section, new Map(known)]));
}

const knownFields = new WeakMap<Catalog, Map<string, Catalog['fields']>>();

/** The fields that a viewer knows: the common ones, and those of records that the viewer may read. */
export function fieldsFor(catalog: Catalog, viewer: Viewer): Catalog['fields'] {
  const { fieldsOfRecords, commonFields } = catalog;
  const isOwner = () => fieldsOfRecords.some(({ record }) => record.owner_id === viewer.person_id);
  const key = viewer.readsLab
    ? 'laboratory'
    : viewer.person_id !== null && isOwner()
      ? `${viewer.person_id}`
      : '';
  const kept = knownFields.get(catalog) ?? new Map<string, Catalog['fields']>();
  knownFields.set(catalog, kept);
  const known = kept.get(key);
  if (known) return known;
  const fields = copyOf(commonFields);
  for (const each of fieldsOfRecords) if (mayRead(each.record, viewer)) addAll(fields, each);
  kept.set(key, fields);
  return fields;
}

export interface FieldsReply {
  fields: { section: QuerySection; key: string; name: string; kind: FieldKind }[];
}

/** The fields that a viewer knows, as one list. */
export function listFields({ catalog }: { catalog: Catalog }, { viewer }: { viewer: Viewer }): FieldsReply {
  return {
    fields: [...fieldsFor(catalog, viewer)].flatMap(([section, fields]) =>
      [...fields.values()].map((field) => ({ section, ...field })),
    ),
  };
}
