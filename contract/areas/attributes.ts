import {
  ATTRIBUTE_KINDS,
  ATTRIBUTE_LABELS,
  ATTRIBUTE_TYPES,
  type AttributeKind,
  attributePermission,
  FOLLOW_UP_ROLES,
  isExampleOf,
  splitValues,
} from '@omicon/domain/records/samples/attribute-definitions.ts';
import { MAX_VALUE_LABELS, repeatedValue } from '@omicon/domain/records/samples/value-labels.ts';
import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, recordNumber, text } from '../base/endpoint.ts';
import { valueLabels } from '../base/records.ts';

const attributeDefinition = z.object({
  id: z.int(),
  name: z.string(),
  attribute_type: z.enum(ATTRIBUTE_TYPES),
  possible_values: z.array(z.string()),
  examples: z.string(),
  is_required: z.boolean(),
  is_indexed: z.boolean(),
  data_source: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  value_labels: valueLabels,
  /** the time or the event of a follow-up, of sample attributes; null for none */
  follow_up: z.enum(FOLLOW_UP_ROLES).nullable(),
  /** of numbers, such as `days` */
  unit: z.string().nullable(),
  /** false for default attributes, which cannot be edited or deleted */
  deletable: z.boolean(),
  /** version of the definition; an edit sends the one it started from */
  version: z.int(),
  updated_at: z.string(),
  /** number of readable records that have it; for sample attributes, data collections and data sets */
  used_in: z.int(),
});
export type AttributeDefinition = z.output<typeof attributeDefinition>;

const tableQuery = listQuery([
  'name',
  'attribute_type',
  'category',
  'data_source',
  'is_required',
  'is_indexed',
  'used_in',
]);
const tableReply = page(attributeDefinition);

function listOf<K extends AttributeKind>(kind: K, summary: string) {
  return endpoint({
    method: 'GET',
    path: `/api/attributes/${kind}/`,
    summary,
    permission: attributePermission(kind, 'VIEW'),
    object: 'none',
    query: tableQuery,
    reply: tableReply,
  });
}

export const listSampleAttributes = listOf('sample', 'Sample attributes, by page.');
export const listDataCollectionAttributes = listOf(
  'data-collection',
  'Attributes of data collections, by page.',
);
export const listDataSetAttributes = listOf('data-set', 'Attributes of data sets, by page.');
export const listAnalysisAttributes = listOf('analysis', 'Attributes of analyses, by page.');

const yesOrNo = z.enum(['Yes', 'No'], 'Enter Yes or No');

/** Labels of coded values as rows of a form, at most 200. */
export const valueLabelRows = z
  .array(
    z.object({
      value: text(200).trim().min(1, 'Enter value'),
      label: text(200).trim().min(1, 'Enter label'),
    }),
  )
  .max(MAX_VALUE_LABELS, `An attribute has at most ${MAX_VALUE_LABELS} labels of values.`)
  .superRefine((rows, context) => {
    const repeated = repeatedValue(rows.map(({ value }) => value));
    if (repeated === null) return;
    const message = `The value ${repeated.value} is listed twice.`;
    context.addIssue({ code: 'custom', path: [repeated.index, 'value'], message });
  });

/** The same by value. An issue is named by the value as it was sent. */
const valueLabelsInput = valueLabels.transform((labels, context) => {
  const entries = Object.entries(labels);
  const read = valueLabelRows.safeParse(entries.map(([value, label]) => ({ value, label })));
  if (read.success) return Object.fromEntries(read.data.map(({ value, label }) => [value, label]));
  for (const { path, message } of read.error.issues) {
    const [value] = entries[Number(path[0])] ?? [];
    context.addIssue({ code: 'custom', path: value === undefined ? [] : [value], message });
  }
  return z.NEVER;
});

/** Form fields of attributes of all kinds; the name field is that of sample attributes in all of them. */
export const attributeFields = z.object({
  sampleAttributeSource: text(100).trim().min(1, 'Enter attribute name'),
  // Other values are refused with a list of these.
  type: z.enum(ATTRIBUTE_TYPES, {
    error: ({ input }) => (input === undefined || input === '' ? 'Enter attribute type' : undefined),
  }),
  examples: text(500).trim().min(1, 'Enter example'),
  required: yesOrNo,
  indexed: yesOrNo,
  /** comma separated, for the type Enumeration */
  possibleValues: text(4000).trim().default(''),
  category: text(100).trim().default(''),
  dataSource: text(500).trim().min(1, 'Enter data source'),
  description: text(4000).trim().min(1, 'Enter description'),
  /** of sample attributes; left out, the stored ones stay */
  value_labels: valueLabelsInput.optional(),
  /** of sample attributes, empty for none; left out, the stored one stays */
  follow_up: z.enum(['', ...FOLLOW_UP_ROLES]).optional(),
  /** left out, the stored one stays */
  unit: text(30).trim().optional(),
});
export type AttributeFields = z.output<typeof attributeFields>;

