/** Drafts: files of other forms that become a data set. A draft is an upload of kind data, and has its number. */
import {
  ATTRIBUTE_ROLES,
  type DataMap,
  type DataProposal,
  ID_KINDS,
  SCALES,
  TRANSFORMATIONS,
} from '@omicon/domain/data-map/data-map.ts';
import { VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { z } from 'zod';
import { detailReply, endpoint, recordNumber, text } from '../base/endpoint.ts';
import { UPLOAD_STATUSES } from './files/files.ts';
import { intakeProgress } from './uploads.ts';

const title = text(500);
const titles = z.array(title).max(100_000);

const attributeMap = z.strictObject({
  column: title,
  name: text(200).min(1, 'Name the attribute.'),
  is_kept: z.boolean(),
  role: z.enum(ATTRIBUTE_ROLES).nullable(),
  missing: z.array(text(200)).max(100),
  values: z.record(text(1000), text(1000)),
});

export const dataMap = z.strictObject({
  version: z.literal(1, 'This portal reads maps of version 1.'),
  matrix: title.min(1, 'Choose the file of values.'),
  sheet: title.nullable(),
  // Maps that were saved before cells could be brought have none.
  cells: z
    .strictObject({
      sample: title.nullable(),
      cell_type: title.nullable(),
      least_cells: z.int().min(1).max(1_000_000),
    })
    .nullable()
    .default(null),
  samples_in: z.enum(['columns', 'rows']),
  id_column: title,
  id_kind: z.enum(ID_KINDS),
  annotation_columns: titles,
  left_out: titles,
  label_column: title.nullable(),
  attributes: z.array(attributeMap).max(2000),
  has_decimal_commas: z.boolean(),
  scale: z.enum(SCALES),
  transformation: z.enum(TRANSFORMATIONS),
  title: text(200).trim().min(1, 'Enter a title.'),
  accession: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, 'An accession has letters, digits, points, hyphens and _.'),
  source: text(500),
  pubmed_id: text(50),
  organism: text(200),
  technology: text(200),
  platform: text(200),
  analyte: text(200),
  notes: text(5000),
  visibility: z.enum(VISIBILITIES),
  confirmed: z.array(text(200)).max(1000),
}) satisfies z.ZodType<DataMap>;

const finding = z.object({
  key: z.string(),
  level: z.enum(['refused', 'confirm', 'warning', 'repair']),
  sentence: z.string(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.union([z.string(), z.number()]).nullable(),
  count: z.int(),
});

export const dataProposal = z.object({
  sentence: z.string(),
  form: z.string(),
  files: z.array(z.object({ name: z.string(), taken_for: z.string() })),
  matrices: z.array(z.string()),
  sheets: z.array(z.string()),
  number_of_features: z.int(),
  number_of_samples: z.int(),
  orientation: z.string(),
  cells: z
    .object({ cells: z.int(), columns: z.array(z.object({ title: z.string(), distinct: z.int() })) })
    .nullable()
    .default(null),
  ids: z.array(
    z.object({
      kind: z.enum(ID_KINDS),
      platform: z.string().nullable(),
      recognized: z.int(),
      of: z.int(),
    }),
  ),
  columns: z.array(
    z.object({
      title: z.string(),
      part: z.enum(['id', 'annotation', 'sample', 'left out']),
      cells: z.array(z.string()),
    }),
  ),
  join: z.object({
    matched: z.int(),
    only_values: z.array(z.string()),
    only_sheet: z.array(z.string()),
  }),
  sheet_columns: z.array(
    z.object({
      column: z.string(),
      kind: z.enum(['number', 'text', 'constant', 'unique']),
      distinct: z.int(),
      missing: z.int(),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  values: z.object({
    least: z.number().nullable(),
    greatest: z.number().nullable(),
    missing: z.int(),
    histogram: z.array(z.int()),
  }),
  preview: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  findings: z.array(finding),
}) satisfies z.ZodType<DataProposal>;

const draft = z.object({
  upload_id: z.int(),
  files: z.array(z.object({ name: z.string(), size_bytes: z.number() })),
  status: z.enum(UPLOAD_STATUSES),
  progress: intakeProgress,
  /** null until the files are read, and if nothing in them can be */
  map: dataMap.nullable(),
  proposal: dataProposal.nullable(),
  /** why the files cannot be read; null if they can */
  fault: z.string().nullable(),
});
export type Draft = z.output<typeof draft>;

const params = z.object({ id: recordNumber });
const permission = 'COLLECTION_CREATE';

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/:id/',
  summary:
    'A draft: what its files are taken for, the map that is proposed or was saved, and what was noticed.',
  permission,
  object: 'upload',
  params,
  reply: draft,
});

export const saveDraftMap = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id/map/',
  summary: 'Save the map of a draft; its files are read again by it.',
  permission,
  object: 'upload',
  params,
  body: dataMap,
  status: 202,
  reply: draft,
});

export const storeDraft = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/store/',
  summary: 'Write the collection of a draft and import it; its report is that of the upload.',
  permission,
  object: 'upload',
  params,
  status: 202,
  reply: draft,
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/',
  summary: 'Delete a draft that was not stored, with its files.',
  permission,
  object: 'upload',
  params,
  reply: detailReply,
});
