import { VISIBILITIES } from '@omicon/domain/permissions/permissions.ts';
import { ENTITY_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { detailReply, endpoint, listQuery, page, recordNumber, text } from '../../base/endpoint.ts';
import { fileItem } from '../../base/records.ts';
import { intakeProgress, intakeReport } from '../uploads.ts';

export const FILE_COLUMNS = [
  'name',
  'fileType',
  'visibility',
  'owner',
  'uploaded_on',
  'sizeByteVal',
  'location',
] as const;

export const listRecentFiles = endpoint({
  method: 'GET',
  path: '/api/files/recent/',
  summary: 'Most recently stored files, newest first.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  query: listQuery(['uploaded_on', 'name', 'fileType', 'visibility', 'owner', 'sizeByteVal', 'location']),
  reply: page(fileItem),
});

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/files/',
  summary: 'Files and folders of a record, one folder at a time; without a record, all files.',
  permission: 'FILE_PREVIEW',
  object: 'any record',
  query: listQuery(FILE_COLUMNS).extend({
    entity_type: z.enum(ENTITY_TYPES).optional(),
    entity_id: recordNumber.optional(),
    version: recordNumber.optional(),
    folder: text(1000).default(''),
  }),
  reply: page(fileItem),
});

export const searchFiles = endpoint({
  method: 'GET',
  path: '/api/files/search/',
  summary: 'Files whose name contains the text.',
  permission: 'FILE_SEARCH',
  object: 'file',
  query: listQuery(FILE_COLUMNS)
    .omit({ search: true })
    .extend({ name: text(200).min(1, 'Please enter a value to be searched for') }),
  reply: page(fileItem),
});

export const getFileItem = endpoint({
  method: 'GET',
  path: '/api/files/by-key/',
  summary: 'One file by its key, of any version of its record.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  query: z.object({ key: text(1000).min(1, 'Please name a file by its key.') }),
  reply: fileItem,
});

/** A link to one file for this person, valid until `expires_at`. */
export const createFileLink = endpoint({
  method: 'POST',
  path: '/api/files/link/',
  summary: 'Signed link to preview or download one file.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: z.object({
    key: text(1000).min(1, 'Please provide a valid key for download'),
    purpose: z.enum(['download', 'preview']),
  }),
  reply: z.object({
    url: z.string(),
    expires_at: z.string(),
    name: z.string(),
    size_bytes: z.number(),
    sha256: z.string(),
  }),
});

const previewBody = z.object({ key: text(1000).min(1, 'Please provide a valid key for download') });

/** `results` is JSON text of an array of rows, as in the specification. */
export const previewCsv = endpoint({
  method: 'POST',
  path: '/api/files/csv-preview/',
  summary: 'Rows and columns of a csv file up to the preview limit; 25 columns at most.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: previewBody,
  reply: z.object({
    results: z.string(),
    columns: z.array(z.string()),
    number_of_columns: z.int(),
    number_of_rows: z.int(),
  }),
});

/** Cells are formatted text; formulas have their stored value. `sheets` has the first 500 names. */
export const previewSheet = endpoint({
  method: 'POST',
  path: '/api/files/sheet-preview/',
  summary: 'One sheet of an xls or xlsx workbook up to the preview limit; 25 columns and 1,000 rows at most.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: previewBody.extend({ sheet: z.int().min(0).max(65_535).default(0) }),
  reply: z.object({
    sheets: z.array(z.string()),
    number_of_sheets: z.int(),
    /** index of the sheet, from 0 */
    sheet: z.int(),
    rows: z.array(z.array(z.string())),
    number_of_rows: z.int(),
    number_of_columns: z.int(),
  }),
});

/** `content` is a docx archive in base64, rebuilt from the checked parts that a page needs. */
export const previewDocument = endpoint({
  method: 'POST',
  path: '/api/files/document-preview/',
  summary: 'A docx document up to the preview limit, without what could run or lead elsewhere.',
  permission: 'FILE_PREVIEW',
  object: 'file',
  body: previewBody,
  reply: z.object({ content: z.base64() }),
});

const uploadPart = z.object({ number: z.int(), size_bytes: z.number(), is_received: z.boolean() });

/** mapping: a draft whose files have been read, until its map is stored */
export const UPLOAD_STATUSES = [
  'open',
  'checking',
  'mapping',
  'storing',
  'stored',
  'refused',
  'failed',
] as const;

/** data: files of any form, one after the other, which become a draft */
export const UPLOAD_KINDS = ['collection', 'analysis', 'resource', 'data'] as const;

const uploadedFile = z.object({ name: text(500).min(1), size_bytes: z.int().min(0) });