/** Only the type Enumeration has enumerated values; the example must match the type. */
export function checkAttribute(
  fields: Pick<AttributeFields, 'type' | 'examples' | 'possibleValues'>,
  context: z.RefinementCtx,
): void {
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { type, examples, possibleValues } = fields;
  if (type === 'Enumeration') {
    if (possibleValues.includes(';')) wrong('possibleValues', 'Please enter comma separated values');
    else if (splitValues(possibleValues).length === 0) wrong('possibleValues', 'Enter enumerated values');
  } else if (possibleValues !== '')
    wrong('possibleValues', 'Only the type Enumeration has enumerated values.');
  if (!isExampleOf(type, examples))
    wrong('examples', type === 'Date' ? 'Please enter a valid date' : 'Please enter a valid number');
}

function checkOf(kind: AttributeKind) {
  return (fields: AttributeFields, context: z.RefinementCtx): void => {
    checkAttribute(fields, context);
    if (kind === 'sample') return;
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (Object.keys(fields.value_labels ?? {}).length > 0)
      wrong('value_labels', 'Only values of sample attributes have labels.');
    if ((fields.follow_up ?? '') !== '')
      wrong('follow_up', 'Only sample attributes hold the time or the event of a follow-up.');
  };
}

function createOf<K extends AttributeKind>(kind: K) {
  return endpoint({
    method: 'POST',
    path: `/api/attributes/${kind}/`,
    summary: `Add a ${ATTRIBUTE_LABELS[kind]}.`,
    permission: attributePermission(kind, 'CREATE'),
    object: 'none',
    body: attributeFields.superRefine(checkOf(kind)),
    reply: attributeDefinition,
    status: 201,
  });
}

function updateOf<K extends AttributeKind>(kind: K) {
  return endpoint({
    method: 'PUT',
    path: `/api/attributes/${kind}/:id/`,
    summary: `Change one of the ${ATTRIBUTE_LABELS[kind]}s that were added.`,
    permission: attributePermission(kind, 'MODIFY'),
    object: 'none',
    params: idParams,
    body: attributeFields.extend({ version: z.int32() }).superRefine(checkOf(kind)),
    reply: attributeDefinition,
  });
}

function deleteOf<K extends AttributeKind>(kind: K) {
  return endpoint({
    method: 'DELETE',
    path: `/api/attributes/${kind}/:id/`,
    summary: `Delete one of the ${ATTRIBUTE_LABELS[kind]}s that were added; it can be restored for 30 days.`,
    permission: attributePermission(kind, 'DELETE'),
    object: 'none',
    params: idParams,
    query: z.object({ version: recordNumber.optional() }),
    reply: detailReply,
  });
}

function restoreOf<K extends AttributeKind>(kind: K) {
  return endpoint({
    method: 'POST',
    path: `/api/attributes/${kind}/:id/restore/`,
    summary: `Restore a deleted ${ATTRIBUTE_LABELS[kind]}.`,
    permission: attributePermission(kind, 'DELETE'),
    object: 'none',
    params: idParams,
    reply: detailReply,
  });
}

export const createSampleAttribute = createOf('sample');
export const updateSampleAttribute = updateOf('sample');
export const deleteSampleAttribute = deleteOf('sample');
export const restoreSampleAttribute = restoreOf('sample');

export const createDataCollectionAttribute = createOf('data-collection');
export const updateDataCollectionAttribute = updateOf('data-collection');
export const deleteDataCollectionAttribute = deleteOf('data-collection');
export const restoreDataCollectionAttribute = restoreOf('data-collection');

export const createDataSetAttribute = createOf('data-set');
export const updateDataSetAttribute = updateOf('data-set');
export const deleteDataSetAttribute = deleteOf('data-set');
export const restoreDataSetAttribute = restoreOf('data-set');

export const createAnalysisAttribute = createOf('analysis');
export const updateAnalysisAttribute = updateOf('analysis');
export const deleteAnalysisAttribute = deleteOf('analysis');
export const restoreAnalysisAttribute = restoreOf('analysis');

/** The calls of each kind. */
export const ATTRIBUTE_CALLS = {
  sample: {
    list: listSampleAttributes,
    create: createSampleAttribute,
    update: updateSampleAttribute,
    remove: deleteSampleAttribute,
    restore: restoreSampleAttribute,
  },
  'data-collection': {
    list: listDataCollectionAttributes,
    create: createDataCollectionAttribute,
    update: updateDataCollectionAttribute,
    remove: deleteDataCollectionAttribute,
    restore: restoreDataCollectionAttribute,
  },
  'data-set': {
    list: listDataSetAttributes,
    create: createDataSetAttribute,
    update: updateDataSetAttribute,
    remove: deleteDataSetAttribute,
    restore: restoreDataSetAttribute,
  },
  analysis: {
    list: listAnalysisAttributes,
    create: createAnalysisAttribute,
    update: updateAnalysisAttribute,
    remove: deleteAnalysisAttribute,
    restore: restoreAnalysisAttribute,
  },
} as const;

