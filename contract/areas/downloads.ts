import { ENTITY_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { detailReply, endpoint, optionalKey, recordNumber, text } from '../base/endpoint.ts';
import { downloadNotification } from './notifications.ts';

const NO_KEY = 'Please provide a valid key for download';

/** Permissions to download a file or a selection; access to each file depends on its record. */
const DOWNLOADERS = { anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] } as const;

/** `over`: it was ready, but its archive is no longer stored. */
export const DOWNLOAD_STATES = ['waiting', 'preparing', 'ready', 'failed', 'cancelled', 'over'] as const;

/** Container images of a covariation network. */
export const IMAGE_TYPES = ['docker', 'kme-docker'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const NETWORK_TYPES = [...IMAGE_TYPES, 'kme-table'] as const;

export function isImageType(type: string): type is ImageType {
  return IMAGE_TYPES.some((each) => each === type);
}

function isOfNetwork(type: string): boolean {
  return NETWORK_TYPES.some((each) => each === type);
}

/** A download address for this person, valid until `expires_at`. */
const link = z.object({ url: z.string(), expires_at: z.string() });

/** `key` opens a ready download; it has the form `<id>/<name>`. */
const download = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  /** number of files; for an image, of its source files */
  number_of_files: z.int(),
  /** total bytes of all files; for an image, of its archive if ready, else of the files to read */
  file_size: z.number(),
  state: z.enum(DOWNLOAD_STATES),
  bytes_done: z.number(),
  seconds_left: z.number().nullable(),
  /** reason of a failure */
  message: z.string().nullable(),
  key: z.string().nullable(),
});
export type Download = z.output<typeof download>;

/** A folder of a record with all its content; '' is the whole record. */
const folder = z.object({
  entity_type: z.enum(ENTITY_TYPES),
  entity_id: recordNumber,
  /** by default the current version */
  version: recordNumber.optional(),
  folder: text(1000).default(''),
});

const fileKey = text(1000).min(1, NO_KEY);

/**
 * Small files, and types that the specification downloads without notification, get their link at once. Everything else
 * is prepared by a job, which notifies the person.
 */
export const createDownload = endpoint({
  method: 'POST',
  path: '/api/downloads/',
  summary: 'Request one file, a zip of files, folders and whole records, or an image or table of a network.',
  permission: DOWNLOADERS,
  object: 'file',
  body: z
    .object({
      type: z.enum(['file', 'zip', ...NETWORK_TYPES]),
      key: optionalKey,
      keys: z.array(fileKey).max(1000, 'A selection names at most 1,000 files.').optional(),
      folders: z.array(folder).max(100, 'A selection names at most 100 folders.').optional(),
      /** number of a network, for its images and its kME table */
      co_variation_network_id: recordNumber.optional(),
      /** version of the network's analysis; by default the current one */
      version: recordNumber.optional(),
    })
    .refine(
      ({ type, key, keys = [], folders = [], co_variation_network_id }) =>
        isOfNetwork(type)
          ? co_variation_network_id !== undefined
          : key !== undefined || keys.length + folders.length > 0,
      NO_KEY,
    )
    .refine(
      ({ type, key, keys, folders, co_variation_network_id, version }) =>
        isOfNetwork(type)
          ? [key, keys, folders].every((each) => each === undefined)
          : [co_variation_network_id, version].every((each) => each === undefined),
      'Files and networks are asked for one by one',
    )
    .refine(
      ({ type, key, keys = [], folders = [] }) =>
        type !== 'file' || (folders.length === 0 && keys.length + Number(key !== undefined) === 1),
      'More than one file comes as a zip',
    ),
  status: 201,
  reply: download.extend({ link: link.nullable() }),
});

const byId = z.object({ id: z.string().regex(/^[\w-]{32}$/, NO_KEY) });

export const listDownloads = endpoint({
  method: 'GET',
  path: '/api/downloads/',
  summary: 'Your downloads in preparation, and those that ended within the last hour.',
  permission: DOWNLOADERS,
  object: 'none',
  reply: z.object({ results: z.array(download) }),
});

export const getDownload = endpoint({
  method: 'GET',
  path: '/api/downloads/:id/',
  summary: 'Progress of a download.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: download,
});

export const cancelDownload = endpoint({
  method: 'DELETE',
  path: '/api/downloads/:id/',
  summary: 'Cancel the preparation of a download.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: detailReply,
});

export const createDownloadLink = endpoint({
  method: 'POST',
  path: '/api/downloads/:id/link/',
  summary: 'Signed link to a ready download.',
  permission: DOWNLOADERS,
  object: 'download',
  params: byId,
  reply: link,
});

/** The job that prepares a download does the same. Only the key is used; the rest is read from the record. */
export const createDownloadNotification = endpoint({
  method: 'POST',
  path: '/api/download-notifications/',
  summary: 'Record in the download log that a download is ready. Idempotent.',
  permission: DOWNLOADERS,
  object: 'download',
  body: z.object({
    key: text(1000).min(1, NO_KEY),
    name: text(1000).optional(),
    file_size: z.number().optional(),
    type: text(100).optional(),
  }),
  status: 201,
  reply: downloadNotification,
});
