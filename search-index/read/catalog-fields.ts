/** Fields that rules can use, by section: built-in ones, those of the attribute tables, and those found in the data. */
import { type FieldKind, fieldKey, fieldName, type QuerySection } from '@omicon/domain/query/query.ts';
import type { Client } from 'pg';
import type { Catalog, FieldEntry } from './catalog-entries.ts';

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
  ['modules', 'number', ['Size']],
  [
    'genesets',
    'text',
    ['SetID', 'SetName', 'Category', 'Species', 'PubMed', 'Description', 'SetSource', 'Omicon_ID'],
  ],
  ['genesets', 'number', ['SetSize']],
];

/** All fields by section. Tables attribute_definition, attribute_value and search_network. */
export async function loadFields(
  client: Client,
  catalog: Omit<Catalog, 'fields' | 'version'>,
): Promise<Catalog['fields']> {
  const fields = new Map<QuerySection, Map<string, FieldEntry>>();
  const add = (section: QuerySection, name: string, kind: FieldKind) => {
    const known = fields.get(section) ?? new Map<string, FieldEntry>();
    fields.set(section, known);
    const key = fieldKey(name);
    if (key !== '' && !known.has(key))
      known.set(key, {
        key,
        name: fieldName(name),
        kind,
        isOntologyId: /(^|_)(mondo|uberon|ncbitaxon)_id$/.test(key),
      });
  };
  for (const [section, kind, names] of BUILT_IN_FIELDS) for (const name of names) add(section, name, kind);
  const { rows } = await client.query<{ kind: string; name: string; attribute_type: string }>(
    'select kind, name, attribute_type from attribute_definition where deleted_at is null order by id',
  );
  for (const { kind, name, attribute_type } of rows) {
    const section = SECTION_OF_KIND[kind];
    if (section) add(section, name, KIND_OF_TYPE[attribute_type] ?? 'text');
  }
  for (const { sample_columns } of [...catalog.collections, ...catalog.dataSets]) {
    for (const name of sample_columns) add('sample', name, 'mixed');
  }
  const extra = await client.query<{ owner_type: string; attribute: string }>(
    'select distinct owner_type, attribute from attribute_value',
  );
  const sectionOf: Record<string, QuerySection> = { dc: 'collection', ds: 'dataset', project: 'analyses' };
  for (const { owner_type, attribute } of extra.rows) {
    const section = sectionOf[owner_type];
    if (section) add(section, attribute, 'mixed');
  }
  const statistics = new Set<string>();
  const names = await client.query<{ name: string }>(
    'select distinct unnest(statistic_names) as name from search_network',
  );
  for (const { name } of names.rows) add('modules', name, 'number');
  for (const network of catalog.networks) for (const key of network.fields.keys()) statistics.add(key);
  for (const key of statistics) add('networks', key, 'mixed');
  return fields;
}