/** One version of an attribute table or ontology; `key` opens its file. */
const historyEntry = z.object({
  version: z.int(),
  date_modified: z.string(),
  size: z.number(),
  key: z.string(),
  /** attributes of the table, terms of the ontology */
  entries: z.int(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

const attributeTable = z.object({
  name: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  /** newest first */
  history: z.array(historyEntry.extend({ change: z.string(), changed_by: z.string().nullable() })),
});
export type AttributeTableItem = z.output<typeof attributeTable>;

export const listAttributeTables = endpoint({
  method: 'GET',
  path: '/api/attribute-tables/',
  summary: 'The four attribute tables with all versions.',
  permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
  object: 'none',
  reply: z.object({ results: z.array(attributeTable) }),
});

export const downloadAttributeTable = endpoint({
  method: 'GET',
  path: '/api/attribute-tables/:kind/:version/content/',
  summary: 'One version of an attribute table as CSV.',
  permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
  object: 'none',
  params: z.object({ kind: z.enum(ATTRIBUTE_KINDS), version: recordNumber }),
  reply: z.string().describe('the file'),
});

const ontologyItem = z.object({
  name: z.string(),
  redirectionUrl: z.string().nullable(),
  history: z.array(historyEntry),
});
export type OntologyItem = z.output<typeof ontologyItem>;

export const listOntologies = endpoint({
  method: 'GET',
  path: '/api/ontologies/',
  summary: 'Ontologies with all versions.',
  permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
  object: 'none',
  reply: z.object({ results: z.array(ontologyItem) }),
});

const ontologyName = text(50).regex(/^\w+$/, 'An ontology is named by letters and digits.');

export const downloadOntology = endpoint({
  method: 'GET',
  path: '/api/ontologies/:name/:version/content/',
  summary: 'One version of an ontology as imported.',
  permission: 'ATTRIBUTES_VERSION_LIST_VIEW',
  object: 'none',
  params: z.object({ name: ontologyName, version: recordNumber }),
  reply: z.string().describe('the file'),
});

const ontologyTerm = z.object({
  term_id: z.string(),
  name: z.string(),
  is_obsolete: z.boolean(),
  is_a: z.array(z.string()),
  part_of: z.array(z.string()),
});
export type OntologyTerm = z.output<typeof ontologyTerm>;

/** The search matches part of a name, or the whole id; names starting with it come first. */
export const listOntologyTerms = endpoint({
  method: 'GET',
  path: '/api/ontologies/:name/terms/',
  summary: 'Terms of the current version of an ontology, by page.',
  permission: 'signed in',
  object: 'none',
  params: z.object({ name: ontologyName }),
  query: listQuery(['name', 'term_id']),
  reply: page(ontologyTerm),
});

export const VALUE_KINDS = ['data-sets', 'data-collections', 'projects', 'samples'] as const;

/** Values in readable records, ignoring case; `records` is the number of records with a value. */
export const listPossibleValues = endpoint({
  method: 'GET',
  path: '/api/possible-values/:kind/',
  summary: 'Values of an attribute: those starting with the text first, then the most frequent.',
  permission: 'signed in',
  object: 'none',
  params: z.object({ kind: z.enum(VALUE_KINDS) }),
  query: z.object({
    attribute: text(200).min(1, 'Enter attribute'),
    search: text(200).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    results: z.array(
      z.object({
        value: z.string(),
        /** label of a coded value, which is also searched */
        label: z.string().nullable(),
        records: z.int(),
      }),
    ),
    total: z.int(),
  }),
});

/**
 * Terms of the ontology of an attribute that readable samples have, or that have such terms below them. `samples` counts
 * both, each sample of a collection once.
 */
export const listPossibleTerms = endpoint({
  method: 'GET',
  path: '/api/possible-terms/',
  summary:
    'Terms of the ontology of a sample attribute by a part of the name, or by the id: those starting with the text first, then those with the most samples.',
  permission: 'signed in',
  object: 'none',
  query: z.object({
    attribute: text(200).min(1, 'Enter attribute'),
    search: text(200).default(''),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    results: z.array(z.object({ term_id: z.string(), name: z.string(), samples: z.int() })),
  }),
});

const names = z.object({ results: z.array(z.string()) });

export const listOwners = endpoint({
  method: 'GET',
  path: '/api/owners/',
  summary: 'Owners of records that the caller may read.',
  permission: 'signed in',
  object: 'none',
  reply: names,
});

export const listAnalysts = endpoint({
  method: 'GET',
  path: '/api/analysts/',
  summary: 'Analysts of analyses that the caller may read.',
  permission: 'signed in',
  object: 'none',
  reply: names,
});