const upload = z.object({
  upload_id: z.int(),
  kind: z.enum(UPLOAD_KINDS),
  file_name: z.string(),
  size_bytes: z.number(),
  part_size: z.number(),
  parts: z.array(uploadPart),
  status: z.enum(UPLOAD_STATUSES),
});

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/',
  summary: 'Begin a resumable upload of one zip archive, or of files of any form.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'none',
  body: z.object({
    file_name: text(255).min(1, 'Enter file name'),
    size_bytes: z
      .number()
      .int()
      .min(0)
      .max(20 * 1024 ** 3, 'An upload can have at most 20 GiB.'),
    kind: z.enum(UPLOAD_KINDS),
    /** of kind data: its files in the order of their bytes, which are `size_bytes` together */
    files: z.array(uploadedFile).min(1).max(500).optional(),
    visibility: z.enum(VISIBILITIES).optional(),
  }),
  status: 201,
  reply: upload,
});

const uploadParams = z.object({ id: recordNumber });

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:id/',
  summary: 'State of an upload: which parts the server has received.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  params: uploadParams,
  reply: upload,
});

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/uploads/',
  summary: 'Your uploads, newest first.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'none',
  reply: z.object({ results: z.array(upload), total: z.int() }),
});

/** Links accept `PUT` with the part's bytes and the header `X-Omicon-Client: web`; sending a part again is harmless. */
export const createPartLinks = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/parts/',
  summary: 'Signed links to send parts of an upload.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  params: uploadParams,
  body: z.object({ numbers: z.array(z.int().min(1).max(10_000)).min(1).max(100) }),
  reply: z.object({
    links: z.array(z.object({ number: z.int(), url: z.string(), expires_at: z.string() })),
  }),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'The SHA-256 has 64 hexadecimal digits.');

export const completeUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/complete/',
  summary:
    'Join the parts, compare the SHA-256 and start the import, or for files of any form the reading of a draft.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  params: uploadParams,
  body: z.object({ sha256 }),
  status: 202,
  reply: upload,
});

/**
 * `s3_url` names one of the caller's own uploads and is never fetched: `s3://<bucket>/uploads/<upload_id>/archive` for
 * uploads with temporary credentials, or `/api/uploads/<upload_id>/`. `ds_id` is accepted and ignored, as archives
 * state the inputs of their data sets.
 */
export const saveUpload = endpoint({
  method: 'POST',
  path: '/api/save-upload',
  summary: 'Complete one of your uploads, named by the address of its archive.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  body: z.strictObject({
    s3_url: text(2000).min(1, 'Enter the address of the archive.'),
    type: z.literal(2, 'The type of an upload is 2.'),
    ds_id: recordNumber.nullable().optional(),
    sha256,
  }),
  status: 202,
  reply: upload,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id/',
  summary: 'Cancel an incomplete upload.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  params: uploadParams,
  reply: detailReply,
});

export const getUploadReport = endpoint({
  method: 'GET',
  path: '/api/uploads/:id/report/',
  summary: 'Progress of the import, then its report: what was stored, missing or wrong.',
  permission: { anyOf: ['COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'upload',
  params: uploadParams,
  reply: intakeReport.extend({ status: z.enum(UPLOAD_STATUSES), progress: intakeProgress }),
});

/** One text or several, for repeated query parameters. */
const oneOrMore = z
  .union([text(1000), z.array(text(1000)).max(10, 'Credentials are for at most 10 files.')])
  .transform((keys) => (typeof keys === 'string' ? [keys] : keys).filter((key) => key !== ''));

/**
 * For scripts that access the object store directly. The credentials allow reading the named files only, or with
 * `upload=1` writing the archive of one of the caller's uploads, named by `upload_id`, as `archive` under `prefix`.
 */
export const getTemporaryCredentials = endpoint({
  method: 'GET',
  path: '/api/temporary-credentials',
  summary: 'Credentials of the object store for 20 minutes, one person, and named files or one upload.',
  permission: { anyOf: ['FILE_DOWNLOAD', 'COLLECTION_CREATE', 'PROJECT_CREATE', 'RESOURCE_CREATE'] },
  object: 'file',
  query: z.object({
    upload: z.enum(['1']).optional(),
    upload_id: recordNumber.optional(),
    key: oneOrMore.optional(),
  }),
  reply: z.object({
    AccessKeyId: z.string(),
    SecretAccessKey: z.string(),
    SessionToken: z.string(),
    region: z.string(),
    bucket: z.string(),
    endpoint: z.string(),
    expires_at: z.string(),
    /** file keys and their storage locations; each object is named after its SHA-256 */
    objects: z.array(z.object({ key: z.string(), object: z.string() })),
    /** key prefix of the upload */
    prefix: z.string().nullable(),
  }),
});
